"""The fight by its parts in whole turns of a day: screen, attack and pursuit, waves, rest (OPS-D1, OPS-D4)."""

from __future__ import annotations

import statistics
from typing import Any

import pytest

from bob.core.dice import SeededDice, Stream
from bob.day.state.combat_state import Engaging
from bob.day.state.orders import Done, SendTo
from bob.day.state.position import DayPosition
from bob.tactical import quick
from bob.tactical.engagement import Engagement, Result
from bob.tactical.quick import resolve
from tests.operations.build import BOMBERS, ESCORT, GAME, HIGH, MORE_BOMBERS, PLAIN, SWEEP, day, describe, squadron, step, unit
from tests.operations.whole_turns import DiceByPurpose, circling, whole_turn

SEEN, UNSEEN = (6, 6), (1, 1)
SCREENS = {"tally": SEEN, "intervene": (6, 6)}


def waiting(p: DayPosition, **faces: Any) -> Engagement:
    """The engagement of this turn's end, which waits for a word."""
    p.engaging = Engaging("ask", "ask", "ask")
    dice = DiceByPurpose(**(SCREENS | faces))
    for seat in ("luftwaffe", "raf"):
        GAME.apply(p, seat, Done(), dice)
    assert p.phase == "engagement" and p.combat.now is not None
    return p.combat.now.engagement


def turns(p: DayPosition, count: int, seed: object) -> list[Any]:
    """The events of so many turns, with dice of a seed."""
    dice, events = SeededDice(Stream.of(str(seed), "whole")), []
    for _ in range(count):
        for seat in ("luftwaffe", "raf"):
            if seat in GAME.to_move(p):
                events += GAME.apply(p, seat, Done(), dice)
    return events


def lost(events: list[Any], side: str) -> int:
    return sum(sum(e.data["lost"].values()) for e in describe(events, "combat", side))


@pytest.mark.rule("OPS-D1.1")
@pytest.mark.rule("OPS-D1.2")
def test_a_turns_attack_on_a_stack_is_one_engagement_with_a_share_for_each_escort() -> None:
    escorts = [unit(ESCORT, "close_escort", h=PLAIN, angels=16), unit(HIGH, "high_cover", h=PLAIN, angels=20)]
    p = day(
        raids=[circling(PLAIN, units=[unit(h=PLAIN), *escorts])],
        squadrons=[squadron(str(i), hex=PLAIN, angels=16 + 2 * i, tally="raid") for i in range(3)],
    )
    found = waiting(p, intervene=(3, 3))
    assert [f.unit for f in found.of("raf")] == ["0", "1", "2"]
    assert [(f.unit, round(f.share, 2), f.sent) for f in found.of("luftwaffe")] == [(BOMBERS, 1.0, 27), (ESCORT, 0.8, 27), (HIGH, 0.6, 27)]
    assert (found.posture, found.on_bombers) == ("even", "advantage")


@pytest.mark.rule("OPS-D1.2")
@pytest.mark.parametrize(("away", "screens"), [(3, True), (4, True), (5, False)])
def test_a_sweep_above_within_four_hexes_screens_over_a_whole_turn(away: int, screens: bool) -> None:
    there = step(PLAIN, 0, away)
    raids = [
        circling(PLAIN, units=[unit(h=PLAIN)]),
        circling(there, units=[unit(SWEEP, "sweep", h=there, angels=22)], code="sweep", kind="freie_jagd", angels=22),
    ]
    p = day(raids=raids, squadrons=[squadron(hex=PLAIN, tally="raid")])
    assert [f.unit for f in waiting(p).of("luftwaffe")] == ([BOMBERS, SWEEP] if screens else [BOMBERS])


@pytest.mark.rule("OPS-D1.6")
def test_a_second_wave_finds_fewer_escorts_and_one_half_an_hour_later_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two squadrons attack turn by turn, each once; a third comes when the escort has been left alone for three turns."""
    met: list[Engagement] = []

    def spy(engagement: Engagement, dice: Any) -> Result:
        met.append(engagement)
        return resolve(engagement, dice)

    monkeypatch.setattr(quick, "resolve", spy)
    escort = unit(ESCORT, "close_escort", h=PLAIN, angels=16, strength=9, sent=9)
    mine = [squadron(str(i), hex=PLAIN, ammo="none") for i in range(3)]
    p = day(raids=[circling(PLAIN, units=[unit(h=PLAIN, strength=60, sent=60), escort])], squadrons=mine)
    for turn in range(6):
        escort.ammo, escort.disruption = "full", 0
        for i, s in enumerate(mine):
            s.ammo, s.tally, s.disruption = ("full", "raid", 0) if (0, 1, 5)[i] == turn else ("none", None, 0)
        whole_turn(p, dice=DiceByPurpose(intervene=(6, 6), tally=UNSEEN))
    assert [[f.unit for f in e.of("raf")] for e in met] == [["0"], ["1"], ["2"]]
    shares = [e.force(ESCORT).share for e in met]
    assert shares[0] == shares[2] == 1 and 0.4 <= shares[1] < 0.7


@pytest.mark.rule("OPS-D1.6")
def test_an_escort_with_one_turn_to_spare_intervenes_and_stays() -> None:
    escort = unit(ESCORT, "close_escort", h=PLAIN, angels=16)
    p = day(raids=[circling(PLAIN, units=[unit(h=PLAIN), escort])], squadrons=[squadron(hex=PLAIN, tally="raid")])
    before = escort.used
    whole_turn(p, dice=DiceByPurpose(**SCREENS))
    assert escort.used - before <= 1 and escort.state == "with_raid"


@pytest.mark.rule("OPS-D1.5")
def test_a_formation_that_many_attack_is_loose_after_the_turn() -> None:
    def disruption(n: int) -> float:
        levels = []
        for seed in range(12):
            bombers = unit(h=PLAIN)
            p = day(
                raids=[circling(PLAIN, units=[bombers])],
                squadrons=[squadron(str(i), hex=PLAIN, tally="raid") for i in range(n)],
            )
            turns(p, 1, f"{n}/{seed}")
            levels.append(bombers.disruption)
        return statistics.fmean(levels)

    assert disruption(0) == 0 < disruption(1) < disruption(4) <= 4


@pytest.mark.rule("OPS-D4.1")
@pytest.mark.rule("OPS-D1.4")
def test_bombers_without_escort_fall_in_numbers_and_cost_little() -> None:
    def means(escorts: int) -> tuple[float, float]:
        shot, own = [], []
        for seed in range(30):
            units = [unit(h=PLAIN), unit(MORE_BOMBERS, h=PLAIN)]
            if escorts:
                units.append(unit(ESCORT, "close_escort", h=PLAIN, angels=16, strength=escorts))
            p = day(
                raids=[circling(PLAIN, units=units)],
                squadrons=[squadron(str(i), hex=PLAIN, tally="raid") for i in range(2)],
            )
            events = turns(p, 1, f"{escorts}/{seed}")
            shot.append(sum(u.sent - u.strength for u in units[:2]))
            own.append(lost(events, "raf"))
        return statistics.fmean(shot), statistics.fmean(own)

    (alone, cheap), (few, _), (guarded, dear) = means(0), means(4), means(27)
    assert alone > few > 1.5 * guarded and alone > 2.5
    assert cheap < 0.6 < dear


@pytest.mark.rule("OPS-D4.6")
def test_fighters_alone_are_left_at_no_loss_by_who_keeps_away() -> None:
    raids = [circling(PLAIN, units=[unit(SWEEP, "sweep", h=PLAIN, angels=22)], kind="freie_jagd", angels=22)]
    far = squadron(hex=step(PLAIN, 3, 6), angels=10)
    p = day(raids=raids, squadrons=[far])
    before = p.score
    whole_turn(p, SendTo(far.unit, 10, hex=far.hex))
    for seed in range(3):
        turns(p, 1, seed)
    assert far.strength == 12 and far.lost == 0 and p.score == before


@pytest.mark.rule("OPS-D4.9")
def test_a_disrupted_squadron_is_still_so_when_it_is_rearmed_and_whole_after_an_hour() -> None:
    s = squadron(box="landed", becoming="rearm_1", due=4, disruption=1, ammo="low", aircraft="spitfire_i")
    p = day(squadrons=[s])
    seen = []
    for _ in range(14):
        whole_turn(p)
        shown = GAME.view(p, "raf").squadron(s.unit)
        seen.append((shown.box, shown.ammo, shown.disruption))
    rearmed = seen.index(("available", "full", 1))
    assert 4 <= rearmed <= 6 and seen[-1] == ("available", "full", 0)


@pytest.mark.rule("OPS-D4.9")
@pytest.mark.parametrize("worse", [{"experience": "green"}, {"disruption": 2}])
def test_a_worse_squadron_loses_more_and_shoots_less_over_whole_turns(worse: dict[str, Any]) -> None:
    def means(**given: Any) -> tuple[float, float]:
        shot = own = 0
        for seed in range(120):
            sweep = unit(SWEEP, "sweep", h=PLAIN, angels=16)
            p = day(
                raids=[circling(PLAIN, units=[sweep], kind="freie_jagd", angels=16)],
                squadrons=[squadron(hex=PLAIN, angels=16, tally="raid", **given)],
            )
            own += lost(turns(p, 1, seed), "raf")
            shot += sweep.sent - sweep.strength
        return own / 120, shot / 120

    (own, shot), (less, more) = means(**worse), means()
    assert own > less and shot < more


@pytest.mark.rule("OPS-D4.10")
def test_twice_as_many_bring_down_more_with_falling_returns_and_lose_more() -> None:
    """They lose more as long as there are escorts for them: no escort shoots at two."""

    def means(n: int, escorts: int) -> tuple[float, float]:
        shot = own = 0
        for seed in range(60):
            units = [unit(h=PLAIN), unit(ESCORT, "close_escort", h=PLAIN, angels=16, strength=escorts)]
            p = day(
                raids=[circling(PLAIN, units=units)],
                squadrons=[squadron(str(i), hex=PLAIN, tally="raid") for i in range(n)],
            )
            own += lost(turns(p, 1, f"{n}/{seed}"), "raf")
            shot += units[0].sent - units[0].strength
        return shot / 60, own / 60

    one, two, four = (means(n, escorts=9)[0] for n in (2, 4, 8))
    assert one < two < four and four - two < 2 * (two - one)
    own_one, own_two, own_four = (means(n, escorts=30)[1] for n in (1, 2, 4))
    assert own_one < own_two < own_four < 4 * own_one
