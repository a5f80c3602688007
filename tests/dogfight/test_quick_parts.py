"""The quick resolver by its parts: screen, attack, pursuit, and what is left of a formation (OPS-D1)."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bob.core.dice import SeededDice, Stream
from bob.tactical import quick
from bob.tactical.engagement import Engagement, Force, misfits
from bob.tactical.quick import expected, figures, parts
from tests.dogfight.forces import fight, force, german

FIG = figures()


def bombers(count: int = 30, unit: str = "I./KG 3", aircraft: str = "do_17z", **given: object) -> Force:
    return german(aircraft, count, unit, **given)


def escort(count: int = 30, unit: str = "I./JG 3", role: str = "close_escort", **given: object) -> Force:
    return replace(german("bf_109e_4", count, unit, **given), role=role)


def squadrons(n: int, **given: object) -> list[Force]:
    return [force(f"{i} Squadron", **given) for i in range(n)]


def met(*forces: Force, **given: object) -> dict[str, tuple[float, float]]:
    """The expected losses of both sides in each part."""
    engagement = replace(fight(*forces), **given)  # type: ignore[arg-type]
    return expected(engagement, parts(engagement, FIG), FIG)


def both(values: dict[str, tuple[float, float]]) -> tuple[float, float]:
    return sum(raf for raf, _ in values.values()), sum(luftwaffe for _, luftwaffe in values.values())


@pytest.mark.rule("OPS-D1.1")
def test_an_engagement_has_a_screen_an_attack_and_a_pursuit_in_this_order() -> None:
    assert list(met(force(), bombers(), escort(6))) == ["screen", "attack", "pursuit"]
    assert list(met(force(), escort(6))) == ["screen"]
    alone = met(force(), bombers())
    assert alone["screen"] == (0, 0) and alone["attack"][1] > 1 and alone["pursuit"][0] == 0 < alone["pursuit"][1]


@pytest.mark.rule("OPS-D1.1")
def test_freed_escorts_pursue_who_got_through() -> None:
    crowd = [*squadrons(1, angels=22), bombers(), escort(60)]
    found = parts(fight(*crowd), FIG)
    assert found.freed > 40 and found.through > 0
    assert met(*crowd)["pursuit"][0] > 0


@pytest.mark.rule("OPS-D1.2")
def test_an_escort_holds_as_many_attackers_as_it_has_aircraft_in_position() -> None:
    for count, share, held in ((4, 1.0, 4), (12, 1.0, 12), (12, 0.5, 6), (30, 0.2, 6)):
        found = parts(fight(*squadrons(3), bombers(), escort(count, share=share)), FIG)
        assert found.held == pytest.approx(held * FIG.screen.each) and found.held + found.through == pytest.approx(36)


@pytest.mark.rule("OPS-D1.2")
@pytest.mark.parametrize(
    ("role", "aircraft", "angels", "each"),
    [
        ("close_escort", "bf_109e_4", 16, 1.0),
        ("close_escort", "bf_109e_4", 24, 1.0),
        ("high_cover", "bf_109e_4", 17, 1.0),
        ("high_cover", "bf_109e_4", 18, 1.5),
        ("sweep", "bf_109e_4", 20, 1.5),
        ("close_escort", "bf_110c", 16, 0.4),
    ],
)
def test_height_holds_more_and_a_heavy_fighter_less_than_half(role: str, aircraft: str, angels: int, each: float) -> None:
    cover = replace(german(aircraft, 10, "I./JG 3"), role=role, angels=angels)
    found = parts(fight(*squadrons(3, angels=16), bombers(), cover), FIG)
    assert found.held == pytest.approx(10 * each * FIG.screen.each)


@pytest.mark.rule("OPS-D1.2")
def test_however_many_escorts_some_attackers_get_through_by_posture() -> None:
    through = [
        parts(replace(fight(*squadrons(2), bombers(), escort(200)), posture=posture), FIG).through  # type: ignore[arg-type]
        for posture in ("bounced", "disadvantage", "even", "advantage", "bounce")
    ]
    assert through == sorted(through) and through[0] == 0 and 0 < through[2] < 6 < through[-1] <= 12


@pytest.mark.rule("OPS-D1.2")
@pytest.mark.rule("OPS-D4.1")
def test_bombers_fall_in_steady_numbers_as_escorts_are_cut() -> None:
    lines = [both(met(*squadrons(3), bombers(60), *([escort(n)] if n else []))) for n in (36, 24, 12, 4, 0)]
    lost = [met(*squadrons(3), bombers(60), *([escort(n)] if n else []))["attack"][1] for n in (36, 24, 12, 4, 0)]
    assert lost == sorted(lost) and lost[3] > 2 * lost[0] and lost[4] > 1.05 * lost[3]
    raf = [mine for mine, _ in lines]
    assert raf == sorted(raf, reverse=True) and raf[0] > 5 * raf[-1]


@pytest.mark.rule("OPS-D1.3")
@pytest.mark.parametrize("split", [1, 2, 5])
def test_shooters_are_counted_by_side_however_the_side_is_split(split: int) -> None:
    def pieces(whole: Force) -> list[Force]:
        return [replace(whole, unit=f"{whole.unit} {i}", count=whole.count // split) for i in range(split)]

    whole = both(met(force(count=30), bombers(60), escort(20)))
    apart = both(met(*pieces(force(count=30)), *pieces(bombers(60)), *pieces(escort(20))))
    assert apart == pytest.approx(whole)


@pytest.mark.rule("OPS-D1.3")
def test_numbers_count_only_up_to_the_smaller_side_and_a_little_more() -> None:
    lost = [met(force(count=12), escort(n, role="sweep"))["screen"][0] for n in (6, 12, 15, 40)]
    assert lost[0] < lost[1] < lost[2] == pytest.approx(lost[3])


def by_turns(squadrons: Sequence[Force], first: Sequence[Force], times: int = 400) -> tuple[list[int], list[int]]:
    """Victories and losses of squadrons that attack once each, one after another, over a number of tries: sorted."""
    shot, lost = [], []
    for seed in range(times):
        left, down, fallen = {f.unit: f for f in first}, 0, 0
        for one in squadrons:
            engagement = fight(one, *(f for f in left.values() if f.count))
            result = quick.resolve(engagement, SeededDice(Stream.of(f"{seed}/{one.unit}", "parts")))
            assert not list(misfits(engagement, result.losses, result.turns))
            for loss in result.losses:
                if loss.unit == one.unit:
                    fallen += loss.destroyed
                else:
                    f, down = left[loss.unit], down + loss.destroyed
                    left[loss.unit] = replace(
                        f, count=f.count - loss.destroyed, ammo=loss.ammo, disruption=min(4, f.disruption + loss.disruption)
                    )
        shot.append(down)
        lost.append(fallen)
    return sorted(shot), sorted(lost)


def within(values: Sequence[int], figure: float) -> bool:
    """Return whether a figure is within 10-90 % of the values."""
    return values[len(values) // 10] <= figure <= values[9 * len(values) // 10]


NORTH = (
    bombers(33, "I./KG 26", "he_111h"),
    bombers(32, "III./KG 26", "he_111h"),
    replace(german("bf_110d", 35, "I./ZG 76", share=0.9), role="close_escort"),
)


@pytest.mark.rule("OPS-D4.2")
@pytest.mark.parametrize(
    ("n", "first", "history"),
    [(5, NORTH, (15, 15)), (2, (bombers(25, "I./KG 30", "ju_88a"), bombers(25, "III./KG 30", "ju_88a")), (6, 7))],
    ids=["off Northumberland", "at Driffield"],
)
def test_raids_without_single_seaters_lost_as_on_15_august_in_the_north(n: int, first: Sequence[Force], history: tuple[int, int]) -> None:
    shot, lost = by_turns(squadrons(n), first)
    assert all(within(shot, figure) for figure in history)
    assert within(lost, 0) and lost[9 * len(lost) // 10] <= 2


@pytest.mark.rule("OPS-D4.3")
def test_stukas_caught_without_their_escort_lost_as_on_18_august() -> None:
    shot, lost = by_turns(squadrons(2), (replace(german("ju_87b", 28, "I./StG 77"), fighter=False, role="bomber"),))
    assert 8 <= statistics.median(shot) <= 12 and within(shot, 8) and within(shot, 12) and lost[9 * len(lost) // 10] <= 2


@pytest.mark.rule("OPS-D1.4")
@pytest.mark.parametrize("posture", ["even", "advantage", "bounce"])
@pytest.mark.parametrize("aircraft", ["do_17z", "he_111h", "ju_88a"])
def test_unescorted_bombers_lose_a_fifth_to_two_fifths_for_each_sortie_that_attacks_twice(posture: str, aircraft: str) -> None:
    flown, down, own = 12, 0.0, 0.0
    for ammo in ("full", "low"):
        raf, luftwaffe = both(met(force(ammo=ammo), bombers(60, aircraft=aircraft), posture=posture))
        down, own = down + luftwaffe, own + raf
    assert 0.2 <= down / flown <= 0.41 and 0.005 <= own / flown <= 0.03


@pytest.mark.rule("OPS-D1.4")
@pytest.mark.rule("OPS-D4.10")
def test_more_attackers_bring_down_more_with_falling_returns() -> None:
    down = [met(*squadrons(n), bombers(30))["attack"][1] for n in (1, 2, 4, 8)]
    gains = [(b - a) / (2**i) for i, (a, b) in enumerate(itertools.pairwise(down))]
    assert down == sorted(down) and gains == sorted(gains, reverse=True)
    assert down[-1] < 0.5 * 30 * FIG.attack.chance * 1.2


@pytest.mark.rule("OPS-D4.10")
def test_more_attackers_against_an_escort_lose_more_and_bring_down_less_each() -> None:
    lines = [both(met(*squadrons(n), bombers(60), escort(30))) for n in (1, 2, 4, 8)]
    own, down = [raf for raf, _ in lines], [luftwaffe for _, luftwaffe in lines]
    assert own == sorted(own) and own[-1] > 1.5 * own[0]
    assert down == sorted(down) and down[-1] / 8 < 0.8 * down[2] / 4


@pytest.mark.rule("OPS-D1.4")
def test_from_ahead_fewer_gunners_reach() -> None:
    crowd = [*squadrons(4), bombers(30)]
    assert met(*crowd, ahead=True)["attack"][0] < 0.7 * met(*crowd)["attack"][0]


@pytest.mark.rule("OPS-D1.4")
def test_the_attack_has_a_posture_of_its_own_and_so_has_the_screen() -> None:
    crowd = [*squadrons(3), bombers(60), escort(12)]
    even, high = met(*crowd), met(*crowd, on_bombers="bounce")
    assert high["attack"][1] > even["attack"][1] and high["screen"] == even["screen"]
    assert met(*crowd, on_bombers="even", posture="bounced")["screen"][0] > 1.2 * even["screen"][0]


@pytest.mark.rule("OPS-D1.5")
def test_a_formation_loosens_by_the_share_that_attacks_it() -> None:
    def levels(attackers: int, targets: int) -> float:
        crowd = fight(force(count=attackers), *(bombers(30, f"{i}./KG 3") for i in range(targets)))
        found = [quick.resolve(crowd, SeededDice(Stream.of(seed, "loose"))).losses[1].disruption for seed in range(200)]
        return statistics.fmean(found)

    lines = [levels(6, 4), levels(12, 4), levels(12, 2), levels(12, 1), levels(36, 1)]
    assert lines == sorted(lines) and lines[0] < 0.4 and lines[-1] == FIG.loosening.most


@pytest.mark.rule("OPS-D1.5")
def test_a_unit_that_has_lost_an_eighth_may_drop_its_bombs() -> None:
    def drops(sent: int) -> float:
        crowd = fight(force(), replace(bombers(24), sent=sent))
        found = [quick.resolve(crowd, SeededDice(Stream.of(seed, "drops"))).losses[1] for seed in range(300)]
        assert not any(loss.jettisoned and not loss.destroyed for loss in found)
        return statistics.fmean(loss.jettisoned for loss in found if loss.destroyed and loss.destroyed + loss.damaged < 0.4 * 24)

    assert 0.4 < drops(30) < 0.6 and drops(24) < 0.35


@pytest.mark.rule("OPS-D1.6")
def test_only_those_who_hold_somebody_fight_and_use_rounds() -> None:
    crowd = fight(force(), bombers(), escort(30, "I./JG 3", angels=24), escort(30, "II./JG 3", angels=18))
    low = 0
    for seed in range(300):
        result = quick.resolve(crowd, SeededDice(Stream.of(seed, "rounds")))
        values = {loss.unit: loss for loss in result.losses}
        assert result.engaged["II./JG 3"] == 0 < result.engaged["I./JG 3"] < 15
        assert (values["II./JG 3"].ammo, values["II./JG 3"].disruption, values["II./JG 3"].destroyed) == ("full", 0, 0)
        low += values["I./JG 3"].ammo == "low"
    assert 0.25 < low / 300 < 0.5


@pytest.mark.rule("OPS-D4.9")
@pytest.mark.parametrize(
    ("worse", "better"),
    [
        ({"experience": "green"}, {"experience": "regular"}),
        ({"experience": "regular"}, {"experience": "veteran"}),
        ({"disruption": 1}, {"disruption": 0}),
        ({"fatigue": 2}, {"fatigue": 0}),
    ],
)
def test_what_makes_a_unit_worse_makes_it_hit_less_and_be_hit_more(worse: dict[str, object], better: dict[str, object]) -> None:
    for foes in ([escort(30, role="sweep")], [bombers(60), escort(8)]):
        raf, luftwaffe = both(met(force(**worse), *foes))
        fewer, more = both(met(force(**better), *foes))
        assert raf > fewer and luftwaffe < more
    raf, luftwaffe = both(met(force(), escort(12, role="sweep", **worse)))
    more, fewer = both(met(force(), escort(12, role="sweep", **better)))
    assert raf < more and luftwaffe > fewer


@pytest.mark.rule("OPS-D4.9")
@pytest.mark.parametrize(
    ("worse", "better"),
    [({"experience": "green"}, {"experience": "veteran"}), ({"disruption": 2}, {"disruption": 0}), ({"fatigue": 5}, {"fatigue": 0})],
)
def test_who_is_hit_goes_by_quality_too(worse: dict[str, object], better: dict[str, object]) -> None:
    """Of two squadrons in one fight the worse, or the more tired, loses more."""
    crowd = fight(force("Worse", **worse), force("Better", **better), escort(40, role="sweep"))
    down = {"Worse": 0, "Better": 0}
    for seed in range(1200):
        for loss in quick.resolve(crowd, SeededDice(Stream.of(seed, "who"))).losses[:2]:
            down[loss.unit] += loss.destroyed
    assert 1.1 * down["Better"] < down["Worse"], down


@pytest.mark.rule("OPS-D1.1")
def test_the_dice_come_to_what_is_expected() -> None:
    crowd: Engagement = fight(*squadrons(3), bombers(60), escort(20))
    raf, luftwaffe = both(expected(crowd, parts(crowd, FIG), FIG))
    found = [quick.resolve(crowd, SeededDice(Stream.of(seed, "mean"))) for seed in range(2000)]
    middling = statistics.fmean(FIG.luck[a + b - 2] for a in range(1, 7) for b in range(1, 7))
    assert statistics.fmean(r.destroyed(crowd, "raf") for r in found) == pytest.approx(raf * middling, rel=0.07)
    assert statistics.fmean(r.destroyed(crowd, "luftwaffe") for r in found) == pytest.approx(luftwaffe * middling, rel=0.07)
