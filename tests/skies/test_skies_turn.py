"""Set-up, the end of a turn, breaking off, victory (BRS-C07 to BRS-C11, BRS-C48 to BRS-C54, BRS-118, BRS-D43, BRS-D44)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from bob.core.dice import Dice, ScriptedDice, SeededDice, Stream
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures import setup
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.position import (
    ADVANTAGED,
    DISADVANTAGED,
    NEUTRAL,
    MiniatureExit,
    MiniatureForce,
    MiniatureMount,
    MiniatureStrike,
    MiniatureTerms,
    TableSpot,
)
from bob.tactical.miniatures.rules.geometry import Spot
from bob.tactical.miniatures.rules.sequence import proceed
from bob.tactical.miniatures.rules.standing import strength
from tests.skies.airfield import GAME, TABLES, Plane, Table, table_of


def begun(dice: Dice, mine: int = 1, his: int = 1, **terms: Any) -> Table:
    """A battle about to be set up, without cards."""
    forces = tuple(
        MiniatureForce(seat, (MiniatureMount(type),) * count, edge)  # type: ignore[arg-type]
        for seat, type, count, edge in (("raf", "spitfire_i", mine, "south"), ("luftwaffe", "bf_109e", his, "north"))
    )
    run = setup.begin(MiniatureTerms(forces, **{"deck": False, **terms}), TABLES, dice)
    proceed(run)
    table = Table(run.position)
    table.events = run.events
    return table


def scripted(faces: Iterable[int]) -> ScriptedDice:
    return ScriptedDice([*faces, *[1] * 50])


# ---- set-up


@pytest.mark.rule("BRS-C10")
def test_the_lower_die_deploys_first_and_ties_are_thrown_again() -> None:
    assert begun(scripted((2, 5))).seat == "raf"
    assert begun(scripted((4, 4, 6, 3))).seat == "luftwaffe"


@pytest.mark.rule("BRS-C07")
@pytest.mark.rule("BRS-C11")
def test_aircraft_are_placed_within_six_inches_of_their_edge() -> None:
    table = begun(scripted((1, 2)), 2)
    assert (table.position.terms.width, table.position.terms.height) == (48, 36)
    assert table.refused(o.Deploy(0, Spot(2400, 2999), 0)) == "BRS-C11"
    assert table.refused(o.Deploy(0, Spot(2400, 3601), 0)) == "BRS-C11"
    assert table.refused(o.Deploy(2, Spot(2400, 3000), 0)) == "BRS-C11"
    table.do(o.Deploy(0, Spot(2400, 3000), 123))
    assert (table[0].at, table[0].heading, table[0].level) == (Spot(2400, 3000), 123, NEUTRAL)
    assert table.refused(o.Deploy(1, Spot(2400, 3000), 0)) == "BRS-C30"
    assert table.refused(o.Deploy(0, Spot(2500, 3000), 0)) == "BRS-C11"
    table.do(o.Deploy(1, Spot(0, 3600), 0))
    assert table.seat == "luftwaffe"
    table.do(o.Deploy(2, Spot(4800, 600), 180))
    assert table.position.turn == 1


@pytest.mark.rule("BRS-C11")
def test_levels_by_dice_where_the_switch_says_so() -> None:
    table = begun(scripted((1, 2)), 2, setup_levels=True)
    table.do(o.Deploy(0, Spot(2400, 3000), 0), o.Deploy(1, Spot(2500, 3000), 0))
    table.next_dice(1, 6, 3).do(o.Deploy(2, Spot(2400, 0), 180))
    assert [table[n].level for n in range(3)] == [DISADVANTAGED, ADVANTAGED, NEUTRAL]


@pytest.mark.rule("BRS-C53")
def test_clouds_are_laid_in_turn_six_from_the_edges_and_nine_apart() -> None:
    table = begun(scripted((5, 2)), cloud_count=3)
    assert table.seat == "luftwaffe"
    for off in (Spot(599, 1800), Spot(2400, 599), Spot(4201, 1800), Spot(2400, 3001)):
        assert table.refused(o.LayCloud(off)) == "BRS-C53"
    table.do(o.LayCloud(Spot(2400, 1800)))
    assert table.seat == "raf" and table.refused(o.LayCloud(Spot(2400 + 899, 1800))) == "BRS-C53"
    table.do(o.LayCloud(Spot(2400 + 900, 1800)))
    assert table.seat == "luftwaffe"
    table.do(o.LayCloud(Spot(600, 600)))
    assert table.stage == "place" and len(table.position.clouds) == 3


def test_where_no_cloud_fits_none_is_laid() -> None:
    table = begun(scripted((1, 2)), cloud_count=12, width=24, height=24)
    while table.stage == "clouds":
        table.do(o.LayCloud(setup.cloud_room(table.position)[0]))
    assert table.stage == "place" and 1 < len(table.position.clouds) < 12


@pytest.mark.rule("BRS-048")
@pytest.mark.rule("BRS-049")
@pytest.mark.rule("BRS-050")
@pytest.mark.parametrize(("count", "hand"), [(6, 3), (12, 3), (13, 4)])
def test_starting_hands_are_three_and_four_for_more_than_twelve(count: int, hand: int) -> None:
    mounts = tuple(MiniatureMount("spitfire_i", at=TableSpot(100 * i + 100, 3400)) for i in range(count))
    home = ("home_ground_advantage",) * 2  # no deployment cards
    enemy = (MiniatureMount("bf_109e", at=TableSpot(2000, 200), heading=180),)
    forces = MiniatureForce("raf", mounts, "south", None, home), MiniatureForce("luftwaffe", enemy, "north", None, home)
    position, events = GAME.setup_terms(MiniatureTerms(forces), SeededDice(Stream.of(1, "dice")))
    assert [len(cards) for cards in position.hands] == [hand, 3] and position.turn == 1
    codes = [event.code for event in events]
    assert codes.index("dealt") < codes.index("turn")


@pytest.mark.rule("BRS-001")
@pytest.mark.rule("BRS-002")
@pytest.mark.rule("BRS-003")
@pytest.mark.rule("BRS-004")
@pytest.mark.rule("BRS-011")
def test_without_the_action_deck_nobody_draws_or_is_asked_for_cards() -> None:
    """The whole of the advanced layer is an option: Aces and bombers fly without cards, too."""
    forces = (
        MiniatureForce("raf", (MiniatureMount("spitfire_i", 5),) * 4, "south"),
        MiniatureForce("luftwaffe", (MiniatureMount("he_111h"),) * 2 + (MiniatureMount("bf_109e"),) * 2, "north"),
    )
    codes: dict[bool, set[str]] = {}
    for deck in (True, False):
        dice, stream = SeededDice(Stream.of(5, "dice")), Stream.of(5, "sample")
        position, _ = GAME.setup_terms(MiniatureTerms(forces, deck=deck), dice)
        codes[deck] = set()
        while position.owing:
            codes[deck].add(position.stage)
            GAME.apply(position, position.owing[0], GAME.sample(position, position.owing[0], stream), dice)
    asked = {"throw", "firing", "targeted", "keep", "late", "deployed", "dodged", "begin", "react"}
    assert "throw" in codes[True] and not codes[False] & asked


# ---- breaking off


def ending(*planes: Plane, chits: tuple[int, int] = (0, 0), which: int = 0, **values: Any) -> Table:
    """A table at the end of a turn whose last move is made: the sides' squadrons of that kind have so many chits."""
    table = table_of(*planes, active=0, **values)
    for number in range(1, len(planes)):
        table[number].zoom = True
    for side, count in enumerate(chits):
        table.position.chits[side][which] = count
    table.move(4)
    while table.position.turn == 1 and table.position.owing:
        table.do(o.KeepCards() if table.stage == "keep" else o.ThrowAway() if table.stage == "throw" else o.NoMore())
    return table


def spitfires(count: int) -> list[Plane]:
    return [Plane(place=(3 * i, 10), side="raf") for i in range(count)]


@pytest.mark.rule("BRS-C48")
@pytest.mark.rule("BRS-C49")
@pytest.mark.rule("BRS-C50")
@pytest.mark.parametrize(("chits", "breaks"), [(2, False), (3, True)])
def test_more_chits_than_aircraft_break_a_squadron(chits: int, breaks: bool) -> None:
    table = ending(*spitfires(2), Plane("bf_109e", (0, -10), 180), chits=(chits, 0))
    if breaks:
        assert [a.out for a in table.position.aircraft] == ["broke", "broke", ""]
        assert table.position.outcome is not None
        assert (table.position.outcome.code, table.position.outcome.winner) == ("skies.outcome.broke", "luftwaffe")
    else:
        assert table.position.outcome is None and table.position.turn == 2


@pytest.mark.rule("BRS-C49")
@pytest.mark.rule("BRS-C50")
def test_both_at_once_is_a_draw() -> None:
    table = ending(*spitfires(1), Plane("bf_109e", (0, -10), 180), chits=(2, 2))
    assert table.position.outcome is not None and table.position.outcome.code == "skies.outcome.draw"
    assert table.position.outcome.winner is None


@pytest.mark.rule("BRS-118")
@pytest.mark.rule("BRS-119")
@pytest.mark.parametrize(("chits", "breaks"), [(4, False), (5, True)])
def test_bombers_break_when_chits_exceed_engines_by_themselves(chits: int, breaks: bool) -> None:
    bombers = [Plane("he_111h", (3 * i, -10), 180) for i in range(2)]
    table = ending(*spitfires(1), *bombers, Plane("bf_109e", (12, -10), 180), chits=(0, chits), which=1)
    assert table.position.broken[1] == [False, breaks]
    assert table.position.outcome is None  # its fighters fight on
    assert [a.out for a in table.position.aircraft if a.squadron == 1] == ["broke" if breaks else ""] * 2


@pytest.mark.rule("BRS-D33")
def test_numbers_bear_a_chit_more() -> None:
    table = table_of(*spitfires(2), Plane("bf_109e", (0, -10), 180))
    table.position.numbers[0][0] = 1
    assert strength(table.position, 0, 0) == 3


@pytest.mark.rule("BRS-C54")
def test_a_squadron_that_flew_away_has_lost() -> None:
    table = ending(Plane(place=(0, -17)), Plane("bf_109e", (0, 0), 90))
    assert table.position.outcome is not None
    assert (table.position.outcome.code, table.position.outcome.winner) == ("skies.outcome.broke", "luftwaffe")


@pytest.mark.rule("BRS-C59")
def test_the_safe_count_as_flying() -> None:
    bombers = [Plane("he_111h", (0, -16), 0, side="luftwaffe"), Plane("he_111h", (5, -10), 180, side="luftwaffe")]
    table = table_of(*spitfires(1), *bombers, active=1, exits=(MiniatureExit("luftwaffe", "north", True),))
    table.move(4)
    assert table[1].out == "safe" and strength(table.position, 1, 1) == 4


@pytest.mark.rule("BRS-C51")
@pytest.mark.rule("BRS-C52")
@pytest.mark.parametrize(
    ("chits", "handicap", "code", "winner"),
    [
        ((1, 2), {}, "skies.outcome.chits", "raf"),
        ((1, 0), {}, "skies.outcome.chits", "luftwaffe"),
        ((1, 1), {}, "skies.outcome.draw", None),
        ((1, 1), {"raf": 1}, "skies.outcome.chits", "luftwaffe"),
    ],
)
def test_at_the_turn_limit_the_enemys_chits_decide(chits: tuple[int, int], handicap: dict[str, int], code: str, winner: str | None) -> None:
    many = [Plane("bf_109e", (3 * i, -10), 180) for i in range(3)]
    table = ending(*spitfires(3), *many, chits=chits, turns=1, handicap=handicap)
    assert table.position.outcome is not None
    assert (table.position.outcome.code, table.position.outcome.winner) == (code, winner)


@pytest.mark.rule("BRS-117")
def test_chits_on_bases_do_not_count() -> None:
    table = ending(*spitfires(1), Plane("ju_88a", (0, -10), 180, chits=1), turns=1)
    assert table.position.outcome is not None and table.position.outcome.code == "skies.outcome.draw"


# ---- bombs decide


def strike(hits: int, **values: Any) -> Table:
    """The end of a turn of a strike that needs three hits, with so many."""
    target = MiniatureStrike("luftwaffe", (TableSpot(2400, 1800),), 3)
    loaded = values.pop("bomber", Plane("he_111h", (5, -10), 180, loaded=True))
    table = table_of(*spitfires(1), loaded, Plane("bf_109e", (12, -10), 180), active=0, strike=target, **values)
    table[1].zoom = table[2].zoom = True
    table.position.hits = hits
    return table


def over(table: Table) -> tuple[str, str | None] | None:
    table.move(4)
    while table.position.turn == 1 and table.position.owing:
        table.do(o.NoMore())
    outcome = table.position.outcome
    return (outcome.code, outcome.winner) if outcome is not None else None


@pytest.mark.rule("BRS-D44")
def test_hits_decide_when_no_bomber_is_left_or_at_the_limit() -> None:
    assert over(strike(3)) is None
    assert over(strike(3, turns=1)) == ("skies.outcome.bombed", "luftwaffe")
    assert over(strike(2, turns=1)) == ("skies.outcome.held", "raf")
    for hits, ended in ((3, ("skies.outcome.bombed", "luftwaffe")), (2, ("skies.outcome.held", "raf"))):
        gone = strike(hits)
        gone[1].out = "safe"
        assert over(gone) == ended


@pytest.mark.rule("BRS-D44")
@pytest.mark.rule("BRS-C50")
def test_before_that_only_breaking_off_decides() -> None:
    table = strike(3)
    table.position.chits[0][0] = 2
    assert over(table) == ("skies.outcome.broke", "luftwaffe")


# ---- the game as a whole


@pytest.mark.rule("BRS-C12")
def test_a_thousand_orders_are_the_same_in_a_game_played_again() -> None:
    """Replay from the orders and dice alone gives the same page after every order."""
    forces = (
        MiniatureForce("raf", tuple([MiniatureMount("spitfire_i", 2 + i % 4) for i in range(6)]), "south", abilities=("dead_shot",)),
        MiniatureForce(
            "luftwaffe", tuple([MiniatureMount("bf_109e", 2 + i % 4) for i in range(4)] + [MiniatureMount("he_111h")] * 2), "north"
        ),
    )
    terms = MiniatureTerms(forces, cloud_count=2, turns=40)
    game = MiniatureDogfight(TABLES, {})

    def played(times: int) -> list[str]:
        found: list[str] = []
        seed = 0
        while len(found) < times:
            stream, dice = Stream.of(seed, "sample"), SeededDice(Stream.of(seed, "dice"))
            position, _ = game.setup_terms(terms, dice)
            while position.owing and len(found) < times:
                seat = position.owing[0]
                game.apply(position, seat, game.sample(position, seat, stream), dice)
                found.append(game.dump(position) if len(found) % 50 == 0 else str(position.stage))
            seed += 1
        return found

    assert played(1000) == played(1000)


def test_a_page_gives_its_position_back() -> None:
    forces = (
        MiniatureForce("raf", (MiniatureMount("hurricane_i"),) * 3, "south"),
        MiniatureForce("luftwaffe", (MiniatureMount("he_111h"),) * 3, "north"),
    )
    dice, stream = SeededDice(Stream.of(3, "dice")), Stream.of(3, "sample")
    position, _ = GAME.setup_terms(MiniatureTerms(forces, cloud_count=2, formation_fire=True), dice)
    while position.owing:
        page = GAME.dump(position)
        again = GAME.parse(page)
        assert GAME.dump(again) == page and again == position
        GAME.apply(position, position.owing[0], GAME.sample(position, position.owing[0], stream), dice)
        GAME.invariants(position)
    assert position.stage == "over" and GAME.dump(GAME.parse(GAME.dump(position))) == GAME.dump(position)
