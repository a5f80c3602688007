"""A row of widgets that goes on in a second line where it has no room, and a panel that scrolls where it is too low."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QEvent, QMargins, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QWidget

import bob.desk  # noqa: F401


class WrappedRow(QWidget):
    """Widgets side by side, in as many lines as the width needs. The rest of a line goes to those added as `wide`."""

    def __init__(self, margins: QMargins, spacing: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._margins, self._spacing = margins, spacing
        self._items: list[QWidget] = []
        self._wide: dict[int, int] = {}
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, *widgets: QWidget) -> None:
        """Add widgets that are as wide as they need."""
        for widget in widgets:
            widget.setParent(self)
            self._items.append(widget)
        self.updateGeometry()

    def add_wide(self, widget: QWidget, least: int = 0) -> None:
        """Add a widget that takes the rest of its line; below the width `least` it goes to a line of its own."""
        self._wide[len(self._items)] = least
        self.add(widget)

    def _size(self, i: int) -> QSize:
        widget = self._items[i]
        hint = widget.sizeHint().expandedTo(widget.minimumSizeHint()).expandedTo(widget.minimumSize())
        if i in self._wide:
            hint.setWidth(max(self._wide[i], widget.minimumSizeHint().width(), widget.minimumWidth()))
        return hint

    def _lines(self, width: int) -> Iterable[list[int]]:
        """The widgets that are shown, line by line."""
        line: list[int] = []
        taken = 0
        for i, widget in enumerate(self._items):
            if widget.isHidden():
                continue
            own = self._size(i).width()
            if line and taken + self._spacing + own > width:
                yield line
                line, taken = [], 0
            taken += own + (self._spacing if line else 0)
            line.append(i)
        if line:
            yield line

    def _lay(self, width: int, *, put: bool) -> int:
        """Go through the lines, and put the widgets there; how high all is."""
        inner = QRect(QPoint(), QSize(width, 0)).marginsRemoved(self._margins)
        y = self._margins.top()
        lines = list(self._lines(inner.width()))
        for line in lines:
            sizes = {i: self._size(i) for i in line}
            left = inner.width() - sum(size.width() for size in sizes.values()) - self._spacing * (len(line) - 1)
            takers = [i for i in line if i in self._wide]
            for i in takers:
                if self._items[i].hasHeightForWidth():
                    asked = self._items[i].heightForWidth(sizes[i].width() + max(0, left) // len(takers))
                    sizes[i].setHeight(min(asked, self._items[i].maximumHeight()))
            high = max(size.height() for size in sizes.values())
            alike = max((size.height() for i, size in sizes.items() if i not in takers), default=high)
            x = inner.left()
            for i in line:
                across = min(inner.width(), sizes[i].width() + (left // len(takers) if i in takers and left > 0 else 0))
                if put:
                    own = high if i in takers else alike
                    self._items[i].setGeometry(x, y + (high - own) // 2, across, own)
                x += across + self._spacing
            y += high + self._spacing
        return y - (self._spacing if lines else 0) + self._margins.bottom()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._lay(width, put=False)

    def sizeHint(self) -> QSize:
        """All in one line."""
        shown = [self._size(i).width() for i, widget in enumerate(self._items) if not widget.isHidden()]
        wide = sum(shown) + self._spacing * max(0, len(shown) - 1) + self._margins.left() + self._margins.right()
        return QSize(wide, self._lay(wide, put=False))

    def minimumSizeHint(self) -> QSize:
        """As narrow as the widest of them."""
        shown = [self._size(i).width() for i, widget in enumerate(self._items) if not widget.isHidden()]
        least = max(shown, default=0) + self._margins.left() + self._margins.right()
        return QSize(least, self._lay(max(least, self.width()), put=False))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay(self.width(), put=True)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._lay(self.width(), put=True)
            self.updateGeometry()
        return super().event(event)


class WholeText(QLabel):
    """Words that are as high as they need in the width that they have, and no higher."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.fit()

    def fit(self) -> None:
        """Take up the words, or the width, of now."""
        self.setFixedHeight(max(1, self.heightForWidth(max(1, self.width()))))


class HighEnough(QWidget):
    """A widget whose least height is that of its layout in its present width: wrapped rows and words are never cut."""

    def minimumSizeHint(self) -> QSize:
        least, inside = super().minimumSizeHint(), self.layout()
        if inside is None or not inside.hasHeightForWidth():
            return least
        return QSize(least.width(), max(least.height(), inside.totalMinimumHeightForWidth(max(least.width(), self.width()))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


class Tall(QScrollArea):
    """Scrolls contents too high for its space; it is never narrower than they are."""

    def __init__(self, inner: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(inner)

    def minimumSizeHint(self) -> QSize:
        inner = self.widget()
        if inner is None:
            return super().minimumSizeHint()
        least = inner.minimumSizeHint().expandedTo(inner.minimumSize())
        bar = self.verticalScrollBar().sizeHint().width() if least.height() > self.height() else 0
        return QSize(least.width() + bar, min(least.height(), 120))

    def sizeHint(self) -> QSize:
        inner = self.widget()
        return inner.sizeHint() if inner is not None else super().sizeHint()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        inner = self.widget()
        if event.type() == QEvent.Type.LayoutRequest and inner is not None and watched is inner:
            if inner.minimumSizeHint().height() != inner.height():  # a layout tells of a change only after it was asked
                QCoreApplication.postEvent(self, QEvent(QEvent.Type.LayoutRequest))
            self.updateGeometry()
        return super().eventFilter(watched, event)
