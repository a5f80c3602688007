"""Phase 4, fuel, structure, wind and clouds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bob.core.dice import ScriptedDice, SeededDice, Stream
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.execution import HexRun
from bob.tactical.hexes.position import PHASE_4, HexPosition, Wind
from bob.tactical.hexes.rules.legal import may_move
from bob.tactical.hexes.rules.sequence import proceed
from tests.hexes.tabletop import GAME, TABLES, B, C, D, Fly, S, Table, activated, ahead, at, battle, new_turn

SPARE = Fly("bf_109e", (0, -25), 3)
FRIEND = Fly("hurricane_i", (0, 25), side="raf")


# ---- phase 4


def ended(*flying: Fly, faces: tuple[int, ...] = (), **values: Any) -> Table:
    """A table after phase 4."""
    position = battle(*flying, go=None, **values)
    position.stage = PHASE_4
    table = Table(position, faces)
    run = HexRun(position, table.dice)
    proceed(run, may_move)
    table.events += run.events
    return table


@pytest.mark.rule("FIS-014")
@pytest.mark.rule("FIS-126")
@pytest.mark.rule("FIS-127")
@pytest.mark.rule("FIS-128")
@pytest.mark.rule("FIS-129")
@pytest.mark.rule("FIS-130")
def test_markers_go_at_the_end_of_the_turn_but_criticals_stay() -> None:
    table = ended(Fly(overheat=1, shocked=2, fired=True, tail=True, criticals=("guns",), unseen=("tank",)), SPARE)
    a = table[0]
    assert (a.overheat, a.shocked, a.fired, a.tail) == (0, 0, False, False)
    assert a.criticals == ("guns", "tank") and a.unseen == ()


@pytest.mark.rule("FIS-108")
def test_markers_lie_face_down_until_the_end_of_the_turn() -> None:
    position = battle(Fly(unseen=("engine",)), SPARE)
    assert GAME.view(position, "luftwaffe").aircraft[0].unseen == 1
    assert GAME.view(position, "raf").aircraft[0].criticals == ()
    assert "engine" in dict(GAME.view(position, "referee").secrets)["aircraft 0"]


@pytest.mark.rule("FIS-153")
@pytest.mark.rule("FIS-130")
@pytest.mark.parametrize(
    ("criticals", "unseen", "overheat", "out"),
    [(("engine",), (), 1, "down"), ((), ("engine",), 1, "down"), (("engine",), (), 0, ""), ((), (), 1, "")],
)
def test_an_engine_hit_and_an_overheat_destroy(criticals: tuple[str, ...], unseen: tuple[str, ...], overheat: int, out: str) -> None:
    table = ended(Fly(criticals=criticals, unseen=unseen, overheat=overheat), FRIEND, SPARE)
    assert table[0].out == out
    assert table.position.score == [0, 1 if out else 0]


@pytest.mark.rule("FIS-D20")
def test_fire_burns_or_goes_out_and_a_spar_breaks_once() -> None:
    for face, structure, burning in ((D, 4, True), (C, 4, True), (B, 5, True), (S, 5, False)):
        table = ended(Fly(criticals=("fire",), structure=5), SPARE, faces=(face,))
        assert (table[0].structure, "fire" in table[0].criticals) == (structure, burning)
    table = ended(Fly(unseen=("spar",), structure=5), SPARE)
    assert table[0].structure == 4 and table[0].criticals == ("spar",)
    assert ended(Fly(unseen=("spar",), structure=1), FRIEND, SPARE)[0].out == "down"
    assert ended(Fly(criticals=("fire",), structure=1), FRIEND, SPARE, faces=(D,))[0].out == "down"


@pytest.mark.rule("FIS-D20")
def test_controls_hit_make_turns_dearer_and_surfaces_bar_manoeuvres() -> None:
    table = activated(Fly(criticals=("controls", "controls")), SPARE)
    table.do(*ahead(1), o.Rotate("left"))
    assert table[0].speed == 6 - 1 - 3
    table = activated(Fly(criticals=("surfaces",)), SPARE)
    assert not table.legal(o.Manoeuvre) and table.refused(o.Manoeuvre("loop")) == "FIS-D20"


@pytest.mark.rule("FIS-D20")
def test_an_empty_bag_gets_back_what_lies_on_no_aircraft() -> None:
    from bob.tactical.hexes.rules.damage import draw_marker

    position = battle(Fly(criticals=("engine", "fire")), SPARE, go=None)
    position.bag = []
    run = HexRun(position, SeededDice(Stream.of(1, "x")))
    assert draw_marker(run)
    left = Counter(position.bag)
    assert sum(left.values()) == 21 and left["fire"] == 0 and left["engine"] <= 3


@pytest.mark.rule("FIS-240")
@pytest.mark.rule("FIS-241")
@pytest.mark.rule("FIS-242")
@pytest.mark.rule("FIS-246")
@pytest.mark.rule("FIS-247")
@pytest.mark.rule("FIS-248")
@pytest.mark.rule("FIS-251")
@pytest.mark.parametrize("force", [1, 2, 3])
def test_clouds_move_downwind_by_the_force_and_leave_the_sheet(force: int) -> None:
    table = ended(Fly(), SPARE, clouds=[(0, 5)], wind=Wind(2, force))
    assert table.position.clouds == [at(force, 5)]
    position = battle(Fly(), SPARE, clouds=[(30, 0)], wind=Wind(2, force), go=None)
    for new, count in ((False, 0), (True, 1)):
        twin = position.copy()
        object.__setattr__(twin.terms, "new_clouds", new)
        twin.stage = PHASE_4
        proceed(HexRun(twin, ScriptedDice([B] * 500)), may_move)
        assert len(twin.clouds) == count


# ---- fuel


@pytest.mark.rule("FIS-227")
@pytest.mark.rule("FIS-228")
@pytest.mark.rule("FIS-294")
def test_a_new_turn_costs_fuel() -> None:
    table = new_turn(Fly(fuel=7), SPARE, fuel=True)
    assert table[0].fuel == 6
    assert new_turn(Fly(fuel=7), SPARE)[0].fuel == 7
    position, _ = GAME.setup("duel", {"fuel": True}, SeededDice(Stream.of(1, "x")))
    assert position.aircraft[0].fuel == 13, "turn 1 included"


@pytest.mark.rule("FIS-229")
@pytest.mark.rule("FIS-231")
@pytest.mark.rule("FIS-232")
@pytest.mark.rule("FIS-233")
def test_manoeuvres_and_wep_cost_fuel_and_what_cannot_be_paid_is_not_flown() -> None:
    table = activated(Fly(fuel=5, leader="gold"), SPARE, fuel=True)
    table.do(o.Manoeuvre("immelmann"))
    assert table[0].fuel == 4, "the price actually paid"
    table.do(o.Advance("ahead", 0, "wep"))
    assert table[0].fuel == 3 and table[0].speed == 5
    table = activated(Fly(fuel=2, criticals=("tank",)), SPARE, fuel=True)
    assert table.refused(o.Manoeuvre("loop")) == "FIS-232"
    table.do(o.Advance("ahead", 0, "wep"))
    assert table[0].fuel == 0
    assert table.refused(o.Advance("ahead", 0, "wep")) == "FIS-232"
    assert table.can(o.Advance("ahead")), "plain hexes need none"


@pytest.mark.rule("FIS-230")
@pytest.mark.rule("FIS-233")
def test_conversion_costs_fuel_for_each_point_and_a_pierced_tank_one_more_for_all() -> None:
    for criticals, fuel, most, left in (((), 5, 5, 2), (("tank",), 5, 4, 1), ((), 0, 0, 0), (("tank",), 1, 0, 1)):
        table = activated(
            Fly(), Fly("bf_109e", (0, -3), 3, fuel=fuel, criticals=criticals, structure=9), SPARE, FRIEND, faces=(D, B, B), fuel=True
        )
        table.do(o.Fire(1, "front"))
        if most:
            assert max(x.speed for x in table.legal(o.Dodge)) == most
            table.do(o.Dodge(3))
            assert table[1].fuel == left
        else:
            assert table.stage == "fly" and table[1].fuel == fuel, "nothing to decide: it dodges with what it has"


@pytest.mark.rule("FIS-234")
@pytest.mark.rule("FIS-232")
@pytest.mark.rule("FIS-D03")
@pytest.mark.rule("FIS-039")
def test_a_leak_costs_two_and_an_empty_tank_ends_the_battle_for_it() -> None:
    table = ended(Fly(fuel=5, unseen=("tank",)), SPARE, fuel=True)
    assert table[0].fuel == 2, "3 after the leak, in the turn it was pierced; then the new turn's 1"
    table = ended(Fly(fuel=1, criticals=("tank",)), FRIEND, SPARE, fuel=True)
    assert table[0].out == "dry" and table.position.score == [0, 0] and table.position.kills == [0, 0]
    assert ended(Fly(fuel=0), SPARE)[0].out == "", "a switch"


# ---- structure


@pytest.mark.rule("FIS-235")
@pytest.mark.rule("FIS-236")
@pytest.mark.rule("FIS-237")
def test_two_points_of_structure_or_as_many_as_agreed() -> None:
    assert {dash.structure for dash in TABLES.aircraft.values()} == {2}
    table = activated(Fly(), Fly("bf_109e", (0, -3), 3, speed=0), SPARE, faces=(D, B, B, B))
    table.do(o.Fire(1, "front"))
    assert table[1].structure == 1 and not table[1].out
    position, _ = GAME.setup("duel", {"structure": 3}, SeededDice(Stream.of(1, "x")))
    assert position.aircraft[0].structure == 5


def test_positions_are_typed() -> None:
    assert isinstance(battle(Fly(), SPARE), HexPosition)
