"""The docks around the table: one arrangement for each room, kept as it was left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QMainWindow, QTabBar, QWidget
from shiboken6 import isValid

from bob.core.game import REFEREE
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme

AREAS = {
    "tote": Qt.DockWidgetArea.RightDockWidgetArea,
    "planner": Qt.DockWidgetArea.LeftDockWidgetArea,
    "lists": Qt.DockWidgetArea.RightDockWidgetArea,
    "orders": Qt.DockWidgetArea.RightDockWidgetArea,
    "forces": Qt.DockWidgetArea.BottomDockWidgetArea,
    "results": Qt.DockWidgetArea.BottomDockWidgetArea,
    "forecast": Qt.DockWidgetArea.BottomDockWidgetArea,
    "reports": Qt.DockWidgetArea.BottomDockWidgetArea,
    "ladder": Qt.DockWidgetArea.BottomDockWidgetArea,
    "timeline": Qt.DockWidgetArea.BottomDockWidgetArea,
    "log": Qt.DockWidgetArea.BottomDockWidgetArea,
    "dice": Qt.DockWidgetArea.BottomDockWidgetArea,
    "room": Qt.DockWidgetArea.BottomDockWidgetArea,
    "slips": Qt.DockWidgetArea.RightDockWidgetArea,
}

SHOWN = {
    RAF: ("tote", "ladder", "timeline", "log", "room"),
    LUFTWAFFE: ("planner", "timeline", "forces", "forecast", "log", "results", "reports", "room"),
    REFEREE: ("tote", "timeline", "log", "dice", "room", "slips"),
}
"""The docks of a room in its default arrangement."""

WITHOUT: Mapping[str, tuple[str, ...]] = {
    RAF: ("planner", "forces", "results", "reports"),
    LUFTWAFFE: ("tote", "ladder"),
    REFEREE: ("orders", "forecast"),
}
"""The docks that a room never has: each side has a room of its own."""

ROOMY = {"forces": 0.44, "forecast": 0.42}
"""The share of the window's height that a dock below the table takes at least when it is shown."""

LAYOUT = 9
"""The version of the arrangement."""

CRAMPED = 1100
"""A window narrower than this, in pixels of the usual text size, shows timeline and log as tabs, and keeps arrangements of its own."""


class Docks(QObject):
    """The docks of a window. `arrange` lays them out for a room; `keep` saves their arrangement."""

    def __init__(self, window: QMainWindow, settings: Settings, changed: Callable[[], None]) -> None:
        super().__init__(window)
        self.window = window
        self._changed = changed
        self.settings = settings
        self.panels: dict[str, QWidget] = {}
        self.room: str | None = None
        self._laid = ""
        self._bare: QByteArray | None = None
        window.setDockOptions(
            QMainWindow.DockOption.AnimatedDocks | QMainWindow.DockOption.AllowNestedDocks | QMainWindow.DockOption.AllowTabbedDocks
        )
        window.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self.docks: dict[str, QDockWidget] = {}
        for name, area in AREAS.items():
            dock = QDockWidget(window)
            dock.setObjectName(name)
            title = QLabel()  # a title that Qt draws keeps the size that letters had when the dock was made
            dock.setTitleBarWidget(theme.kind(title, "dock"))
            dock.windowTitleChanged.connect(title.setText)
            dock.hide()
            window.addDockWidget(area, dock)
            self.docks[name] = dock
            dock.visibilityChanged.connect(self._seen)
        settings.text_size_changed.connect(self.window_resized)

    def _seen(self) -> None:
        """React to a dock that was shown or hidden; when it closes with its window no signal is sent."""
        if isValid(self.window):
            self._changed()

    def __getitem__(self, name: str) -> QDockWidget:
        return self.docks[name]

    def retranslate(self) -> None:
        for name, dock in self.docks.items():
            dock.setWindowTitle(self.settings.words(f"desk.dock.{name}"))

    # ---- contents

    def fill(self, panels: Mapping[str, QWidget]) -> None:
        """Put the panels of a game in."""
        self.panels = dict(panels)
        for name, dock in self.docks.items():
            if name in self.panels:
                dock.setWidget(self.panels[name])

    def empty(self) -> None:
        """Take the panels out; they go with their game."""
        self.hide()
        for panel in self.panels.values():
            panel.setParent(None)
            panel.deleteLater()
        self.panels = {}

    def has(self, name: str) -> bool:
        """Return whether the current room has that dock."""
        return self.room is not None and name in self.panels and name not in WITHOUT[self.room]

    # ---- how they lie

    def keep(self) -> None:
        """Save the arrangement of this room's docks."""
        if self.room is not None and self._bare is None:
            self.settings.keep_layout(self._laid, self.window.saveState(LAYOUT))

    def hide(self) -> None:
        """Hide all; no room is laid out any more."""
        self.room = None
        self._bare = None
        for dock in self.docks.values():
            dock.hide()

    def arrange(self, room: str) -> None:
        """Lay the docks out as last saved for that room, or by default.

        After a mere change of text size the arrangement is not saved: the contents have already pushed the docks about.
        """
        name = f"{room}-cramped" if self.cramped else room
        if self.room == room and self._laid == name:
            return
        if self.room != room:
            self.keep()
        self.hide()
        self.room, self._laid = room, name
        state = self.settings.layout(name)
        if state is None or not self.window.restoreState(state, LAYOUT):
            self.usual()
        for name, dock in self.docks.items():
            if not self.has(name):
                dock.hide()

    @property
    def cramped(self) -> bool:
        """Return whether the text is too large for the window to hold two docks side by side."""
        return self.window.width() / self.settings.scale < CRAMPED

    def usual(self) -> None:
        """Every dock in its usual place."""
        if self.room is None:
            return
        window, docks = self.window, self.docks
        for name, dock in docks.items():
            dock.setFloating(False)
            window.addDockWidget(AREAS[name], dock)
            dock.setVisible(self._wanted(name))
        if self.cramped:
            window.tabifyDockWidget(docks["timeline"], docks["log"])
        else:
            window.splitDockWidget(docks["timeline"], docks["log"], Qt.Orientation.Horizontal)
        window.tabifyDockWidget(docks["timeline"], docks["ladder"])
        window.tabifyDockWidget(docks["log"], docks["room"])
        window.tabifyDockWidget(docks["log"], docks["dice"])
        window.tabifyDockWidget(docks["log"], docks["results"])
        window.tabifyDockWidget(docks["log"], docks["reports"])
        window.tabifyDockWidget(docks["timeline"], docks["forces"])
        window.tabifyDockWidget(docks["timeline"], docks["forecast"])
        docks["timeline"].raise_()
        docks["log"].raise_()
        docks["ladder"].raise_()
        window.tabifyDockWidget(docks["tote"], docks["lists"])
        window.tabifyDockWidget(docks["tote"], docks["orders"])
        window.tabifyDockWidget(docks["tote"], docks["slips"])
        docks["tote"].raise_()
        for name, dock in docks.items():
            dock.setVisible(self._wanted(name))
        self._bare = None
        self.measure()
        QTimer.singleShot(0, self.measure)
        QTimer.singleShot(0, self._tidy)

    def _tidy(self) -> None:
        """Hide the tabs that Qt forgets where docks lay together on their way to their places: another row has all of them, and more."""
        kids = self.window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        rows = {row: {row.tabText(i) for i in range(row.count())} for row in kids if row.isVisible()}
        for row, names in rows.items():
            if any(names < others for others in rows.values()):
                row.hide()

    def _wanted(self, name: str) -> bool:
        return self.room is not None and self.has(name) and name in SHOWN[self.room]

    def measure(self) -> None:
        """Give the docks their usual sizes."""
        window, docks = self.window, self.docks
        width, height = window.width(), window.height()
        tote = max(width * (0.30 if width >= 1600 else 0.34), min(width * 0.45, 430 * self.settings.scale))
        window.resizeDocks([docks["tote"]], [round(tote)], Qt.Orientation.Horizontal)
        window.resizeDocks([docks["planner"]], [round(width * 0.33)], Qt.Orientation.Horizontal)
        share = 0.26 if self.cramped else 0.27
        window.resizeDocks([docks["timeline"], docks["log"]], [round(height * share)] * 2, Qt.Orientation.Vertical)
        if self.cramped:
            return
        window.resizeDocks([docks["timeline"], docks["log"]], [round(width * 0.40), round(width * 0.26)], Qt.Orientation.Horizontal)

    def window_resized(self) -> None:
        """Keep the default proportions while the arrangement is the default one; switch the arrangement when it becomes cramped."""
        if self.room is None or self._bare is not None:
            return
        if self._laid.endswith("-cramped") != self.cramped:
            self.arrange(self.room)
        elif self.settings.layout(self._laid) is None:
            self.measure()

    def toggle(self, name: str) -> None:
        """Show or hide a dock; one behind another comes to the front."""
        dock = self.docks[name]
        behind = not dock.isHidden() and dock.visibleRegion().isEmpty() and bool(self.window.tabifiedDockWidgets(dock))
        dock.setVisible(dock.isHidden() or behind)
        self._bare = None
        if not dock.isHidden():
            self.reveal(name)

    def reveal(self, name: str) -> None:
        """Show a dock in front of its tabs and focus it; a dock for reading takes the space that it needs."""
        dock = self.docks[name]
        dock.show()
        wanted = round(self.window.height() * ROOMY.get(name, 0.0))
        if AREAS[name] == Qt.DockWidgetArea.BottomDockWidgetArea and not dock.isFloating() and dock.height() < wanted:
            self.window.resizeDocks([dock], [wanted], Qt.Orientation.Vertical)
        self.docks[name].raise_()
        self.panels[name].setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def is_bare(self) -> bool:
        """Return whether only the map is shown."""
        return self._bare is not None

    def step(self, steps: int, before: Sequence[QWidget]) -> None:
        """Give the keys to the next place, or the one before: those given, then every dock that is shown."""
        names = [name for name, dock in self.docks.items() if self.has(name) and not dock.isHidden()]
        places = [*before, *(self.panels[name] for name in names)]
        focus = QApplication.focusWidget()
        now = next((i for i, place in enumerate(places) if focus is not None and (place is focus or place.isAncestorOf(focus))), None)
        if now is None:
            now = -1 if steps > 0 else 0
        goal = (now + steps) % len(places)
        if goal < len(before):
            before[goal].setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.reveal(names[goal - len(before)])

    def bare(self) -> None:
        """Only the map; again, everything as it was."""
        if self.room is None:
            return
        if self._bare is not None:
            state, self._bare = self._bare, None
            self.window.restoreState(state, LAYOUT)
        else:
            self._bare = self.window.saveState(LAYOUT)
            for dock in self.docks.values():
                dock.hide()
