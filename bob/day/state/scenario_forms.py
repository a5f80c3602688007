"""The value forms of the files in tables/scenarios/: texts, heights, places, times of day, dates."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Annotated, ClassVar

from bob.core.codec import CodecError
from bob.core.errors import phrase
from bob.core.ranges import Text, Whole
from bob.data.toml_files import Between, Rising
from bob.data.units import FIRST_DAY, LAST_DAY, Name

StoryLine = Annotated[str, Text(4000, 1)]
Height = Annotated[int, Whole(0, 34, 2)]
Percent = Annotated[int, Whole(0, 100)]
Weight = Annotated[int, Whole(0, 1000)]
Points = Annotated[float, Between(-9999, 9999)]
MapSpot = Name | tuple[Annotated[float, Between(-90, 90)], Annotated[float, Between(-180, 180)]]
"""A place by name, or latitude and longitude."""


class Clock:
    """A time of day such as 12:55."""

    limits: ClassVar[dict[str, str]] = {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}

    @staticmethod
    def check(value: object, place: str) -> None:
        hours, _, rest = value.partition(":") if isinstance(value, str) else ("", "", "")
        if not all(len(part) == 2 and part.isascii() and part.isdigit() for part in (hours, rest)) or int(hours) > 23 or int(rest) > 59:
            raise CodecError(place, phrase("expect.clock"), value)


class InBattle:
    """A day of the battle."""

    @staticmethod
    def check(value: object, place: str) -> None:
        if not isinstance(value, dt.date) or not FIRST_DAY <= value <= LAST_DAY:
            raise CodecError(place, phrase("expect.day", first=FIRST_DAY.isoformat(), last=LAST_DAY.isoformat()), value)


Span = Annotated[tuple[Annotated[int, Whole(0, 300)], Annotated[int, Whole(0, 300)]], Rising(strictly=False)]
Heights = Annotated[tuple[Height, Height], Rising(strictly=False)]
Day = Annotated[dt.date, InBattle()]


def minutes(clock: str) -> int:
    """The minutes of a time of day that was checked."""
    return int(clock[:2]) * 60 + int(clock[3:])


@dataclass(frozen=True, slots=True)
class Title:
    """A text in both languages."""

    en: StoryLine
    fr: StoryLine

    def both(self) -> dict[str, str]:
        return {"en": self.en, "fr": self.fr}
