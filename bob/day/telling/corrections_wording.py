"""The referee's corrections in words: things, and their former and new values."""

from __future__ import annotations

from bob.day.telling.period_names import Names, code_word, figure
from bob.words import Words

RAIDS = ("raid_hex", "raid_angels", "raid_course", "raid_forms", "plot_shown")
TRACKS = ("plot_hex", "plot_strength", "plot_angels", "plot_struck")
BOXES = ("squadron_box",)
AMMO = ("squadron_ammo", "raid_unit_ammo")
CODES = ("raid_unit_bombs", "plot_struck", "station", "room", "zone_weather")


def thing_text(words: Words, names: Names, what: str, name: str) -> str:
    """Describe the corrected thing."""
    if what in RAIDS:
        return names.raid(words, name)
    if what in TRACKS and name.isdigit():
        return names.track(int(name))
    if what == "plot_false":
        return names.at(words, name)
    if what.startswith("zone_") and words.has(f"tables.zone.{name}"):
        return words(f"tables.zone.{name}")
    return names.convoy(words, name) if what.startswith("convoy_") else name


def value_text(words: Words, names: Names, what: str, value: str) -> str:
    """Describe its new or former value."""
    if what.endswith("_hex"):
        return names.at(words, value)
    if what == "points":
        return words("log.part.vp", points=figure(words, float(value)))
    if value == "?":
        return words("log.what.unknown")
    if what == "plot_shown":
        return words(f"ops.level.{value}" if value.isdigit() else f"log.what.{value}")
    if what in BOXES:
        return code_word(words, "box", value)
    if what in AMMO:
        return code_word(words, "ammo", value)
    if what == "raid_unit_state":
        return code_word(words, "state", value)
    if what == "zone_sky":
        return code_word(words, "weather", value)
    if what == "raid_course":
        return words(f"tables.result.navigation.{value}")
    if what == "random_event":
        return words(f"tables.result.random_event.{value}")
    return words(f"log.what.{value}") if what in CODES else value
