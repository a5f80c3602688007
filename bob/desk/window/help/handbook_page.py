"""The handbook in the help: its contents and a search at the left, the page at the right, pictures as wide as there is room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QImage, QResizeEvent, QTextBlockFormat, QTextCursor, QTextDocument, QTextFrame, QTextLength, QTextTable
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QListWidgetItem, QSplitter, QTextBrowser, QVBoxLayout, QWidget

from bob.data.handbook import FIRST, Handbook, handbook
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.panel_parts import colour

_SPOT = int(Qt.ItemDataRole.UserRole)
_MARGIN = 18


class BookLeaves(QTextBrowser):
    """Shows one page; a link leads to another, or to a heading. Nothing outside the handbook is opened."""

    turned = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.setOpenExternalLinks(False)
        self.setOpenLinks(False)
        self.document().setDocumentMargin(_MARGIN)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # or pictures were as wide as without it
        self.anchorClicked.connect(self._follow)
        self._wide = QTimer(self)
        self._wide.setSingleShot(True)
        self._wide.timeout.connect(self.again)
        self.page = ""

    @property
    def book(self) -> Handbook:
        return handbook(self.settings.language)

    def _follow(self, link: QUrl) -> None:
        if not link.scheme():
            self.show_page(link.path().removesuffix(".md") or self.page, link.fragment())

    def show_page(self, name: str, anchor: str = "") -> None:
        """Show a page of the handbook, from a heading on."""
        found = self.book.page(name)
        if found is None:
            return
        self.page = name
        self.document().setBaseUrl(QUrl.fromLocalFile(f"{self.book.folder}/"))
        self.document().setMarkdown(found.shown)
        self._lay()
        self.turned.emit(name)
        self._go_to(anchor)

    def again(self) -> None:
        """Show the page again at the same position."""
        bar = self.verticalScrollBar()
        share = bar.value() / bar.maximum() if bar.maximum() else 0.0
        if self.page:
            self.show_page(self.page)
            bar.setValue(round(share * bar.maximum()))

    def _go_to(self, anchor: str) -> None:
        """Scroll a heading to the top; without one, the title."""
        found = self.book.page(self.page)
        self.verticalScrollBar().setValue(0)
        if found is None or anchor not in found.anchors:
            return
        at = [section.anchor for section in found.sections].index(anchor)
        block, seen = self.document().begin(), -1
        while block.isValid():
            seen += bool(block.blockFormat().headingLevel())
            if seen == at:
                top = self.document().documentLayout().blockBoundingRect(block).top()
                self.verticalScrollBar().setValue(max(0, round(top) - 6))
                return
            block = block.next()

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """A picture, never wider than the page."""
        found = super().loadResource(kind, name)
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return found
        url = self.document().baseUrl().resolved(name if isinstance(name, QUrl) else QUrl(name))
        picture = QImage(url.toLocalFile())
        room = self.viewport().width() - 2 * _MARGIN - 2
        if picture.width() > room > 0:
            sharp = self.devicePixelRatioF()
            picture = picture.scaledToWidth(min(picture.width(), round(room * sharp)), Qt.TransformationMode.SmoothTransformation)
            picture.setDevicePixelRatio(picture.width() / room)
        return picture

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._wide.start(120)

    def _lay(self) -> None:
        """Give headings, paragraphs, code and tables the room that Markdown itself has no words for."""
        tones, scale = theme.look(self.settings), self.settings.scale
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        block = self.document().begin()
        while block.isValid():
            form, level = QTextBlockFormat(block.blockFormat()), block.blockFormat().headingLevel()
            inside = QTextCursor(block)
            code = form.hasProperty(QTextBlockFormat.Property.BlockCodeLanguage) or form.hasProperty(
                QTextBlockFormat.Property.BlockCodeFence
            )
            if inside.currentTable() is None:
                form.setTopMargin(round((14 if level == 2 else 4) * scale))
                form.setBottomMargin(round((0 if code or block.textList() is not None else 6) * scale))
            if code:
                form.setBackground(colour(tones.panel))
                form.setLeftMargin(10 * scale)
                form.setNonBreakableLines(False)
            elif not level and block.textList() is None and "\ufffc" not in block.text():
                form.setLineHeight(118, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            inside.setBlockFormat(form)
            block = block.next()
        for table in _tables(self.document().rootFrame()):
            shape = table.format()
            shape.setCellPadding(5)
            shape.setBorder(1)
            shape.setBorderBrush(colour(tones.line))
            shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
            shape.setTopMargin(4)
            shape.setBottomMargin(8)
            table.setFormat(shape)
        cursor.endEditBlock()


def _tables(frame: QTextFrame) -> Sequence[QTextTable]:
    return [child for child in frame.childFrames() if isinstance(child, QTextTable)]


class HandbookPage(QWidget):
    """Contents, search and page. `rule_asked` is emitted with a rule to read."""

    rule_asked = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.search, self.list = QLineEdit(), QListWidget()
        self.search.setClearButtonEnabled(True)
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rules = QLabel()
        self.rules.setWordWrap(True)
        self.rules.setTextFormat(Qt.TextFormat.RichText)
        self.rules.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard)
        self.rules.linkActivated.connect(self.rule_asked)
        theme.kind(self.rules, "quiet")
        self.leaves = BookLeaves(settings)
        self.leaves.turned.connect(self._turned)
        left, right = QWidget(), QWidget()
        for side, widgets in ((left, (self.search, self.list)), (right, (self.rules, self.leaves))):
            body = QVBoxLayout(side)
            body.setContentsMargins(0, 0, 0, 0)
            for widget in widgets:
                body.addWidget(widget)
        self.parts = QSplitter(Qt.Orientation.Horizontal)
        self.parts.setChildrenCollapsible(False)
        self.parts.addWidget(left)
        self.parts.addWidget(right)
        self.parts.setStretchFactor(1, 1)
        self.parts.setSizes([round(220 * settings.scale), round(700 * settings.scale)])
        whole = QVBoxLayout(self)
        whole.addWidget(self.parts)
        self.search.textChanged.connect(lambda _: self._fill())
        self.list.currentItemChanged.connect(lambda *_: self._chosen())
        self.list.itemClicked.connect(lambda _: self._chosen())
        self._rules: tuple[str, ...] = ()
        self.retranslate()

    def show_page(self, name: str, anchor: str = "", rules: Sequence[str] = ()) -> None:
        """Open at a heading of a page, with the related rules."""
        self._rules = tuple(rules)
        self._tell_rules()
        self.search.clear()
        self.leaves.show_page(name, anchor)
        self.leaves.setFocus()

    def retranslate(self) -> None:
        """Set all texts in the current language."""
        words = self.settings.words
        self.search.setPlaceholderText(words("desk.help.search"))
        self.search.setAccessibleName(words("desk.help.search"))
        self.list.setAccessibleName(words("desk.help.contents"))
        self.leaves.setAccessibleName(words("desk.help.handbook"))
        self.rules.setAccessibleName(words("desk.help.rules"))
        self._tell_rules()
        self._fill()
        if self.leaves.page:
            self.leaves.again()

    def _tell_rules(self) -> None:
        links = ", ".join(f"<a href='{rule}'>{rule}</a>" for rule in self._rules)
        self.rules.setText(self.settings.words("desk.help.rules_here", rules=links))
        self.rules.setVisible(bool(links))

    def _fill(self) -> None:
        """Show the contents, or the results of the search."""
        book, text = self.leaves.book, self.search.text().strip()
        self.list.blockSignals(True)
        self.list.clear()
        for page in book.pages if not text else ():
            self._add(page.title, page.name, "")
        for found in book.search(text) if text else ():
            head = found.page.title if not found.section.anchor else f"{found.page.title} · {found.section.heading}"
            self._add(head, found.page.name, found.section.anchor, found.line)
        if not self.list.count():
            item = QListWidgetItem(self.settings.words("desk.palette.none"))
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self.list.blockSignals(False)
        self._turned(self.leaves.page)

    def _add(self, text: str, page: str, anchor: str, tip: str = "") -> None:
        item = QListWidgetItem(text)
        item.setData(_SPOT, (page, anchor))
        item.setToolTip(tip)
        self.list.addItem(item)

    def _turned(self, name: str) -> None:
        """Mark the page shown in the contents."""
        for i in range(self.list.count()):
            item = self.list.item(i)
            if not self.search.text() and item.data(_SPOT) == (name, ""):
                self.list.blockSignals(True)
                self.list.setCurrentItem(item)
                self.list.blockSignals(False)

    def _chosen(self) -> None:
        item = self.list.currentItem()
        spot = item.data(_SPOT) if item is not None else None
        if spot is not None:
            self.leaves.show_page(*spot)

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        if not self.leaves.page:
            self.leaves.show_page(FIRST)
