"""Standing orders of a seat: saved in the game's file for that seat alone, made, switched and deleted; and their deeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from bob.core import hexes
from bob.core.codec import CodecError, decode, encode
from bob.core.hexes import Hex
from bob.day.state.position import LUFTWAFFE, RAF, StanceKind
from bob.day.state.view import SquadronView
from bob.day.state.world import World

if TYPE_CHECKING:
    from bob.desk.session.session import DeskSession

StandingKind = Literal["patrol", "ready", "pairs", "land", "own", "stance", "lead", "recall"]
KINDS: Mapping[str, tuple[StandingKind, ...]] = {RAF: get_args(StandingKind)[:-1], LUFTWAFFE: get_args(StandingKind)[-1:]}
"""The kinds of standing order for each side."""
NUMBERS: Mapping[StandingKind, tuple[int, int, int]] = {"ready": (1, 6, 2), "pairs": (10, 200, 50), "land": (0, 8, 2)}
"""The figure that an order has: least, most, usual."""
KEPT = "standing"
"""The name under which they are kept in the file."""
REMEMBERED = 60
"""Deeds that are remembered."""


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """An order that is in force until it is switched off. Without a Sector it is for the whole side; `acts` gives the orders itself,
    else it proposes them. Only a patrol has a line, from `a` to `b` or over `a` alone, a height, and perhaps a squadron that holds it
    first."""

    kind: StandingKind
    sector: str = ""
    number: int = 0
    stance: StanceKind = "any_enemy"
    angels: int = 0
    a: Hex | None = None
    b: Hex | None = None
    unit: str = ""
    acts: bool = False
    on: bool = True


@dataclass(frozen=True, slots=True)
class Deed:
    """An action of a standing order with its time: a key of the words with its values, which are texts and figures."""

    clock: str
    what: str
    values: dict[str, str | int]


@dataclass(frozen=True, slots=True)
class StandingPage:
    """The data of one seat: its orders and their deeds."""

    orders: tuple[StandingOrder, ...] = ()
    deeds: tuple[Deed, ...] = ()


def sector_at(world: World, h: Hex) -> str:
    """The Sector station that controls a hex; out at sea the nearest."""
    ground = world.theatre.grounds.get(h)
    for area in world.theatre.sectors:
        if ground is not None and area.code == ground.sector:
            return str(area.extra.get("station", area.name))
    stations = [place for place in world.theatre.of_kind("sector_station") if place.hex is not None]
    return min(stations, key=lambda place: (hexes.distance(place.near, h), place.name)).name


class StandingBook:
    """The standing orders of those who sit at the screen, each seat's for itself."""

    def __init__(self, session: DeskSession) -> None:
        self.session = session
        self._pages: dict[str, StandingPage] = {}

    @property
    def page(self) -> StandingPage:
        """Return the page of the seat that gives orders."""
        seat = self.session.seated
        if seat not in self._pages:
            self._pages[seat] = self._read()
        return self._pages[seat]

    def _read(self) -> StandingPage:
        kept = self.session.draft(KEPT)
        try:
            return decode(StandingPage, kept) if kept is not None else StandingPage()
        except CodecError:
            return StandingPage()

    def _put(self, page: StandingPage) -> None:
        self._pages[self.session.seated] = page
        self.session.put_draft(KEPT, encode(page) if page != StandingPage() else None)

    @property
    def orders(self) -> tuple[StandingOrder, ...]:
        return self.page.orders

    def active(self, kind: StandingKind | None = None) -> list[StandingOrder]:
        """Those that are switched on, or of them those of a kind."""
        return [o for o in self.orders if o.on and kind in (None, o.kind)]

    def keeps_home(self, s: SquadronView, h: Hex) -> bool:
        """Return whether a squadron is limited to raids in its own Sector, and a hex is in another."""
        own = any(o.sector in ("", s.sector) for o in self.active("own"))
        return own and sector_at(self.session.world, h) != s.sector

    def add(self, order: StandingOrder) -> None:
        """A new order; one that says the same of the same Sector goes."""
        same = (order.kind, order.sector, order.a, order.b) if order.kind == "patrol" else (order.kind, order.sector)
        rest = [o for o in self.orders if ((o.kind, o.sector, o.a, o.b) if o.kind == "patrol" else (o.kind, o.sector)) != same]
        self._put(replace(self.page, orders=(*rest, order)))

    def change(self, at: int, **values: Any) -> None:
        """Change one of them."""
        orders = list(self.orders)
        orders[at] = replace(orders[at], **values)
        self._put(replace(self.page, orders=tuple(orders)))

    def strike(self, at: int) -> None:
        """Take one of them away."""
        self._put(replace(self.page, orders=tuple(o for i, o in enumerate(self.orders) if i != at)))

    def all_off(self) -> None:
        """Switch all of them off."""
        self._put(replace(self.page, orders=tuple(replace(o, on=False) for o in self.orders)))

    def note(self, deeds: tuple[Deed, ...]) -> None:
        """Store deeds, the newest only up to a limit."""
        self._put(replace(self.page, deeds=(*self.page.deeds, *deeds)[-REMEMBERED:]))
