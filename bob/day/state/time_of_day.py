"""Turns and times of day: a turn is five minutes."""

from __future__ import annotations

MINUTES = 5
"""Minutes of a turn."""
SEGMENTS = ("red", "yellow", "blue")
"""The colours of the five-minute segments of the Sector clock, from the full hour on (OPS-B5.9)."""


def describe(minutes: int) -> str:
    """Minutes after midnight as a time of day: `11:35`."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def minutes(time: str) -> int | None:
    """Return a time of day as minutes after midnight; None for an invalid one."""
    hours, colon, rest = time.partition(":")
    if not colon or not (hours.isdecimal() and rest.isdecimal()) or int(hours) > 23 or int(rest) > 59:
        return None
    return int(hours) * 60 + int(rest)


def segment(minute: int) -> str:
    """Return the colour of the Sector clock's segment for a minute of the day: that of the plots made in it (OPS-B5.9)."""
    return SEGMENTS[minute // MINUTES % len(SEGMENTS)]


def at(start: int, turn: int) -> str:
    """Return the time at which a turn begins; `start` is the first turn's, in minutes after midnight."""
    return describe(start + MINUTES * (turn - 1))


def after(time: str, turns: int) -> str:
    """Return the time a number of turns after a time of day, or before it for a negative number. Raises ValueError for an invalid time."""
    now = minutes(time)
    if now is None:
        raise ValueError(time)
    return describe(now + MINUTES * turns)


def between(time: str, then: str) -> int | None:
    """Return the number of whole turns between two times of day; None for an invalid one."""
    now, later = minutes(time), minutes(then)
    return None if now is None or later is None else (later - now) // MINUTES
