"""The text at the mouse for a thing on the table: its name, and the seat's knowledge of it. From the view alone."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from bob.core.hexes import Hex, from_label
from bob.day.rules.reach import left_at_formation
from bob.day.rules.timetable import turns_home
from bob.day.rules.wings import stack_of
from bob.day.state.raid_parts import together
from bob.day.state.raid_plan import BOMBING_ROLES, PlannedUnit, RaidPlan
from bob.day.state.time_of_day import MINUTES
from bob.day.state.view import Common, DayView, LuftwaffeView, RafView, RaidUnitView, RaidView, RefereeView, SquadronView, TrackView
from bob.day.state.world import World
from bob.day.telling.period_names import aircraft_called
from bob.staff.advice.fighter_command.squadron_people import SquadronPeople, record, who
from bob.staff.advice.map.counters import height, strength, task
from bob.words import Words


class HoverTeller:
    """Describes the things of a view in the words of a language."""

    def __init__(self, world: World, words: Words, view: DayView | None, people: Mapping[str, SquadronPeople] | None = None) -> None:
        self.world, self.words, self.view, self.people = world, words, view, people or {}
        referee = isinstance(view, RefereeView)
        self.raf: RafView | None = view.raf if isinstance(view, RefereeView) else view if isinstance(view, RafView) else None
        self.luftwaffe: LuftwaffeView | None = (
            view.luftwaffe if isinstance(view, RefereeView) else view if isinstance(view, LuftwaffeView) else None
        )
        self.tracks: dict[str, int] | None = view.tracks if referee and isinstance(view, RefereeView) else None
        seat = self.raf or self.luftwaffe
        self.common: Common | None = seat.common if seat is not None else None

    def of(self, kind: str, key: Any) -> str:
        """Return the text about a thing; empty when the view has none."""
        if kind == "track" and self.raf is not None:
            track = next((t for t in self.raf.tracks if t.number == key), None)
            return self.track(self.raf, track) if track is not None else ""
        if kind == "squadron" and self.raf is not None:
            squadron = next((s for s in self.raf.squadrons if s.unit == key), None)
            if squadron is None:
                return ""
            stack = stack_of(self.raf.squadrons, squadron)  # a Wing is described as one
            return "\n\n".join(self.squadron(s) for s in stack)
        if kind == "raid" and self.luftwaffe is not None:
            raid = next((r for r in self.luftwaffe.raids if r.code == key), None)
            return self.raid(self.luftwaffe, raid) if raid is not None else ""
        if kind == "unit" and self.luftwaffe is not None:
            return self.unit(self.luftwaffe, key)
        if kind == "patrol" and self.luftwaffe is not None and 1 <= key <= len(self.luftwaffe.patrols):
            lines = [self.words("desk_table.raid.patrol", box=key), *map(self._unit, self.luftwaffe.patrols[key - 1])]
            return "\n".join(lines)
        if kind == "convoy":
            return self.convoy(key)
        if kind == "place":
            return self.place(str(key))
        if kind == "hex":
            return self.hex(from_label(key) if isinstance(key, str) else key)
        return ""

    # ---- the RAF's

    def track(self, view: RafView, track: TrackView) -> str:
        """A raid as plotted."""
        w, last = self.words, track.last
        known = track.label.startswith("H")
        lines = [w("desk_table.track.hostile" if known else "desk_table.track.unknown", label=track.label)]
        many, high = strength(track), height(track)
        first = w("desk_table.track.no_strength") if many == "?" else w("desk_table.track.strength", strength=many)
        second = w("desk_table.track.no_height") if high == "?" else w("desk_table.track.height", angels=high)
        lines.append(f"{first}; {second}")
        lines.append(w("desk_table.track.level", level=w(f"ops.level.{last.level}"), number=last.level))
        source = {"observer_corps": w("desk_table.track.observers"), "tally": w("desk_table.track.tally")}.get(last.source, last.source)
        age = w("desk_table.track.minutes", minutes=MINUTES * track.age) if track.age else w("desk_table.track.now")
        when = view.common.time_of(last.turn)
        lines.append(w("desk_table.track.last", clock=when, hex=last.hex.label, age=age, source=source))
        if track.course is not None and math.hypot(*track.course) > 0.2:
            lines.append(w("desk_table.track.course", bearing=f"{bearing(track.course):03d}"))
        if track.faded:
            lines.append(w("desk_table.track.faded"))
            return "\n".join(lines)
        sent = [s.unit for s in view.squadrons if s.vector is not None and s.vector["track"] == track.number]
        if track.tallied_by:
            lines.append(w("desk_table.track.tallied", units=", ".join(track.tallied_by)))
        lines.append(w("desk_table.track.sent", units=", ".join(sent)) if sent else w("desk_table.track.nobody"))
        return "\n".join(lines)

    def squadron(self, s: SquadronView) -> str:
        """Return the text about a squadron: its place, its task, its supplies."""
        w = self.words
        lines = [w("desk_table.squadron.head", unit=s.unit, aircraft=aircraft_called(s.aircraft))]
        if s.unit in self.people:
            p = self.people[s.unit]
            lines += [f"{who(w, p)} · {s.station}", record(w, p)]
        ammo = w(f"ops.ammo.{s.ammo}")
        if s.box == "airborne":
            lines.append(w("desk_table.squadron.air", strength=s.strength, angels=s.angels, hex=s.hex.label))
            if s.heard is not None and self.common is not None:
                clock = self.common.time_of(s.heard)
                lines.append(w("desk_table.squadron.heard", clock=clock, minutes=MINUTES * s.silence, ring=s.ring))
            elif not s.fixed:
                lines.append(w("desk_table.squadron.reckoned", ring=s.ring))
            lines.append(self._doing(s))
            home = turns_home(self.world, s.hex, s.station, self.world.types[s.aircraft].mp)
            lines.append(w("desk_table.squadron.fuel", minutes=MINUTES * max(0, s.fuel), home=MINUTES * home, ammo=ammo))
        else:
            lines.append(w("desk_table.squadron.ground", strength=s.strength, station=s.station, box=w(f"ops.box.{s.box}")))
            if s.scrambling:
                lines.append(w("desk_table.squadron.scrambling"))
            if s.turns_to_next is not None and s.becoming:
                lines.append(w("desk_table.squadron.next", box=w(f"ops.box.{s.becoming}"), minutes=MINUTES * s.turns_to_next))
            lines.append(w("desk_table.squadron.ammo", ammo=ammo))
        lines.append(w("desk_table.squadron.radio", radio=s.radio.upper(), sector=s.sector))
        if not s.controlled:
            lines.append(w("desk_table.squadron.uncontrolled"))
        return "\n".join(lines)

    def _doing(self, s: SquadronView) -> str:
        w = self.words
        if s.tally is not None:
            return w("desk_table.squadron.tally", track=s.tally)
        if s.vector is None or task(s) == "patrol":
            return w("desk_table.squadron.patrol")
        if s.vector["kind"] == "home":
            return w("desk_table.squadron.home", field=s.vector["field"] or s.station)
        goal = s.vector["hex"]
        if s.vector["track"] is not None and self.raf is not None:
            label = next((t.label for t in self.raf.tracks if t.number == s.vector["track"]), None)
            goal = f"{label}, {goal}" if label else goal
        return w("desk_table.squadron.vector", goal=goal, angels=s.vector["angels"])

    # ---- the Luftwaffe's

    def raid(self, view: LuftwaffeView, raid: RaidView) -> str:
        """A raid of one's own."""
        w, plan = self.words, raid.plan
        title = w.of(raid.title) or raid.title.get("en") or raid.code
        lines = [w("desk_table.raid.head", title=title, type=w(f"ops.type.{plan.type}"))]
        if raid.state == "planned":
            when = view.common.time_of(raid.form_turn or plan.form_turn)
            lines.append(w("desk_table.raid.forms", clock=when, hex=plan.form_at.label, angels=plan.form_angels))
        else:
            lines.append(w("desk_table.raid.state", state=w(f"ops.state.{raid.state}"), angels=raid.angels, hex=raid.hex.label))
        if plan.convoy is not None and not raid.diverted:
            lines.append(w("desk_table.raid.target", target=w("log.part.sighted", number=plan.convoy)))
        elif plan.primary is not None:
            lines.append(w("desk_table.raid.target", target=(plan.secondary if raid.diverted else plan.primary) or plan.primary))
        if raid.units:
            flying, _ = together(raid)
            flying.sort(key=lambda u: u.role not in BOMBING_ROLES)
            lines += [self._unit(u) for u in flying[:7]]
            if len(flying) > 7:
                lines.append(w("desk_table.raid.more", count=len(flying) - 7))
        else:
            lines += [self._planned(view, plan, unit) for unit in plan.units[:7]]
        if self.tracks is not None:
            number = self.tracks.get(raid.code)
            lines.append(w("desk_table.raid.unplotted") if number is None else w("desk_table.raid.plotted", number=number))
        return "\n".join(lines)

    def unit(self, view: LuftwaffeView, name: str) -> str:
        """Return the text about a unit that flies apart from a raid, and all units with it."""
        for raid in view.raids:
            found = next((units for units in together(raid)[1] if units[0].unit == name), None)
            if found is not None:
                w, lead = self.words, found[0]
                title = w.of(raid.title) or raid.title.get("en") or raid.code
                where = w("desk_table.raid.state", state=w(f"ops.state.{lead.state}"), angels=lead.angels, hex=lead.hex.label)
                return "\n".join(
                    [w("desk_table.raid.head", title=title, type=w(f"ops.type.{raid.plan.type}")), where, *map(self._unit, found)]
                )
        return ""

    def _unit(self, u: RaidUnitView) -> str:
        """A unit in the air, and its fuel."""
        kind = self.world.types[u.aircraft]
        return self.words(
            "desk_table.raid.unit",
            unit=u.unit,
            strength=u.strength,
            aircraft=aircraft_called(u.aircraft),
            role=self.words(f"ops.role.{u.role}"),
            fuel=MINUTES * max(0, u.fuel),
            home=MINUTES * turns_home(self.world, u.hex, u.base, kind.mp),
        )

    def _planned(self, view: LuftwaffeView, plan: RaidPlan, planned: PlannedUnit) -> str:
        """A unit of a plan, and the fuel that it will have when the raid has formed."""
        w, role = self.words, self.words(f"ops.role.{planned.role}")
        posted = self.world.luftwaffe(view.settings.order_of_battle).get(planned.unit)
        if posted is None or posted.station not in self.world.far_fields:
            return w("desk_table.raid.unknown", unit=planned.unit, strength=planned.aircraft, role=role)
        fuel = MINUTES * left_at_formation(self.world, posted, plan.form_at, planned.angels)
        aircraft = aircraft_called(posted.aircraft)
        return w("desk_table.raid.planned", unit=planned.unit, strength=planned.aircraft, aircraft=aircraft, role=role, fuel=fuel)

    # ---- convoys

    def convoy(self, key: Any) -> str:
        """A convoy: as it is for the RAF, as it was seen last for the Luftwaffe."""
        w = self.words
        if self.raf is not None and isinstance(key, str):
            found = next((c for c in self.raf.convoys if c.code == key), None)
            if found is None:
                return ""
            title = w.of(found.title) or found.code
            lines = [title, w("desk_table.convoy.ships", left=found.ships - found.sunk, ships=found.ships, course=f"{found.course:03d}")]
            if found.escorts:
                lines.append(w("desk_table.convoy.escorts", factor=found.escorts))
            if found.balloons:
                lines.append(w("desk_table.convoy.balloons", count=found.balloons))
            return "\n".join(lines)
        seen = self.luftwaffe.sighting(key) if self.luftwaffe is not None and isinstance(key, int) else None
        if seen is None or self.luftwaffe is None:
            return ""
        clock = self.luftwaffe.common.time_of(seen.turn)
        return "\n".join(
            [
                w("desk_table.convoy.number", number=seen.number),
                w("desk_table.convoy.seen", ships=seen.ships, course=f"{seen.course:03d}"),
                w("desk_table.convoy.when", clock=clock, hex=seen.hex.label, minutes=MINUTES * (self.luftwaffe.turn - seen.turn)),
            ]
        )

    # ---- the map

    def place(self, key: str) -> str:
        """Return the text about a place of the map; for an airfield also the squadrons there."""
        w = self.words
        kind, _, name = key.partition(":")
        lines = [w("desk_table.place.head", name=name, kind=w(f"cli.kind.{kind}"))]
        if self.raf is not None:
            if key in self.raf.damaged_stations:
                lines.append(w("desk_table.place.out"))
            if key in self.raf.absent_stations:
                lines.append(w("desk_table.place.absent"))
            if key in self.raf.mobile_stations:
                lines.append(w("desk_table.place.mobile"))
            if kind == "sector_station" and name in self.raf.rooms_hit:
                lines.append(w("desk_table.place.room"))
            if kind == "sector_station" and name in self.raf.emergency_rooms:
                lines.append(w("desk_table.place.emergency"))
            field = next((f for f in self.raf.fields if f.place == name), None)
            if field is not None and kind in ("sector_station", "raf_airfield"):
                free = max(0, field.capacity - field.damage - field.used)
                lines.append(w("desk_table.place.field", open=free, capacity=field.capacity))
                if field.repaired_on is not None:
                    lines.append(w("desk_table.place.repaired", clock=self.raf.common.time_of(field.repaired_on)))
            here = [s.unit for s in self.raf.squadrons if s.station == name and s.box not in ("airborne", "gone")]
            if here and kind in ("sector_station", "raf_airfield"):
                lines.append(w("desk_table.place.squadrons", units=", ".join(here)))
        place = next((p for p in self.world.theatre.of_kind(kind) if p.name == name), None)
        if place is not None and place.hex is not None:
            lines.append(w("desk_table.place.hex", hex=place.hex.label))
        return "\n".join(lines)

    def hex(self, h: Hex) -> str:
        """A hex: its Sector and its weather."""
        w = self.words
        ground = self.world.theatre.grounds.get(h)
        if ground is None:
            return ""
        lines = [w("desk_table.place.hex", hex=h.label)]
        if ground.sector:
            area = next((a for a in self.world.theatre.sectors if a.code == ground.sector), None)
            lines[0] += " · " + w("desk_table.place.sector", sector=area.name if area else ground.sector)
        if self.common is not None and ground.zone in self.common.weather:
            weather = sky_text(w, self.common, ground.zone)
            text = "weather_ashore" if h in self.world.far_shore else "weather"
            lines.append(w(f"desk_table.place.{text}", zone=w(f"map.zone.{ground.zone}"), weather=weather))
            kind, least, most = self.common.london_haze
            if ground.zone == "london" and least <= most:
                lines.append(w("desk_table.place.haze", weather=w(f"ops.weather.{kind}"), least=least, most=most))
        return "\n".join(lines)


def sky_text(words: Words, common: Common, zone: str) -> str:
    """The weather of a zone, and which Angels it fills."""
    code, (least, most) = common.skies[zone]
    weather = words(f"ops.weather.{code}")
    return weather if least > most else words("desk_table.place.sky", weather=weather, least=least, most=most)


def bearing(course: tuple[float, float]) -> int:
    """The bearing of a course given in columns and rows."""
    q, r = course
    return round(math.degrees(math.atan2(q * math.sqrt(3) / 2, -(r + q / 2)))) % 360
