"""What is known: protocols of read-only properties that a position satisfies, and so does a side's view (OPS-B5.8).

The predicates of command, control, readiness, reach and plans are written against these alone, so that an order is judged by one code,
by the truth and by what a side sees of it. Where a fact decides that a side cannot know, the core refuses with `Refused.hidden`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Protocol

from bob.dogfight.engagement import Engagement
from bob.hexes import Hex
from bob.operations.position import RaidPlan
from bob.operations.sky import HeadWind


class KnownPlot(Protocol):
    """Where a raid was told to be, and when."""

    @property
    def turn(self) -> int: ...
    @property
    def hex(self) -> Hex: ...


class KnownTrack(Protocol):
    """A raid as the RAF's table shows it."""

    @property
    def number(self) -> int: ...
    @property
    def level(self) -> int: ...
    @property
    def faded(self) -> bool: ...
    @property
    def plots(self) -> Sequence[KnownPlot]: ...


class KnownSquadron(Protocol):
    """A squadron as its controllers know it (OPS-C8.1). `fuel` is the turns of endurance left; `scrambling` says that it is ordered off,
    `silent` that it is shown as it was last heard; `reckoned` is where it is held to be."""

    @property
    def unit(self) -> str: ...
    @property
    def aircraft(self) -> str: ...
    @property
    def station(self) -> str: ...
    @property
    def sector(self) -> str: ...
    @property
    def group(self) -> int: ...
    @property
    def radio(self) -> str: ...
    @property
    def strength(self) -> int: ...
    @property
    def flight(self) -> bool: ...
    @property
    def box(self) -> str: ...
    @property
    def becoming(self) -> str | None: ...
    @property
    def hex(self) -> Hex: ...
    @property
    def angels(self) -> int: ...
    @property
    def fuel(self) -> int: ...
    @property
    def wing(self) -> str | None: ...
    @property
    def waits_for(self) -> str | None: ...
    @property
    def scrambling(self) -> bool: ...
    @property
    def silent(self) -> bool: ...
    @property
    def reckoned(self) -> Hex: ...


class KnownField(Protocol):
    """An airfield of Fighter Command. `open` is how many more units may take off or land this turn."""

    @property
    def place(self) -> str: ...
    @property
    def capacity(self) -> int: ...
    @property
    def damage(self) -> int: ...
    @property
    def open(self) -> int: ...


class KnownRaider(Protocol):
    """A unit of the Luftwaffe that stands by or flies, as its own side knows it."""

    @property
    def unit(self) -> str: ...
    @property
    def aircraft(self) -> str: ...
    @property
    def base(self) -> str: ...
    @property
    def strength(self) -> int: ...
    @property
    def sent(self) -> int: ...
    @property
    def hex(self) -> Hex: ...
    @property
    def fuel(self) -> int: ...
    @property
    def state(self) -> str: ...


class KnownRaid(Protocol):
    """A raid as its own side knows it."""

    @property
    def plan(self) -> RaidPlan: ...
    @property
    def state(self) -> str: ...
    @property
    def angels(self) -> int: ...
    @property
    def units(self) -> Sequence[KnownRaider]: ...


class KnownChoice(Protocol):
    """A choice that a side is asked to make."""

    @property
    def kind(self) -> str: ...
    @property
    def options(self) -> Sequence[str]: ...
    @property
    def count(self) -> int: ...


class KnownFight(Protocol):
    """The engagement in hand: how it is resolved and, on the players' own table, all of it."""

    @property
    def how(self) -> str: ...
    @property
    def sheet(self) -> Engagement | None: ...


class Links(Protocol):
    """What of the chain of command is broken (OPS-B6.1)."""

    @property
    def rooms_hit(self) -> Sequence[str]: ...
    @property
    def damaged_stations(self) -> Sequence[str]: ...


class KnownDay(Protocol):
    """What both sides know of the day's course. `chooser` says how engagements are resolved."""

    @property
    def turn(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def chooser(self) -> str: ...
    @property
    def fight(self) -> KnownFight | None: ...
    @property
    def head_wind(self) -> HeadWind | None: ...
    def asked(self, seat: str) -> KnownChoice | None:
        """The choice that a seat has to make first, if it has one."""
        ...


class KnownToRaf(KnownDay, Links, Protocol):
    """What the RAF knows: its squadrons and fields, the plots, the links of its chain."""

    @property
    def radio_bonuses(self) -> int:
        """How many events make the HF radio reach farther (OPS-A1.hf)."""
        ...

    @property
    def emergency(self) -> Sequence[str]:
        """The units that may scramble outside the limit this turn (OPS-A1.6)."""
        ...

    @property
    def scrambles(self) -> int:
        """How many squadrons may scramble this turn, the turn's event counted in (OPS-B6.4)."""
        ...

    def every_squadron(self) -> Iterable[KnownSquadron]: ...
    def squadron(self, unit: str) -> KnownSquadron | None: ...
    def track(self, number: int) -> KnownTrack | None: ...
    def airfield(self, name: str) -> KnownField | None: ...


class Dated(Protocol):
    """A day of the battle."""

    @property
    def date(self) -> dt.date: ...


class KnownToLuftwaffe(KnownDay, Dated, Protocol):
    """What the Luftwaffe knows: its raids, its Channel patrols, the length of the day."""

    @property
    def turns(self) -> int: ...
    @property
    def patrols(self) -> Sequence[Sequence[KnownRaider]]: ...
    def clock(self, turn: int | None = None) -> str:
        """The time of day at the beginning of a turn, of this one unless another is given."""
        ...

    def every_raid(self) -> Iterable[KnownRaid]: ...
    def raid(self, code: str) -> KnownRaid | None: ...
