"""Readiness (OPS-B7): the boxes, how long each takes, turnaround."""

from __future__ import annotations

import itertools

import pytest

from bob.day.rules.readiness import land, take_off, tick
from bob.day.state.orders import Readiness, Scramble
from bob.day.state.position import Airfield, DayPosition, Squadron
from tests.operations.build import GAME, INLAND, at, day, describe, order, play, refusal, squadron


def ticked(p: DayPosition, turns: int) -> list[str]:
    """The box of the only squadron at the beginning of each of so many turns."""
    (s,) = p.squadrons.values()
    found = []
    for _ in range(turns):
        p.turn += 1
        tick(play(p))
        found.append(s.box)
    return found


@pytest.mark.rule("OPS-B7.1")
@pytest.mark.rule("OPS-B7.3")
@pytest.mark.parametrize(
    ("ammo", "damage", "first", "second"),
    [("full", 0, 3, 2), ("low", 0, 3, 2), ("none", 0, 4, 3), ("full", 2, 5, 4), ("none", 2, 6, 5), ("full", 1, 3, 2)],
)
def test_landed_then_two_boxes_of_rearming_then_available(ammo: str, damage: int, first: int, second: int) -> None:
    s = squadron(ammo=ammo, disruption=2, used=12, aircraft="spitfire_i")
    p = day(squadrons=[s])
    p.airfields["Biggin Hill"].damage = damage
    land(play(p), s, p.airfields["Biggin Hill"])
    assert (s.box, s.vector, s.angels) == ("landed", None, 0)
    boxes = ticked(p, 1 + first + second)
    assert boxes == ["rearm_1"] * first + ["rearm_2"] * second + ["available"]
    assert (s.ammo, s.used, s.due, s.becoming) == ("full", 0, None, None)


@pytest.mark.rule("OPS-D4.9")
def test_rearming_gives_back_rounds_and_an_hour_on_the_ground_a_level_of_order() -> None:
    s = squadron(ammo="low", disruption=2, used=12, aircraft="spitfire_i")
    p = day(squadrons=[s])
    land(play(p), s, p.airfields["Biggin Hill"])
    assert ticked(p, 6)[-1] == "available" and (s.ammo, s.disruption) == ("full", 2)
    left = []
    for _ in range(18):
        ticked(p, 1)
        left.append(s.disruption)
    assert left == [2] * 5 + [1] * 12 + [0]


@pytest.mark.rule("OPS-B7.3")
def test_a_field_knocked_out_meanwhile_slows_only_the_box_that_begins_after() -> None:
    s = squadron(box="rearm_1", due=5, becoming="rearm_2")
    p = day(squadrons=[s], turn=4)
    p.airfields["Biggin Hill"].damage = 2
    assert ticked(p, 5) == ["rearm_2"] * 4 + ["available"]


@pytest.mark.rule("OPS-B7.2")
@pytest.mark.parametrize(("box", "wanted", "turns"), [("released", "available", 12), ("available", "ready", 3)])
def test_upward_takes_its_time_from_the_order(box: str, wanted: str, turns: int) -> None:
    p = day(squadrons=[squadron(box=box)])
    events = order(p, "raf", Readiness("79 Squadron", wanted))  # type: ignore[arg-type]
    assert describe(events, "readiness_ordered")[0].data["turns"] == turns
    assert refusal(p, "raf", Readiness("79 Squadron", wanted)) == ("already", "OPS-B7.2")  # type: ignore[arg-type]
    assert ticked(p, turns) == [box] * (turns - 1) + [wanted]


@pytest.mark.rule("OPS-B7.2")
@pytest.mark.parametrize(("box", "wanted"), [("ready", "available"), ("available", "released")])
def test_downward_is_at_once_and_takes_an_order_back(box: str, wanted: str) -> None:
    s = squadron(box=box)
    p = day(squadrons=[s])
    order(p, "raf", Scramble(s.unit, 16, hex=INLAND) if box == "ready" else Readiness(s.unit, "ready"))
    order(p, "raf", Readiness(s.unit, wanted))  # type: ignore[arg-type]
    assert (s.box, s.becoming, s.due, s.ordered_off) == (wanted, None, None, None)
    assert ticked(p, 13) == [wanted] * 13


@pytest.mark.rule("OPS-B7.2")
@pytest.mark.parametrize(
    ("box", "wanted"),
    [
        ("released", "ready"),
        ("ready", "released"),
        ("landed", "available"),
        ("rearm_1", "ready"),
        ("rearm_2", "available"),
        ("airborne", "ready"),
        ("ready", "ready"),
        ("available", "available"),
    ],
)
def test_there_is_no_short_cut(box: str, wanted: str) -> None:
    assert refusal(day(squadrons=[squadron(box=box)]), "raf", Readiness("79 Squadron", wanted)) == ("readiness", "OPS-B7.2")  # type: ignore[arg-type]


@pytest.mark.rule("OPS-B7.2")
@pytest.mark.parametrize("box", ["released", "available", "airborne", "landed", "rearm_1", "rearm_2"])
def test_only_who_is_ready_scrambles(box: str) -> None:
    assert refusal(day(squadrons=[squadron(box=box)]), "raf", Scramble("79 Squadron", 16, hex=INLAND)) == ("not_ready", "OPS-B7.2")


@pytest.mark.rule("OPS-B7.2")
@pytest.mark.rule("OPS-B2.5")
def test_the_scrambled_take_off_at_the_end_of_the_turn_fresh_and_on_their_vector() -> None:
    s = squadron(box="ready", ammo="low", used=9, endurance=3)
    p = day(squadrons=[s])
    order(p, "raf", Scramble(s.unit, 20, hex=INLAND))
    assert s.box == "ready"
    found = play(p, 6)
    take_off(found)
    assert (s.box, s.hex, s.angels, s.used, s.endurance, s.ammo, s.sorties) == ("airborne", at("Biggin Hill"), 0, 0, 17, "full", 12)
    assert s.vector is not None and (s.vector.hex, s.vector.angels) == (INLAND, 20)
    assert s.committed and p.airfields["Biggin Hill"].used == 1
    assert describe(found, "took_off")[0].to == ("raf",)


@pytest.mark.rule("OPS-B7.1")
def test_the_tote_shows_the_turns_to_the_next_box() -> None:
    from tests.operations.build import GAME

    p = day(squadrons=[squadron(box="rearm_1", due=8, becoming="rearm_2"), squadron("2", "ready")], turn=5)
    shown = {s.unit: s for s in GAME.view(p, "raf").squadrons}
    assert (shown["79 Squadron"].turns_to_next, shown["79 Squadron"].becoming) == (3, "rearm_2")
    assert shown["2"].turns_to_next is None


def test_a_squadron_that_is_gone_takes_no_order() -> None:
    gone: Squadron = squadron(box="gone", strength=0)
    p = day(squadrons=[gone])
    assert refusal(p, "raf", Readiness("79 Squadron", "ready"))[0] == "no_squadron"


@pytest.mark.rule("OPS-B6.4")
def test_a_field_is_open_to_as_many_as_its_capacity_less_damage_and_use_to_the_truth_and_to_the_tote() -> None:
    for capacity, damage, used in itertools.product(range(3), range(3), range(3)):
        p = day()
        p.airfields["Kenley"] = Airfield("Kenley", capacity, damage, used)
        shown = GAME.view(p, "raf").airfield("Kenley")
        assert shown.open == p.airfields["Kenley"].open == max(0, capacity - damage - used)
