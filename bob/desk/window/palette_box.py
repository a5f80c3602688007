"""The command palette: everything that can be done, searched by a few letters, with its keys."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from bob.core.text import plain
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.session.actions import Actions, DeskAction


def matches(search: str, text: str) -> int | None:
    """Return how well a text matches a search: 0 the best, None not at all. All words must be found, or the letters in order."""
    wanted, bare = plain(search), plain(text)
    if not wanted:
        return 0
    if bare.startswith(wanted):
        return 0
    if all(word in bare for word in wanted.split()):
        return 1
    letters = iter(bare)
    return 2 if all(letter in letters for letter in wanted.replace(" ", "")) else None


class PaletteBox(QDialog):
    """Searches and does."""

    def __init__(self, actions: Actions, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.actions_ = actions
        self.settings = settings
        self.chosen: DeskAction | None = None
        words = settings.words
        self.setObjectName("sheet")
        self.setWindowTitle(words("desk.palette.title"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(words("desk.palette.search"))
        self.search.setAccessibleName(words("desk.palette.search"))
        self.search.setFont(theme.font(settings, 16))
        self.list = QTreeWidget()
        self.list.setHeaderHidden(True)
        self.list.setColumnCount(3)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.empty = QLabel(words("desk.palette.none"))
        theme.kind(self.empty, "quiet")
        self.empty.hide()
        body = QVBoxLayout(self)
        body.setContentsMargins(10, 10, 10, 10)
        for widget in (self.search, self.list, self.empty):
            body.addWidget(widget)
        self.search.textChanged.connect(lambda _: self.fill())
        self.search.installEventFilter(self)
        self.list.itemActivated.connect(self._take)
        self.list.itemClicked.connect(self._take)
        actions.refresh()
        self.fill()
        width = round(min(640 * settings.scale, parent.width() * 0.8))
        self.resize(width, round(min(440 * settings.scale, parent.height() * 0.7)))
        self.list.setColumnWidth(0, round(width * 0.55))
        self.list.setColumnWidth(1, round(width * 0.22))
        at = parent.mapToGlobal(parent.rect().topLeft())
        self.move(at.x() + (parent.width() - width) // 2, at.y() + round(110 * settings.scale))
        self.search.setFocus()

    def fill(self) -> None:
        """List what answers the search, the best first; what cannot be done now comes last."""
        self.list.clear()
        found: list[tuple[tuple[Any, ...], DeskAction]] = []
        for entry in self.actions_:
            if not entry.action.isVisible() or entry.code == "palette":
                continue
            text = entry.text().replace("&", "")
            rank = matches(self.search.text(), f"{text} {self.actions_.title(entry.group)}")
            if rank is not None:
                found.append(((not entry.action.isEnabled(), rank, plain(text)), entry))
        for _, entry in sorted(found, key=lambda f: f[0]):
            mark = "•  " if entry.action.isChecked() else ""
            item = QTreeWidgetItem(
                [mark + entry.action.text().replace("&", ""), self.actions_.title(entry.group), self.actions_.keys(entry.code)]
            )
            item.setData(0, Qt.ItemDataRole.UserRole, entry.code)
            if not entry.action.isEnabled():
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
                item.setToolTip(0, entry.action.toolTip())
            self.list.addTopLevelItem(item)
        self.empty.setVisible(not found)
        self._choose(0)

    def _choose(self, row: int) -> None:
        """Take the line of that number for the current one, or the nearest that there is."""
        item = self.list.topLevelItem(max(0, min(self.list.topLevelItemCount() - 1, row)))
        if item is not None:
            self.list.setCurrentItem(item)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}.get(Qt.Key(event.key()))
            if step is not None and self.list.topLevelItemCount():
                self._choose(self.list.currentIndex().row() + step)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._take(self.list.currentItem())
                return True
        return False

    def _take(self, item: QTreeWidgetItem | None, _: int = 0) -> None:
        if item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled:
            self.chosen = self.actions_.entries[item.data(0, Qt.ItemDataRole.UserRole)]
            self.accept()


def choose(actions: Actions, settings: Settings, parent: QWidget) -> None:
    """Open the palette and run the chosen action."""
    box = PaletteBox(actions, settings, parent)
    box.exec()
    chosen = box.chosen
    box.deleteLater()
    if chosen is not None:
        chosen.action.trigger()
