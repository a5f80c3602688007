"""The registry of all that can be done: menus, command palette and the list of keys come from here, the keys of the panels among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from bob.core.errors import BobError
from bob.desk.base.settings import Settings
from bob.desk.base.settings import keys as bindings
from bob.desk.base.theme.greyed import greyed

GROUPS = ("file", "edit", "game", "look", "past", "referee", "help")
"""The menus, in order; another group of words can be added by `group`."""


@dataclass(slots=True)
class DeskAction:
    """One action of the desk. `text` gives its name in the current language, `usual` its default keys."""

    code: str
    group: str
    usual: Callable[[], str]
    action: QAction
    text: Callable[[], str]
    hint: Callable[[], str] | None
    why: Callable[[], str | None] | None
    checked: Callable[[], bool] | None
    shown: Callable[[], bool] | None
    keys: list[QKeySequence] = field(default_factory=list)


class Actions(QObject):
    """All actions of a window by their code."""

    def __init__(self, window: QWidget, settings: Settings) -> None:
        super().__init__(window)
        self.window = window
        self.settings = settings
        self.entries: dict[str, DeskAction] = {}
        self._menus: dict[str, QMenu] = {}
        self._titles: dict[str, Callable[[], str]] = {}
        settings.language_changed.connect(self.retranslate)
        settings.keys_changed.connect(self.rebind)

    def add(
        self,
        code: str,
        group: str,
        do: Callable[[], object],
        keys: str | Callable[[], str] = "",
        *,
        text: Callable[[], str] | None = None,
        hint: Callable[[], str] | None = None,
        why: Callable[[], str | None] | None = None,
        checked: Callable[[], bool] | None = None,
        shown: Callable[[], bool] | None = None,
    ) -> QAction:
        """Register something that can be done. Its name is `desk.action.CODE` unless `text` gives another.

        `why` gives a key of the words that says why it cannot be done now, None when it can; `checked` and `shown` whether it is on, and
        there. They are asked by `refresh`. The keys of a code with another scope than the window's are kept and
        shown here, but pressed in the panel that has the focus.
        """
        action = QAction(self.window)
        action.setObjectName(code)
        action.setCheckable(checked is not None)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(lambda _=False: do())
        self.window.addAction(action)
        usual = keys if callable(keys) else partial(str, keys)
        entry = DeskAction(code, group, usual, action, text or self._usual_text(code), hint, why, checked, shown)
        self.entries[code] = entry
        self._bind(entry)
        self._name(entry, asking=False)
        if group in self._menus:
            self._menus[group].addAction(action)
        return action

    def remove(self, code: str) -> None:
        """Take an action away: its panel is gone."""
        entry = self.entries.pop(code, None)
        if entry is not None:
            for menu in self._menus.values():
                menu.removeAction(entry.action)
            self.window.removeAction(entry.action)
            entry.action.deleteLater()

    def _usual_text(self, code: str) -> Callable[[], str]:
        return lambda: self.settings.words(f"desk.action.{code}")

    def __getitem__(self, code: str) -> QAction:
        return self.entries[code].action

    def __iter__(self) -> Iterator[DeskAction]:
        return iter(self.entries.values())

    # ---- menus

    def fill(self, bar: QMenuBar) -> None:
        """The menus of a menu bar."""
        for group in GROUPS:
            self.group(bar, group, self._usual_title(group))

    def _usual_title(self, group: str) -> Callable[[], str]:
        return lambda: self.settings.words(f"desk.menu.{group}")

    def group(self, bar: QMenuBar, code: str, title: Callable[[], str]) -> None:
        """Another menu."""
        menu = QMenu(bar)
        self._menus[code] = menu
        self._titles[code] = title
        bar.addMenu(menu)
        menu.setTitle(title())
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(self.refresh)
        for entry in self.entries.values():
            if entry.group == code:
                menu.addAction(entry.action)

    def name(self, code: str, title: Callable[[], str]) -> None:
        """Name a group that has no menu."""
        self._titles[code] = title

    def title(self, group: str) -> str:
        """Return the title of a menu."""
        return self._titles[group]().replace("&", "") if group in self._titles else ""

    # ---- names, keys, state

    def retranslate(self) -> None:
        for code, menu in self._menus.items():
            menu.setTitle(self._titles[code]())
        self.rebind()

    def _name(self, entry: DeskAction, *, asking: bool = True) -> None:
        """Name an action, with its keys or the reason why it is disabled; while the window is being built no reason is computed."""
        text = entry.text()
        keys = bindings.describe(entry.keys[:1])
        hint = entry.hint() if entry.hint is not None else text.replace("&", "").rstrip("…")
        reason = entry.why() if asking and entry.why is not None else None
        greyed(entry.action, text, self.settings.words(reason) if reason else None, f"{hint}  ({keys})" if keys else hint)

    def rebind(self) -> None:
        """Take up the keys that the settings hold."""
        for entry in self.entries.values():
            self._bind(entry)
            self._name(entry)

    def _bind(self, entry: DeskAction) -> None:
        entry.keys = bindings.bound(self.settings, entry.code, entry.usual())
        if bindings.scope(entry.code) == bindings.WINDOW:
            entry.action.setShortcuts(entry.keys)

    def keys(self, code: str) -> str:
        """The keys of an action as they are shown."""
        return bindings.describe(self.entries[code].keys)

    def clash(self, code: str, keys: str) -> str | None:
        """The code of another action that has these keys where this one would have them."""
        wanted = QKeySequence(keys)
        if wanted.isEmpty():
            return None
        return next((e.code for e in self if e.code != code and bindings.meet(code, e.code) and wanted in e.keys), None)

    def refresh(self) -> None:
        """Ask all actions whether they can be done, are on, and are there."""
        for entry in self.entries.values():
            if entry.shown is not None:
                entry.action.setVisible(entry.shown())
            if entry.checked is not None:
                entry.action.setChecked(entry.checked())
            if entry.hint is not None or entry.why is not None:
                self._name(entry)


def attempt(do: Any) -> None:
    """Run an action that may be refused; the session reports the refusal."""
    try:
        do()
    except BobError:
        return
