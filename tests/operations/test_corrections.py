"""What the referee may set right: place, height, fuel, rounds, plots, stations. Each is shown before, and fits or is refused."""

from __future__ import annotations

import pytest

from bob import hexes
from bob.operations.corrections import CORRECTIONS, stands
from bob.operations.orders import Correct
from bob.operations.position import RAF, DayPosition
from bob.operations.world import world
from tests.operations.build import GAME, SEA, at, day, order, raid, refusal, squadron, told, track, unit

HERE = at("West Malling").label


def scene() -> DayPosition:
    return day(
        squadrons=[squadron(), squadron("501 Squadron", box="available")],
        raids=[raid(SEA, unit(strength=20, sent=27))],
        tracks=[track()],
    )


CASES = [
    ("squadron_hex", "79 Squadron", HERE, "xx"),
    ("squadron_angels", "79 Squadron", "22", "21"),
    ("squadron_fuel", "79 Squadron", "3", "99"),
    ("squadron_ammo", "79 Squadron", "low", "some"),
    ("squadron_disruption", "79 Squadron", "2", "4"),
    ("raid_unit_disruption", "I./KG 3", "1", "5"),
    ("raid_hex", "raid", HERE, "9999"),
    ("raid_angels", "raid", "16", "36"),
    ("station", "Dover", "out", "broken"),
    ("room", "Biggin Hill", "out", "hit"),
]


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.parametrize(("what", "name", "value", "wrong"), CASES)
def test_each_is_what_it_was_set_to_and_nobody_but_the_referee_hears_of_it(what: str, name: str, value: str, wrong: str) -> None:
    p, surroundings = scene(), world()
    before = stands(surroundings, p, what, name)
    assert before is not None and before != value
    assert refusal(p, "referee", Correct(what, name, wrong, "a slip"))[0] == "value"  # type: ignore[arg-type]
    assert refusal(p, "referee", Correct(what, "Nobody", value, "a slip"))[0] == "not_there"  # type: ignore[arg-type]
    events = order(p, "referee", Correct(what, name, value, "a slip"))  # type: ignore[arg-type]
    assert stands(surroundings, p, what, name) == value
    assert [e.to for e in told(events, "corrected")] == [()]
    GAME.invariants(p)


@pytest.mark.rule("OPS-B4.1")
def test_a_raid_is_moved_with_all_who_fly_with_it_and_keeps_its_steps_of_height() -> None:
    p = scene()
    flying = p.raids["raid"].units[0]
    above = flying.angels - p.raids["raid"].angels
    order(p, "referee", Correct("raid_hex", "raid", HERE, "misread"))
    order(p, "referee", Correct("raid_angels", "raid", "20", "misread"))
    assert flying.hex == hexes.from_label(HERE) and flying.angels == 20 + above
    assert GAME.view(p, "referee").luftwaffe.raids[0].angels == 20


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.rule("OPS-C2.4")
@pytest.mark.parametrize(("value", "strength"), [("?", None), ("30", 30)])
def test_a_false_plot_looks_like_any_and_can_be_struck(value: str, strength: int | None) -> None:
    p = scene()
    events = order(p, "referee", Correct("plot_false", HERE, value, "a flock of birds"))
    plotted = told(events, "plotted", RAF)
    assert len(plotted) == 1 and plotted[0].data["strength"] == strength
    false = GAME.view(p, RAF).tracks[-1]
    assert false.number == 2 and false.last.hex == hexes.from_label(HERE)
    assert refusal(p, "referee", Correct("plot_false", "nowhere", value, "x"))[0] == "no_hex"
    GAME.invariants(p)
    order(p, "referee", Correct("plot_struck", "2", "struck", "birds after all"))
    assert [t.number for t in GAME.view(p, RAF).tracks if not t.faded] == [1]
    assert refusal(p, "referee", Correct("plot_struck", "2", "struck", "again"))[0] == "not_there"


def test_what_is_offered_for_each_fits() -> None:
    p, surroundings = scene(), world()
    for what, one in CORRECTIONS.items():
        for name in one.names(surroundings, p)[:2]:
            for value in one.values:
                assert one.fits(surroundings, p, name, value), (what, name, value)
