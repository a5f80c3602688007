"""Help: the handbook, the text of a rule, the glossary, the keys, and about the program."""

from __future__ import annotations

import html

from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QTabWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from bob import __version__
from bob.core.text import plain
from bob.desk.base.settings import Settings
from bob.desk.base.settings import keys as bindings
from bob.desk.base.theme import theme
from bob.desk.session.actions import Actions, DeskAction
from bob.desk.window.help.handbook_page import HandbookPage
from bob.desk.window.help.places import HelpPlace
from bob.words import Words, chapter

PAGES = ("handbook", "rules", "glossary", "keys", "about")


def rules_text(words: Words) -> list[tuple[str, str]]:
    """Return every rule by its ID with its text, in the order of the ledgers."""
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
        theme.size_box(self, settings, 960, 680)
        self.tabs = QTabWidget()
        self.searches: dict[str, QLineEdit] = {}
        self.texts: dict[str, QTextBrowser] = {}
        self.pairs: dict[str, list[tuple[str, str]]] = {}
        self.handbook = HandbookPage(settings)
        self.handbook.rule_asked.connect(lambda rule: self.show_page("rules", rule))
        self.tabs.addTab(self.handbook, "")
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
        text = QTextBrowser()
        search.textChanged.connect(lambda _: self._fill(page))
        body.addWidget(search)
        body.addWidget(text, 1)
        self.searches[page], self.texts[page] = search, text
        return widget

    def show_page(self, page: str, search: str = "") -> None:
        """Open at a page, searched."""
        self.tabs.setCurrentIndex(PAGES.index(page))
        if page in self.searches:
            self.searches[page].setText(search)
            self.searches[page].setFocus()
        self.show()
        self.raise_()

    def show_place(self, place: HelpPlace) -> None:
        """Open the handbook where it speaks of something."""
        self.show_page("handbook")
        self.handbook.show_page(place.page, place.anchor, place.rules)

    def retranslate(self) -> None:
        words = self.settings.words
        self.handbook.retranslate()
        self.setWindowTitle(words("desk.help.title"))
        for i, page in enumerate(PAGES):
            self.tabs.setTabText(i, words(f"desk.help.{page}"))
        keyed = [(self.actions_.keys(e.code), self._done_by(e)) for e in self.actions_ if e.keys]
        self.pairs = {"rules": rules_text(words), "glossary": terms(words), "keys": sorted(keyed, key=lambda pair: plain(pair[1]))}
        for page in self.pairs:
            self._fill(page)
        for search in self.searches.values():
            search.setPlaceholderText(words("desk.help.search"))
            search.setAccessibleName(words("desk.help.search"))
        for page, text in (*self.texts.items(), ("about", self.about)):
            text.setAccessibleName(words(f"desk.help.{page}"))
        self.about.setHtml(words("desk.help.about_text", version=__version__))

    def _done_by(self, entry: DeskAction) -> str:
        """Describe the action of a key, with the panel that must have the focus unless it applies to the window."""
        text = entry.text().replace("&", "")
        there = bindings.scope(entry.code) != bindings.WINDOW
        return f"{self.actions_.title(entry.group)} · {text}" if there else text

    def _fill(self, page: str) -> None:
        """Show what holds all the words searched for."""
        wanted = plain(self.searches[page].text()).split()
        rows = [
            f"<tr><td width='27%'><b>{html.escape(head)}</b></td><td>{html.escape(text)}</td></tr>"
            for head, text in self.pairs.get(page, ())
            if all(word in plain(f"{head} {text}") for word in wanted)
        ]
        self.texts[page].setHtml(f"<table cellpadding='5' width='100%'>{''.join(rows)}</table>")
