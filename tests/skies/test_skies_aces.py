"""Theatre cards and Ace Abilities: what each does, on whom, what becomes of it (BRS-035 to BRS-039, BRS-082 to BRS-092)."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.dice import ScriptedDice
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures import setup
from bob.tactical.miniatures.position import ADVANTAGED, NEUTRAL, MiniatureForce, MiniatureMount, MiniatureTerms, TableSpot
from bob.tactical.miniatures.rules.sequence import proceed
from tests.skies.airfield import ACE_FACE, MISS, TABLES, Plane, Table, describe, table_of
from tests.skies.test_skies_cards import FAR, STORM, TURN, shooting, spitfire

# ---- the theatre


def deploying(doctrine: tuple[str, ...] = (), theatre: tuple[str, ...] = (), his: tuple[str, ...] = (), **terms: Any) -> Table:
    """A battle whose decks hold these cards; the dice of BRS-C10 and BRS-038 are 1 against 2: the RAF deploys first, plays second."""
    forces = (
        MiniatureForce(
            "raf",
            (MiniatureMount("hurricane_i", at=TableSpot(2400, 3400)), MiniatureMount("hurricane_i", at=TableSpot(2800, 3400))),
            "south",
            doctrine,
            theatre,
        ),
        MiniatureForce("luftwaffe", (MiniatureMount("he_111h", at=TableSpot(2400, 200), heading=180),), "north", (), his),
    )
    run = setup.begin(MiniatureTerms(forces, **terms), TABLES, _Dice([1, 2, 1, 2]))
    proceed(run)
    table = Table(run.position)
    table.events = run.events
    return table


class _Dice(ScriptedDice):
    """Dice that fall as written, but for shuffles."""

    def roll(self, purpose: str, count: int = 2, *, sides: int = 6, by: str = "") -> Any:
        if "shuffle" in purpose or "pack" in purpose:
            return ScriptedDice([1] * 400).roll(purpose, count, sides=sides, by=by)
        return super().roll(purpose, count, sides=sides, by=by)


@pytest.mark.rule("BRS-035")
@pytest.mark.rule("BRS-036")
@pytest.mark.rule("BRS-037")
@pytest.mark.rule("BRS-038")
@pytest.mark.rule("BRS-039")
@pytest.mark.rule("BRS-D31")
@pytest.mark.rule("BRS-D32")
@pytest.mark.rule("BRS-133")
def test_deployment_cards_are_played_in_turn_before_the_game() -> None:
    table = deploying((), ("radar_support", "home_ground_advantage"), ("clear_sky", "numbers"), clouds=(TableSpot(2400, 1800),))
    assert table.stage == "deployed" and table.seat == "luftwaffe" and not describe(table.events, "dealt")
    assert table.refused(o.NoMore()) == "BRS-C19"
    table.do(o.PlayAction("clear_sky"))
    assert table.position.clouds == [] and table.seat == "raf"
    ways = table.legal()
    assert [order.aircraft for order in ways] == [(), (0,), (0, 1), (1,)]
    assert table.refused(o.PlayAction("radar_support", (2,))) == "BRS-D31"
    table.do(o.PlayAction("radar_support", (0, 1)))
    assert [table[0].level, table[1].level] == [ADVANTAGED, ADVANTAGED]
    assert table.seat == "luftwaffe" and table.legal() == [o.PlayAction("numbers", squadron=1)]
    table.do(o.PlayAction("numbers", squadron=1))
    assert table.position.turn == 1
    assert all("radar_support" not in cards for cards in (table.position.piles[0], table.position.discards[0], table.position.hands[0]))


@pytest.mark.rule("BRS-D33")
def test_numbers_counts_an_aircraft_or_two_engines_more() -> None:
    table = deploying((), (), ("numbers",))
    table.do(o.PlayAction("numbers", squadron=1))
    assert table.position.numbers == [[0, 0], [0, 2]]
    own = deploying((), ("numbers",))
    own.do(o.PlayAction("numbers", squadron=0))
    assert own.position.numbers == [[1, 0], [0, 0]]


@pytest.mark.rule("BRS-D30")
@pytest.mark.rule("BRS-054")
@pytest.mark.rule("BRS-068")
@pytest.mark.rule("BRS-C51")
def test_home_ground_takes_a_chit_in_the_end_phase() -> None:
    home = "home_ground_advantage"
    table = spitfire(hand=(home,))
    table.position.chits[0][0] = 1
    table[1].zoom = True
    table.move(4)
    while table.stage not in ("late", "throw"):
        table.do(o.NoMore())
    assert table.stage == "late" and table.refused(o.PlayAction(home, squadron=1)) == "BRS-D30"
    table.do(o.PlayAction(home, squadron=0))
    assert table.position.chits[0] == [0, 0]
    assert home not in table.position.discards[0] and home not in table.position.hands[0]


# ---- the Aces


@pytest.mark.rule("BRS-D34")
@pytest.mark.rule("BRS-090")
def test_dead_shot_is_an_aces() -> None:
    table = shooting(("dead_shot",), skill=5)
    table.do(o.PlayAction("dead_shot", (0,)))
    table.move(4)
    assert table.thrown("attack") == [1 + 5 + 2]
    common = shooting(("dead_shot",), skill=4)
    assert common.refused(o.PlayAction("dead_shot", (0,))) == "BRS-090"


@pytest.mark.rule("BRS-089")
@pytest.mark.rule("BRS-092")
@pytest.mark.rule("BRS-052")
def test_an_ace_has_an_ability_beside_a_trait_card_and_no_other() -> None:
    """A shot in a battle: Dead Shot and Heavy Hitter count together, whichever comes first; Storm of Fire must wait."""
    heavy = "heavy_hitter@bf_110c"
    for cards in (("dead_shot", heavy), (heavy, "dead_shot")):
        table = table_of(
            Plane(place=(0, -6), heading=90), Plane("bf_110c", level=ADVANTAGED, skill=5), active=1, hands={"luftwaffe": (*cards, STORM)}
        )
        table.do(o.ShootAt(0), o.PlayAction(cards[0], (1,)))
        if cards[0] == "dead_shot":
            assert table.refused(o.PlayAction(STORM, (1,))) == "BRS-092"
        table.do(o.PlayAction(cards[1], (1,)))
        assert (table[1].carded, table[1].gifted) == (True, True)
    for first, second in (("dead_shot", STORM), (STORM, "dead_shot")):
        table = shooting((first, second), skill=5)
        table.do(o.PlayAction(first, (0,)))
        assert table.refused(o.PlayAction(second, (0,))) == "BRS-092"


@pytest.mark.rule("BRS-089")
@pytest.mark.rule("BRS-092")
@pytest.mark.rule("BRS-052")
def test_by_the_other_reading_an_ace_has_an_ability_beside_any_card() -> None:
    table = shooting(("dead_shot", STORM, "dead_shot"), skill=5, ability_beside_any=True)
    table.do(o.PlayAction("dead_shot", (0,)))
    assert table.refused(o.PlayAction("dead_shot", (0,))) == "BRS-092"
    table.do(o.PlayAction(STORM, (0,)), o.NoMore())
    assert table.thrown("attack") == [1 + 5 + 2 + 1]


@pytest.mark.rule("BRS-D35")
@pytest.mark.rule("BRS-063")
def test_sixth_sense_throws_the_dodge_again() -> None:
    faces = (6, 1, 1, 1, *[MISS] * 12, ACE_FACE, *[MISS] * 11)
    table = shooting((), ("sixth_sense",), faces, his_skill=5)
    table.do(o.NoMore())
    assert table.stage == "dodged" and table.seat == "luftwaffe"
    table.do(o.PlayAction("sixth_sense", (1,)))
    assert table.thrown("dodge") == [12, 12] and table[1].level == NEUTRAL and table.position.chits[1] == [0, 0]


@pytest.mark.rule("BRS-D36")
def test_an_ace_leads_by_example() -> None:
    lead = "lead_by_example"
    for away, skill, ok, ps in ((9, 2, True, 4), (9.01, 2, False, 2), (9, 4, True, 4)):
        table = table_of(
            Plane(skill=skill), Plane(place=(away, 0), skill=5, side="raf"), Plane("bf_109e", FAR, 180), hands={"raf": (lead,)}
        )
        assert table.can(o.PlayAction(lead, (0,))) == ok
        if ok:
            table.do(o.PlayAction(lead, (0,)))
            assert table[0].ps == ps and not table[0].carded and not table[0].gifted
            table.move(4)
            table.quiet()
            assert table[0].ps == skill


@pytest.mark.rule("BRS-D37")
def test_stalker_adds_two_dice() -> None:
    table = spitfire(hand=("stalker",), skill=5, enemy=Plane("bf_109e", (5, -5), 90))
    table.move(4)
    table.do(o.Outmanoeuvre(1, "stalker"))
    assert table.thrown("outmanoeuvre") == [5 + 3 + 2, 6] and table[0].gifted


@pytest.mark.rule("BRS-D38")
@pytest.mark.rule("BRS-091")
@pytest.mark.rule("BRS-134")
def test_a_fearsome_reputation_cows_an_enemy_near_an_ace() -> None:
    fear = "fearsome_reputation"
    hands = {"luftwaffe": (fear,), "raf": (TURN,)}
    table = table_of(Plane(skill=4), Plane("bf_109e", (0, -9), 90, skill=5, zoom=True), active=None, hands=hands)
    assert table.stage == "begin" and table.seat == "raf"  # he may play his own cards first
    table.do(o.NoMore())
    assert table.stage == "react" and table.seat == "luftwaffe"
    table.do(o.PlayAction(fear, (0,)))
    assert table[0].cowed and not table[0].carded
    if table.stage == "react":
        table.do(o.NoMore())
    assert table.refused(o.DiveFor(100)) == table.refused(o.TurnHard(90)) == "BRS-D38"
    table.move(4)
    assert table.refused(o.Outmanoeuvre(1)) == "BRS-D38"
    far = table_of(Plane(skill=4), Plane("bf_109e", (0, -9.01), 90, skill=5, zoom=True), active=None, hands={"luftwaffe": (fear,)})
    assert far.stage == "fly"


@pytest.mark.rule("BRS-084")
@pytest.mark.rule("BRS-D39")
@pytest.mark.rule("BRS-129")
@pytest.mark.rule("BRS-128")
def test_signature_traits() -> None:
    wick = Plane("bf_109e", skill=5, ace="moelders")
    table = table_of(Plane(place=(5, -5), heading=90), wick, active=1)
    table.move(4)
    table.do(o.Outmanoeuvre(0))
    assert table.thrown("outmanoeuvre") == [5 + 3 + 1, 6]
    galland = table_of(
        Plane(place=(0, -6), heading=90),
        Plane("bf_109e", skill=5, ace="galland", level=ADVANTAGED),
        active=1,
        hands={"luftwaffe": (STORM,)},
    )
    galland.do(o.ShootAt(0), o.PlayAction(STORM, (1,)))
    galland.move(4)
    while galland.stage != "keep":
        galland.do(o.NoMore())
    galland.do(o.KeepCards((STORM,)))
    assert galland.thrown("test") == [5 + 1 + 1]


@pytest.mark.rule("BRS-EX-12")
def test_the_example_of_a_formation_met_head_on() -> None:
    robust = "robust@hurricane_i", "robust@he_111h"
    table = table_of(
        Plane("hurricane_i", (0, 7), 0, skill=3),
        Plane("he_111h", (0, 0), 180),
        Plane("he_111h", (3, 0), 180),
        Plane("he_111h", (-3, 0), 180),
        hands={"raf": (robust[0],), "luftwaffe": (robust[1],)},
        formation_fire=True,
        faces=(6, 1, 1, 6, *[MISS] * 20),
    )
    table.do(o.ShootAt(1), o.AnswerFire(False, (0,)), o.PlayAction(robust[0], (0,)), o.PlayAction(robust[1], (1,)))
    while table.stage != "fly" and table.position.go is not None and table.position.go.number == 0:
        table.do(o.NoMore())
    assert table.thrown("attack") == [3, 1] and table.thrown("dodge") == [5]
    assert table[0].carded and not table[1].carded
