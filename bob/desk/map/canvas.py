"""The canvas of the table: its visible part, drawn from tiles, names and counters. It can move; it handles no mouse."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any, Protocol

from PySide6.QtCore import QEasingCurve, QRect, QRectF, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

import bob.desk  # noqa: F401
from bob.chart.block_layout import ClearView
from bob.chart.palette import Palette
from bob.chart.view_camera import Camera
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.view import Common, DayView, LuftwaffeView, RafView, RefereeView
from bob.day.state.world import World
from bob.desk.map.blocks import Blocks
from bob.desk.map.corner import Corner
from bob.desk.map.ground import GroundPainter
from bob.desk.map.layers import Layers
from bob.desk.map.limits import Limits, Subject, subjects
from bob.desk.map.names import growth
from bob.desk.map.names_layer import NamesKey as NamesKey
from bob.desk.map.names_layer import NamesLayer
from bob.desk.map.overlays import draw_balloons
from bob.desk.map.printing import PrintOptions, render
from bob.desk.map.scene import Scene
from bob.desk.map.state import GroundState, Standpoint, first_layers
from bob.desk.map.tiles import Tiles
from bob.staff.advice.map.counters import Counters, spread
from bob.staff.advice.map.motion import Motion
from bob.words import Words

_SLICE = 0.001
"""Seconds of pending work in one slice."""
_SIZES = 5
"""Sizes of the counters whose pictures are cached."""
_CROWDED = 0.36
"""Blocks that would cover more than this share of the view are drawn smaller,"""
_SMALLEST, _OF_LARGE = 0.88, 0.68
"""but no smaller than this share of their usual size, nor than this share of the size of large letters;"""
_PACKED, _OF_PACKED = 0.5, 0.6
"""where they would even so cover more than this share, no smaller than this share of the size of large letters."""
_MOVE = 500
_GLIDE = 130
MOVING = ("track", "squadron", "raid", "unit", "patrol", "convoy")
"""Kinds of things that can be chosen and be gone the next turn."""
FRONT = (8.0, -48.0)
"""The middle of the first view: Kent and the Straits."""


class MapSettings(Protocol):
    """The settings that the table needs."""

    @property
    def words(self) -> Words: ...
    @property
    def palette(self) -> Palette: ...
    @property
    def animate(self) -> bool: ...


class Canvas(QWidget):
    """The map with its counters. `camera` is the visible part; `show_view` sets the counters."""

    moved = Signal()
    view_shown = Signal()

    def __init__(self, world: World, settings: Any, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.world, self.settings = world, settings
        t = world.theatre
        self.camera = Camera(t.west, t.north, t.east, t.south)
        self.layers = Layers(self)
        self.view: DayView | None = None
        self.table = Counters()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(240, 180)
        self._corner = Corner(self)
        self._room = "raf"
        self._rooms: dict[str, frozenset[str]] = {}
        self._placed = False
        self.printing = False
        self._crowded = False
        self._laying: Iterator[None] | None = None
        self._ratio = self.devicePixelRatioF()
        self._make()
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(5)
        self._idle.timeout.connect(self._work)
        self._moving = QVariantAnimation(self)
        self._moving.setStartValue(0.0)
        self._moving.setEndValue(1.0)
        self._moving.setDuration(_MOVE)
        self._moving.setEasingCurve(QEasingCurve.Type.InOutQuad)
        self._moving.valueChanged.connect(self._moved_on)
        self._glide = QVariantAnimation(self)
        self._glide.setDuration(_GLIDE)
        self._glide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._glide.valueChanged.connect(self._glided)
        self._glide.finished.connect(self._rest)
        self._glide_at = (0.0, 0.0)
        self._rest_timer = QTimer(self)
        self._rest_timer.setSingleShot(True)
        self._rest_timer.setInterval(140)
        self._rest_timer.timeout.connect(self._settle_scale)
        self._still = QTimer(self)
        self._still.setSingleShot(True)
        self._still.setInterval(160)
        self._still.timeout.connect(self.make_room)
        self.layers.changed.connect(self._layers_changed)
        for name, slot in (("theme_changed", self.retheme), ("language_changed", self.retranslate), ("text_size_changed", self.retheme)):
            signal = getattr(settings, name, None)
            if signal is not None:
                signal.connect(slot)

    # ---- making

    @property
    def text_scale(self) -> float:
        """The size of letters relative to the usual one, by the settings."""
        return float(getattr(self.settings, "scale", 1.0))

    def _make(self) -> None:
        words, palette = self.settings.words, self.settings.palette
        self.ground = GroundPainter(self.world, palette, words, self._ratio)
        self.tiles = Tiles(self.ground, self._ratio)
        self.names = NamesLayer(self.world, self.ground, words, palette, self._ratio)
        self._blocks: dict[float, Blocks] = {}
        self.limits = Limits(self.world, words, palette, self._ratio)
        self._make_scene()

    def _make_scene(self) -> None:
        """Lay the counters out at once at the scale at rest."""
        self._crowded, self._laying = False, None
        old: Scene | None = getattr(self, "scene", None)
        self.scene = self._fresh_scene()
        if old is not None:
            self.scene.adopt(old)
            self.scene.stand_as(old)
        self.scene.lay_out(self.camera, self.in_sight())

    def _fresh_scene(self) -> Scene:
        """Return a scene in the size of the scale at rest, smaller in a crowd."""
        usual = growth(self.camera.step)
        made = self._scene_at(usual * self.text_scale)
        load = self.in_sight().load(made.standing(self.camera)) if self._placed else 0.0
        if load <= _CROWDED:
            return made
        share = math.floor(20 * math.sqrt(_CROWDED / load)) / 20
        least = _OF_LARGE if load * _OF_LARGE**2 <= _PACKED else _OF_PACKED
        return self._scene_at(usual * max(_SMALLEST, self.text_scale * max(least, share)))

    def _scene_at(self, grow: float) -> Scene:
        """Return a scene with blocks of that size. The pictures of the last few sizes are cached."""
        grow = round(grow, 4)
        blocks = self._blocks.pop(grow, None) or Blocks(self.settings.palette, grow, self._ratio)
        self._blocks[grow] = blocks
        if len(self._blocks) > _SIZES:
            self._blocks.pop(next(iter(self._blocks)))
        return Scene(self.table, self.settings.palette, blocks)

    def retheme(self, *_: object) -> None:
        """Redraw everything after a change of the palette or the size of the text."""
        self._make()
        self._refresh()

    def retranslate(self, *_: object) -> None:
        """Redraw everything after a change of the language."""
        self.retheme()

    # ---- view

    def show_view(self, view: DayView | None) -> None:
        """Show this view; things that moved since the last one are animated. None clears the table."""
        before, offsets = self.table, self.scene.offsets()
        same = view is not None and self.view is not None and type(view) is type(self.view)
        self.view = view
        if not same:
            self.scene.forget()
        self.table = spread(self.world, view)
        keep = self.scene.selected
        if keep is not None and self.table.where(*keep) is None and keep[0] in MOVING:
            self.scene.selected = None
        self._moving.stop()
        self._change_room(view)
        self.scene.opened = self.scene.hovered = None
        self.scene.fields = not isinstance(view, LuftwaffeView)
        self.scene.motion = Motion()
        self._make_scene()
        if same and self.settings.animate and self.isVisible():
            self.scene.motion = Motion(before, self.table, offsets)
            if self.scene.motion.moving:
                self._moving.start()
        self._refresh()
        self.view_shown.emit()

    def _change_room(self, view: DayView | None) -> None:
        """Each side has its own layers: the Luftwaffe begins with targets, and without the RAF's Sectors."""
        room = "luftwaffe" if isinstance(view, LuftwaffeView) else "raf"
        if view is None or room == self._room:
            return
        self._rooms[self._room] = self.layers.shown
        self._room = room
        shown = self._rooms.get(room, first_layers(room))
        if shown != self.layers.shown:
            self.layers.show_only(shown)

    @property
    def common(self) -> Common | None:
        """The common part of the view that is shown."""
        return self.view.raf.common if isinstance(self.view, RefereeView) else self.view.common if self.view is not None else None

    @property
    def raf(self) -> RafView | None:
        """The RAF's view, if the seat has it."""
        return self.view.raf if isinstance(self.view, RefereeView) else self.view if isinstance(self.view, RafView) else None

    @property
    def luftwaffe(self) -> LuftwaffeView | None:
        """The Luftwaffe's view, if the seat has it."""
        return self.view.luftwaffe if isinstance(self.view, RefereeView) else self.view if isinstance(self.view, LuftwaffeView) else None

    def ground_state(self) -> GroundState:
        """The current state of the ground."""
        common, raf = self.common, self.raf
        return GroundState(
            layers=self.layers.shown - {"names", "targets", "balloons", "fuel"},
            angels=self.layers.angels,
            sector=self.layers.sector or self._selected_sector(),
            bonuses=len(raf.hf_events) if raf is not None else 0,
            dark=self.table.dark,
            mobile=self.table.mobile,
            weather=tuple(sorted(common.weather.items())) if common is not None else (),
        )

    def _selected_sector(self) -> str | None:
        key, raf = self.scene.selected, self.raf
        if key is None or not ({"hf", "vhf"} & self.layers.shown):
            return None
        if key[0] == "squadron" and raf is not None:
            return next((s.sector for s in raf.squadrons if s.unit == key[1]), None)
        if key[0] == "place" and str(key[1]).startswith("sector_station:"):
            return str(key[1]).partition(":")[2]
        return None

    def drawn_plan(self) -> RaidPlan | None:
        """The plan that is being drawn on the table, if there is one."""
        return None

    def refresh_limits(self) -> None:
        """Update the limits of endurance after a change."""
        wanted: tuple[Subject, ...] = ()
        if "fuel" in self.layers.shown:
            wanted = subjects(self.world, self.raf, self.luftwaffe, self.scene.selected, self.drawn_plan())
        self.limits.want(wanted)
        self._wake()
        self.update()

    # ---- moving about

    def fit(self) -> None:
        """Show the whole map."""
        self._glide.stop()
        self.camera.fit()
        self._rest()

    def zoom(self, factor: float, at: tuple[float, float] | None = None) -> None:
        """Zoom in by a factor around a place on the screen, gliding there if movements are shown."""
        at = at if at is not None else (self.width() / 2, self.height() / 2)
        running = self._glide.state() == QVariantAnimation.State.Running
        start = float(self._glide.endValue()) if running else self.camera.scale
        goal = self.camera.rested(start * factor)
        if not self.settings.animate or not self.isVisible():
            self.camera.zoom_at(at, goal)
            self._rest()
            return
        self._glide.stop()
        self._glide_at = at
        self._glide.setStartValue(self.camera.scale)
        self._glide.setEndValue(goal)
        self._glide.start()

    def zoom_freely(self, factor: float, at: tuple[float, float]) -> None:
        """Zoom in at once by any factor, as under a pinch; the scale comes to rest a moment later."""
        self._glide.stop()
        self.camera.zoom_at(at, self.camera.scale * factor)
        self._rest_timer.start()
        self.update()
        self.moved.emit()

    def pan(self, dx: float, dy: float) -> None:
        """Move by an offset in pixels."""
        self.camera.pan(dx, dy)
        self._still.start()
        self._wake()
        self.update()
        self.moved.emit()

    def centre_on(self, x: float, y: float) -> None:
        """Bring a point of the plane to the middle."""
        self.camera.centre_on(x, y)
        self._still.start()
        self._wake()
        self.update()
        self.moved.emit()

    def standpoint(self) -> Standpoint:
        """From where one looks, and at what."""
        layers = self.layers
        return Standpoint(self.camera.x, self.camera.y, self.camera.scale, layers.shown, layers.angels, self.scene.selected)

    def stand_at(self, at: Standpoint | None) -> None:
        """Set the point of view at once; None is the first view."""
        self._glide.stop()
        if at is None:
            at = Standpoint(*FRONT, self.camera.covering() * 1.1, first_layers(self._room))
        self.layers.show_only(at.layers)
        self.layers.set_angels(at.angels)
        if at.chosen is not None and self.table.where(*at.chosen) is None and at.chosen[0] in MOVING:
            self.scene.selected = None
        else:
            self.scene.selected = at.chosen
        self.camera.scale = self.camera.rested(at.scale)
        self.camera.centre_on(at.x, at.y)
        self._rest()

    def _glided(self, value: object) -> None:
        if self._glide.state() != QVariantAnimation.State.Running:
            return
        self.camera.zoom_at(self._glide_at, float(value))  # type: ignore[arg-type]
        self.update()
        self.moved.emit()

    def _settle_scale(self) -> None:
        self.camera.zoom_at((self.width() / 2, self.height() / 2), self.camera.rested(self.camera.scale))
        self._rest()

    def _rest(self) -> None:
        """The scale has come to rest: sizes, seats and tiles follow."""
        if self._glide.endValue() is not None and self.sender() is self._glide:
            self.camera.zoom_at(self._glide_at, float(self._glide.endValue()))
        self._crowded, self._laying = True, None
        self._refresh()
        self.moved.emit()

    def _lay_out(self) -> Iterator[None]:
        """Give the blocks their seats and sizes at the scale that has come to rest, a picture at each step; then show them all at once."""
        scene = self._fresh_scene()
        scene.stand_as(self.scene)
        yield from scene.laying_out(self.camera, self.in_sight())
        yield from scene.pictures()
        scene.adopt(self.scene)
        self.scene, self._crowded = scene, False
        self.update()

    def _layers_changed(self) -> None:
        self._refresh()

    def _refresh(self) -> None:
        """Something of the look has changed."""
        if self._placed:
            self.tiles.want(self.camera.scale, self.ground_state())
        self.refresh_limits()

    def _moved_on(self, value: object) -> None:
        self.scene.motion.progress = float(value)  # type: ignore[arg-type]
        self.update()

    def skip_movement(self) -> bool:
        """End a movement at once; whether there was one."""
        if self._moving.state() != QVariantAnimation.State.Running:
            return False
        self._moving.stop()
        self.scene.motion.end()
        self.update()
        return True

    # ---- room for the blocks

    def lying_over(self) -> list[QRectF]:
        """Return the rectangles that cover the table: the corners, and whatever is drawn over it."""
        return self._corner.boxes()

    def in_sight(self) -> ClearView:
        """Return the visible part of the map at this scale, in pixels of the map."""
        ox, oy = self.camera.origin
        shut = tuple((b.left() + ox, b.top() + oy, b.right() + ox, b.bottom() + oy) for b in self.lying_over())
        return ClearView((ox, oy, ox + self.camera.width, oy + self.camera.height), shut)

    def make_room(self) -> None:
        """Let blocks come out from under whatever covers the table, and in from its edges, now that it is at rest."""
        self._still.stop()
        if self._placed and not self._crowded and self.scene.hidden_by(self.camera, self.in_sight()):
            self._crowded, self._laying = True, None
            self._wake()

    # ---- working while idle

    def _wake(self) -> None:
        if self._placed and not self._idle.isActive():
            self._idle.start()

    def names_key(self) -> NamesKey:
        """Return the key of the current placing of names."""
        common = self.common
        weather = tuple(sorted(common.weather.items())) if common is not None else ()
        return self.names.key(self.camera.step, self.layers.shown, weather, self.text_scale)

    def _work(self) -> None:
        if self._glide.state() == QVariantAnimation.State.Running or self._rest_timer.isActive():
            return  # the scale is still changing; work goes on when it has come to rest
        if self._crowded:
            until = time.perf_counter() + _SLICE
            self._laying = self._laying or self._lay_out()
            while next(self._laying, self) is None and time.perf_counter() < until:
                pass
            self._idle.start()
        elif not self.tiles.ready(self.camera):
            if self.tiles.work(self.camera, _SLICE):
                self.update()
            self._idle.start()
        elif not self.limits.ready:
            if self.limits.work(_SLICE):
                self.update()
            self._idle.start()
        elif not self.names.work(self.names_key(), _SLICE) or not self._name_limits(self.camera, self.scene, self.names, _SLICE):
            self._idle.start()
        else:
            self.update()

    def settle(self) -> None:
        """Finish at once all that would be made while idle."""
        self._ensure_placed()
        self._glide.stop()
        self._rest_timer.stop()
        self.make_room()
        if self._crowded:
            self._make_scene()
        self.tiles.want(self.camera.scale, self.ground_state())
        while not self.tiles.ready(self.camera):
            self.tiles.work(self.camera, 1.0)
        while not self.names.work(self.names_key(), 1.0):
            pass
        while not self.limits.work(1.0) or not self._name_limits(self.camera, self.scene, self.names, 1.0):
            pass
        self.skip_movement()

    # ---- drawing

    def _ensure_placed(self) -> None:
        self.camera.width, self.camera.height = max(1, self.width()), max(1, self.height())
        if not self._placed:
            self._placed = True
            self.camera.scale = self.camera.rested(self.camera.covering() * 1.1)
            self.camera.centre_on(*FRONT)
            self._make_scene()
            self.tiles.want(self.camera.scale, self.ground_state())
            self.tiles.work(self.camera, 0.12)
            self.names.work(self.names_key(), 0.12)
            self._wake()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle where it is."""
        self.camera.width, self.camera.height = max(1, self.width()), max(1, self.height())
        if self._placed:
            whole = self.camera.scale < self.camera.least()
            if whole:
                self.camera.fit()
            self.camera.hold()
            if whole:
                self._rest()
            self._still.start()
            self._wake()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """One frame."""
        self._ensure_placed()
        painter = QPainter(self)
        self.paint_frame(painter)
        painter.end()

    def paint_frame(self, painter: QPainter) -> None:
        """Draw the visible part from the finished pieces."""
        if abs(self.devicePixelRatioF() - self._ratio) > 0.01:
            self._ratio = self.devicePixelRatioF()
            self._make()
            self.tiles.want(self.camera.scale, self.ground_state())
            self._wake()
        self.tiles.draw(painter, self.camera)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw_over(painter, self.camera, self.scene, self.names, False)
        for place, picture in self._corner.pictures(self._ratio):
            painter.drawPixmap(place, picture)

    def draw_over(self, painter: QPainter, camera: Camera, scene: Scene, names: NamesLayer, sharp: bool) -> None:
        if "balloons" in self.layers.shown:
            draw_balloons(painter, camera, self.world, names.palette)
        dark, struck = frozenset(self.table.dark), frozenset(self.table.struck)
        names.draw(painter, camera, self.names_key(), scene, dark, struck, sharp)
        if self.printing:
            self._name_limits(camera, scene, names, 60.0)
        self.limits.draw(painter, camera, scene.grow)
        self.draw_under_counters(painter, camera)
        scene.draw(painter, camera)
        self.draw_over_counters(painter, camera)

    def _name_limits(self, camera: Camera, scene: Scene, names: NamesLayer, budget: float) -> bool:
        """Place the names of the limits clear of blocks and names of the map; return whether it is done."""
        key = self.names_key()
        best = names.best(key)
        layout = scene.laid_out, best[0] if best is not None else None
        if not self.limits.placed(layout):
            taken = lambda: [*scene.boxes_at_rest(camera), *names.boxes(camera, key)]  # noqa: E731
            self.limits.lay_out(layout, camera, scene.grow, taken, budget)
        return self.limits.placed(layout)

    def draw_corner(self, painter: QPainter, palette: Palette, area: QRectF) -> None:
        """Draw rose and scale."""
        self._corner.draw(painter, palette, area, self.common)

    def draw_under_counters(self, painter: QPainter, camera: Camera) -> None:
        """Draw under the counters; for subclasses."""

    def draw_over_counters(self, painter: QPainter, camera: Camera) -> None:
        """Draw over the counters; for subclasses."""

    def render_to(self, painter: QPainter, rect: QRect | QRectF, options: PrintOptions | None = None) -> None:
        """Draw the map into a rectangle of any painter, sharp at any size: for paper and pictures."""
        self._ensure_placed()
        render(self, painter, QRectF(rect), options or PrintOptions())
