"""Help: what a rule says, the glossary, the keys, and about the program."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QTabWidget,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from bob import __version__
from bob.desk import theme
from bob.desk.actions import Actions
from bob.desk.settings import Settings
from bob.text import plain
from bob.words import Words, chapter

PAGES = ("rules", "glossary", "keys", "about")


def rules_told(words: Words) -> list[tuple[str, str]]:
    """Every rule by its ID and what it says, in the order of the ledgers."""
    found = [(key.removeprefix("rules."), words(key)) for key in chapter("rules") if key.removeprefix("rules.").startswith("OPS-")]
    return [(code, text[:1].upper() + text[1:]) for code, text in found]


def terms(words: Words) -> list[tuple[str, str]]:
    """The glossary, sorted by the terms of the language."""
    codes = [key.removeprefix("desk.glossary.term.") for key in chapter("desk") if key.startswith("desk.glossary.term.")]
    found = [(words(f"desk.glossary.term.{code}"), words(f"desk.glossary.text.{code}")) for code in codes]
    return sorted(found, key=lambda pair: plain(pair[0]))


class HelpBox(QDialog):
    """A window of its own beside the desk."""

    def __init__(self, settings: Settings, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.actions_ = actions
        self.resize(round(760 * settings.scale), round(560 * settings.scale))
        self.tabs = QTabWidget()
        self.searches: dict[str, QLineEdit] = {}
        self.lists: dict[str, QTreeWidget] = {}
        for page in ("rules", "glossary", "keys"):
            self.tabs.addTab(self._list_page(page), "")
        self.about = QTextBrowser()
        self.about.setOpenExternalLinks(False)
        self.tabs.addTab(self.about, "")
        body = QVBoxLayout(self)
        body.addWidget(self.tabs)
        settings.language_changed.connect(self.retranslate)
        settings.keys_changed.connect(self.retranslate)
        self.retranslate()

    def _list_page(self, page: str) -> QWidget:
        widget = QWidget()
        body = QVBoxLayout(widget)
        search = QLineEdit()
        search.setClearButtonEnabled(True)
        tree = QTreeWidget()
        tree.setColumnCount(2)
        tree.setHeaderHidden(True)
        tree.setRootIsDecorated(False)
        tree.setWordWrap(True)
        tree.setIndentation(0)
        tree.setAlternatingRowColors(True)
        search.textChanged.connect(lambda text: self._filter(page, text))
        body.addWidget(search)
        body.addWidget(tree, 1)
        self.searches[page], self.lists[page] = search, tree
        return widget

    def show_page(self, page: str, search: str = "") -> None:
        """Open at a page, searched."""
        self.tabs.setCurrentIndex(PAGES.index(page))
        if page in self.searches:
            self.searches[page].setText(search)
            self.searches[page].setFocus()
        self.show()
        self.raise_()

    def retranslate(self) -> None:
        words = self.settings.words
        self.setWindowTitle(words("desk.help.title"))
        for i, page in enumerate(PAGES):
            self.tabs.setTabText(i, words(f"desk.help.{page}"))
        self._fill("rules", rules_told(words))
        self._fill("glossary", terms(words))
        keyed = [(self.actions_.keys(e.code), e.text().replace("&", "")) for e in self.actions_ if self.actions_.keys(e.code)]
        self._fill("keys", sorted(keyed, key=lambda pair: plain(pair[1])))
        for search in self.searches.values():
            search.setPlaceholderText(words("desk.help.search"))
            search.setAccessibleName(words("desk.help.search"))
        self.about.setHtml(words("desk.help.about_text", version=__version__))

    def _fill(self, page: str, pairs: list[tuple[str, str]]) -> None:
        tree = self.lists[page]
        tree.clear()
        bold = theme.font(self.settings, bold=True)
        for head, text in pairs:
            item = QTreeWidgetItem([head, text])
            item.setFont(0, bold)
            item.setTextAlignment(0, Qt.AlignmentFlag.AlignTop)
            item.setToolTip(1, text)
            tree.addTopLevelItem(item)
        tree.setColumnWidth(0, round(190 * self.settings.scale))
        self._filter(page, self.searches[page].text())

    def _filter(self, page: str, search: str) -> None:
        wanted = plain(search).split()
        tree = self.lists[page]
        for i in range(tree.topLevelItemCount()):
            item = tree.topLevelItem(i)
            if item is not None:
                text = plain(f"{item.text(0)} {item.text(1)}")
                item.setHidden(not all(word in text for word in wanted))
