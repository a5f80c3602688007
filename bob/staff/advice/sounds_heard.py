"""The sound for each event known to a seat. No Qt: only such events enter here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from bob.core.game import Event

KINDS = ("telephone", "rake", "voices", "sirens", "merlin", "bombs", "guns")
"""The kinds that are switched on and off, each by itself."""

SOUNDS: Mapping[str, str] = {"alert": "sirens", "all_clear": "sirens"}
"""The kind of a sound that is not called as its kind is."""

FEW = ("telephone", "sirens", "voices")
"""The kinds for listeners who want few: calls, and none of the noise."""

EVENTS: Mapping[str, tuple[str, int]] = {
    "room_hit": ("bombs", 9),
    "bombed": ("bombs", 8),
    "convoy_attacked": ("bombs", 7),
    "combat": ("guns", 7),
    "over": ("all_clear", 6),
    "met": ("voices", 5),
    "tally": ("voices", 4),
    "station_damaged": ("telephone", 3),
    "request_answered": ("telephone", 3),
    "ground_report": ("telephone", 3),
    "took_off": ("merlin", 2),
    "raid_took_off": ("telephone", 2),
    "random_event": ("telephone", 2),
    "plotted": ("rake", 1),
}
"""The sound of an event, and how heavy it is: of those that come at once the heaviest is heard."""
COAST = "observer_corps"
"""The observers of raids over the coast: their first plot starts the sirens."""


def kind_of(sound: str) -> str:
    """Return the kind of a sound, for its switch."""
    return SOUNDS.get(sound, sound)


def sounds_of(events: Iterable[Event]) -> list[str]:
    """The sounds that go with events which a seat has heard of, the heaviest first, each once."""
    weights: dict[str, int] = {}
    for event in events:
        sound, weight = EVENTS.get(event.code, ("", 0))
        if event.code == "plotted" and event.data.get("source") == COAST:
            sound, weight = "alert", 6
        if sound:
            weights[sound] = max(weights.get(sound, 0), weight)
    return sorted(weights, key=lambda sound: (-weights[sound], sound))


def chosen(events: Iterable[Event], kinds: Collection[str], lately: Collection[str] = ()) -> str:
    """The one sound to be heard: the heaviest of the kinds that are wanted and have not been heard lately; empty for none."""
    return next((sound for sound in sounds_of(events) if kind_of(sound) in kinds and kind_of(sound) not in lately), "")
