"""What the Luftwaffe's commanders do with the day: raids planned anew and added on the hour, calls to raids in flight (OPS-C4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bob.core.match import Match
from bob.day.state.orders import ChangeHeight, DropRaid, LendEscorts, Recall, Seal, ToSecondary
from bob.day.state.position import GroundReport
from bob.day.state.raid_plan import BOMBING_ROLES, ESCORT_ROLES
from bob.day.state.view import LuftwaffeView, RaidView
from bob.driver import play_out
from bob.staff.beliefs import beliefs, fit
from bob.staff.hour_orders import AFTER
from tests.staff.scenes import GAME, staff_rules
from tests.staff.test_luftwaffe import decide, flying_view, planning


def report(turn: int, by: str, target: str = "Biggin Hill", **values: Any) -> GroundReport:
    return GroundReport(turn, turn, by, "raid", target, **values)  # type: ignore[arg-type]


def with_reports(view: LuftwaffeView, *reports: GroundReport) -> LuftwaffeView:
    return replace(view, reports=reports)


# ---- beliefs


@pytest.mark.rule("OPS-C4.3")
def test_claims_add_up_until_reconnaissance_puts_them_right() -> None:
    view = planning("one_raid")
    claimed = with_reports(view, report(10, "crews", lost=1), report(14, "crews", lost=1))
    assert beliefs(claimed)["Biggin Hill"].done
    seen = with_reports(view, *claimed.reports, report(20, "reconnaissance", lost=0))
    assert not beliefs(seen)["Biggin Hill"].done
    late = with_reports(view, report(25, "reconnaissance", lost=0), report(10, "crews", lost=2))
    assert not beliefs(late)["Biggin Hill"].done, "what was seen later holds, whenever it was told"
    assert beliefs(with_reports(view, report(9, "crews", "chain_home:Dover", off=True)))["chain_home:Dover"].done


@pytest.mark.rule("OPS-C4.1")
def test_who_may_fly_again_is_down_has_flights_left_and_three_in_four() -> None:
    view, raid = flying_view()
    bomber = next(u for u in raid.units if u.role in BOMBING_ROLES)
    assert bomber.unit not in fit(staff_rules(), view, again=True)
    down = replace(raid, units=tuple(replace(u, state="landed", strength=9) if u is bomber else u for u in raid.units))
    assert fit(staff_rules(), replace(view, raids=(down,)), again=True) == {bomber.unit: 6}
    twice = replace(down, code="second")
    assert bomber.unit not in fit(staff_rules(), replace(view, raids=(down, twice)), again=True)
    everybody = fit(staff_rules(), view, again=False)
    assert not {u.unit for u in raid.units} & set(everybody) and len(everybody) > 20


# ---- on the hour


def on_the_hour(*reports: GroundReport, form_turn: int = 40, **changes: Any) -> LuftwaffeView:
    """An hour of a day whose one raid with bombers has not begun."""
    view = planning("one_raid")
    raid = next(r for r in view.raids if r.code == "biggin_hill")
    late = replace(raid, plan=replace(raid.plan, form_turn=form_turn, secondary="Kenley"), form_turn=form_turn, **changes)
    common = replace(view.common, phase="orders", turn=7, turns=120)
    return replace(view, common=common, raids=(late,), plan_open=True, reports=reports)


@pytest.mark.rule("OPS-C4.1")
def test_what_aims_at_a_target_that_is_done_with_is_planned_anew() -> None:
    done = report(5, "crews", lost=2)
    found = decide(on_the_hour(done))
    assert [d.order.code for d in found] == ["drop_raid", "plan_raid", "seal", "done"]
    assert found[0].order == DropRaid("biggin_hill")
    plan = found[1].order.plan
    assert plan.code == f"biggin_hill{AFTER}" and plan.primary == "Kenley"
    for left in (
        on_the_hour(),
        on_the_hour(report(5, "crews", lost=1)),
        on_the_hour(done, form_turn=18),
        on_the_hour(done, state="gathering"),
    ):
        assert not any(isinstance(d.order, DropRaid) for d in decide(left))
    both = on_the_hour(done, report(5, "crews", "Kenley", lost=2))
    assert not any(isinstance(d.order, DropRaid) for d in decide(both))


@pytest.mark.rule("OPS-C4.1")
def test_the_hour_is_sealed_even_when_nothing_changes_and_only_then() -> None:
    assert [d.order for d in decide(on_the_hour())][-2] == Seal()
    assert not any(d.order == Seal() for d in decide(replace(on_the_hour(), plan_open=False)))


def days(count: int, scenario: str, luftwaffe: str) -> list[Match[Any]]:
    found = []
    for seed in range(count):
        match: Match[Any] = Match.new(GAME, scenario, f"hours/{seed}")
        report = play_out(match, {"raf": "park", "luftwaffe": luftwaffe})
        assert report.refused == 0
        found.append(match)
    return found


@pytest.mark.slow
@pytest.mark.rule("OPS-C4.1")
@pytest.mark.rule("OPS-C4.4")
def test_waves_and_looks_are_added_in_whole_days_and_every_seal_is_kept() -> None:
    added = []
    for match in days(2, "12_august_1940", "sperrle"):
        added += [raid for raid in match.position.raids.values() if raid.added]
        revealed = next(e for _, e in match.log("referee") if e.code == "revealed")
        assert revealed.data["kept"] is True
    assert any(raid.plan.type == "reconnaissance" for raid in added)
    assert all(raid.plan.form_turn >= raid.added + 12 for raid in added)


# ---- calls


def pair_of_raids(**changes: Any) -> tuple[LuftwaffeView, RaidView, RaidView]:
    """A raid without escort, and one close by that has it."""
    view, bare = flying_view(escort=0, **changes)
    _, rich = flying_view()
    other = replace(rich, code="other", plan=replace(rich.plan, code="other"))
    return replace(view, raids=(bare, other)), bare, other


@pytest.mark.rule("OPS-C4.2")
def test_bombers_alone_get_an_escort_of_a_raid_close_by() -> None:
    view, bare, other = pair_of_raids()
    lent = [d.order for d in decide(view) if isinstance(d.order, LendEscorts)]
    if len([u for u in other.units if u.role in ESCORT_ROLES]) < 2:
        assert lent == []
        more = replace(other, units=(*other.units, replace(other.units[-1], unit="II./JG 52")))
        lent = [d.order for d in decide(replace(view, raids=(bare, more))) if isinstance(d.order, LendEscorts)]
    assert len(lent) == 1 and (lent[0].raid, lent[0].to) == ("other", bare.code) and len(lent[0].units) == 1
    far = replace(other, hex=staff_rules().world.targets["Biggin Hill"].near)
    assert not any(isinstance(d.order, LendEscorts) for d in decide(replace(view, raids=(bare, far))))


@pytest.mark.rule("OPS-C4.2")
def test_a_raid_goes_to_its_secondary_when_others_were_there_before_it() -> None:
    view, raid = flying_view()
    assert raid.plan.secondary is not None and raid.plan.primary is not None
    done = with_reports(view, report(10, "crews", raid.plan.primary, lost=2))
    assert ToSecondary(raid.code) in [d.order for d in decide(done)]
    for changed in (replace(raid, diverted=True), replace(raid, bombed=True), replace(raid, deaf=99)):
        assert not any(isinstance(d.order, ToSecondary) for d in decide(replace(done, raids=(changed,))))
    assert not any(isinstance(d.order, ToSecondary | Recall) for d in decide(view))


@pytest.mark.rule("OPS-C4.2")
@pytest.mark.parametrize(("levels", "up"), [((12, 14), True), ((14, 20), False), ((10, 20), None), ((0, 10), None)])
def test_bombers_are_called_out_of_a_cloud_that_is_thin(levels: tuple[int, int], up: bool | None) -> None:
    view, low = flying_view()
    raid = replace(low, angels=14)
    zone = staff_rules().world.ground(raid.hex).zone
    common = replace(view.common, weather=dict(view.common.weather) | {zone: "overcast"}, levels=dict(view.common.levels) | {zone: levels})
    found = [d.order for d in decide(replace(view, common=common, raids=(raid,))) if isinstance(d.order, ChangeHeight)]
    assert found == ([] if up is None else [ChangeHeight(raid.code, up)])
