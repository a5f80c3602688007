"""Random events in whole turns of a day (OPS-A1): what they do, to whom, and for how long."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.game import Event
from bob.day.phases.events import EVENTS
from bob.day.state.orders import Pick, Scramble, SendTo
from bob.day.state.position import DayPosition
from tests.operations.build import BIGGIN, CHANNEL, GAME, INLAND, SEA, day, describe, order, raid, refusal, squadron, step, track, unit
from tests.operations.whole_turns import DiceByPurpose, circling, whole_turn

NOTHING = (3, 4)
GOOD_CONDITIONS, CLEAR_RADIO = (1, 1), (5, 6)
DASH, TURNAROUND = (1, 3), (4, 4)


def comes(p: DayPosition, *faces: tuple[int, int], dice: DiceByPurpose | None = None) -> list[Event]:
    """So many turns, each of which brings the next one's event; what was told in the last."""
    events: list[Event] = []
    for given in faces:
        p.choices.clear()
        events = whole_turn(p, dice=dice or DiceByPurpose(random_event=[given]))
    return events


@pytest.mark.rule("OPS-A1")
@pytest.mark.rule("OPS-A1.7")
@pytest.mark.parametrize("total", range(2, 13))
def test_every_turn_the_raf_alone_learns_of_the_event_of_its_roll(total: int) -> None:
    faces = (total // 2, total - total // 2)
    p = day(squadrons=[squadron(box="ready")], raids=[circling(SEA)])
    quiet = day(squadrons=[squadron(box="ready")], raids=[circling(SEA)])
    events = comes(p, faces)
    (rolled,) = describe(events, "random_event")
    assert (rolled.to, rolled.rule, rolled.data) == (("raf",), f"OPS-A1.{total}", {"event": EVENTS[total - 2]})
    whole_turn(quiet)
    if total == 7:
        assert GAME.dump(p) == GAME.dump(quiet)


# ---- the radio


@pytest.mark.rule("OPS-A1.2")
@pytest.mark.rule("OPS-A1.11")
@pytest.mark.rule("OPS-A1.hf")
@pytest.mark.parametrize(
    ("faces", "reach"),
    [
        ((NOTHING,), 8),
        ((GOOD_CONDITIONS,), 11),
        ((CLEAR_RADIO,), 11),
        ((GOOD_CONDITIONS, NOTHING, NOTHING), 11),
        ((GOOD_CONDITIONS, CLEAR_RADIO), 14),
        ((CLEAR_RADIO, GOOD_CONDITIONS, NOTHING), 14),
        ((GOOD_CONDITIONS, GOOD_CONDITIONS), 8),
        ((CLEAR_RADIO, CLEAR_RADIO), 8),
        ((CLEAR_RADIO, GOOD_CONDITIONS, CLEAR_RADIO), 11),
    ],
)
def test_orders_reach_who_is_within_the_radio_of_the_day(faces: tuple[tuple[int, int], ...], reach: int) -> None:
    p = day(raids=[circling(SEA)])
    comes(p, *faces[:-1])
    for apart in (8, 9, 11, 12, 14, 15):
        p.squadrons[str(apart)] = squadron(str(apart), hex=step(BIGGIN, 3, apart))
    comes(p, faces[-1])
    assert [s.unit for s in p.squadrons.values() if s.controlled] == [n for n in p.squadrons if int(n) <= reach]
    for name in p.squadrons:
        if int(name) <= reach:
            order(p, "raf", SendTo(name, 16, hex=BIGGIN))
        else:
            assert refusal(p, "raf", SendTo(name, 16, hex=BIGGIN)) == ("uncontrolled", "OPS-B6.3")


# ---- the limit of scrambles


@pytest.mark.rule("OPS-A1.3")
@pytest.mark.rule("OPS-A1.9")
@pytest.mark.parametrize(("faces", "more"), [((1, 2), 2), ((4, 5), 1), (NOTHING, 0)])
def test_so_many_more_squadrons_may_scramble_in_the_turn_of_the_event_and_no_other(faces: tuple[int, int], more: int) -> None:
    fields = ("Biggin Hill", "Hornchurch", "Lympne", "Gravesend", "Kenley")
    p = day(squadrons=[squadron(name, "ready", station=name) for name in fields], scramble_limit=1, raids=[circling(SEA)])

    def up(most: int) -> None:
        names = [s.unit for s in p.squadrons.values() if s.box == "ready"]
        for name in names[:most]:
            order(p, "raf", Scramble(name, 16, hex=INLAND))
        assert refusal(p, "raf", Scramble(names[most], 16, hex=INLAND)) == ("scramble_limit", "OPS-B6.4")

    comes(p, faces)
    up(1 + more)
    whole_turn(p)
    assert sum(s.box == "airborne" for s in p.squadrons.values()) == 1 + more
    up(1)


# ---- what the RAF picks from


@pytest.mark.rule("OPS-A1.4")
def test_one_that_is_available_is_ready_in_the_turn_of_a_dispersal_dash_and_may_scramble() -> None:
    units = [squadron("1 A", "available"), squadron("2 A", "available"), squadron("3 L", "released"), squadron("4 R", "rearm_2", due=30)]
    p = day(squadrons=units, raids=[circling(SEA)])
    comes(p, DASH)
    assert GAME.choices(p, "raf").listed == (Pick(("1 A",)), Pick(("2 A",)))
    order(p, "raf", Pick(("2 A",)))
    assert [s.box for s in units] == ["available", "ready", "released", "rearm_2"]
    assert refusal(p, "raf", Scramble("1 A", 16, hex=INLAND)) == ("not_ready", "OPS-B7.2")
    whole_turn(p, Scramble("2 A", 16, hex=INLAND))
    assert [s.box for s in units] == ["available", "airborne", "released", "rearm_2"]


@pytest.mark.rule("OPS-A1.8")
@pytest.mark.parametrize("aircraft", ["spitfire_i", "hurricane_i"])
def test_one_that_rearms_passes_to_the_second_box_a_spitfire_before_all_others(aircraft: str) -> None:
    """Of two that have come down together it is available sooner than the other; and of none nothing is asked."""
    units = [squadron(str(i), "rearm_1", aircraft=kind, due=9, becoming="rearm_2") for i, kind in enumerate(("hurricane_i", aircraft))]
    p = day(squadrons=[*units, squadron("2", "rearm_2", due=30, becoming="available")], raids=[circling(SEA)])
    comes(p, TURNAROUND)
    asked = (Pick(("1",)),) if aircraft == "spitfire_i" else (Pick(("0",)), Pick(("1",)))
    assert GAME.choices(p, "raf").listed == asked
    order(p, "raf", Pick(("1",)))
    assert [s.box for s in units] == ["rearm_1", "rearm_2"]
    since = p.turn
    while units[1].box != "available":
        whole_turn(p)
    assert p.turn == since + 2 and units[0].box == "rearm_1"


@pytest.mark.rule("OPS-A1.4")
@pytest.mark.rule("OPS-A1.8")
@pytest.mark.parametrize("faces", [DASH, TURNAROUND])
def test_where_nobody_qualifies_the_turn_goes_on_unasked(faces: tuple[int, int]) -> None:
    p = day(squadrons=[squadron("1", "released"), squadron("2", "ready"), squadron("3", "rearm_2", due=30)], raids=[circling(SEA)])
    comes(p, faces)
    assert p.choices == []
    whole_turn(p)
    assert [s.box for s in p.squadrons.values()] == ["released", "ready", "rearm_2"]


# ---- checks of detection


@pytest.mark.rule("OPS-A1.det1")
@pytest.mark.rule("OPS-A1.det2")
@pytest.mark.parametrize(
    ("faces", "detected", "undetected"),
    [(NOTHING, False, False), ((2, 5), False, False), ((1, 2), True, False), ((6, 3), False, True), ((1, 6), True, True)],
)
def test_a_face_of_the_event_looks_at_the_detected_or_the_undetected_and_never_at_the_tallied(
    faces: tuple[int, int], detected: bool, undetected: bool
) -> None:
    """The turn is an odd one, in which nobody is looked at otherwise; whom a squadron has in sight stands as it is all the same."""
    p = day(
        turn=4,
        raids=[circling(SEA, 27, code="known"), circling(step(SEA, 4, 6), 27, code="unknown"), circling(CHANNEL, 27, code="tallied")],
        squadrons=[squadron(hex=CHANNEL, tally="tallied", ammo="none", stance="avoid")],
        tracks=[track("known", 1, 2, (4, SEA)), track("tallied", 2, 2, (4, CHANNEL))],
    )
    p.tracks[1].groups = ["tallied"]
    dice = DiceByPurpose(random_event=[faces], detection=(6, 6), tally=(6, 6))
    comes(p, faces, dice=dice)
    levels: dict[str, Any] = {code: t.level for code in p.raids if (t := p.track_of(code)) is not None}
    assert levels == {"known": 3 if detected else 2, "tallied": 4} | ({"unknown": 1} if undetected else {})
    assert dice.count("detection") == detected + undetected
    whole_turn(p, dice=dice)
    assert p.track_of("unknown") is not None, "an even turn looks at all"


@pytest.mark.rule("OPS-A1.det1")
def test_what_was_looked_at_for_an_event_is_not_looked_at_in_the_turn_after_the_next() -> None:
    p = day(turn=4, raids=[raid(SEA, unit("A"), code="other", state="planned"), circling(SEA, 27)])
    p.raids["other"].form_turn = 50
    dice = DiceByPurpose(random_event=[(1, 6), NOTHING, NOTHING], detection=(2, 3))
    looked = []
    for _ in range(3):
        whole_turn(p, dice=dice)
        looked.append(dice.count("detection"))
    assert looked == [1, 2, 2]
