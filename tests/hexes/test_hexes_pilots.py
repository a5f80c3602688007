"""The pilots of the hex dogfight: legal orders with their reasons in both languages, who beats whom, and what they may know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bob.core.dice import SeededDice, Stream
from bob.core.errors import UsageError
from bob.core.game import Choices
from bob.core.hexes import at_offset, distance
from bob.tactical.hexes.game import HexDogfight
from bob.tactical.hexes.kit import KIT, PILOTS
from bob.tactical.hexes.mixes import mixed
from bob.tactical.hexes.pilots import KINDS
from bob.tactical.hexes.position import DODGE, GO, HexMount, HexPosition, HexSeat, HexTerms
from bob.words import LANGUAGES, Words
from tests.hexes.duels import fight
from tests.sizes import some

GAME = HexDogfight()
WORDS = [Words(language) for language in LANGUAGES]


def duels(mission: str, one: str, other: str, games: int, options: dict[str, Any] | None = None) -> float:
    """The share of the first pilot, each side in turn; draws count half."""
    share = 0.0
    sides = ("raf", "luftwaffe")
    for number in range(games):
        pair = sides if number % 2 == 0 else sides[::-1]
        winner, _ = fight(mission, dict(zip(pair, (one, other), strict=True)), f"pilots/{number}", options)
        share += 0.5 if winner is None else float(winner == pair[0])
    return share / games


def begun(mission: str, options: dict[str, Any], seed: object = 1) -> tuple[HexPosition, SeededDice]:
    dice = SeededDice(Stream.of(seed, "game"))
    return GAME.setup(mission, options, dice)[0], dice


@pytest.mark.slow
@pytest.mark.parametrize("name", PILOTS)
@pytest.mark.parametrize("seed", some(range(2)))
def test_pilots_order_what_is_legal_and_say_why(name: str, seed: int) -> None:
    """In battles with all options at random; the same view gives the same order."""
    mission, options = mixed(seed)
    position, dice = begun(mission, {**options, "turns": 2}, seed)
    flying = {seat: KIT.player(name, seat, "any", GAME) for seat in position.seats}
    for number in range(120):
        to_move = GAME.to_move(position)
        if not to_move:
            break
        seat = to_move[0]
        view, choices = GAME.view(position, seat), GAME.choices(position, seat)
        found = flying[seat].orders(view, choices, number)[0]
        assert found.order in choices.listed
        assert all(words.has(found.why_key) for words in WORDS), found.why_key
        if number % 10 == 0:
            assert KIT.player(name, seat, "another", GAME).orders(view, choices, number + 7)[0] == found
        GAME.apply(position, seat, found.order, dice)


def test_an_unknown_pilot_is_an_error() -> None:
    with pytest.raises(UsageError):
        KIT.player("baron", "raf", "1", GAME)


@pytest.mark.slow
def test_sound_pilots_beat_random_ones() -> None:
    """Samples of what `python -m tests.hexes.duels` measures: more than 95 in a hundred of all games."""
    assert duels("duel", "sound", "random", 30) >= 0.9
    assert duels("two_pairs", "sound", "random", 8) >= 0.9


def test_a_weak_pilot_beats_chance_and_loses_to_sound_ones() -> None:
    assert duels("duel", "weak", "random", 10) >= 0.6
    assert duels("duel", "weak", "sound", 16) <= 0.4


@pytest.mark.rule("FIS-066", "FIS-276")
def test_who_leaves_the_sheet_of_a_duel_loses_a_point_and_nobody_gains_one() -> None:
    """The mission says so; of itself leaving counts for nobody."""
    for aims, winner, points in ((None, "luftwaffe", -1), ([], None, 0)):
        options: dict[str, Any] = {} if aims is None else {"aims": aims}
        position, dice = begun("duel", options)
        a = position.aircraft[0]
        while position.outcome is None:
            seat = GAME.to_move(position)[0]
            if position.stage == GO:
                a.at, a.facing = at_offset(0, 7), 5
            listed = GAME.choices(position, seat).listed
            order = next((o for o in listed if o.code == "advance" and o.way == "ahead" and seat == "raf"), None)
            order = order if order is not None else next((o for o in listed if o.code == "pass"), listed[0])
            GAME.apply(position, seat, order, dice)
        assert a.out == "left" and position.outcome.winner == winner and position.outcome.points["raf"] == points
        assert position.outcome.points["luftwaffe"] == 0


def sky(raf: tuple[HexMount, ...], luftwaffe: tuple[HexMount, ...], **more: Any) -> tuple[HexPosition, SeededDice]:
    dice = SeededDice(Stream.of(3, "sky"))
    made = HexTerms((HexSeat("raf", "raf", raf), HexSeat("luftwaffe", "luftwaffe", luftwaffe)), first="raf", **more)
    position, _ = GAME.setup_terms(made, dice)
    position.hands = [(), ()]
    return position, dice


def flown(position: HexPosition, dice: SeededDice, name: str = "sound") -> list[tuple[Any, str]]:
    """What the RAF's pilot orders in his first go, with his reasons."""
    pilot = KINDS[name]("raf", GAME.tables)
    found = []
    while position.owing == ("raf",) and len(found) < 30:
        made = pilot.decide(GAME.view(position, "raf"), GAME.choices(position, "raf"))
        found.append((made.order, made.why_key.rpartition(".")[2]))
        GAME.apply(position, "raf", made.order, dice)
        if made.order.code in ("fire", "end"):
            break
    return found


@pytest.mark.parametrize("name", ["sound", "strong"])
def test_a_good_shot_is_fired_and_a_far_enemy_is_closed_with(name: str) -> None:
    spitfire, enemy = HexMount("spitfire_i", at_offset(8, 7), 0), HexMount("bf_109e", at_offset(8, 5), 0)
    assert "fire" in [order.code for order, _ in flown(*sky((spitfire,), (enemy,)), name)]
    far = HexMount("bf_109e", at_offset(8, 0), 0)
    position, dice = sky((spitfire,), (far,))
    before = distance(position.aircraft[0].at, position.aircraft[1].at)
    flown(position, dice, name)
    assert distance(position.aircraft[0].at, position.aircraft[1].at) < before


def test_bombers_hold_their_course_in_formation() -> None:
    heinkels = (HexMount("he_111h", at_offset(4, 7), 1, formation=0), HexMount("he_111h", at_offset(4, 8), 1, formation=0))
    _, dice = begun("duel", {})
    spitfire = (HexMount("spitfire_i", at_offset(16, 2), 4),)
    made = HexTerms((HexSeat("luftwaffe", "luftwaffe", heinkels), HexSeat("raf", "raf", spitfire)), turns=1)
    position, _ = GAME.setup_terms(made, dice)
    pilots = {seat: KINDS["sound"](seat, GAME.tables) for seat in position.seats}
    while position.owing:
        seat = position.owing[0]
        GAME.apply(position, seat, pilots[seat].decide(GAME.view(position, seat), GAME.choices(position, seat)).order, dice)
    one, other = position.aircraft[:2]
    assert one.formation == other.formation >= 0 and one.facing == 1
    assert one.at == at_offset(4, 7)._replace(q=8, r=at_offset(4, 7).r - 4)


def test_a_fighter_goes_for_him_who_is_at_the_bombers() -> None:
    """Of two enemies as near, the one beside a friend's bomber is attended to."""
    raf = (HexMount("spitfire_i", at_offset(10, 7), 0), HexMount("blenheim_if", at_offset(14, 4), 0))
    bomber = next(code for code, dash in sorted(GAME.tables.aircraft.items()) if dash.bomber)
    raf = (raf[0], HexMount(bomber, at_offset(14, 4), 0))
    position, _ = sky(raf, (HexMount("bf_109e", at_offset(14, 3), 3), HexMount("bf_109e", at_offset(6, 3), 3)))
    from bob.tactical.hexes.pilots.judgement import PlaceJudgement

    judge = PlaceJudgement(position, 0)
    quarry = judge.quarry(position.aircraft[0])
    assert quarry is position.aircraft[2] and judge.guards(quarry) and not judge.guards(position.aircraft[3])


def test_height_is_worth_having_with_the_altimeter_alone() -> None:
    from bob.tactical.hexes.pilots.worth import height

    mounts = (HexMount("spitfire_i", at_offset(8, 7), 0, level=3),), (HexMount("bf_109e", at_offset(8, 1), 3, level=3),)
    low = (replace(mounts[0][0], level=1),), mounts[1]
    high, flat = sky(*mounts, altimeter=True)[0], sky(*mounts)[0]
    assert height(high, high.aircraft[0]) > height(*(lambda p: (p, p.aircraft[0]))(sky(*low, altimeter=True)[0]))
    assert height(flat, flat.aircraft[0]) == 0


def test_a_weak_pilot_keeps_no_speed_and_a_sound_one_dodges() -> None:
    position, dice = sky((HexMount("spitfire_i", at_offset(8, 7), 0),), (HexMount("bf_109e", at_offset(8, 6), 0),))
    while position.stage != DODGE:
        seat = position.owing[0]
        listed = GAME.choices(position, seat).listed
        order = next((o for o in listed if o.code == "fire"), None)
        GAME.apply(position, seat, order or next((o for o in listed if o.code in ("activate", "pass", "end")), listed[0]), dice)
        assert position.outcome is None and position.turn < 3
    view, choices = GAME.view(position, "luftwaffe"), GAME.choices(position, "luftwaffe")
    assert isinstance(choices, Choices)
    weak, sound = (KINDS[name]("luftwaffe", GAME.tables).decide(view, choices) for name in ("weak", "sound"))
    assert weak.order.speed == 0 and sound.order.speed > 0


def test_a_pilot_is_given_a_view_and_never_the_pile_or_a_hand_of_another() -> None:
    """The sheet that he tries orders on holds only what he sees."""
    from bob.tactical.hexes import hints

    position, _ = begun("free_hunt", {})
    view = GAME.view(position, position.owing[0])
    mat = hints.mat_of(view, GAME.tables)
    assert not mat.pile and not mat.bag
    assert all(not hand for name, hand in zip(mat.seats, mat.hands, strict=True) if name != view.seat)


@pytest.mark.slow
def test_the_strong_pilot_plays_every_card_of_its_own_go() -> None:
    played: set[str] = set()
    for seed in range(40):
        position, dice = begun("duel", {}, f"cards/{seed}")
        flying = {seat: KINDS["strong"](seat, GAME.tables) for seat in position.seats}
        while to_move := GAME.to_move(position):
            order = flying[to_move[0]].decide(GAME.view(position, to_move[0]), GAME.choices(position, to_move[0])).order
            played.add(getattr(order, "card", ""))
            GAME.apply(position, to_move[0], order, dice)
    assert {"full_throttle", "hard_turn", "aerobatics", "second_pass", "quick_hands", "reserve_tank"} <= played


def test_the_strong_pilot_moves_a_cloud_before_the_enemys_guns() -> None:
    """The cloud beside the line to the enemy behind goes onto it."""
    players = [{"seat": "raf", "side": "raf", "aircraft": [{"type": "spitfire_i", "at": "1007", "facing": 2}]}]
    players.append({"seat": "luftwaffe", "side": "luftwaffe", "aircraft": [{"type": "bf_109e", "at": "0706", "facing": 2}]})
    position, dice = begun("duel", {"players": players, "clouds": ["0806"], "first": "raf"})
    while position.stage != GO or position.owing != ("raf",):
        GAME.apply(position, position.owing[0], next(x for x in GAME.choices(position, position.owing[0]).listed if x.code == "pass"), dice)
    position.hands[0] = ("shifting_cloud",)
    order = KINDS["strong"]("raf", GAME.tables).decide(GAME.view(position, "raf"), GAME.choices(position, "raf")).order
    assert order.code == "shift_cloud"
