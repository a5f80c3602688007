"""The outcome of the raids on one page: sent, met, bombed, lost and believed, raid by raid."""

from __future__ import annotations

from html import escape
from urllib.parse import quote, unquote

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget

from bob.day.state.view import LuftwaffeView, RefereeView
from bob.day.telling.period_names import Names, code_word
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.session.session import DeskSession
from bob.staff.advice.planning.raid_accounts import RaidAccount, accounts, describe


class Results(QWidget):
    """The page. Emits `selected` with a raid that the map should show."""

    selected = Signal(str, object)

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.settings = session, settings
        self.names = Names(session.world.theatre)
        theme.kind(self, "panel")
        self.page = QTextBrowser()
        self.page.setOpenLinks(False)
        self.page.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.TextSelectableByMouse)
        self.page.anchorClicked.connect(self._follow)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.page)
        self.setFocusProxy(self.page)
        self._shown = ""
        session.changed.connect(self.refresh)
        settings.language_changed.connect(self.refresh)
        settings.theme_changed.connect(self.refresh)
        settings.text_size_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the raids of the view; nothing to a seat without raids."""
        words = self.settings.words
        self.page.setAccessibleName(words("desk.dock.results"))
        found = self.session.view(self.session.seat)
        view = found.luftwaffe if isinstance(found, RefereeView) else found
        text = ""
        if isinstance(view, LuftwaffeView):
            self.names.learn(view)
            each = accounts(view, self.session.log(self.session.seat))
            text = self._summary(each) + "".join(self._describe(account, view) for account in each)
        if text == self._shown:
            return
        self._shown = text
        bar = self.page.verticalScrollBar()
        at = bar.value()
        self.page.setHtml(self._dressed(text))
        bar.setValue(min(at, bar.maximum()))

    def _summary(self, each: list[RaidAccount]) -> str:
        """The whole day in a line."""
        words = self.settings.words
        if not each:
            return f"<p>{escape(words('desk_planner.fate.no_raids'))}</p>"
        sums = {name: sum(getattr(account, name) for account in each) for name in ("begun", "sent", "lost", "claims")}
        return f"<p>{escape(words('desk_planner.fate.all', raids=len(each), **sums))}</p>"

    def _dressed(self, text: str) -> str:
        tones = theme.look(self.settings)
        size = theme.font(self.settings, 13).pixelSize()
        return (
            f"<style>body {{ font-size: {size}px; color: {tones.ink}; }} .part, .state {{ color: {tones.quiet}; }}"
            f"a {{ color: {tones.ink}; font-weight: 600; text-decoration: none; }}"
            "p { margin: 2px 0 0 0; } h4 { margin: 8px 0 0 0; }"
            f"</style><body>{text}</body>"
        )

    def _describe(self, account: RaidAccount, view: LuftwaffeView) -> str:
        words, raid = self.settings.words, account.raid
        name = self.names.title(words, raid.code)
        state = code_word(words, "state", raid.state)
        head = f'<h4><a href="raid:{quote(raid.code)}">{escape(name)}</a> <span class="state">· {escape(state)}</span></h4>'
        lines = ""
        for part, line in describe(account, words, self.names, view.common):
            heading, each = escape(words(f"desk_planner.fate.part.{part}")), "<br>".join(map(escape, line.splitlines()))
            lines += f'<p><span class="part">{heading}</span> {each}</p>'
        return head + lines

    def _follow(self, link: QUrl) -> None:
        code = unquote(link.toString().removeprefix("raid:"))
        self.selected.emit("raid", code)
