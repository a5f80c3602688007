"""Events, refusals and faults told as sentences of the period, in either language."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args, get_type_hints

from bob import hexes
from bob.dogfight.engagement import POSTURES, Aim, Ammo, Misfit, turned
from bob.dogfight.models import numbered
from bob.dogfight.slot import OTHER_WAYS, Slot, how_told, shipped
from bob.errors import BobError, UsageError
from bob.game import REFEREE, Event
from bob.kit import record_event
from bob.operations.convoy_state import DayConvoy
from bob.operations.detection import BANDS
from bob.operations.orders import ORDERS, Correct
from bob.operations.planning import Fault
from bob.operations.position import LUFTWAFFE, RAF, Choice, DayPosition, Raid, RaidType, RaidUnit, Role, StanceKind, ToteBox
from bob.operations.view import Common, DayView, RafView, RefereeView
from bob.text import plain
from bob.theatre import Place, Theatre
from bob.units import LEVELS, aircraft_types
from bob.weathers import WEATHERS
from bob.words import Words

FAMILIES: Mapping[str, tuple[str, ...]] = {
    "box": get_args(ToteBox),
    "phase": get_args(get_type_hints(DayPosition)["phase"]),
    "type": get_args(RaidType),
    "role": get_args(Role),
    "stance": get_args(StanceKind),
    "ammo": get_args(Ammo),
    "experience": LEVELS,
    "posture": POSTURES,
    "choice": get_args(get_type_hints(Choice)["kind"]),
    "band": ("luftwaffe_decisive", "luftwaffe_marginal", "draw", "raf_marginal", "raf_decisive"),
    "seat": (RAF, LUFTWAFFE, REFEREE),
    "order": tuple(kind.code for kind in ORDERS),
    "how": (*OTHER_WAYS, *shipped()),
    "aim": get_args(Aim),
    "wind": ("headwind", "none", "crosswind_20", "crosswind_16", "crosswind_12", "crosswind_8"),
    "weather": WEATHERS,
    "state": tuple(dict.fromkeys((*get_args(get_type_hints(Raid)["state"]), *get_args(get_type_hints(RaidUnit)["state"])))),
    "convoy": get_args(get_type_hints(DayConvoy)["state"]),
    "level": ("0", "1", "2", "3", "4"),
    "award": (
        "bombing",
        "correction",
        "raf_on_ground",
        "raf_shot_down",
        "raf_not_over_england",
        "fighter_shot_down",
        "bomber_shot_down",
        "luftwaffe_over_england",
        "balloon_points",
        "squadron_beyond_response",
        "flight_beyond_response",
        "return_escort",
        "patrol_freie_jagd",
    ),
}
"""The codes of the game that have a word: `ops.<family>.<code>`."""

CORRECTABLE: tuple[str, ...] = get_args(get_type_hints(Correct)["what"])
EVERY_ZONE = 14
"""How many weather zones there are (OPS-A11.zones)."""
COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

_FAR = 22.0
"""Miles from any place beyond which a hex at sea is told by its waters."""

_WEIGHT = {"sector_station": 0.0, "town": 0.5, "port": 0.5, "raf_airfield": 1.0, "luftwaffe_airfield": 3.0}
_LANDMARKS = {"headland": 0.5, "town": 0.0, "island": 3.0, "rail": 3.0}
_OTHER_COMMAND = 5.0
_SUFFIX = re.compile(r" (Harbour|Naval Base|Dockyard|Dock|Junction)$")
_ELISION = "aeiouàâéèêëîïôöùûü"


def code_word(words: Words, family: str, code: object) -> str:
    """The word of a code, by the family that it is of: one of FAMILIES. Raises KeyError."""
    return words(f"ops.{family}.{code}")


@dataclass(frozen=True, slots=True)
class NearestPlace:
    """A hex by the notable place nearest to it: `kind` is over, off, mid_channel, north_sea or hex."""

    kind: str
    name: str = ""
    miles: int = 0
    direction: str = ""


def _notable(theatre: Theatre) -> list[tuple[Place, str, float]]:
    """The places that sentences go by, each with its short name and a handicap in miles."""
    found = []
    for place in theatre.places:
        weight = _WEIGHT.get(place.kind)
        if place.kind == "landmark":
            weight = _LANDMARKS.get(place.extra["feature"])
        elif place.kind == "raf_airfield" and place.extra.get("command") != "fighter":
            weight = _OTHER_COMMAND
        if weight is not None and place.hex is not None:
            found.append((place, _SUFFIX.sub("", place.name), weight))
    return found


class Names:
    """What the places, raids and aircraft of a day are called. `learn` takes in a seat's view; without it raids go by their codes.
    `slot` has the tactical games of the day."""

    def __init__(self, theatre: Theatre, slot: Slot | None = None) -> None:
        self.theatre = theatre
        self.slot = slot if slot is not None else shipped()
        self.titles: dict[str, Mapping[str, str]] = {}
        self.convoys: dict[str, Mapping[str, str]] = {}
        self.hostile: frozenset[int] | None = None
        self.models: tuple[str | None, ...] = ()
        self._notable = _notable(theatre)
        self._spots: dict[str, NearestPlace] = {}

    def learn(self, view: DayView) -> None:
        """Take the titles of raids and the labels of tracks from a view."""
        if isinstance(view, RefereeView):
            self.learn(view.raf)
            self.learn(view.luftwaffe)
        elif isinstance(view, RafView):
            self.convoys = {convoy.code: convoy.title for convoy in view.convoys if convoy.title}
            self.hostile = frozenset(t.number for t in view.tracks if t.label.startswith("H"))
        else:
            known = [raid.title.get("en") for raid in view.raids]
            self.titles = {raid.code: raid.title for raid in view.raids if raid.title and known.count(raid.title["en"]) == 1}

    # ---- places

    def spot(self, label: str) -> NearestPlace:
        """Where a hex lies."""
        if label not in self._spots:
            self._spots[label] = self._find(label)
        return self._spots[label]

    def _find(self, label: str) -> NearestPlace:
        try:
            h = hexes.from_label(label)
        except UsageError:
            return NearestPlace("hex")
        ground = self.theatre.grounds.get(h)
        if ground is None:
            return NearestPlace("hex")

        def away(place: Place) -> float:
            return 0.0 if place.hex == h else math.dist((place.x, place.y), (ground.x, ground.y))

        place, name, _ = min(self._notable, key=lambda n: (away(n[0]) + n[2], n[1]))
        miles = away(place)
        if ground.terrain == "sea" and miles > _FAR:
            return NearestPlace("north_sea" if ground.zone == "north_sea" else "mid_channel")
        if place.hex == h:
            return NearestPlace("over", name)
        turn = math.degrees(math.atan2(ground.x - place.x, place.y - ground.y))
        return NearestPlace("off", name, max(5, 5 * round(miles / 5)), COMPASS[round(turn / 45) % 8])

    def at(self, words: Words, label: str) -> str:
        """Where something happens: `5 miles NW of Dover (4926)`."""
        spot = self.spot(label)
        return words(f"log.at.{spot.kind}", **_spot_values(words, spot, label, after_of=True))

    def goal(self, words: Words, label: str) -> str:
        """Whither somebody is sent: `vector to a point 5 miles NW of Dover (4926)`."""
        spot = self.spot(label)
        return words(f"log.goal.{spot.kind}", **_spot_values(words, spot, label, after_of=spot.kind == "off"))

    def target(self, words: Words, target: str) -> str:
        """A target, whose kind stands before its name where two share one."""
        kind, colon, name = target.partition(":")
        if kind == "sighted":
            return words("log.part.sighted", number=name)
        if kind == "convoy":
            return self.convoy(words, name)
        return words("log.part.target", name=name, kind=words(f"cli.kind.{kind}")) if colon else target

    def convoy(self, words: Words, code: str) -> str:
        """A convoy as the RAF calls it."""
        title = self.convoys.get(code)
        return title[words.language] if title is not None else _capital(code.replace("_", " "))

    # ---- raids and aircraft

    def raid(self, words: Words, code: str) -> str:
        """A raid as its own side calls it."""
        title = self.titles.get(code)
        if title is not None:
            return words("log.raid.named", name=title[words.language])
        if found := re.fullmatch(r"patrol_(\d+)_\d+", code):
            return words("log.raid.sweep", box=found[1])
        if found := re.fullmatch(r"patrol_(\d+)", code):
            return words("log.raid.patrol", box=found[1])
        if found := re.fullmatch(r"(.+)_return_(\d+)", code):
            return words("log.raid.return", number=found[2], raid=self.raid(words, found[1]))
        if found := re.fullmatch(r"raid_(\d+)", code):
            return words("log.raid.numbered", number=found[1])
        if (found := re.fullmatch(r"([a-z_]+)_(\d+)", code)) and found[1] in FAMILIES["type"]:
            return words("log.raid.kind", kind=words(f"ops.type.{found[1]}"), number=found[2])
        if re.fullmatch(r"[a-z0-9_]+", code):
            code = _capital(code.replace("_", " "))
        return words("log.raid.named", name=code)

    def track(self, number: int, told: bool | None = None) -> str:
        """The label of a track: H with its number, X while its strength was never told. `told` is what the event itself says."""
        hostile = told is not False if self.hostile is None else bool(told) or number in self.hostile
        return f"{'H' if hostile else 'X'}{number}"

    def model(self, words: Words, number: int) -> str:
        """An aircraft of a dogfight: by its unit when that was learnt, else by its number."""
        return numbered(words, self.models, number)

    def aircraft(self, code: str) -> str:
        """A type of aircraft as the time called it: `Me 109`, `Spitfire I`. Raises KeyError."""
        name = aircraft_types()[code].name
        return re.sub(r"^Bf (1[01][09])[A-Z].*", r"Me \1", name)


def _spot_values(words: Words, spot: NearestPlace, label: str, *, after_of: bool) -> dict[str, Any]:
    """What a phrase of place needs; in French the name may bring its `de` along."""
    key = f"log.name.{plain(spot.name).replace(' ', '_')}"
    name = words(key) if words.has(key) else spot.name
    if after_of and words.language == "fr":
        name = _de(name)
    direction = words(f"log.direction.{spot.direction}") if spot.direction else ""
    return {"name": name, "miles": spot.miles, "direction": direction, "hex": label}


def _de(name: str) -> str:
    """A French name after its `de`: `du cap`, `des Needles`, `d’Ashford`, `de Kenley`."""
    for article, joined in (("le ", "du "), ("les ", "des ")):
        if name.lower().startswith(article):
            return joined + name[len(article) :]
    return f"d’{name}" if name[:1].lower() in _ELISION else f"de {name}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def count(words: Words, what: str, number: int) -> str:
    """So many of something: none, one or several of the entries `log.count.<what>_...`."""
    form = "none" if number == 0 and words.has(f"log.count.{what}_none") else "one" if abs(number) <= 1 else "many"
    return words(f"log.count.{what}_{form}", count=number)


def figure(words: Words, number: float) -> str:
    """A figure with a true minus, and a comma in French: `23.5`, `−1,5`."""
    text = f"{number:g}".replace("-", "−")
    return text.replace(".", ",") if words.language == "fr" else text


def listed(words: Words, items: Sequence[str]) -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return items[0] if items else words("log.part.none")
    return words("log.part.and", first=", ".join(items[:-1]), last=items[-1])


# ---- events


def sentence(words: Words, event: Event, names: Names) -> str:
    """An event as one sentence. Raises KeyError for a code that has no words."""
    said = record_event(words, event)
    if said is not None:
        return said
    form = _FORMS.get(event.code)
    key, values = form(words, event, names) if form is not None else (f"log.{event.code}", {})
    plain_values = _plain(words, event.data, names) if event.code != "dogfight" else {}  # whose figures are its game's own
    return _capital(words(key, **{**plain_values, **values}))


def _plain(words: Words, data: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """The figures of an event as text, each as its name says."""
    values: dict[str, Any] = {}
    for key, value in data.items():
        tell = _FIELDS.get(key)
        values[key] = value if tell is None or value is None else tell(words, names, value)
    if data.get("hex") is not None:
        values["place"] = names.at(words, data["hex"])
    if "track" in data and data["track"] is None:
        values["track"] = words("log.raid.enemy")
    return values


_FIELDS: dict[str, Callable[[Words, Names, Any], str]] = {
    "raid": lambda words, names, v: names.raid(words, v),
    "met": lambda words, names, v: names.raid(words, v),
    "track": lambda _, names, v: names.track(v),
    "into": lambda _, names, v: names.track(v),
    "target": lambda words, names, v: names.target(words, v),
    "area": lambda words, names, v: names.target(words, v),
    "convoy": lambda words, names, v: names.convoy(words, v),
    "ships": lambda words, _, v: count(words, "ship", v),
    "sunk": lambda words, _, v: count(words, "ship", v),
    "left": lambda words, _, v: count(words, "ship", v),
    "course": lambda words, _, v: f"{v:03d}°",
    "call": lambda words, _, v: words(f"log.call.{v}"),
    "box": lambda words, _, v: words(f"ops.box.{v}") if isinstance(v, str) else str(v),
    "zone": lambda words, _, v: words(f"tables.zone.{v}"),
    "weather": lambda words, _, v: words(f"ops.weather.{v}"),
    "aircraft": lambda words, _, v: count(words, "aircraft", v),
    "destroyed": lambda words, _, v: count(words, "aircraft", v),
    "back": lambda words, _, v: count(words, "aircraft", v),
    "levels": lambda words, _, v: count(words, "level", v),
    "flights": lambda words, _, v: listed(words, v),
}

_Told = tuple[str, dict[str, Any]]


def date_told(words: Words, iso: str) -> str:
    """`18 August 1940`, `1er septembre 1940`."""
    date = dt.date.fromisoformat(iso)
    day = words("log.part.first_of_month") if date.day == 1 else date.day
    return words("log.part.date", day=day, month=words(f"log.month.{date.month}"))


def _begun(words: Words, event: Event, _: Names) -> _Told:
    return "log.begun", {"date": date_told(words, event.data["date"])}


def _random_event(words: Words, event: Event, _: Names) -> _Told:
    return "log.random_event", {"story": words(f"log.chance.{event.data['event']}")}


def _formation(words: Words, event: Event, _: Names) -> _Told:
    result = event.data["result"]
    usual = f"tables.result.formation.{result}"
    return "log.formation", {"result": _small(words(usual if words.has(usual) else f"tables.result.formation_special.{result}"))}


def _formed(words: Words, event: Event, _: Names) -> _Told:
    return "log.formed", {"late": count(words, "formed", event.data["late"])}


def _escort_missed(words: Words, event: Event, _: Names) -> _Told:
    return "log.escort_missed", {"units": listed(words, event.data["units"])}


def _navigation(words: Words, event: Event, _: Names) -> _Told:
    result = event.data["result"]
    return "log.navigation" if result == "on_course" else f"log.form.navigation_{result}", {}


def _bombed(words: Words, event: Event, _: Names) -> _Told:
    return "log.form.bombed_astray" if event.data["target"] is None else "log.bombed", {}


def _station_repaired(_words: Words, event: Event, _: Names) -> _Told:
    result = event.data["result"]
    return "log.station_repaired" if result == "mended" else f"log.form.station_repaired_{result}", {}


def _convoy_attacked(_words: Words, event: Event, _: Names) -> _Told:
    return "log.convoy_attacked" if event.data["sunk"] else "log.form.convoy_unhurt", {}


def _weather_turned(words: Words, event: Event, _: Names) -> _Told:
    zones = [words(f"tables.zone.{zone}") for zone in event.data["zones"]]
    every = len(zones) == EVERY_ZONE
    return "log.form.weather_turned_everywhere" if every else "log.weather_turned", {"zones": listed(words, zones)}


def _wind_turned(words: Words, event: Event, _: Names) -> _Told:
    wind, blows_from = event.data["wind"], event.data["blows_from"]
    direction = words(f"log.wind_from.{COMPASS[round(blows_from / 45) % 8]}")
    form = "log.form.wind_turned_head" if wind == "headwind" else "log.wind_turned"
    return form, {"wind": words(f"ops.wind.{wind}"), "direction": direction}


def wind_told(words: Words, common: Common) -> str:
    """The wind that blows: `headwind from the north-west, 2 hexes in four turns`."""
    told = code_word(words, "wind", common.wind)
    if common.head_wind is None:
        return told
    direction = words(f"log.wind_from.{COMPASS[round(common.head_wind.blows_from / 45) % 8]}")
    return words("log.part.head_wind", wind=told, direction=direction, count=common.head_wind.hexes)


def _plotted(words: Words, event: Event, names: Names) -> _Told:
    level, strength, angels, source = (event.data[key] for key in ("level", "strength", "angels", "source"))
    return "log.plotted", {
        "track": names.track(event.data["track"], strength is not None),
        "strength": _strength(words, level, strength),
        "height": words("log.height.none")
        if angels is None
        else words("log.height.sure" if level >= 4 else "log.height.about", angels=angels),
        "source": words(f"log.source.{source}")
        if source in ("observer_corps", "tally")
        else words("log.source.station", name=source.removesuffix(" CHL")),
    }


def _strength(words: Words, level: int, strength: int | None) -> str:
    if strength is None:
        return words("log.strength.none")
    if level == 2 and strength > BANDS[-1]:
        return words("log.strength.top")
    form = "sure" if level >= 4 else "about" if level == 3 else "band"
    return words(f"log.strength.{form}", aircraft=count(words, "aircraft", strength))


def _readiness_ordered(words: Words, event: Event, _: Names) -> _Told:
    return "log.readiness_ordered", {"wait": count(words, "wait", event.data["turns"])}


def _sent(words: Words, event: Event, names: Names) -> _Told:
    track, label = event.data["track"], event.data["hex"]
    if track is None:
        return f"log.{event.code}", {"goal": names.goal(words, label)}
    return f"log.{event.code}", {"goal": words("log.goal.track", track=names.track(track), place=names.at(words, label))}


def _stance(words: Words, event: Event, _: Names) -> _Told:
    data = event.data
    return "log.stance", {"stance": words(f"log.stance_of.{data['stance']}", other=data["waits_for"] or "")}


def _wing_broken(words: Words, event: Event, _: Names) -> _Told:
    return "log.wing_broken", {"units": listed(words, event.data["units"])}


def _wing_formed(words: Words, event: Event, _: Names) -> _Told:
    units = event.data["units"]
    return "log.wing_formed" if len(units) <= 3 else "log.form.wing_formed_balbo", {"units": listed(words, units)}


def _request_answered(words: Words, event: Event, _: Names) -> _Told:
    form = "log.request_answered" if event.data["sent"] else "log.form.request_refused"
    return form, {"units": listed(words, event.data["units"]), "group": str(event.data["group"])}


def _lost_landing(words: Words, event: Event, _: Names) -> _Told:
    late = event.data["late"]
    return ("log.form.lost_landing_late", {"late": count(words, "late", late)}) if late else ("log.lost_landing", {})


def _patrol_attack(words: Words, event: Event, _: Names) -> _Told:
    if "units" not in event.data:
        return "log.form.patrol_attack_luftwaffe", {}
    return "log.patrol_attack", {"units": listed(words, event.data["units"])}


def _combat(words: Words, event: Event, _: Names) -> _Told:
    data = event.data
    raf = "track" in data
    lost = [words("log.part.lost", unit=unit, count=n) for unit, n in data["lost"].items() if n]
    return "log.combat" if raf else "log.form.combat_luftwaffe", {
        "units": listed(words, [words("log.part.strength", unit=unit, count=n) for unit, n in data["units"]]),
        "posture": words(f"log.posture.{data['posture'] if raf else turned(data['posture'])}"),
        "lost": listed(words, lost),
        "claims": data["claims"] or words("log.part.none"),
    }


def _met(words: Words, event: Event, names: Names) -> _Told:
    data = event.data
    raf = "track" in data
    foes = [words("log.part.foe", count=n, aircraft=names.aircraft(aircraft), angels=angels) for aircraft, n, angels in data["foes"]]
    return "log.met" if raf else "log.form.met_luftwaffe", {
        "units": listed(words, [words("log.part.strength", unit=unit, count=n) for unit, n in data["units"]]),
        "foes": listed(words, foes),
        "posture": words(f"log.posture.{data['posture'] if raf else turned(data['posture'])}"),
    }


def _resolver(words: Words, event: Event, names: Names) -> _Told:
    return "log.resolver", {"how": how_told(words, event.data["how"], names.slot)}


def _engage(words: Words, event: Event, names: Names) -> _Told:
    data = event.data
    told = {name: how_told(words, data[name], names.slot) for name in ("small", "with_bombers", "others")}
    if len({data["with_bombers"], data["others"], data["small"] if data["small_most"] else data["others"]}) == 1:
        return "log.form.engage_all", told
    return "log.engage" if data["small_most"] else "log.form.engage_no_small", told


def _dogfight(words: Words, event: Event, names: Names) -> _Told:
    data = {key: value for key, value in event.data.items() if key not in ("game", "what")}
    teller = names.slot[event.data["game"]].dogfight_teller(words, lambda number: names.model(words, number))
    return "log.dogfight", {"told": teller.event(Event(event.data["what"], data))}


def _flak(words: Words, event: Event, _: Names) -> _Told:
    return "log.flak", {"destroyed": count(words, "shot", event.data["destroyed"])}


def _corrected(words: Words, event: Event, names: Names) -> _Told:
    what, name, value = event.data["what"], event.data["name"], event.data["value"]
    told = {"what": words(f"log.what.{what}"), "name": name, "value": value}
    if what == "points":
        return "log.form.corrected_points", told | {"value": words("log.part.vp", points=figure(words, float(value)))}
    if what == "zone_weather":
        told |= {"name": words(f"tables.zone.{name}"), "value": words(f"log.what.{value}")}
    elif what == "squadron_box":
        told |= {"value": words(f"ops.box.{value}")}
    elif what == "squadron_ammo":
        told |= {"value": words(f"ops.ammo.{value}")}
    elif what in ("station", "room", "plot_struck"):
        told |= {"value": words(f"log.what.{value}")}
    if what in ("squadron_hex", "raid_hex"):
        told |= {"value": names.at(words, value)}
    if what in ("raid_hex", "raid_angels"):
        told |= {"name": names.raid(words, name)}
    elif what == "plot_struck":
        told |= {"name": names.track(int(name))}
    elif what == "plot_false":
        told |= {"name": names.at(words, name)}
    return "log.corrected", told


def _over(words: Words, event: Event, _: Names) -> _Told:
    return "log.over", {
        "points": words("log.part.vp", points=figure(words, event.data["points"])),
        "band": words(f"ops.band.{event.data['band']}"),
    }


def _short(digest: str) -> str:
    """Enough of a seal to compare by eye; the event holds the whole."""
    return digest[:16]


def _sealed(words: Words, event: Event, _: Names) -> _Told:
    return "log.form.sealed_hour" if event.rule == "OPS-C4.1" else "log.sealed", {"digest": _short(event.data["digest"])}


def _escorts_lent(words: Words, event: Event, _: Names) -> _Told:
    return "log.escorts_lent", {"units": listed(words, event.data["units"])}


def ground_told(words: Words, report: Mapping[str, Any]) -> str:
    """What a report says of its target: `capacity lost 1, aircraft destroyed on the ground 3`."""
    looked = report["by"] == "reconnaissance"
    told = []
    if (lost := report["lost"]) is not None:
        told.append(words("log.ground.lost" if lost else "log.ground.unhurt", count=lost))
    if (off := report["off"]) is not None:
        told.append(words("log.ground.off" if off else "log.ground.sound"))
    if (aircraft := report["aircraft"]) is not None and (aircraft or not told or looked):
        told.append(words("log.ground.there" if looked else "log.ground.destroyed" if aircraft else "log.ground.nothing", count=aircraft))
    if (ships := report["ships"]) is not None:
        told.append(words("log.ground.ships" if looked else "log.ground.sunk", count=ships))
    return ", ".join(told)


def _ground_report(words: Words, event: Event, _: Names) -> _Told:
    form = "log.form.ground_report_reconnaissance" if event.data["by"] == "reconnaissance" else "log.ground_report"
    return form, {"told": ground_told(words, event.data)}


def _revealed(words: Words, event: Event, _: Names) -> _Told:
    seals: Iterable[tuple[str, str]] = event.data["seals"].items()
    form = {True: "log.revealed", False: "log.form.revealed_false"}.get(event.data["kept"], "log.form.revealed_unsealed")
    told = [words("log.part.seal", seat=words(f"ops.seat.{seat}"), digest=_short(digest)) for seat, digest in seals]
    return form, {"seals": listed(words, told)}


_FORMS: dict[str, Callable[[Words, Event, Names], _Told]] = {
    "begun": _begun,
    "random_event": _random_event,
    "formation": _formation,
    "formed": _formed,
    "escort_missed": _escort_missed,
    "navigation": _navigation,
    "bombed": _bombed,
    "plotted": _plotted,
    "station_repaired": _station_repaired,
    "convoy_attacked": _convoy_attacked,
    "weather_turned": _weather_turned,
    "wind_turned": _wind_turned,
    "readiness_ordered": _readiness_ordered,
    "scramble": _sent,
    "vector": _sent,
    "stance": _stance,
    "wing_formed": _wing_formed,
    "wing_broken": _wing_broken,
    "lost_landing": _lost_landing,
    "request_answered": _request_answered,
    "patrol_attack": _patrol_attack,
    "met": _met,
    "resolver": _resolver,
    "engage": _engage,
    "dogfight": _dogfight,
    "combat": _combat,
    "flak": _flak,
    "corrected": _corrected,
    "over": _over,
    "escorts_lent": _escorts_lent,
    "ground_report": _ground_report,
    "sealed": _sealed,
    "revealed": _revealed,
}
"""The events that take more than their figures put into one sentence."""


# ---- refusals and faults


def fault_told(words: Words, fault: Fault) -> str:
    """What is wrong with a plan, without its place."""
    values = dict(fault.values)
    if found := re.fullmatch(r"patrol_(\d+)", str(values.get("raid"))):
        values["raid"] = words("log.raid.patrol", box=found[1])
    return words(fault.key, **values)


def fault_place(words: Words, fault: Fault) -> str:
    """Where on the plan a fault is: formation, a way-point, a unit, a target."""
    kind, colon, name = fault.place.partition(":")
    if colon:
        return name if kind == "unit" else words("plan.place.leg", number=int(name) + 1)
    return words(f"plan.place.{kind}")


def fault_mend(words: Words, fault: Fault) -> str | None:
    """How a fault could be mended, in a word or two."""
    return None if fault.mend is None else words(f"plan.mend.{fault.mend}")


def misfit_told(words: Words, misfit: Misfit) -> str:
    """What does not add up in a result, or is asked about, as a sentence."""
    values = dict(misfit.values)
    if "side" in values:
        values["side"] = code_word(words, "seat", values["side"])
    return _capital(words(misfit.key, **({"unit": misfit.unit} if misfit.unit else {}), **values))


def refusal(words: Words, error: BobError) -> str:
    """An error with its codes as words and its rule in brackets; use it in place of `error.told` where games are played."""
    values = {name: value.told(words) if isinstance(value, BobError) else value for name, value in error.values.items()}
    for key, family in (("seat", "seat"), ("box", "box"), ("wanted", "box"), ("kind", "choice")):
        if error.key.startswith("ops.refused.") and values.get(key) in FAMILIES[family]:
            values[key] = code_word(words, family, values[key])
    faults: list[Fault] = getattr(error, "faults", [])
    if faults:
        values["first"] = f"{fault_place(words, faults[0])}, {fault_told(words, faults[0])}"
    misfits: list[Misfit] = getattr(error, "misfits", [])
    if misfits:
        values["first"] = misfit_told(words, misfits[0])
    text = words(error.key, **values)
    return f"{text} [{error.rule}]" if error.rule else text
