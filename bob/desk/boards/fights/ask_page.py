"""The page for the resolution of an engagement: the known facts, and a button for each way, for this time or for the rest of the day."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.core.text import capital
from bob.day.rules.fight_orders import ways
from bob.day.state.orders import Engage, Resolve
from bob.day.state.view import EngagementView, FoeView
from bob.day.telling.period_names import Names
from bob.day.telling.situation import about_way, facts, headline, stakes, way_text
from bob.desk.base.settings import Settings
from bob.desk.base.settings import keys as bindings
from bob.desk.base.theme import theme
from bob.desk.base.theme.flow import Tall
from bob.desk.boards.fights.heights import HeightsPicture
from bob.desk.boards.fights.standing_rule import RuleEditor, StickBox, rule_of
from bob.desk.session.answers import emptied
from bob.desk.session.session import HUMAN, DeskSession
from bob.tactical.engagement import Force, enemy
from bob.tactical.slot import shipped

GAP, MARGIN = 12, 22
_KEYS = {"fights.quick": "Q", "fights.table": "T", "fights.rest": "R", "fights.rule": "S", "fights.map": "M", "fights.shots": "D"}


def _usual_keys() -> dict[str, str]:
    """The keys of the sheet: for each tactical game that ships the first letter of its name that nothing else has."""
    found = dict(_KEYS)
    for name in shipped():
        letters = [letter for letter in name.upper() if letter.isalpha() and letter not in found.values()]
        found[f"fights.{name}"] = letters[0] if letters else ""
    return {code: found[code] for code in (*(f"fights.{way}" for way in ways(shipped())), *_KEYS)}


KEYS = _usual_keys()
"""The usual keys of the sheet."""


class AskPage(QFrame):
    """The question of the way of resolution."""

    map_asked = Signal()

    def __init__(self, session: DeskSession, settings: Settings, names: Names, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.settings, self.names = session, settings, names
        self.shown: EngagementView | None = None
        self.setObjectName("sheet")
        self.caption, self.title, self.before = QLabel(), QLabel(), QLabel()
        theme.kind(self.caption, "caption")
        theme.kind(self.title, "heading")
        theme.kind(self.before, "quiet")
        self.title.setWordWrap(True)
        self.before.setWordWrap(True)
        self.heights = HeightsPicture(settings)
        self.sides = {side: QGridLayout() for side in ("own", "foes")}
        self.facts = QGridLayout()
        self.facts.setHorizontalSpacing(14)
        self.facts.setColumnStretch(1, 1)
        self.choices = QGridLayout()
        self.ways: dict[str, QPushButton] = {}
        self.abouts: dict[str, QLabel] = {}
        self.stakes = QLabel()
        self.stakes.setWordWrap(True)
        theme.kind(self.stakes, "quiet")
        self.rest = QCheckBox()
        self.rule = QToolButton()
        self.rule.setCheckable(True)
        self.rule.toggled.connect(self._show_rule)
        self.map = QPushButton()
        self.map.clicked.connect(self.map_asked.emit)
        self.stick_label = QLabel()
        theme.kind(self.stick_label, "quiet")
        self.stick = StickBox(session, settings)
        self.editor = RuleEditor(settings, rule_of(session), across=True, slot=names.slot)
        self.keep = QPushButton()
        self.keep.clicked.connect(self._keep)
        self._build()
        settings.language_changed.connect(self.refresh)
        settings.text_size_changed.connect(self.refresh)
        settings.keys_changed.connect(self.refresh)

    def _build(self) -> None:
        across = QHBoxLayout()
        across.setSpacing(16)
        for side in ("own", "foes"):
            inner = QWidget()
            theme.kind(inner, "page")
            column = QVBoxLayout(inner)
            column.setContentsMargins(0, 0, 0, 0)
            grid = self.sides[side]
            grid.setHorizontalSpacing(10)
            grid.setVerticalSpacing(3)
            grid.setColumnStretch(1, 1)
            column.addLayout(grid)
            column.addStretch()
            across.addWidget(Tall(inner), 4)
            if side == "own":
                across.addWidget(self.heights, 5)
        self.choices.setHorizontalSpacing(GAP)
        for way in ways(self.names.slot):
            self.ways[way] = button = QPushButton()
            button.clicked.connect(partial(self.resolve, way))
            self.abouts[way] = about = QLabel()
            theme.kind(about, "caption")
            about.setWordWrap(True)
        self._lay_ways()
        foot = QHBoxLayout()
        foot.addWidget(self.rest)
        foot.addWidget(self.rule)
        foot.addStretch()
        foot.addWidget(self.stick_label)
        foot.addWidget(self.stick)
        foot.addWidget(self.map)
        self.ruling = QWidget()
        ruling = QHBoxLayout(self.ruling)
        ruling.setContentsMargins(0, 0, 0, 0)
        ruling.addWidget(self.editor, 1)
        ruling.addWidget(self.keep, 0, Qt.AlignmentFlag.AlignBottom)
        self.ruling.hide()
        body = QVBoxLayout(self)
        body.setContentsMargins(MARGIN, 16, MARGIN, 16)
        body.setSpacing(8)
        for widget in (self.caption, self.title, self.before):
            body.addWidget(widget)
        body.addLayout(across, 1)
        body.addLayout(self.facts)
        body.addSpacing(4)
        body.addLayout(self.choices)
        body.addWidget(self.stakes)
        body.addWidget(self.ruling)
        body.addLayout(foot)

    # ---- showing

    def show_situation(self, shown: EngagementView, before: str = "") -> None:
        """Ask about an engagement; `before` describes the result of the last one."""
        again = self.shown is None or self.shown.number != shown.number
        self.shown = shown
        self.before.setText(before)
        self.before.setVisible(bool(before))
        if again:
            self.rest.setChecked(False)
            self.rule.setChecked(False)
        self.refresh()

    def clear(self) -> None:
        """Hold nothing of any engagement."""
        self.shown = None
        for layout in (*self.sides.values(), self.facts):
            emptied(layout)
        for label in (self.caption, self.title, self.before):
            label.clear()
        self.heights.show_situation(None)
        self.heights.setAccessibleDescription("")

    def refresh(self) -> None:
        """Fill the page in the language of now."""
        s, words = self.shown, self.settings.words
        self.map.setText(self._keyed(words("desk_fights.to_map"), "fights.map"))
        self.rest.setText(self._keyed(words("desk_fights.rest"), "fights.rest"))
        self.rule.setText(self._keyed(words("desk_fights.standing"), "fights.rule"))
        self.keep.setText(words("desk_fights.rule.keep"))
        self.stick_label.setText(words("desk_fights.stick.name"))
        if s is None:
            return
        person = self.session.seated != REFEREE and self.session.seats.get(self.session.seated) == HUMAN
        self.stick.setVisible(person)
        self.stick_label.setVisible(person)
        self.caption.setText(words("engagement.caption", number=s.number, clock=s.clock))
        self.title.setText(headline(s, words, self.names))
        self.heights.show_situation(s)
        self._side("own", s.own)
        self._side("foes", s.foes)
        emptied(self.facts)
        lines = facts(s, words)
        for i, (name, text) in enumerate(lines):
            head, line = QLabel(name), QLabel(text)
            theme.kind(head, "quiet")
            row, column = (i // 2, i % 2 * 2) if i < len(lines) - 1 else (i // 2, 0)
            self.facts.addWidget(head, row, column)
            self.facts.addWidget(line, row, column + 1, 1, 3 if i == len(lines) - 1 else 1)
        self.facts.setColumnStretch(3, 1)
        self.heights.setAccessibleName(words("desk_fights.heights"))
        self.heights.setAccessibleDescription(words.separated(self._lines(s.own) + self._lines(s.foes)))
        for way, button in self.ways.items():
            button.setText(self._keyed(way_text(words, way, self.names.slot), f"fights.{way}"))
            button.setMinimumHeight(round(34 * self.settings.scale))
            slot = self.names.slot
            self.abouts[way].setText(slot[way].about(words) if way in slot else about_way(words, s, way, slot))
            button.setToolTip(self.abouts[way].text())
            button.setAccessibleDescription(self.abouts[way].text())
        self._lay_ways()
        self.stakes.setText("\n".join(stakes(words, s, self.names.slot)))
        self.stakes.setVisible(bool(self.stakes.text()))

    def _lay_ways(self) -> None:
        """Put the ways side by side over their descriptions; where their names have no room so, in two lines with the descriptions as
        tips."""
        asked = max(button.sizeHint().width() for button in self.ways.values()) + GAP
        margins = self.contentsMargins()
        room = self.width() - 2 * MARGIN - margins.left() - margins.right() + GAP
        across = len(self.ways) if asked * len(self.ways) <= room else -(-len(self.ways) // 2)
        for i, (way, button) in enumerate(self.ways.items()):
            about, row, column = self.abouts[way], i // across, i % across
            about.setVisible(across == len(self.ways))
            self.choices.addWidget(button, 2 * row, column)
            self.choices.addWidget(about, 2 * row + 1, column, Qt.AlignmentFlag.AlignTop)
            self.choices.setColumnStretch(i, 1 if i < across else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_ways()

    def _keyed(self, text: str, code: str) -> str:
        """The words of a button with its key, if it has one."""
        shown = bindings.shown(self.settings, code, KEYS[code]) if code in KEYS else ""
        return self.settings.words("desk_fights.keyed", text=text, cap=shown) if shown else text

    def _side(self, side: str, forces: Sequence[Force | FoeView]) -> None:
        """Show a side's units, one a line; of an enemy only the visible ones."""
        s, words = self.shown, self.settings.words
        assert s is not None
        grid = self.sides[side]
        emptied(grid)
        head = QLabel(self._side_text(side))
        head.setFont(theme.font(self.settings, 14, bold=True))
        grid.addWidget(head, 0, 0, 1, 3)
        for i, force in enumerate(forces):
            name = QLabel(self._name(force))
            name.setFont(theme.font(self.settings, bold=True))
            count = QLabel(str(force.count))
            count.setFont(theme.font(self.settings, bold=True))
            height = QLabel(words("log.height.told", figure=force.angels))
            grid.addWidget(count, 2 * i + 1, 0, Qt.AlignmentFlag.AlignRight)
            grid.addWidget(name, 2 * i + 1, 1)
            grid.addWidget(height, 2 * i + 1, 2, Qt.AlignmentFlag.AlignRight)
            more = QLabel(self._known_details(force))
            theme.kind(more, "caption")
            grid.addWidget(more, 2 * i + 2, 1, 1, 2)
            more.setVisible(bool(more.text()))

    def _side_text(self, side: str) -> str:
        s, words = self.shown, self.settings.words
        assert s is not None
        ours = s.left if side == "own" else enemy(s.left)
        count = sum(f.count for f in (s.own if side == "own" else s.foes))
        name = words(f"ops.seat.{ours}")
        return words("desk_fights.side", side=capital(name), count=count)

    def _name(self, force: Force | FoeView) -> str:
        return force.unit if isinstance(force, Force) else self.names.aircraft(force.aircraft)

    def _known_details(self, force: Force | FoeView) -> str:
        """Type, part, experience, ammunition of a unit that one knows."""
        words = self.settings.words
        if isinstance(force, FoeView):
            return ""
        parts = [self.names.aircraft(force.aircraft)]
        if force.side == "luftwaffe":
            parts.append(words(f"ops.role.{force.role}"))
        parts.append(words(f"ops.experience.{force.experience}"))
        if force.fighter and force.ammo != "full":
            parts.append(words("desk_fights.ammo", ammo=words(f"ops.ammo.{force.ammo}")))
        if force.disruption:
            parts.append(words("desk_fights.shaken", count=force.disruption))
        return " · ".join(parts)

    def _lines(self, forces: Sequence[Force | FoeView]) -> list[str]:
        words = self.settings.words
        return [f"{f.count} {self.names.aircraft(f.aircraft)}, {words('log.height.told', figure=f.angels)}" for f in forces]

    # ---- answering

    def resolve(self, how: str, _: bool = False) -> None:
        """Say how it is resolved, and if that was asked for all that come today."""
        session = self.session
        try:
            if self.rest.isChecked():
                session.play(session.seated, Engage(how, how, how, 0))
            session.play(session.seated, Resolve(how))
        except BobError:
            return  # the session has reported it

    def _show_rule(self, on: bool) -> None:
        if on:
            self.editor.show_rule(rule_of(self.session))
        self.ruling.setVisible(on)

    def _keep(self) -> None:
        try:
            self.session.play(self.session.seated, self.editor.order())
        except BobError:
            return
        self.rule.setChecked(False)

    def may(self, code: str) -> bool:
        """Return whether an action of the sheet belongs to this page."""
        return code != "fights.shots"

    def carry_out(self, code: str) -> None:
        """Run the action of a key of the page."""
        if code == "fights.rest":
            self.rest.toggle()
        elif code == "fights.rule":
            self.rule.toggle()
        elif code == "fights.map":
            self.map_asked.emit()
        else:
            self.resolve(code.removeprefix("fights."))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        code = bindings.pressed(self.settings, KEYS, event)
        focus = QApplication.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if isinstance(focus, QPushButton):
                focus.click()
            elif not event.isAutoRepeat():
                next(iter(self.ways.values())).setFocus(Qt.FocusReason.TabFocusReason)
        elif code is not None and self.may(code) and not event.isAutoRepeat():
            self.carry_out(code)
        else:
            super().keyPressEvent(event)
