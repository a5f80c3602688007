"""Runs the program with a window for a robot to look through: it tells what is on the screen and where, and touches nothing.

    python -m tests.desk.probe SOCKET desk --lang en

The driver asks over the socket, one JSON object a line, and then uses mouse and keys as a person does.
"""

from __future__ import annotations

import json
import socketserver
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Queue
from typing import Any

import bob.desk  # noqa: F401 - before any Qt

# isort: split
from PySide6.QtCore import QModelIndex, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QSpinBox,
    QTabBar,
    QTreeView,
    QWidget,
)

from bob.cli import main
from bob.core.codec import encode
from bob.core.hexes import from_label
from bob.desk.app import application
from bob.desk.boards.cards.card_panel import CardPanel, laid_for
from bob.desk.map import PlottingTable
from bob.desk.panels.log.panel import LogPanel
from bob.desk.session.own_game import OwnGame

Seen = dict[str, Any]
MOST_ROWS = 400


def _box(widget: QWidget, box: QRect) -> list[int]:
    at = widget.mapToGlobal(box.topLeft())
    return [at.x(), at.y(), box.width(), box.height()]


def _open(widget: QWidget, at: QPoint) -> bool:
    """Whether a place of a widget can be hit: nothing else lies over it."""
    found = QApplication.widgetAt(widget.mapToGlobal(at))
    return found is not None and (found is widget or widget.isAncestorOf(found) or found.isAncestorOf(widget))


def _text(widget: QWidget) -> str:
    if isinstance(widget, QComboBox):
        return widget.currentText()
    if isinstance(widget, QLabel | QAbstractButton | QLineEdit | QSpinBox):
        return widget.text().replace("&", "")
    if isinstance(widget, QPlainTextEdit):
        return widget.toPlainText()
    return widget.title() if isinstance(widget, QGroupBox) else ""


def _cells(view: QAbstractItemView, under: QModelIndex, add: Callable[..., None]) -> None:
    """The cells of a list, a table or a tree; what is folded has no place. `told` is what a screen reader says of one."""
    model = view.model()
    for row in range(min(MOST_ROWS, model.rowCount(under)) if model is not None else 0):
        for column in range(1 if isinstance(view, QListView) else model.columnCount(under)):
            index = model.index(row, column, under)
            text, account = index.data(Qt.ItemDataRole.DisplayRole), index.data(Qt.ItemDataRole.AccessibleTextRole)
            if (isinstance(text, str) and text) or account:
                more = {"row": row, "column": column, "chosen": view.currentIndex() == index, "told": account, "of": type(view).__name__}
                add("cell", text or "", view.visualRect(index), view.viewport(), enabled=True, **more)
        if isinstance(view, QTreeView):
            _cells(view, model.index(row, 0, under), add)


def _parts(widget: QWidget) -> list[Seen]:
    """What a widget holds that is no widget: rows of a list, tabs, entries of a menu."""
    found: list[Seen] = []

    def add(kind: str, text: str, box: QRect, on: QWidget, **more: Any) -> None:
        if box.isValid() and on.rect().intersects(box):
            found.append({"kind": kind, "text": text, "box": _box(on, box.intersected(on.rect())), **more})

    if isinstance(widget, QMenu | QMenuBar):
        for action in widget.actions():
            if action.isVisible() and action.text():
                box = widget.actionGeometry(action)
                add("entry", action.text().replace("&", ""), box, widget, enabled=action.isEnabled())
    elif isinstance(widget, QTabBar):
        for i in range(widget.count()):
            add("tab", widget.tabText(i), widget.tabRect(i), widget, chosen=i == widget.currentIndex(), enabled=True)
    elif isinstance(widget, QAbstractItemView):
        _cells(widget, QModelIndex(), add)
    return found


def _inside(widget: QWidget) -> list[str]:
    """The classes of what holds a widget."""
    held, found = widget.parentWidget(), []
    while held is not None:
        found.append(type(held).__name__)
        held = held.parentWidget()
    return found


def widgets() -> list[Seen]:
    """Everything that can be seen, with its words and its place on the screen."""
    found: list[Seen] = []
    for widget in QApplication.allWidgets():
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        seen = widget.visibleRegion().boundingRect()
        buddy = next((p.text() for p in widget.window().findChildren(QLabel) if p.buddy() is widget and p.isVisible()), "")
        found.append(
            {
                "kind": type(widget).__name__,
                "text": _text(widget),
                "hint": widget.placeholderText() if isinstance(widget, QLineEdit) else "",
                "name": widget.accessibleName() or buddy.replace("&", ""),
                "box": _box(widget, seen),
                "enabled": widget.isEnabled(),
                "focus": widget.hasFocus(),
                "checked": isinstance(widget, QAbstractButton) and widget.isChecked(),
                "open": _open(widget, seen.center()),
                "inside": _inside(widget),
                "window": widget.window().windowTitle(),
                "tip": widget.toolTip(),
            }
        )
        found += _parts(widget)
    return found


def _table() -> PlottingTable | None:
    return next((w for w in QApplication.allWidgets() if isinstance(w, PlottingTable) and w.isVisible()), None)


def hexagon(label: str) -> list[int] | None:
    """Where the middle of a hex lies on the screen; None when it is not seen."""
    table = _table()
    if table is None:
        return None
    at = QPoint(*map(round, table.camera.to_screen(*table.world.theatre.middle(from_label(label)))))
    if not table.rect().contains(at) or not _open(table, at):
        return None
    on = table.mapToGlobal(at)
    return [on.x(), on.y()]


def place(name: str) -> list[int] | None:
    """Where a place of the map lies on the screen; None when it is not seen."""
    table = _table()
    return hexagon(table.world.theatre.find(name).near.label) if table is not None else None


def way() -> list[Seen]:
    """The way-points of the route that lies on the table."""
    table = _table()
    if table is None or table.route is None:
        return []
    return [{"hex": p.hex.label, "angels": p.angels, "fault": p.fault, "label": p.label} for p in table.route.points]


def eyes() -> list[float] | None:
    """From where the table is looked at: its middle, and how near."""
    table = _table()
    return [round(part, 3) for part in (table.camera.x, table.camera.y, table.camera.scale)] if table is not None else None


def dogfight() -> Seen | None:
    """The dogfight by cards that is seen: the cards of the hand, the aircraft, what is carried, and where each order's card is laid."""
    panel = next((w for w in QApplication.allWidgets() if isinstance(w, CardPanel) and w.isVisible()), None)
    if panel is None or panel.table.view is None:
        return None
    hand, arena, table = panel.hand_part, panel.arena, panel.table
    arena.repaint()  # what has just changed lies where it will be seen
    hand.lay()
    held = [(card, card.box.translated(-hand.offset, 0).toRect()) for card in hand.held if hand.has_use(card)]
    carried = panel.carried if panel.carried is not None and panel.carried.isVisible() else None
    return {
        "hand": [{"code": card.code, "count": card.count, "box": _box(hand, box)} for card, box in held],
        "aircraft": {number: _box(arena, spot.box.toRect()) for number, spot in arena._spots.items()},
        "discards": _box(arena, arena._piles["discard"].toRect()) if arena._piles else None,
        "lit": sorted(arena.lit),
        "carried": carried.text if carried is not None else "",
        "good": carried is not None and carried.good,
        "notice": panel.notice.text() if panel.notice.isVisible() else "",
        "orders": [
            {"code": order.code, "card": laid_for(order), "places": sorted(panel.places_of(order))} for order in table.choices.listed
        ],
        "given": len(table.match.entries) if isinstance(table, OwnGame) else -1,
        "over": table.outcome is not None,
        "thinking": table.is_thinking,
        "size": [panel.width(), panel.height()],
    }


def log() -> list[Seen] | None:
    """What the log of the room holds, seen or not: each thing with its number and its sentence."""
    panel = next((w for w in QApplication.allWidgets() if isinstance(w, LogPanel)), None)
    if panel is None:
        return None
    model = panel.model
    return [{"number": line.number, "event": encode(line.event), "text": model.text(line)} for line in model.lines]


ASKED = {"log": log, "widgets": widgets, "eyes": eyes, "hex": hexagon, "place": place, "way": way, "dogfight": dogfight}


class Probe(QObject):
    """Answers on the interface's thread."""

    _asked = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self._asked.connect(self._answer)

    def ask(self, question: dict[str, Any]) -> Any:
        """What the interface's thread answers. From any other thread."""
        back: Queue[Any] = Queue()
        self._asked.emit(question, back)
        return back.get(timeout=30)

    def _answer(self, question: dict[str, Any], back: Queue[Any]) -> None:
        try:
            back.put(ASKED[question["ask"]](*question.get("of", ())))
        except Exception as error:  # told to the robot, who fails
            back.put({"fault": f"{type(error).__name__}: {error}"})


def serve(path: Path, probe: Probe) -> None:
    """Listen for a robot."""

    class Asked(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            for line in self.rfile:
                self.wfile.write((json.dumps(probe.ask(json.loads(line))) + "\n").encode())

    path.unlink(missing_ok=True)
    server = socketserver.ThreadingUnixStreamServer(str(path), Asked)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()


if __name__ == "__main__":
    application()
    probe = Probe()
    serve(Path(sys.argv[1]), probe)
    sys.exit(main(sys.argv[2:]))
