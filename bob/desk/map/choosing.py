"""Choosing things on the table: the thing at a place, the chosen thing, and the text about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRectF, Signal

import bob.desk  # noqa: F401
from bob.core.hexes import Hex
from bob.desk.map.canvas import Canvas
from bob.desk.map.scene import Hit
from bob.staff.advice.fighter_command.squadron_people import SquadronPeople
from bob.staff.advice.map.descriptions import HoverTeller

_COUNTERS = ("track", "squadron", "raid", "unit", "patrol", "convoy")


class Choosing(Canvas):
    """A canvas on which things can be chosen."""

    selected = Signal(str, object)
    activated = Signal(str, object)
    context_requested = Signal(str, object, object, QPoint)
    hex_hovered = Signal(object)
    vector_requested = Signal(str, str, object)

    people: Callable[[], Mapping[str, SquadronPeople]] = dict
    """The pilots of the squadrons; set by the game."""

    @property
    def selection(self) -> tuple[str, Any] | None:
        """The chosen thing."""
        return self.scene.selected

    def select(self, kind: str, key: Any, *, tell: bool = True, show: bool = False) -> None:
        """Choose something, or nothing with an empty kind; with `show` bring it into sight."""
        chosen = (kind, key) if kind else None
        if chosen != self.scene.selected:
            self.scene.selected = chosen
            self._refresh()
            if tell:
                self.selected.emit(kind, key)
        if show and chosen is not None:
            at = self.where(kind, key)
            if at is not None:
                x, y = self.camera.to_screen(*at)
                if not self.rect().adjusted(60, 60, -60, -60).contains(round(x), round(y)):
                    self.centre_on(*at)

    def where(self, kind: str, key: Any) -> tuple[float, float] | None:
        """Return the place of a thing on the plane."""
        if kind == "hex" and isinstance(key, Hex):
            return self.world.theatre.middle(key)
        if kind == "place":
            sort, _, name = str(key).partition(":")
            return next(((p.x, p.y) for p in self.world.theatre.of_kind(sort) if p.name == name), None)
        return self.table.where(kind, key)

    def box_of(self, kind: str, key: Any) -> QRectF | None:
        """Return the rectangle of a counter's block on the table; None when it has none."""
        pairs = zip(self.table.blocks, self.scene.boxes_at_rest(self.camera), strict=False)
        return next((box for block, box in pairs if any((row.kind, row.key) == (kind, key) for row in block.rows)), None)

    def counters(self) -> list[tuple[str, Any]]:
        """Return the counters in the order in which Tab goes through them: raids without a squadron sent come first."""
        blocks = sorted(
            (b for b in self.table.blocks),
            key=lambda b: (_COUNTERS.index(b.rows[0].kind), bool(b.sent), str(b.rows[0].key).zfill(4)),
        )
        return [(row.kind, row.key) for block in blocks for row in block.rows]

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes to the next counter, and leaves the table after the last."""
        found = self.counters()
        now = self.scene.selected
        place = found.index(now) if now in found else (-1 if forward else len(found))
        place += 1 if forward else -1
        if 0 <= place < len(found):
            self.select(*found[place], show=True)
            return True
        self.select("", None)
        return super().focusNextPrevChild(forward)

    def hit(self, at: QPointF) -> Hit | None:
        """Return the thing under a place on the screen: a counter, else a place of the map."""
        found = self.scene.hit(self.camera, at.x(), at.y())
        if found is not None:
            return found
        feature = self.names.place_at(self.camera, self.names_key(), at.x(), at.y())
        return Hit("place", feature.key) if feature is not None else None

    def hex_at(self, at: QPointF) -> Hex | None:
        """The hex under a place on the screen."""
        return self.world.theatre.hex_at(*self.camera.to_plane(at.x(), at.y()))

    def text_at(self, at: QPointF) -> str:
        """Return the text about the thing under a place on the screen."""
        teller = HoverTeller(self.world, self.settings.words, self.view, self.people())
        found = self.hit(at)
        if found is not None:
            return teller.of(found.kind, found.key)
        limit = self.limits.text_at(self.camera, at.x(), at.y())
        if limit:
            return limit
        h = self.hex_at(at)
        return teller.of("hex", h) if h is not None else ""
