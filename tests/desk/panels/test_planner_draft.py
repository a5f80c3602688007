"""Plans in the making: changes, surveys, and offers that mend."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

pytest.importorskip("PySide6.QtWidgets")

from bob.core.dice import Stream
from bob.core.hexes import Hex, distance
from bob.day.state.position import LUFTWAFFE
from bob.day.state.raid_plan import Leg, RaidPlan
from bob.desk.panels.planner.fields import target_entries
from bob.desk.session.session import DeskSession
from bob.staff.advice.planning import mending, plan_edits
from bob.staff.advice.planning.route_survey import survey
from bob.words import LANGUAGES, Words
from tests.desk.rooms import session_at
from tests.sizes import LONG, some

DAY = "15_september_1940"
DRAFTS = 250 if LONG else 25
"""Drafts that are spoilt and mended; `BOB_LONG=1` takes more."""


@pytest.fixture(scope="module")
def session() -> DeskSession:
    return session_at(DAY, 0, LUFTWAFFE)


@pytest.fixture(scope="module")
def plan(session: DeskSession) -> RaidPlan:
    found: RaidPlan = next(r.plan for r in session.view(LUFTWAFFE).raids if r.plan.code == "battersea")
    return found


def bench(session: DeskSession) -> mending.Bench:
    view = session.view(LUFTWAFFE)
    patrols = frozenset(u.unit for box in view.patrols for u in box)
    return mending.Bench(session.world, session.rules.posted(view), patrols, view.common.turns, tuple(r.plan for r in view.raids))


# Changes


def test_way_points_keep_their_places(plan: RaidPlan) -> None:
    out, home = len(plan.route), len(plan.home)
    assert plan_edits.points(plan) == (*plan.route, *plan.home)
    h = Hex(40, 20)
    for index in range(out + 1):
        made = plan_edits.with_point(plan, h, index)
        assert (len(made.route), len(made.home)) == (out + 1, home)
        assert made.route[index].hex == h
        assert plan_edits.without_point(made, index) == plan
    made = plan_edits.with_point(plan, h, out, home=True)
    assert (len(made.route), made.home[0].hex) == (out, h)
    assert plan_edits.with_point(plan, h, home=True).home[-1].hex == h
    assert plan_edits.with_moved_point(plan, -1, h).form_at == h
    assert plan_edits.with_moved_point(plan, out, h).home[0].hex == h
    assert plan_edits.with_height(plan, out, 13).home[0].angels == 12


def test_the_formation_takes_its_units_along(plan: RaidPlan) -> None:
    made = plan_edits.with_height(plan, -1, plan.form_angels + 2)
    assert [u.angels for u in made.units] == [u.angels + 2 for u in plan.units]


@pytest.mark.parametrize("kind", plan_edits.TEMPLATES)
def test_a_template_can_be_filled_until_it_stands(session: DeskSession, kind: str) -> None:
    posted = session.rules.posted(session.view(LUFTWAFFE))
    made = plan_edits.template(session.world, kind, 30, ("main_1",), "battersea" if kind == "return_escort" else None)  # type: ignore[arg-type]
    assert made.code == (f"{kind}_1" if kind != "main" else "main_2")
    made = replace(made, primary="Croydon") if kind in ("main", "dive_bombing", "low_level", "jabo", "reconnaissance") else made
    used = {u.unit for r in session.view(LUFTWAFFE).raids for u in r.plan.units}
    for fighter in (False, True):
        found = [p for p in plan_edits.candidates(session.world, posted, made, used) if session.world.types[p.aircraft].fighter == fighter]
        if kind == "jabo":
            found = [p for p in found if session.world.types[p.aircraft].jabo] or found
        if found and not (kind in ("freie_jagd", "return_escort", "jabo") and not fighter):
            made = plan_edits.with_unit(session.world, posted, made, found[0].unit)
    faults = session.faults(made)
    for _ in range(6):
        if not faults:
            break
        offers = [o for f in faults for o in mending.offers(bench(session), made, f, session.faults)]
        assert offers, [(f.key, f.place) for f in faults]
        made = offers[0].plan
        faults = session.faults(made)
    assert faults == []


def test_a_copy_comes_later_under_another_name(plan: RaidPlan) -> None:
    made = plan_edits.duplicate(plan, ("main_1", "battersea"), 12, 120)
    assert (made.code, made.form_turn) == ("main_2", plan.form_turn + 12)
    assert plan_edits.duplicate(plan, (), 500, 120).form_turn == 120


# The survey


def test_the_survey_follows_the_timetable(session: DeskSession, plan: RaidPlan) -> None:
    posted = session.rules.posted(session.view(LUFTWAFFE))
    found = survey(session.world, posted, plan, session.view(LUFTWAFFE).head_wind)
    assert [(t.turn, t.hex, t.angels) for t in found.turns] == [(s.turn, s.hex, s.angels) for s in session.timetable(plan)]
    assert found.bombs is not None and found.bombs.turn > plan.form_turn
    assert found.first_seen is not None and found.first_seen.stations
    seeing = session.world.seeing("chain_home", found.first_seen.angels)[found.first_seen.hex]
    assert {name for name, _ in seeing} <= set(found.first_seen.stations)
    assert any(t.guns for t in found.turns) and any(t.observed for t in found.turns)
    assert {f.unit for f in found.fuel} == {u.unit for u in plan.units}
    escort = next(f for f in found.fuel if f.escort)
    assert escort.left[0] == escort.endurance - escort.used
    if escort.leaves is not None:
        assert escort.left[escort.leaves] >= escort.home[escort.leaves]
        assert escort.left[escort.leaves] == escort.home[escort.leaves] or escort.left[escort.leaves + 1] < escort.home[escort.leaves + 1]


@pytest.mark.parametrize(
    "change",
    [
        lambda p: replace(p, units=()),
        lambda p: replace(p, form_at=Hex(-50, -50)),
        lambda p: replace(p, route=(Leg(Hex(900, 900), 12),)),
        lambda p: replace(p, primary="no such place", route=(), home=()),
        lambda p: replace(p, units=(replace(p.units[0], unit="nobody"),)),
        lambda p: replace(p, units=(replace(p.units[0], angels=99), replace(p.units[-1], angels=-3))),
    ],
)
def test_no_half_made_plan_breaks_the_survey(session: DeskSession, plan: RaidPlan, change: Callable[[RaidPlan], RaidPlan]) -> None:
    posted = session.rules.posted(session.view(LUFTWAFFE))
    found = survey(session.world, posted, change(plan), None)
    assert all(distance(a.hex, b.hex) < 12 for a, b in zip(found.turns, found.turns[1:], strict=False))


def test_times_of_day(session: DeskSession) -> None:
    common = session.view(LUFTWAFFE).common
    for turn in (1, 13, 120):
        assert common.turn_of(common.time_of(turn)) == turn
    for text in ("", "12", "25:00", "aa:bb", "12:60"):
        assert common.turn_of(text) is None


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_every_target_can_be_picked_once(session: DeskSession, language: str) -> None:
    entries = target_entries(Words(language), session.world.targets.items())
    assert len({text for text, _ in entries}) == len(entries) == len({name for _, name in entries})
    assert all(name in session.world.targets for _, name in entries)
    assert len(entries) == len({id(p) for key, p in session.world.targets.items() if ":" in key})


# Mending


def spoilt(session: DeskSession, plan: RaidPlan, stream: Stream) -> RaidPlan:
    """A draft changed by chance, as a hasty hand would."""
    world, posted = session.world, session.rules.posted(session.view(LUFTWAFFE))
    places = sorted(world.theatre.grounds)
    for _ in range(1 + stream.below(3)):
        legs, units = plan_edits.points(plan), plan.units
        kind = stream.below(9)
        if kind == 0:
            plan = replace(plan, form_turn=stream.below(140) - 5)
        elif kind == 1:
            plan = replace(plan, form_at=stream.choose(places))
        elif kind == 2 and legs:
            plan = plan_edits.with_moved_point(plan, stream.below(len(legs)), stream.choose(places))
        elif kind == 3 and legs:
            plan = plan_edits.with_height(plan, stream.below(len(legs)), 2 * stream.below(18))
        elif kind == 4 and units:
            plan = plan_edits.with_changed_unit(plan, stream.below(len(units)), angels=2 * stream.below(18), aircraft=1 + stream.below(40))
        elif kind == 5:
            plan = plan_edits.with_unit(world, posted, plan, stream.choose(sorted(posted)))
        elif kind == 6 and units:
            plan = plan_edits.without_unit(plan, stream.choose(units).unit)
        elif kind == 7:
            plan = replace(plan, primary=stream.choose([*sorted(world.targets)[::9], None]))
        else:
            plan = replace(plan, form_angels=2 * stream.below(16))
    return plan


@pytest.mark.slow
@pytest.mark.rule("OPS-B3.2")
def test_an_offer_leaves_the_plan_better_and_what_was_mended_never_comes_back(session: DeskSession) -> None:
    """Offers are taken one after another, over drafts made by chance, till none is left."""
    view = session.view(LUFTWAFFE)
    plans = [r.plan for r in view.raids]
    taken = 0
    for number in range(DRAFTS):
        stream = Stream.of(number, "drafts")
        made = spoilt(session, stream.choose(plans), stream)
        mended: set[tuple[str, str, str]] = set()
        for _ in range(20):
            before = session.remarks(made)
            assert not mended & {(f.stage, f.key, f.place) for f in before if f.place.startswith("unit:")}
            found = [(f, o) for f in before[:4] for o in mending.offers(bench(session), made, f, session.remarks)[:1]]
            if not found:
                break
            for fault, offer in found:
                after = session.remarks(offer.plan)
                assert mending.better(before, after, fault)
                grave = [sum(f.stage != "warning" for f in remarks) for remarks in (before, after)]
                assert grave[1] < grave[0] or fault.stage in ("drawn", "warning"), (fault, offer.key)
            fault, offer = stream.choose(found)
            mended.add((fault.stage, fault.key, fault.place))
            made = offer.plan
            taken += 1
        else:
            pytest.fail("offers without end")
    assert taken > DRAFTS // 2


@pytest.mark.rule("OPS-B10.1")
def test_a_way_round_guns_is_offered_where_it_is_less_dangerous(session: DeskSession, plan: RaidPlan) -> None:
    target = session.world.targets["Hornchurch"].near
    calais, bombers = session.world.theatre.find("Calais").near, tuple(u for u in plan.units if u.role == "bomber")
    through = replace(plan, units=bombers, primary="Hornchurch", secondary=None, form_at=calais, route=(), home=())
    assert not session.faults(through)
    offer = mending.around(bench(session), through, session.remarks)
    assert offer is not None and offer.key == "around" and not session.faults(offer.plan)
    guns = [
        sum(e.guns for e in survey(session.world, session.rules.posted(session.view(LUFTWAFFE)), p, None).turns)
        for p in (through, offer.plan)
    ]
    assert guns[1] < guns[0] and offer.plan.route[-1].hex != target
    assert mending.around(bench(session), offer.plan, session.remarks) is None


FAULTY: dict[str, Callable[[RaidPlan], RaidPlan]] = {
    "plan.form_time": lambda p: replace(p, form_turn=999),
    "plan.form_far": lambda p: replace(p, form_at=p.route[0].hex),
    "plan.off_map": lambda p: replace(p, form_at=Hex(-50, -50)),
    "plan.aircraft": lambda p: replace(p, units=(replace(p.units[0], aircraft=79), *p.units[1:])),
    "plan.ceiling": lambda p: replace(p, units=(replace(p.units[0], angels=34), *p.units[1:])),
    "plan.close_height": lambda p: replace(p, units=(*p.units[:2], replace(p.units[2], angels=30), *p.units[3:])),
    "plan.high_height": lambda p: replace(p, units=(*p.units[:5], replace(p.units[5], angels=4))),
    "plan.role_fighter": lambda p: replace(p, units=(*p.units, replace(p.units[0], role="sweep", unit="I./KG 1"))),
    "plan.unit_twice": lambda p: replace(p, units=(*p.units, p.units[0])),
    "plan.climb": lambda p: plan_edits.with_height(p, 0, 34),
    "plan.joins": lambda p: replace(p, joins="portland"),
    "plan.same_target": lambda p: replace(p, secondary=p.primary),
    "plan.code": lambda p: replace(p, code=""),
    "plan.no_units": lambda p: replace(p, units=()),
    "plan.angels": lambda p: replace(p, form_angels=15),
    "plan.needs_target": lambda p: replace(p, primary=None),
    "plan.needs_bomber": lambda p: replace(p, units=tuple(u for u in p.units if u.role != "bomber")),
    "plan.low": lambda p: replace(p, low=True),
    "plan.circling": lambda p: replace(p, circling=3),
    "plan.convoy_beside": lambda p: replace(p, convoy=1),
    "plan.convoy_unknown": lambda p: replace(p, convoy=7, primary=None),
    "plan.unknown_target": lambda p: replace(p, primary="Nowhere Hall"),
    "plan.unknown_unit": lambda p: replace(p, units=(*p.units, replace(p.units[0], unit="I./KG 99"))),
}


@pytest.mark.rule("OPS-B3.2")
@pytest.mark.parametrize("key", FAULTY)
def test_a_fault_has_an_offer_that_mends_it(session: DeskSession, plan: RaidPlan, key: str) -> None:
    faulty = FAULTY[key](plan)
    fault = next(f for f in session.faults(faulty) if f.key == key)
    found = mending.offers(bench(session), faulty, fault, session.faults)
    assert found
    for offer in found:
        assert (key, fault.place) not in {(f.key, f.place) for f in session.faults(offer.plan)}
        for language in LANGUAGES:
            values = {"time": "12:00", **offer.values} if offer.key == "form_turn" else dict(offer.values)
            values.pop("turn", None)
            if offer.key == "form_at":
                values["place"] = values.pop("hex")
            assert Words(language)(f"desk_planner.mend.{offer.key}", **values)


def test_all_is_mended_at_once(session: DeskSession, plan: RaidPlan) -> None:
    spoiled = plan
    for key in ("plan.low", "plan.aircraft", "plan.same_target", "plan.angels", "plan.unknown_unit"):
        spoiled = FAULTY[key](spoiled)
    assert len(session.faults(spoiled)) >= 5
    assert session.faults(mending.mended(bench(session), spoiled, session.remarks)) == []


@pytest.mark.rule("OPS-B8.2")
def test_bombers_alone_are_offered_an_escort(session: DeskSession, plan: RaidPlan) -> None:
    alone = replace(plan, units=plan.units[:2], form_turn=4)
    offer = mending.escort(bench(session), alone, session.faults)
    assert offer is not None
    assert [u.role for u in offer.plan.units][-1] == "close_escort"
    assert session.faults(offer.plan) == []
    assert mending.escort(bench(session), plan, session.faults) is None
