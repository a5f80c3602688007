"""Several players a side: activations, cards each, exchange; and the missions and options that say who plays."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from bob.core.codec import CodecError, decode, encode
from bob.core.dice import SeededDice, Stream
from bob.core.errors import BobError, DataError
from bob.core.game import Event
from bob.core.hexes import at_offset
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.kit import KIT
from bob.tactical.hexes.options import (
    OPTIONS,
    TermsError,
    advice,
    check_limit,
    check_terms,
    cost,
    load_mission,
    load_missions,
    shipped_missions,
    terms,
)
from bob.tactical.hexes.position import ADVANCED, READINGS, HexMount, HexPosition, HexSeat, HexTerms
from bob.words import Words
from tests.hexes.tabletop import GAME, TABLES, Fly, Table, at, battle
from tests.tabletops import codes, describe


def teams(each: int, *, leader: str = "", aircraft: int = 1, **options: Any) -> tuple[HexPosition, list[Event]]:
    """A battle of two teams of so many players."""
    players = []
    for side, column, type_ in (("raf", 2, "spitfire_i"), ("luftwaffe", 18, "bf_109e")):
        for n in range(each):
            mounts = [
                {"type": type_, "at": at_offset(column, 1 + 3 * n + k).label, "facing": 2 if side == "raf" else 5} for k in range(aircraft)
            ]
            if n == 0 and side == "raf":
                mounts[0]["leader"] = leader
            players.append({"seat": f"{side}_{n}", "side": side, "aircraft": mounts})
    return GAME.setup("duel", {"players": players, "named": False, **options}, SeededDice(Stream.of(3, "game")))


def seeded(position: HexPosition) -> Table:
    """A table with dice that fall by a seed."""
    table = Table(position)
    table.dice = SeededDice(Stream.of(5, "table"))  # type: ignore[assignment]
    return table


def to_goes(position: HexPosition) -> Table:
    """Passed on until a side's go."""
    table = seeded(position)
    while table.stage != "go":
        table.do(o.PASS)
    return table


@pytest.mark.rule("FIS-018")
@pytest.mark.rule("FIS-266")
@pytest.mark.rule("FIS-267")
@pytest.mark.rule("FIS-268")
@pytest.mark.rule("FIS-269")
@pytest.mark.rule("FIS-293")
@pytest.mark.parametrize(("each", "cards"), [(1, 4), (2, 2), (3, 2), (4, 2), (5, 2)])
def test_cards_of_a_team(each: int, cards: int) -> None:
    position, _ = teams(each)
    assert [len(hand) for hand in position.hands] == [cards] * (2 * each)


@pytest.mark.rule("FIS-270")
def test_a_leaders_card_goes_to_his_player() -> None:
    position, _ = teams(2, leader="silver")
    assert [len(hand) for hand in position.hands] == [3, 2, 2, 2]


@pytest.mark.rule("FIS-001")
def test_two_to_six_players_and_more_with_a_warning() -> None:
    for each, warned in ((1, False), (3, False), (4, True)):
        position, _ = teams(each)
        assert bool(advice(position.terms)) == warned
    with pytest.raises(BobError):
        GAME.setup(
            "duel", {"players": [{"seat": "raf", "side": "raf", "aircraft": [{"type": "spitfire_i"}]}]}, SeededDice(Stream.of(1, "x"))
        )


@pytest.mark.rule("FIS-262")
@pytest.mark.rule("FIS-263")
@pytest.mark.rule("FIS-264")
@pytest.mark.rule("FIS-293")
@pytest.mark.parametrize("each", [1, 2, 3])
def test_every_player_of_the_side_activates_one_then_the_other_side(each: int) -> None:
    table = to_goes(teams(each)[0])
    position = table.position
    side = position.go.side if position.go is not None else -1
    for left in range(each, 0, -1):
        assert len(position.owing) == left, "in an order they choose"
        assert all(position.side_of[position.seats.index(seat)] == side for seat in position.owing)
        mine = next(x for x in GAME.choices(position, position.owing[-1]).listed if isinstance(x, o.Activate))
        GAME.apply(position, position.owing[-1], mine, table.dice)
        assert len(position.owing) == 1
        table.do(o.Advance("ahead"), o.END)
    assert position.go is not None and position.go.side == 1 - side


@pytest.mark.rule("FIS-293")
@pytest.mark.rule("FIS-259")
def test_nobody_orders_what_is_anothers_and_formations_hold_ones_own() -> None:
    table = to_goes(teams(2, aircraft=2)[0])
    position = table.position
    seat = position.owing[0]
    number = position.seats.index(seat)
    foreign = next(a.number for a in position.aircraft if a.seat != number and a.side == position.side_of[number])
    assert GAME.choices(position, seat).listed
    with pytest.raises(BobError, match="not yours"):
        GAME.check(position, seat, o.Activate(foreign))
    own = next(a.number for a in position.aircraft if a.seat == number)
    with pytest.raises(BobError, match="not yours"):
        GAME.check(position, seat, o.Join(own, foreign))
    other = next(s for s in position.seats if s not in position.owing)
    with pytest.raises(BobError, match="not your decision"):
        GAME.check(position, other, o.Activate(own))


@pytest.mark.rule("FIS-265")
def test_a_historical_leaders_player_activates_two() -> None:
    flying = [
        Fly("spitfire_i", (0, 0), leader="malan", seat="one"),
        Fly("spitfire_i", (3, 0), side="raf", seat="one"),
        Fly("spitfire_i", (6, 0), side="raf", seat="two"),
        Fly("spitfire_i", (9, 0), side="raf", seat="two"),
        Fly("bf_109e", (0, -20), 3),
    ]
    table = Table(battle(*flying))
    GAME.apply(table.position, "two", o.Activate(2), table.dice)
    table.do(o.Advance("ahead"), o.END)
    assert table.position.owing == ("one",)
    table.do(o.Activate(0), o.Advance("ahead"), o.END)
    assert table.position.owing == ("one",) and o.Activate(1) in table.legal()
    table.do(o.Activate(1), o.Advance("ahead"), o.END)
    assert table.position.owing == ("luftwaffe",)


@pytest.mark.rule("FIS-273")
@pytest.mark.rule("FIS-293")
def test_each_player_has_one_card_in_the_teams_window() -> None:
    flying = [Fly("spitfire_i", (0, 0), seat="one"), Fly("spitfire_i", (6, 0), side="raf", seat="two"), Fly("bf_109e", (0, -20), 3)]
    table = Table(battle(*flying, hands={"one": "hard_turn aerobatics", "two": "hard_turn"}))
    GAME.apply(table.position, "one", o.Activate(0), table.dice)
    table.do(o.PlayCard("hard_turn"))
    assert table.refused(o.PlayCard("aerobatics")) == "FIS-021"
    table.do(o.Advance("ahead"), o.END)
    table.do(o.Activate(1), o.PlayCard("hard_turn"))


@pytest.mark.rule("FIS-271")
def test_the_players_of_a_team_offer_cards_in_turn_until_a_round_in_which_nobody_does() -> None:
    """Two teams of three before a battle: three rounds, as many cards as they like, and the battle begins."""
    position, _ = teams(3, turns=2)
    table, order = seeded(position), [f"{side}_{n}" for side in ("raf", "luftwaffe") for n in range(3)]
    seen = []
    for number in range(3):
        for seat in order:
            assert (table.stage, table.seat) == ("exchange", seat)
            seen.append(seat)
            if number < 2 and seat in ("raf_0", "raf_2"):
                mine, to = position.hands[position.seats.index(seat)][0], "raf_1"
                table.do(o.Offer(to, mine), o.Swap(position.hands[1][0]), o.Swap(mine))
            else:
                table.do(o.PASS)
    assert table.stage == "before" and seen == order * 3


@pytest.mark.rule("FIS-271")
def test_a_card_changes_hands_only_when_both_agree() -> None:
    position, _ = teams(2, turns=2)
    table = seeded(position)
    hands = list(position.hands)
    mine, theirs = hands[0][0], hands[1][-1]
    for answers in ((o.PASS,), (o.Swap(theirs), o.PASS)):
        table.do(o.Offer("raf_1", mine))
        table.do(*answers)
        assert position.hands == hands and position.offer is None and table.stage == "exchange"
        while table.seat != "raf_0":
            table.do(o.PASS)
    table.do(o.Offer("raf_1", mine), o.Swap(theirs))
    assert table.seat == "raf_0" and GAME.view(position, "raf_0").offered == theirs and GAME.view(position, "raf_0").agreeing
    assert GAME.view(position, "luftwaffe_0").offered == "" and set(table.legal()) == {o.PASS, o.Swap(mine)}
    other = next((card for card in hands[0] if card != mine), None)
    if other is not None:
        assert table.refused(o.Swap(other)) == "FIS-271"
    table.do(o.Swap(mine))
    assert sorted(position.hands[0] + position.hands[1]) == sorted(hands[0] + hands[1]) and theirs in position.hands[0]


@pytest.mark.rule("FIS-271")
@pytest.mark.rule("FIS-272")
def test_teams_exchange_cards_on_the_first_turn_alone() -> None:
    position, _ = teams(2, turns=2)
    table = seeded(position)
    assert table.stage == "exchange" and table.seat == "raf_0"
    mine, theirs = position.hands[0], position.hands[1]
    assert table.refused(o.Offer("luftwaffe_0", mine[0])) == "FIS-271"
    events = table.do(o.Offer("raf_1", mine[0]))
    assert table.seat == "raf_1" and [e.to for e in events if e.code == "offered"] == [("raf_1",)]
    assert GAME.view(position, "raf_1").offered == mine[0] and GAME.view(position, "luftwaffe_0").offered == ""
    events = table.do(o.Swap(theirs[0]), o.Swap(mine[0]))
    assert sorted(position.hands[0]) == sorted((*mine[1:], theirs[0])) and sorted(position.hands[1]) == sorted((*theirs[1:], mine[0]))
    assert all(set(e.to) <= {"raf_0", "raf_1"} for e in events if e.code == "swapped")
    while table.stage == "exchange":
        table.do(o.PASS)
    assert table.stage == "before"
    for a in position.aircraft:
        a.speed = 0
    while position.turn == 1 and position.owing:
        kinds = table.legal()
        table.do(o.PASS if o.PASS in kinds else kinds[0])
    assert position.stage != "exchange"


@pytest.mark.rule("FIS-293")
def test_initiative_is_rolled_for_each_team() -> None:
    position, _ = teams(3)
    table = to_goes(position)
    assert len(describe(table.events, "initiative")[0]["totals"]) == 2


@pytest.mark.rule("FIS-290")
def test_the_hand_of_the_leaders_player_pays_for_him() -> None:
    flying = [
        Fly("spitfire_i", (0, 0)),
        Fly("bf_109e", (0, -3), 3, leader="silver", structure=1, speed=0, seat="one"),
        Fly("bf_109e", (9, -9), 3, side="luftwaffe", seat="two"),
    ]
    table = Table(battle(*flying, hands={"one": "skid skid", "two": "stoppage"}))
    table.do(o.Activate(0), o.Fire(1, "front")).copy()
    table.next_dice(2, 5, 5, 5, 5, 1).passes()
    if table.stage == "dodge":
        table.do(o.Dodge(0))
    table.passes(1)
    assert table[1].out == "down" and [len(h) for h in table.position.hands] == [0, 1, 1]


# ---- missions and options


@pytest.mark.rule("FIS-258")
@pytest.mark.rule("FIS-259")
@pytest.mark.rule("FIS-260")
def test_a_mission_is_a_file_that_a_player_can_write(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'name = { en = "Mine", fr = "Le mien" }\nturns = 5\nhandicap = { raf = 2 }\n'
        '[[players]]\nseat = "bombers"\nside = "luftwaffe"\naircraft = [{ type = "he_111h", at = "1505", facing = 5 }]\n'
        '[[players]]\nseat = "fighters"\nside = "luftwaffe"\naircraft = [{ type = "bf_109e" }]\n'
        '[[players]]\nseat = "raf"\nside = "raf"\naircraft = [{ type = "spitfire_i" }]\n',
        encoding="utf-8",
    )
    missions = load_missions(tmp_path, TABLES)
    assert missions["mine"].name["fr"] == "Le mien"
    made = terms("mine", {"altimeter": True}, missions, TABLES)
    assert made.altimeter and made.turns == 5 and [p.seat for p in made.players] == ["bombers", "fighters", "raf"]


@pytest.mark.rule("FIS-260")
@pytest.mark.rule("FIS-261")
@pytest.mark.rule("FIS-192")
@pytest.mark.rule("FIS-D42")
def test_forces_keep_to_the_points_agreed() -> None:
    four = [HexMount("spitfire_i", leader="silver"), *[HexMount("spitfire_i")] * 3]
    assert cost(four, TABLES) == 100 and cost([HexMount("bf_109e", leader="galland"), HexMount("bf_109e", wingman_of=0)], TABLES) == 89
    foes = HexSeat("luftwaffe", "luftwaffe", (HexMount("bf_109e"),))

    def fits(*mounts: HexMount, limit: int = 100) -> bool:
        try:
            check_limit(HexTerms((HexSeat("raf", "raf", mounts), foes), limit=limit), TABLES)
        except TermsError:
            return False
        return True

    assert fits(*four) and not fits(*four, limit=99)
    players = [{"seat": s, "side": s, "aircraft": [{"type": "bf_109e"}] * n} for s, n in (("raf", 5), ("luftwaffe", 1))]
    with pytest.raises(TermsError):
        GAME.setup("free_hunt", {"players": players}, SeededDice(Stream.of(1, "x")))
    GAME.setup("free_hunt", {"players": players, "limit": 0}, SeededDice(Stream.of(1, "x")))
    leaders = [HexMount("gladiator_ii", leader="silver")] * 2
    assert not fits(*leaders, HexMount("gladiator_ii"), limit=200) and fits(*leaders, *[HexMount("gladiator_ii")] * 2, limit=200)
    wingmen = [HexMount("gladiator_ii", wingman_of=0)] * 2
    assert fits(leaders[0], wingmen[0], limit=200) and not fits(leaders[0], *wingmen, limit=200)


BAD = {
    "turns = 0": "turns",
    "colour = 3": "",
    "wind = { to = 9, force = 1 }": "wind.to",
    "wind = { to = 1, force = 4 }": "wind.force",
    'clouds = ["9999"]': "clouds",
    'aims = [{ side = "raf", kind = "tea", points = 1 }]': "aims[0].kind",
    'first = "italy"': "first",
    'name = { en = "x" }': "name",
    "handicap = { italy = 3 }": "handicap.italy",
    "cloud_count = 9999": "cloud_count",
    'ships = [{ at = "0000", side = "sea" }]': "ships[0].side",
    "columns = 3": "columns",
    'ground = "moon"': "ground",
}


@pytest.mark.parametrize("line", BAD)
def test_a_bad_mission_is_told_by_file_and_place(line: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    body = (tables_folder() / "missions" / "free_hunt.toml").read_text(encoding="utf-8")
    key = line.split(" ")[0]
    kept = "\n".join(x for x in body.splitlines() if not x.startswith(f"{key} "))
    path.write_text(line + "\n" + kept, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_mission(path, TABLES)
    assert caught.value.file == str(path) and BAD[line] in caught.value.place
    assert str(caught.value)


def tables_folder() -> Path:
    from bob.core.resources import data_folder

    return data_folder("tables") / "hexes"


def mounted(**values: Any) -> HexTerms:
    one = HexSeat("raf", "raf", (HexMount(**{"type": "spitfire_i", "at": at_offset(3, 3), **values}),))
    return HexTerms((one, HexSeat("luftwaffe", "luftwaffe", (HexMount("bf_109e", at_offset(9, 9)),))))


@pytest.mark.parametrize(
    "values",
    [
        {"type": "ufo"},
        {"at": at(0, 50)},
        {"facing": 6},
        {"level": 5},
        {"leader": "nelson"},
        {"leader": "galland"},
        {"wingman_of": 0},
        {"wingman_of": 4},
        {"formation": 3},
        {"bombs": 99},
    ],
)
def test_a_bad_aircraft_is_told_by_its_place(values: dict[str, Any]) -> None:
    check_terms(mounted(), TABLES)
    with pytest.raises((TermsError, CodecError)) as caught:
        check_terms(decode(HexTerms, encode(mounted(**values))), TABLES)
    assert "players[0].aircraft" in caught.value.place
    assert caught.value.describe(Words("en")) != caught.value.describe(Words("fr"))


def test_unknown_missions_and_options_are_told() -> None:
    for mission, options in (("tea", {}), ("duel", {"colour": 1}), ("duel", {"turns": "many"})):
        with pytest.raises(BobError) as caught:
            GAME.setup(mission, options, SeededDice(Stream.of(1, "x")))
        assert str(caught.value)


@pytest.mark.rule("FIS-205")
@pytest.mark.rule("FIS-261")
@pytest.mark.rule("FIS-277")
def test_every_shipped_mission_begins_and_every_switch_is_an_option() -> None:
    switches = (*ADVANCED, "structure", "wind")
    assert set(switches) <= set(OPTIONS)
    yes_or_no = {field.name for field in fields(HexTerms) if field.type == "bool"}
    assert yes_or_no == {*ADVANCED, *READINGS, "new_clouds"}, "what is in force is told wherever the switches are listed"
    for code in shipped_missions():
        position, _ = GAME.setup(code, {}, SeededDice(Stream.of(1, "x")))
        GAME.invariants(position)
        for name in switches:
            value = {"structure": 2, "wind": {"to": 1, "force": 2}}.get(name, True)
            other, _ = GAME.setup(code, {name: value}, SeededDice(Stream.of(1, "x")))
            assert getattr(other.terms, name) != getattr(HexTerms(()), name)


@pytest.mark.rule("FIS-297")
@pytest.mark.rule("FIS-205")
def test_the_first_game_has_no_advanced_rule() -> None:
    """What is offered first is flown by the basic rules; every other mission may lay the advanced ones over them one by one."""
    first = HexTerms(())
    usual = GAME.setup(KIT.usual, {}, SeededDice(Stream.of(1, "x")))[0].terms
    for name in (*ADVANCED, *READINGS, "structure", "wind"):
        assert getattr(usual, name) == getattr(first, name)
        assert bool(getattr(first, name)) == (name == "named")


@pytest.mark.rule("FIS-D05")
@pytest.mark.rule("FIS-277")
def test_clouds_and_aircraft_are_set_up_in_turn() -> None:
    position, events = GAME.setup("free_hunt", {"first": None}, SeededDice(Stream.of(2, "x")))
    one, other = describe(events, "first_draw")[-1]["dice"]
    winner = position.seats[0 if one > other else 1]
    loser = next(s for s in position.seats if s != winner)
    table = Table(position)
    asked = []
    while table.stage == "clouds":
        asked.append(table.seat)
        assert all(4 <= x.at.q <= 16 for x in table.legal(o.PlaceCloud))
        table.do(table.legal()[0])
    assert asked == [winner, loser] * 3 and len(position.clouds) == 6
    assert table.seat == loser
    for seat, columns in ((loser, (0, 1) if loser == "raf" else (19, 20)), (winner, (0, 1) if winner == "raf" else (19, 20))):
        for _ in range(4):
            assert table.seat == seat
            orders = table.legal(o.SetUp)
            assert {x.at.q for x in orders} == set(columns) and {x.facing for x in orders} == ({1, 2} if columns[0] == 0 else {4, 5})
            table.do(orders[0])
        table.do(o.PASS)
    assert position.turn == 1 and {a.level for a in position.aircraft} == {0}
    assert "set_up" in codes(table.events)
