"""Names and figures of the period for sentences: codes, places, units, raids and tracks, counts, in either language."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args, get_type_hints

from bob.core import hexes
from bob.core.errors import UsageError
from bob.core.game import REFEREE
from bob.core.text import capital, plain
from bob.data.theatre import Place, Theatre
from bob.data.units import LEVELS, aircraft_types
from bob.data.weathers import WEATHERS
from bob.day.state.convoy_state import DayConvoy
from bob.day.state.efforts import EFFORTS
from bob.day.state.orders import ORDERS, Correct
from bob.day.state.position import LUFTWAFFE, RAF, Choice, DayPosition, Raid, RaidUnit, StanceKind, ToteBox
from bob.day.state.raid_plan import BOMBING_ROLES, RaidPlan, RaidType, Role
from bob.day.state.view import DayView, RafView, RefereeView
from bob.tactical.engagement import BOMB_FATES, POSTURES, Aim, Ammo
from bob.tactical.models import numbered
from bob.tactical.slot import OTHER_WAYS, Slot, shipped
from bob.words import Words, typeset

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
    "bombs": BOMB_FATES,
    "wind": ("headwind", "none", "crosswind_20", "crosswind_16", "crosswind_12", "crosswind_8"),
    "weather": WEATHERS,
    "state": tuple(dict.fromkeys((*get_args(get_type_hints(Raid)["state"]), *get_args(get_type_hints(RaidUnit)["state"])))),
    "convoy": get_args(get_type_hints(DayConvoy)["state"]),
    "effort": EFFORTS,
    "level": ("0", "1", "2", "3", "4"),
    "award": (
        "bombing",
        "bombers_short",
        "aircraft_beyond",
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
"""The number of weather zones (OPS-A11.zones)."""
COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

_FAR = 22.0
"""Miles from any place beyond which a hex at sea is named by its waters."""

_WEIGHT = {"sector_station": 0.0, "town": 0.5, "port": 0.5, "raf_airfield": 1.0, "luftwaffe_airfield": 3.0}
_LANDMARKS = {"headland": 0.5, "town": 0.0, "island": 3.0, "rail": 3.0}
_OTHER_COMMAND = 5.0
_SUFFIX = re.compile(r" (Harbour|Naval Base|Dockyard|Dock|Junction)$")
_OFFICERS = {"look": "reconnaissance", "sweep": "freie_jagd"}
"""The officers' names for raids added in the day."""
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
    """The names of the places, raids and aircraft of a day. `learn` takes in a seat's view; without it raids go by their codes. `slot`
    has the tactical games of the day."""

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
            self.titles = distinct_texts({raid.code: (raid.title, raid.plan) for raid in view.raids if raid.title})

    # ---- places

    def spot(self, label: str) -> NearestPlace:
        """Return the nearest place of a hex."""
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
        """Describe the place of an event: `5 miles NW of Dover (4926)`."""
        spot = self.spot(label)
        return words(f"log.at.{spot.kind}", **_spot_values(words, spot, label, after_of=True))

    def on(self, words: Words, label: str) -> str:
        """On what something falls: `on Dover (4926)`."""
        spot = self.spot(label)
        return words("log.at.on", **_spot_values(words, spot, label, after_of=False)) if spot.kind == "over" else self.at(words, label)

    def goal(self, words: Words, label: str) -> str:
        """Describe the goal of a unit: `vector to a point 5 miles NW of Dover (4926)`."""
        spot = self.spot(label)
        return words(f"log.goal.{spot.kind}", **_spot_values(words, spot, label, after_of=spot.kind == "off"))

    def target(self, words: Words, target: str) -> str:
        """Return the name of a target, preceded by its kind where two share a name."""
        kind, colon, name = target.partition(":")
        if kind == "sighted":
            return words("log.part.sighted", number=name)
        if kind == "convoy":
            return self.convoy(words, name)
        return words("log.part.target", name=english(words, name), kind=words(f"cli.kind.{kind}")) if colon else english(words, target)

    def guns(self, words: Words, area: str) -> str:
        """Return the owner of guns: `Dover`, in French `de Douvres`."""
        name = english(words, area)
        return _de(name) if words.language == "fr" else name

    def convoy(self, words: Words, code: str) -> str:
        """A convoy as the RAF calls it."""
        title = self.convoys.get(code)
        return words.of(title) if title is not None else capital(code.replace("_", " "))

    # ---- raids and aircraft

    def raid(self, words: Words, code: str) -> str:
        """A raid as its own side calls it."""
        return raid_called(words, code, self.titles)

    def title(self, words: Words, code: str) -> str:
        """Return a raid's title for lists and headings: its name alone, without the words of a sentence."""
        if code in self.titles:
            return words.of(self.titles[code])
        text, bare = self.raid(words, code), capital(code.replace("_", " ") if code.islower() else code)
        return bare if text == words("log.raid.named", name=bare) else capital(text)

    def track(self, number: int, reported: bool | None = None) -> str:
        """Return the label of a track: H with its number, X while its strength was never reported. `reported` is the event's own."""
        hostile = reported is not False if self.hostile is None else bool(reported) or number in self.hostile
        return f"{'H' if hostile else 'X'}{number}"

    def model(self, words: Words, number: int) -> str:
        """An aircraft of a dogfight: by its unit when that was learnt, else by its number."""
        return numbered(words, self.models, number)

    def aircraft(self, code: str) -> str:
        """A type of aircraft as the time called it: `Me 109`, `Spitfire I`. Raises KeyError."""
        return aircraft_called(code)


def raid_called(words: Words, code: str, titles: Mapping[str, Mapping[str, str]]) -> str:
    """A raid as its own side calls it: by its title, or by what its code says."""
    title = titles.get(code)
    if title is not None:
        return words("log.raid.named", name=words.of(title))
    if found := re.fullmatch(r"patrol_(\d+)_\d+", code):
        return words("log.raid.sweep", box=found[1])
    if found := re.fullmatch(r"patrol_(\d+)", code):
        return words("log.raid.patrol", box=found[1])
    if found := re.fullmatch(r"(.+)_return_(\d+)", code):
        return words("log.raid.return", number=found[2], raid=raid_called(words, found[1], titles))
    if found := re.fullmatch(r"raid_(\d+)", code):
        return words("log.raid.numbered", number=found[1])
    if found := re.fullmatch(r"([a-z_]+)_(\d+)", code):
        kind = _OFFICERS.get(found[1], found[1])
        if kind in FAMILIES["type"]:
            return words("log.raid.kind", kind=words(f"ops.type.{kind}"), number=found[2])
    if re.fullmatch(r"[a-z0-9_]+", code):
        code = capital(code.replace("_", " "))
    return words("log.raid.named", name=code)


def aircraft_called(code: str) -> str:
    """A type of aircraft as the time called it. Raises KeyError."""
    return re.sub(r"^Bf (1[01][09])[A-Z].*", r"Me \1", aircraft_types()[code].name)


def distinct_texts(raids: Mapping[str, tuple[Mapping[str, str], RaidPlan]]) -> dict[str, Mapping[str, str]]:
    """Return the titles of raids by their codes; equal ones are distinguished by the leading unit, else by their order."""
    shared = Counter(title["en"] for title, _ in raids.values())
    led = Counter((title["en"], leading(plan)) for title, plan in raids.values())
    seen: Counter[tuple[str, str]] = Counter()
    found: dict[str, Mapping[str, str]] = {}
    for code, (title, plan) in raids.items():
        key = title["en"], leading(plan)
        seen[key] += 1
        added = "" if shared[title["en"]] == 1 else f", {key[1]}" + (f" ({seen[key]})" if led[key] > 1 else "")
        found[code] = {language: text + added for language, text in title.items()}
    return found


def leading(plan: RaidPlan) -> str:
    """The Geschwader that leads a raid: of its bombers, else of all that fly."""
    lead = next((u.unit for u in plan.units if u.role in BOMBING_ROLES), plan.units[0].unit if plan.units else plan.code)
    return lead.rpartition("/")[2]


def _spot_values(words: Words, spot: NearestPlace, label: str, *, after_of: bool) -> dict[str, Any]:
    """Return the values of a phrase of place; in French the name may include its `de`."""
    name = place_name(words, spot.name)
    if after_of and words.language == "fr":
        name = _de(name)
    direction = words(f"log.direction.{spot.direction}") if spot.direction else ""
    return {"name": name, "miles": spot.miles, "direction": direction, "hex": label}


def place_name(words: Words, name: str) -> str:
    """A place as the language calls it."""
    key = f"log.name.{plain(name).replace(' ', '_')}"
    return words(key) if words.has(key) else typeset(name, words.language)


def english(words: Words, name: str) -> str:
    """A place of England as the language calls it: the Dunkirk of Kent keeps its name."""
    return name if name == "Dunkirk" else place_name(words, name)


def station(words: Words, name: str) -> str:
    """An RDF station after `from`, in French after its `de`."""
    return _de(english(words, name)) if words.language == "fr" else name


def _de(name: str) -> str:
    """A French name after its `de`: `du cap`, `des Needles`, `d’Ashford`, `de Kenley`."""
    for article, joined in (("le ", "du "), ("les ", "des ")):
        if name.lower().startswith(article):
            return joined + name[len(article) :]
    return f"d’{name}" if name[:1].lower() in _ELISION else f"de {name}"


def small(text: str) -> str:
    """Without a capital at its beginning."""
    return text[:1].lower() + text[1:]


def foes_text(words: Words, number: int, name: str, angels: int) -> str:
    """Describe a number of enemies of a type: `27 Me 109 at Angels 22`, `12 Spitfires at Angels 16`; French leaves names as they are."""
    if words.language == "en" and number != 1:
        name = re.sub(r"^([A-Z][a-z]{4,}) [IVX]+[A-Z]?$", r"\1s", name)
    return words("log.part.foe", count=number, aircraft=name, angels=angels)


def count(words: Words, what: str, number: int) -> str:
    """Describe a count: by the entries for none, one or several of `log.count.<what>_...`."""
    few = abs(number) <= 1 if words.language == "fr" else abs(number) == 1
    form = "none" if number == 0 and words.has(f"log.count.{what}_none") else "one" if few else "many"
    return words(f"log.count.{what}_{form}", count=number)


def figure(words: Words, number: float) -> str:
    """A figure with a true minus, and a comma in French: `23.5`, `−1,5`."""
    text = f"{number:g}".replace("-", "−")
    return words.figure(text)


def listed(words: Words, items: Sequence[str]) -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return items[0] if items else words("log.part.none")
    return words("log.part.and", first=", ".join(items[:-1]), last=items[-1])
