"""The notable events, their weights, and the text of their cards: place, units, cost. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from bob.core.game import Event
from bob.core.hexes import Hex, from_label
from bob.core.text import capital
from bob.data.theatre import Theatre
from bob.day.state.view import DayView, LuftwaffeView, RafView
from bob.day.telling.period_names import Names, foes_text, listed
from bob.day.telling.sentences import sentence
from bob.words import Words

MomentKind = Literal["combat", "bombs", "hit", "lost"]

KINDS: dict[str, tuple[MomentKind, int]] = {
    "room_hit": ("hit", 9),
    "squadron_destroyed": ("lost", 8),
    "combat": ("combat", 7),
    "station_damaged": ("hit", 6),
    "bombed": ("bombs", 5),
    "convoy_attacked": ("bombs", 5),
    "met": ("combat", 4),
    "unit_destroyed": ("lost", 3),
    "field_damaged": ("hit", 2),
}
"""The notable events: kind and weight of each."""

GROUND = ("room_hit", "station_damaged", "field_damaged", "hit_on_ground", "others_hit")
"""Effects of bombs on the ground: reported with the bombs, as their cost."""

NAMED = ("sector", "field", "station")
"""The keys that name the place of an event without a hex."""

MOST = 4
"""As many moments of one turn are shown; the log has all."""

Bombers = Callable[[Hex], str]
"""Returns the bombers at a hex, as far as the seat knows; empty for unknown."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A notable event: place, units, cost. Its code names it."""

    code: str
    kind: MomentKind
    weight: int
    hex: Hex | None
    where: str
    who: str
    cost: str
    clock: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the text of its card, a line each."""
        return tuple([line for line in (self.where, self.who, self.cost) if line])

    @property
    def text(self) -> str:
        return " ".join(self.lines)


def moments(
    words: Words, names: Names, theatre: Theatre, events: Iterable[Event], bombers: Bombers = lambda _: "", most: int = MOST
) -> list[Moment]:
    """Return the moments among events, the heaviest kept, in the order in which they happened.

    Of a finished engagement only the end is kept, not the start. The effects of bombs are reported with them.
    """
    lines = list(events)
    clocks = [str(event.data["clock"]) if event.code == "turn" else "" for event in lines]
    found, clock, at = [], "", 0
    for i, done in picked(lines):
        clock = next((clocks[k] for k in range(i, at - 1, -1) if clocks[k]), clock)
        at = i
        found.append(_made(words, names, theatre, lines[i], [lines[k] for k in done], bombers, clock))
    kept = sorted(found, key=lambda moment: -moment.weight)[:most]
    return [moment for moment in found if any(moment is each for each in kept)]


def picked(lines: Sequence[Event]) -> list[tuple[int, list[int]]]:
    """Return the places of the notable events, each with those of its bombs' effects on the ground, which are reported right after them."""
    over = {event.data["number"] for event in lines if event.code == "combat"}
    found: list[tuple[int, list[int]]] = []
    bombs: list[int] | None = None
    for i, event in enumerate(lines):
        if event.code in GROUND and bombs is not None:
            bombs.append(i)
            continue
        if event.code in KINDS and not (event.code == "met" and event.data["number"] in over):
            found.append((i, []))
        if event.code in KINDS or event.code == "turn":
            bombs = found[-1][1] if event.code == "bombed" else None
    return found


def _made(words: Words, names: Names, theatre: Theatre, event: Event, done: list[Event], bombers: Bombers, clock: str) -> Moment:
    code, place = event.code, _place(theatre, event)
    kind, weight = KINDS[code]
    if event.code in ("combat", "met"):
        where, who, cost = _fight(words, names, event)
    elif event.code == "bombed":
        target = event.data.get("target")
        where = names.target(words, target) if target else capital(names.at(words, event.data["hex"]))
        by = bombers(place) if place is not None else ""
        who = words("desk.moment.by", who=by) if by else words("desk.moment.by_nobody")
        cost = " ".join(sentence(words, each, names) for each in done) or words("desk.moment.no_cost")
        for each in done:
            if each.code in KINDS and KINDS[each.code][1] > weight:
                code, (kind, weight) = each.code, KINDS[each.code]
    else:
        where, who, cost = "", "", sentence(words, event, names)
    return Moment(code, kind, weight, place, where, who, cost, clock)


def _fight(words: Words, names: Names, event: Event) -> tuple[str, str, str]:
    """Describe an engagement: place, opponents, and at its end the cost."""
    data = event.data
    units = listed(words, [words("log.part.strength", unit=unit, count=n) for unit, n in data["units"]])
    if "foes" in data:
        foes = [foes_text(words, n, names.aircraft(kind), angels) for kind, n, angels in data["foes"]]
        other = listed(words, foes)
    elif "track" in data:
        other = names.track(data["track"]) if data["track"] is not None else words("log.raid.enemy")
    else:
        other = words("desk.moment.fighters")
    cost = ""
    if event.code == "combat":
        lost = [words("log.part.lost", unit=unit, count=n) for unit, n in data["lost"].items() if n]
        cost = words(
            "desk.moment.cost", lost=listed(words, lost) or words("log.part.none"), claims=data["claims"] or words("log.part.none")
        )
    return capital(names.at(words, data["hex"])), words("desk.moment.against", units=units, foes=other), cost


def _place(theatre: Theatre, event: Event) -> Hex | None:
    label = event.data.get("hex")
    if isinstance(label, str):
        return from_label(label)
    name = next((event.data[key] for key in NAMED if key in event.data), None)
    return next((place.hex for place in theatre.places if place.name == name), None)


def bombers_in(view: DayView, names: Names, words: Words) -> Bombers:
    """Return the bombers at a hex by a seat's own view: for the RAF the track there, for the Luftwaffe its raid."""

    def found(h: Hex) -> str:
        if isinstance(view, RafView):
            tracks = [track for track in view.tracks if not track.faded and track.plots and track.last.hex == h]
            return ", ".join(track.label for track in tracks)
        if isinstance(view, LuftwaffeView):
            return ", ".join(names.raid(words, raid.code) for raid in view.raids if raid.hex == h)
        return ""

    return found
