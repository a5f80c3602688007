"""A sheet handed out by the umpire to a side, one person or all: chosen, previewed exactly as each will see it, then sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from bob.core.codec import CodecError, decode
from bob.core.game import REFEREE
from bob.day.game import OperationalDay
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.panels.network.hand_out_view import HandOutText
from bob.desk.panels.network.joined import OBSERVER, Joined
from bob.desk.panels.network.room_panel import ALL, seat_text
from bob.rooms.hand_outs import DAY_HAND_OUTS, PLAIN_HAND_OUTS, HandedPage

OWN = "own"


class PushBox(QDialog):
    """Chooses a hand-out, shows a preview, hands it out."""

    def __init__(self, joined: Joined, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.joined, self.settings = joined, settings
        words = settings.words
        self.setWindowTitle(words("pages.sheet"))
        self.key = ""
        self.to, self.viewer = QComboBox(), QComboBox()
        room, game = joined.room, joined.core.match.game if joined.core is not None else None
        players = tuple(seat for seat in room.seats if seat != REFEREE)
        self.to.addItem(words("desk_join.room.to_all"), ALL)
        for seat in (*players, OBSERVER):
            self.to.addItem(seat_text(words, seat), seat)
        for one in room.members:
            if one.seat != REFEREE:
                self.to.addItem(words("pages.person_of", name=one.name, seat=seat_text(words, one.seat)), one.id)
        self.viewer.addItem(words("pages.eyes_own"), OWN)
        for seat in players:
            self.viewer.addItem(words("hand_out.eyes", seat=seat_text(words, seat)), seat)
        self.viewer.addItem(words("hand_out.truth"), REFEREE)
        kinds = DAY_HAND_OUTS if isinstance(game, OperationalDay) else PLAIN_HAND_OUTS
        self.hand_outs = {kind: QCheckBox(words(f"hand_out.kind.{kind}")) for kind in kinds}
        self.hand_outs[kinds[0]].setChecked(True)
        self.title, self.note = QLineEdit(), QPlainTextEdit()
        self.title.setMaxLength(80)
        self.note.setTabChangesFocus(True)
        self.note.setFixedHeight(round(64 * settings.scale))
        self.look = QPushButton(words("pages.look_first"))
        self.go = QPushButton(words("pages.hand_it_out"))
        theme.kind(self.go, "primary")
        self.close_ = QPushButton(words("desk_join.close"))
        self.sure = QCheckBox()
        self.notice = QLabel()
        self.notice.setWordWrap(True)
        theme.kind(self.notice, "quiet")
        self.shown = QTabWidget()
        self.shown.setAccessibleName(words("pages.look_title"))
        self.look.clicked.connect(self._look)
        self.go.clicked.connect(self._go)
        self.close_.clicked.connect(self.reject)
        self.sure.toggled.connect(lambda _: self._fit())
        self._lay()
        for box in (self.to, self.viewer):
            box.currentIndexChanged.connect(lambda _: self._changed())
        for check in self.hand_outs.values():
            check.toggled.connect(lambda _: self._changed())
        self.title.textChanged.connect(lambda _: self._changed())
        self.note.textChanged.connect(self._changed)
        self._changed()
        theme.size_box(self, settings, 980, 640)

    def _lay(self) -> None:
        words = self.settings.words
        grid = QGridLayout()
        for n, check in enumerate(self.hand_outs.values()):
            grid.addWidget(check, n // 2, n % 2)
        rows = QFormLayout()
        rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        rows.addRow(words("pages.to"), self.to)
        rows.addRow(words("pages.sheets"), grid)
        rows.addRow(words("pages.by_eyes"), self.viewer)
        rows.addRow(words("pages.sheet_title"), self.title)
        rows.addRow(words("pages.note_on_it"), self.note)
        left = QVBoxLayout()
        left.addLayout(rows)
        left.addWidget(self.look)
        left.addStretch(1)
        choice = QWidget()
        choice.setLayout(left)
        choice.setFixedWidth(round(380 * self.settings.scale))
        parts = QHBoxLayout()
        parts.addWidget(choice)
        parts.addWidget(self.shown, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.close_)
        foot.addWidget(self.notice, 1)
        foot.addWidget(self.go)
        for button in (self.close_, self.go):
            button.setAutoDefault(False)
        self.look.setDefault(True)
        body = QVBoxLayout(self)
        body.addLayout(parts, 1)
        body.addWidget(self.sure)
        body.addLayout(foot)

    def wish(self) -> dict[str, Any]:
        """Return the current choice, as the room's message."""
        return {
            "to": self.to.currentData(),
            "sheets": [kind for kind, check in self.hand_outs.items() if check.isChecked()],
            "eyes": self.viewer.currentData(),
            "title": self.title.text(),
            "text": self.note.toPlainText(),
        }

    def _changed(self) -> None:
        """Discard the preview of an earlier choice."""
        self.key = ""
        self.sure.hide()
        self.sure.setChecked(False)
        while self.shown.count():
            page = self.shown.widget(0)
            self.shown.removeTab(0)
            if page is not None:
                page.deleteLater()
        self.notice.setText(self.settings.words("pages.look_note"))
        self._fit()

    def _fit(self) -> None:
        self.go.setEnabled(bool(self.key) and (self.sure.isHidden() or self.sure.isChecked()))

    def _look(self) -> None:
        wish = self.wish()

        def answered(answer: Mapping[str, Any]) -> None:
            if wish != self.wish():
                return
            if answer.get("type") != "accepted":
                self.notice.setText(str(answer.get("reason", "")))
                return
            try:
                self._show(answer)
            except (CodecError, KeyError, TypeError):
                self.notice.setText(self.settings.words("desk_join.no_host"))

        self.joined.line.say("hand_out/look", wish, answered)

    def _show(self, answer: Mapping[str, Any]) -> None:
        words = self.settings.words
        self._changed()
        beyond = []
        for one in answer["hand_outs"]:
            page: HandedPage = decode(HandedPage, one["pages"][words.language])
            to, more = str(one["head"]["to"]), bool(one["head"]["beyond"])
            reader = next((m.name for m in self.joined.room.members if m.id == to), "") or seat_text(words, to)
            beyond += [reader] if more else []
            self.shown.addTab(HandOutText(page, self.settings, self.shown), words("hand_out.for", reader=reader))
        self.key = str(answer["look"])
        self.sure.setVisible(bool(beyond))
        self.sure.setText(words("pages.beyond_sure", readers=", ".join(beyond)))
        self.notice.setText(words("pages.look_about"))
        self._fit()

    def _go(self) -> None:
        def answered(answer: Mapping[str, Any]) -> None:
            if answer.get("type") == "accepted":
                self.accept()
            else:
                self.notice.setText(str(answer.get("reason", "")))

        self.joined.line.say("hand_out", {"look": self.key, "beyond": self.sure.isChecked() and not self.sure.isHidden()}, answered)
