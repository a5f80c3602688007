"""Setting up a battle: picks, hands, altitudes, who begins, how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.dice import Dice, ScriptedDice, SeededDice, Stream
from bob.core.errors import Refused
from bob.core.game import Event
from bob.tactical.cards import CardDogfight
from bob.tactical.cards import orders as o
from bob.tactical.cards.position import CardPosition
from tests.cards.tabletop import GAME, SHUFFLE, TABLES, Fly, Table, battle, codes, describe


def dice() -> Dice:
    return SeededDice(Stream.of(5, "game"))


def duel(**options: Any) -> tuple[CardPosition, list[Event], Dice]:
    rolled = dice()
    position, events = GAME.setup("duel", options, rolled)
    return position, events, rolled


def given(axis: str = "bf_109e", allied: str = "spitfire_i", **options: Any) -> dict[str, Any]:
    players = [
        {"seat": "axis", "side": "axis", "aircraft": [{"aircraft": axis}]},
        {"seat": "allied", "side": "allied", "aircraft": [{"aircraft": allied}]},
    ]
    return {"players": players, **options}


def play(position: CardPosition, rolled: Dice, *moves: tuple[str, Any]) -> list[Event]:
    events: list[Event] = []
    for seat, order in moves:
        GAME.check(position, seat, order)
        events += GAME.apply(position, seat, order, rolled)
        GAME.invariants(position)
    return events


@pytest.mark.rule("DIF-003")
def test_the_deck_is_shuffled_into_one_pile() -> None:
    position, _, rolled = duel()
    pile = TABLES.deck.pile()
    assert position.pile != pile and sorted(position.pile) == sorted(pile)
    assert [r.purpose for r in rolled.ledger.rolls] == ["cards.dice.shuffle"]
    other, _ = GAME.setup("duel", {}, SeededDice(Stream.of(6, "game")))
    assert other.pile != position.pile


@pytest.mark.rule("DIF-004", "DIF-006", "DIF-007")
def test_picks_keep_to_the_points_and_the_year() -> None:
    position, _, _ = duel(vp_limit=10, year=1939)
    picks = {order.aircraft for order in GAME.choices(position, "axis").listed}
    allowed = {a.code for a in TABLES.aircraft.values() if not a.is_bomber and a.vp <= 10 and a.year <= 1939}
    assert picks == allowed and {"bf_109e", "bf_110c", "spitfire_i"} <= picks, "at the limits is within them"
    for code in ("p_51d", "p_39d"):
        with pytest.raises(Refused):
            GAME.check(position, "axis", o.PickAircraft(code))


@pytest.mark.rule("DIF-005", "DIF-008")
def test_picks_are_secret_until_all_have_picked() -> None:
    position, _, rolled = duel()
    events = play(position, rolled, ("axis", o.PickAircraft("bf_109e")))
    assert all(set(e.to) <= {"axis"} for e in events) and position.crafts == []
    assert position.owing == ("allied",)
    assert GAME.view(position, "axis").picks == (("bf_109e", None),)
    assert "bf_109e" not in str(GAME.view(position, "allied"))
    events = play(position, rolled, ("allied", o.PickAircraft("spitfire_i")))
    assert [d["type"] for d in describe(events, "revealed")] == ["bf_109e", "spitfire_i"]


@pytest.mark.rule("DIF-006")
def test_the_points_are_for_all_picks_of_a_player_together() -> None:
    players = [{"seat": s, "side": s, "picks": 2} for s in ("axis", "allied")]
    position, _, rolled = duel(players=players, vp_limit=12)
    play(position, rolled, ("axis", o.PickAircraft("bf_109e")))
    assert {x.aircraft for x in GAME.choices(position, "axis").listed if isinstance(x, o.PickAircraft)} == set()
    play(position, rolled, ("axis", o.PicksDone()))
    assert position.owing == ("allied",)


@pytest.mark.rule("DIF-026")
def test_historical_battles_set_axis_against_allies() -> None:
    free, _, _ = duel()
    assert o.PickAircraft("spitfire_i") in GAME.choices(free, "axis").listed
    bound, _, _ = duel(historical=True)
    assert {TABLES.aircraft[x.aircraft].side for x in GAME.choices(bound, "axis").listed} == {"axis"}
    assert {TABLES.aircraft[x.aircraft].side for x in GAME.choices(bound, "allied").listed} == {"allied"}


@pytest.mark.rule("DIF-009", "DIF-010")
def test_the_opening_hand_comes_before_the_altitude() -> None:
    position, events, _rolled = duel(**given("bf_109e", "p_11c"))
    assert [len(c.hand) for c in position.crafts] == [6, 4], "each draws its Performance"
    assert position.phase == "altitudes" and position.owing == ("axis", "allied")
    own = [e for e in events if e.code == "drawn"]
    assert [e.to for e in own] == [("axis",), ("allied",)], "nobody sees the other's cards"
    assert GAME.view(position, "axis").aircraft[0].cards == position.crafts[0].hand
    assert GAME.view(position, "axis").aircraft[1].cards is None


@pytest.mark.rule("DIF-011", "DIF-012", "DIF-013")
def test_altitudes_are_chosen_in_secret_and_shown_together() -> None:
    position, _, rolled = duel(**given())
    assert [x.altitude for x in GAME.choices(position, "axis").listed] == ["low", "medium", "very_low"]
    events = play(position, rolled, ("allied", o.StartAltitude(1, "low")))
    assert all(set(e.to) <= {"allied"} for e in events)
    assert GAME.view(position, "axis").aircraft[1].altitude is None
    assert GAME.view(position, "allied").aircraft[1].altitude == 1
    with pytest.raises(Refused) as caught:
        GAME.check(position, "axis", o.StartAltitude(0, "high"))
    assert caught.value.rule == "DIF-012"
    events = play(position, rolled, ("axis", o.StartAltitude(0, "medium")))
    assert [d["altitude"] for d in describe(events, "starts")] == [2, 1]


@pytest.mark.rule("DIF-012", "DIF-045")
def test_a_turbocharger_adds_high_and_no_more() -> None:
    position, _, _ = duel(**given("bf_109e", "p_47d"))
    assert {x.altitude for x in GAME.choices(position, "allied").listed} == {"very_low", "low", "medium", "high"}


@pytest.mark.rule("DIF-014", "DIF-153")
def test_every_fighter_starts_neutral() -> None:
    position, _, rolled = duel(**given())
    play(position, rolled, ("axis", o.StartAltitude(0, "medium")), ("allied", o.StartAltitude(1, "medium")))
    assert position.relation(0, 1) == position.relation(1, 0) == 0


@pytest.mark.rule("DIF-015", "DIF-016", "DIF-018")
@pytest.mark.parametrize("face", [1, 2])
def test_the_first_is_drawn_by_lot_and_turns_alternate(face: int) -> None:
    position, _ = GAME.setup("first_match", {}, ScriptedDice(SHUFFLE))
    scripted = ScriptedDice([face])
    events = play(position, scripted, ("axis", o.StartAltitude(0, "medium")), ("allied", o.StartAltitude(1, "medium")))
    turns = [d["aircraft"] for d in describe(events, "turn")]
    quiet = SeededDice(Stream.of(1, "x"))
    game_turns = [1]
    while len(turns) < 6:
        seat = position.owing[0]
        listed = GAME.choices(position, seat).listed
        order = next(x for kind in (o.NoAnswer, o.EndPhase, o.Stay, o.StallDiscard) for x in listed if isinstance(x, kind))
        events = GAME.apply(position, seat, order, quiet)
        turns += [d["aircraft"] for d in describe(events, "turn")]
        game_turns += [d["turn"] for d in describe(events, "game_turn")]
    assert turns[:6] == ([0, 1] * 3 if face == 1 else [1, 0] * 3), "the same begins every game turn"
    assert game_turns == [1, 2, 3]


def run_out(position: CardPosition, rolled: Dice) -> None:
    while position.owing:
        seat = position.owing[0]
        listed = GAME.choices(position, seat).listed
        order = next(x for kind in (o.NoAnswer, o.EndPhase, o.Stay, o.StallDiscard, o.Dive, o.Act) for x in listed if isinstance(x, kind))
        GAME.apply(position, seat, order, rolled)


@pytest.mark.rule("DIF-017", "DIF-021")
@pytest.mark.parametrize(("hits", "winner"), [((2, 0), "red"), ((0, 1), "blue"), ((2, 2), None), ((4, 3), "red")])
def test_after_the_last_turn_the_lesser_hit_wins(hits: tuple[int, int], winner: str | None) -> None:
    """Equal damage is a draw, Damaged sides count for nothing else (GAP-02)."""
    position = battle(Fly("spitfire_i", hits=hits[0]), Fly("spitfire_i", hits=hits[1]), turn=5, turns=6)
    run_out(position, dice())
    assert position.turn == 6 and position.outcome is not None and position.outcome.winner == winner


@pytest.mark.rule("DIF-020", "DIF-017")
def test_a_duel_ends_at_once_when_a_fighter_falls() -> None:
    table = Table(battle(Fly("bf_109e", "ims_1", hits=5), Fly("p_11c", hits=3)))
    events = table.do(o.Attack("ims_1", 1))
    assert codes(events)[-2:] == ["shot_down", "over"]
    assert table.position.outcome is not None and table.position.outcome.winner == "blue", "its own damage counts for nothing now"


@pytest.mark.rule("DIF-019")
def test_with_more_aircraft_points_decide() -> None:
    table = Table(battle(Fly("bf_109e", "ims_2_heavy"), Fly("p_11c", hits=1), Fly("spitfire_i", "yo_yo"), turn=6))
    table.do(o.Attack("ims_2_heavy", 1))
    assert table.position.outcome is None, "one enemy is left"
    run_out(table.position, dice())
    assert table.position.outcome is not None
    assert (table.position.outcome.code, table.position.outcome.winner) == ("cards.outcome.points", "blue")


def test_a_fighter_lost_to_its_own_redline_is_the_enemys(  # GAP-03
) -> None:
    table = Table(battle(Fly("spitfire_i", "redline", hits=5), Fly("bf_109e", hits=4)))
    table.do(o.Redline("redline"))
    assert table.position.outcome is not None and table.position.outcome.winner == "red"
    assert table.position.score == [0, TABLES.aircraft["spitfire_i"].vp]


def test_when_the_pile_is_out_the_discards_are_shuffled_and_when_both_are_the_draw_is_lost() -> None:
    """GAP-01."""
    table = Table(battle(Fly("spitfire_i", "redline", extra_cards=0), Fly("bf_109e"), pile="empty", draws="yo_yo"), SHUFFLE)
    table.do(o.Redline("redline"))
    assert len(table[0].hand) == 3 and table[0].hand[0] == "yo_yo", "what is left of the pile is drawn first"
    assert table.position.discard == [] and codes(table.events).count("reshuffled") == 1
    assert [r.purpose for r in table.dice.ledger.rolls] == ["cards.dice.shuffle"]
    dry = battle(Fly("spitfire_i", "redline yo_yo"), Fly("bf_109e"))
    dry.crafts[1].hand = (*dry.crafts[1].hand, *dry.pile)
    dry.pile.clear()
    table = Table(dry, SHUFFLE)
    table.do(o.Redline("redline"))
    assert table[0].hand == ("yo_yo", "redline") and table.position.pile == []


def test_a_game_takes_other_tables_and_scenarios() -> None:
    game = CardDogfight(TABLES, {"mine": {"players": given()["players"], "turns": 1}})
    position, _ = game.setup("mine", {}, dice())
    assert position.terms.turns == 1


@pytest.mark.rule("DIF-021")
@pytest.mark.parametrize(("reading", "winner"), [("apart", None), ("counts", "red")])
def test_a_duel_is_decided_by_the_damage_inflicted_on_the_enemy(reading: str, winner: str | None) -> None:
    """GAP-03: a hit by one's own Redline was inflicted by nobody; by the other reading every marker counts."""
    table = Table(battle(Fly("spitfire_i", "redline"), Fly("bf_109e"), turn=6, turns=6, own_damage=reading))
    table.do(o.Redline("redline"))
    assert (table[0].hits, table[0].own_hits) == (1, 1)
    run_out(table.position, dice())
    assert table.position.outcome is not None and table.position.outcome.winner == winner


@pytest.mark.rule("DIF-393", "DIF-021")
@pytest.mark.parametrize(
    ("hits", "balance", "winner", "code"),
    [((0, 0), True, "red", "points"), ((0, 0), False, None, "draw"), ((0, 1), True, "blue", "damage"), ((2, 2), True, "red", "points")],
)
def test_with_the_balance_points_decide_a_duel_of_equal_damage(hits: tuple[int, int], balance: bool, winner: str | None, code: str) -> None:
    """A kill wins, then damage; the points that the lesser aircraft was given come after these."""
    position = battle(Fly("spitfire_i", hits=hits[0]), Fly("p_11c", hits=hits[1]), turn=5, turns=6, balance=balance)
    position.score = [0, 3] if balance else [0, 0]
    run_out(position, dice())
    assert position.outcome is not None and (position.outcome.winner, position.outcome.code) == (winner, f"cards.outcome.{code}")
