"""The open decisions of the seat at the screen, in the order in which Enter walks through them. All from the view."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from bob.core import hexes
from bob.core.game import REFEREE
from bob.day.rules.fight_orders import laid_open, ways
from bob.day.state.orders import Done, Pancake, Pick, Readiness, Recall, Resolve, Scramble, Seal
from bob.day.state.view import EngagementView, LuftwaffeView, RafView, TrackView
from bob.day.state.world import World
from bob.day.telling.period_names import Names
from bob.day.telling.situation import party, way_text
from bob.day.telling.target_notes import orders_line
from bob.desk.session.session import DeskSession
from bob.desk.session.standing_wishes import wishes, without_escort
from bob.desk.session.standing_wording import wish_text
from bob.staff.advice.fighter_command.alert_ladder import Rung
from bob.staff.advice.fighter_command.candidates import Candidate, candidates, follows_in_vain, joint_candidates
from bob.staff.advice.fighter_command.squadron_people import introduced
from bob.staff.advice.map.counters import WING, height, short, strength
from bob.tactical.slot import Slot
from bob.words import Words

OFFERS = 3
TWICE = 2
AT_ONCE = 12
"""Squadrons that one Enter brings to Ready."""
MOST_PROPOSED = 7
"""Proposals of standing orders that are shown."""
NAMED = 3
"""Raids that are named for which they are."""
IN_TIME, IN_VAIN = 4, 5
"""Latest turn after a raid's crossing of the coast at which a squadron meets it in time, and the one after which none is sent except on
purpose."""
QUICK = 2
"""Turns within which a squadron always comes in time, however long a raid has been over land."""


@dataclass(frozen=True, slots=True)
class OrderOffer:
    """An order that may be given on the spot, or several as a tuple, and its name."""

    text: str
    order: Any
    turns: int = 0
    """Turns to the meeting, of a squadron that is sent."""
    tip: str = ""
    """A description of the squadrons."""


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """One decision: its subject, the text of its button, the orders available on the spot, and the thing to show on the table.

    `ends` marks those that end the seat's turn; `order` is the order of the button, if any.
    """

    code: str
    key: str
    text: str
    button: str
    order: Any = None
    offers: tuple[OrderOffer, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    count: int = 0
    show: tuple[str, Any] | None = None
    ends: bool = False
    advised: tuple[str, ...] = ()
    pressing: bool = False
    """True if it is urgent: then the button gives the advised order, and passing over it takes a deliberate act."""


def open_decisions(session: DeskSession, words: Words, names: Names) -> list[OpenDecision]:
    """All that the seat at the screen has to decide now; the last ends its say. Empty when it owes nothing."""
    if not session.live or session.hand not in session.to_move:
        return []
    view = session.view(session.hand)
    fight = view.engagement
    if fight is not None:
        return [_fight(fight, words, names.slot, session.seated)] if session.flier(session.seated) is None or fight.battle is None else []
    if isinstance(view, RafView | LuftwaffeView) and view.choice is not None:
        return [_choice(session, view.choice, words, names)]
    if view.common.phase == "planning":
        text = words("desk.owed.plan", raids=len(view.raids))
        return [OpenDecision("seal", "seal", text, words("desk.owed.seal_button"), Seal(), ends=True)]
    found: list[OpenDecision] = []
    if isinstance(view, RafView):
        found = [*_raids(session, view, words, names), *_unready(session, view, words), *_proposed(session, words, names)]
        found += [*_without_ammunition(session, view, words), *_chasing(session, view, words)]
    elif isinstance(view, LuftwaffeView):
        found = [*_proposed(session, words, names), *_naked(session, view, words, names)]
        if view.plan_open:
            raids = sum(raid.state != "ended" for raid in view.raids)
            text = words("desk.owed.hour", clock=view.common.clock, raids=raids)
            return [*found, OpenDecision("seal", f"hour/{view.common.turn}", text, words("desk.owed.hour_button"), Seal(), ends=True)]
    return [
        *found,
        OpenDecision(
            "done",
            f"done/{view.common.turn}",
            _closing_note(session, view, found, words),
            words("desk.owed.done_button"),
            Done(),
            ends=True,
        ),
    ]


def needs_preview(view: LuftwaffeView) -> bool:
    """Return whether the contents of a plan are shown before its seal: always but for an hour's order without changes."""
    return not view.plan_open or bool(view.struck_codes) or any(raid.added == view.turn for raid in view.raids)


def seal_text(world: World, view: LuftwaffeView, words: Words, drafts: int = 0) -> str:
    """Return the contents of the plan to be sealed, and the number of drafts lost with it."""
    aircraft = sum(unit.aircraft for raid in view.raids for unit in raid.plan.units)
    targets = len({raid.plan.primary for raid in view.raids if raid.plan.primary})
    text = words("desk_planner.seal_summary", raids=len(view.raids), aircraft=aircraft, targets=targets)
    if view.plan_open:
        added = sum(raid.added == view.turn for raid in view.raids)
        text = words("desk_planner.seal_hour", added=added, standing=sum(raid.state != "ended" for raid in view.raids) - added)
    lost = words("desk_planner.seal_drafts", count=drafts) if drafts else ""
    return " ".join(filter(None, (text, orders_line(words, world, view), lost)))


def _fight(fight: EngagementView, words: Words, slot: Slot, seat: str) -> OpenDecision:
    """The engagement in hand: how it is resolved, its result from the players' own table, or an order of the dogfight."""
    state = "flown" if fight.battle is not None else fight.how
    still = fight.battle is None and not (laid_open(fight) and seat != REFEREE)
    hows = [way for way in ways(slot) if way != fight.how] if still else []
    offers = tuple(OrderOffer(way_text(words, way, slot), Resolve(way)) for way in hows)
    text = words(f"desk_fights.owed.{state}", who=party(fight, words))
    button = words(f"desk_fights.owed.{state}_button")
    return OpenDecision("fight", f"fight/{fight.number}/{state}", text, button, offers=offers, show=("hex", fight.hex), ends=True)


def _choice(session: DeskSession, choice: dict[str, Any], words: Words, names: Names) -> OpenDecision:
    """Return the decision of an open choice; the button takes the choice of an officer of the seat."""
    kind = choice["kind"]
    named = {name: names.track(int(name)) if kind == "navigation_test" else name for name in choice["options"]}
    count = choice["count"]
    advised = session.advised_pick() or tuple(choice["options"][:count])
    shown = _in_order(session.view(session.hand), named, advised, words)
    text = words(f"ops.choice.{kind}")
    button = words("desk.owed.pick_one", name=named[advised[0]]) if count == 1 else words("desk.owed.pick_button")
    return OpenDecision("choice", f"choice/{kind}", text, button, Pick(advised), options=shown, count=count, ends=True, advised=advised)


def _in_order(view: Any, named: dict[str, str], advised: tuple[str, ...], words: Words) -> tuple[tuple[str, str], ...]:
    """Sort the options of a choice, each with its merits: the advised first, then the strongest."""
    if not isinstance(view, RafView):
        return _escorts_in_order(view, named, advised, words)
    squadrons, tracks = {s.unit: s for s in view.squadrons}, {str(t.number): t for t in view.tracks}
    found = []
    for name, text in named.items():
        squadron, track, worth = squadrons.get(name), tracks.get(name), 0
        if squadron is not None:
            worth = squadron.strength
            text = words("desk.owed.option_squadron", unit=short(name), base=squadron.station, aircraft=worth)
        elif track is not None:
            worth = max((plot.strength or 0 for plot in track.plots[-1:]), default=0)
            text = words("desk.owed.option_track", track=text, strength=strength(track), height=height(track))
        found.append((name not in advised, -worth, name, text))
    return tuple((name, text) for _, _, name, text in sorted(found, key=lambda f: f[:2]))


def _escorts_in_order(view: Any, named: dict[str, str], advised: tuple[str, ...], words: Words) -> tuple[tuple[str, str], ...]:
    """Sort escorts, each with role and strength: the advised first, then the weakest, whose loss costs least."""
    planned = {unit.unit: unit for raid in view.raids for unit in raid.plan.units} if isinstance(view, LuftwaffeView) else {}
    found = []
    for name, text in named.items():
        unit, worth = planned.get(name), 0
        if unit is not None:
            worth = unit.aircraft
            text = words("desk.owed.option_escort", unit=name, role=words(f"ops.role.{unit.role}"), aircraft=worth)
        found.append((name not in advised, worth, name, text))
    return tuple((name, text) for _, _, name, text in sorted(found, key=lambda f: f[:2]))


def _raids(session: DeskSession, view: RafView, words: Words, names: Names) -> Iterator[OpenDecision]:
    """Yield raids without interception, or with too little, that a squadron can still meet; the most pressing first."""
    tracks = {track.number: track for track in view.tracks}
    for rung in session.ladder(view):
        if not rung.lacking or rung.coast is None or rung.old:
            continue
        offers = tuple(_offers(session, view, tracks[rung.number], rung, words, names))
        if offers:
            best, late = offers[0], offers[0].turns > _by(rung, IN_TIME)
            pressing = rung.pressing and offers[0].turns <= _by(rung, IN_VAIN)
            values = {"track": rung.label, "sent": rung.coming, "strength": rung.strength, "need": rung.need}
            text = words(f"desk.owed.raid_{_shortage(rung)}", **values)
            yield OpenDecision(
                "raid",
                f"raid/{rung.number}",
                words("desk.owed.raid_far", told=text) if rung.pressing and late else text,
                best.text if pressing else words("desk.owed.pass_button"),
                order=best.order if pressing else None,
                offers=offers,
                show=("track", rung.number),
                pressing=pressing,
            )


def _by(rung: Rung, after: int) -> int:
    """In how many turns a raid must be met that may be so long over land before it has bombed: some of them may have passed."""
    return max(QUICK, (rung.coast or 0) + after - rung.over_land)


def _closing_note(session: DeskSession, view: Any, found: list[OpenDecision], words: Words) -> str:
    """Return the note before the end of a turn: the pressing raids that no squadron can meet."""
    if not isinstance(view, RafView):
        return words("desk.owed.done")
    asked = {decision.key for decision in found}
    pressing = [r.label for r in session.ladder(view) if r.pressing and f"raid/{r.number}" not in asked]
    if not pressing:
        return words("desk.owed.done")
    return words(f"desk.owed.done_{'limit' if view.scrambled >= view.scramble_limit else 'open'}", tracks=", ".join(pressing))


def _shortage(rung: Rung) -> str:
    """Return the code of the fault of an interception: no squadron, spent, too few for the raid's strength, or too few for an unknown
    strength."""
    return "alone" if not rung.coming else "spent" if rung.spent else "few" if rung.foes is not None else "few_unknown"


def _offers(session: DeskSession, view: RafView, track: TrackView, rung: Rung, words: Words, names: Names) -> Iterator[OrderOffer]:
    """Yield the squadrons that could be sent against a raid: first together as advised, then one by one, the soonest first."""
    found = candidates(session, view, track)
    in_time = [candidate for candidate in found if candidate.turns <= _by(rung, IN_VAIN)]
    best, people = joint_candidates(session, view, in_time or found, rung.need - rung.have), session.people()
    if len(best) > 1:
        yield _with_post(OrderOffer(_joint_text(best, words), tuple(s.order for s in best), best[0].turns), best[0], words, names)
    for candidate in found[:OFFERS]:
        who = "\n".join(introduced(words, people[unit]) for unit in candidate.units if unit in people)
        yield _with_post(OrderOffer(offer_text(candidate, words), candidate.order, candidate.turns, who), candidate, words, names)


def _with_post(offer: OrderOffer, candidate: Candidate, words: Words, names: Names) -> OrderOffer:
    """An offer as it is; against a raid that still gathers it says that they go on patrol, and where they wait."""
    if candidate.post is None:
        return offer
    where = words("desk.owed.wait_tip", place=names.at(words, candidate.post.label))
    return replace(offer, text=words("desk.owed.to_wait", told=offer.text), tip="\n".join(filter(None, (where, offer.tip))))


def _joint_text(best: list[Candidate], words: Words) -> str:
    """Squadrons that are sent together, in one line."""
    units = ", ".join(WING.join(short(unit) for unit in s.units) for s in best)
    minutes, angels = [5 * s.turns for s in best], [s.angels for s in best]
    return words("desk.owed.several", units=units, minutes=_span(minutes), angels=_span(angels))


def _span(figures: list[int]) -> str:
    """A figure, or from which to which."""
    least, most = min(figures), max(figures)
    return str(least) if least == most else f"{least}–{most}"


def offer_text(candidate: Candidate, words: Words) -> str:
    """Name the sending of a squadron, with its time and height; a height that differs from the ordered one is marked."""
    squadron = candidate.squadron
    wording = "scramble" if isinstance(candidate.order, Scramble) else "vector"
    if wording == "scramble" and squadron.on_request:
        wording = "request"
    unit = squadron.unit if len(candidate.units) == 1 else WING.join(short(unit) for unit in candidate.units)
    text = words(f"desk.owed.{wording}", unit=unit, minutes=5 * candidate.turns, angels=candidate.angels, group=squadron.group)
    return text if candidate.was is None else words("desk.owed.not_as_ordered", told=text, angels=candidate.was)


def _unready(session: DeskSession, view: RafView, words: Words) -> Iterator[OpenDecision]:
    """Yield squadrons to bring to Ready, the nearest to the first threat first: only up to twice as many Ready as are advised. One Enter
    orders all."""
    coming = [rung for rung in session.ladder(view) if rung.coast is not None]
    standing = sum("ready" in (s.box, s.becoming) for s in view.squadrons)
    wanted = min(AT_ONCE, TWICE * sum(max(0, math.ceil(rung.need - rung.have)) for rung in coming) - standing)
    if wanted <= 0:
        return
    tracks, fields = {t.number: t.last.hex for t in view.tracks}, session.world.fields
    stations = {s.unit: fields[s.station].near for s in view.squadrons}

    def away(order: Readiness) -> int:
        return min(hexes.distance(stations[order.unit], tracks[rung.number]) for rung in coming)

    orders = tuple(sorted(session.advised_readiness(), key=away)[:wanted])
    comes = [rung.label for rung in coming]
    if orders:
        units = ", ".join(short(order.unit) for order in orders)
        offer = OrderOffer(words("desk.owed.ready_all", units=units), orders)
        text = words("desk.owed.ready", tracks=", ".join(comes[:NAMED]))
        yield OpenDecision("ready", "ready", text, words("desk.owed.ready_button"), order=orders, offers=(offer,), pressing=True)


def _proposed(session: DeskSession, words: Words, names: Names) -> Iterator[OpenDecision]:
    """Yield the proposals of the standing orders; one Enter orders all of them."""
    found = [wish for wish in wishes(session) if not wish.acts]
    if found:
        offers = [OrderOffer(wish_text(words, names, wish.what, wish.values), wish.order) for wish in found]
        orders = tuple(wish.order for wish in found)
        if len(offers) > 1:
            offers.insert(0, OrderOffer(words("desk_orders.standing.all"), orders))
        text = words("desk_orders.standing.proposed", told=words.separated(offer.text for offer in offers[-NAMED:]))
        key = "standing/" + ",".join(sorted(str(getattr(order, "unit", "")) for order in orders))
        yield OpenDecision("standing", key, text, words("desk_orders.standing.give"), order=orders, offers=tuple(offers[:MOST_PROPOSED]))


def _without_ammunition(session: DeskSession, view: RafView, words: Words) -> Iterator[OpenDecision]:
    """Squadrons in the air without ammunition."""
    for s in view.squadrons:
        if s.box == "airborne" and s.ammo == "none" and s.controlled and not (s.vector is not None and s.vector["kind"] == "home"):
            order = Pancake(s.unit)
            if session.check(session.hand, order) is None:
                yield OpenDecision(
                    "spent",
                    f"spent/{s.unit}",
                    words("desk.owed.spent", unit=s.unit),
                    words("desk.owed.pancake", unit=s.unit),
                    order=order,
                    offers=(OrderOffer(words("desk.owed.pancake", unit=s.unit), order),),
                    show=("squadron", s.unit),
                )


def _chasing(session: DeskSession, view: RafView, words: Words) -> Iterator[OpenDecision]:
    """Squadrons that are led after raids which are gone; one Enter brings all of them home."""
    orders = tuple(Pancake(s.unit) for s in view.squadrons if s.controlled and follows_in_vain(session, view, s))
    orders = tuple(order for order in orders if session.check(session.hand, order) is None)
    if orders:
        units = ", ".join(short(order.unit) for order in orders)
        each = tuple(OrderOffer(words("desk.owed.chasing_home", units=short(order.unit)), order) for order in orders[:OFFERS])
        whole = (OrderOffer(words("desk.owed.chasing_home", units=units), orders),) if len(orders) > 1 else ()
        yield OpenDecision(
            "chasing",
            f"chasing/{units}",
            words("desk.owed.chasing", units=units),
            words("desk.owed.chasing_button"),
            order=orders,
            offers=(*whole, *each),
        )


def _naked(session: DeskSession, view: LuftwaffeView, words: Words, names: Names) -> Iterator[OpenDecision]:
    """Raids on their way to the target that have lost their escort."""
    for raid in view.raids:
        if not without_escort(raid):
            continue
        order = Recall(raid.code)
        if session.check(session.hand, order) is None:
            text = names.title(words, raid.code)
            yield OpenDecision(
                "naked",
                f"naked/{raid.code}",
                words("desk.owed.naked", raid=text),
                words("desk.owed.pass_button"),
                offers=(OrderOffer(words("desk.owed.recall", raid=names.raid(words, raid.code)), order),),
                show=("raid", raid.code),
            )


def status(session: DeskSession, words: Words) -> str:
    """Describe the current activity when the seat at the screen owes nothing."""
    if session.looking_back:
        return words("desk.status.past")
    if session.is_over:
        outcome = session.outcome
        assert outcome is not None
        text = words(f"ops.band.{outcome.code}")
        return text[:1].upper() + text[1:]
    if session.paused:
        return words("desk.status.paused")
    if session.aloft and not session.watching:
        return words("desk_fights.status.aloft")
    if session.is_thinking:
        return words("desk.status.thinking")
    if session.watching:
        return words("desk.status.watching")
    if session.seated == REFEREE:
        return words("desk.status.referee")
    return session.waits_for(words)
