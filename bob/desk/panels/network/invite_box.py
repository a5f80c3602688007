"""*Invite*: a code, a link and a picture of it to scan, for each seat; how this machine is reached; invitations withdrawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from bob.core.game import REFEREE
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.panels.network.hosting import SeatOffer
from bob.desk.panels.network.joined import OBSERVER, Joined
from bob.desk.panels.network.room_panel import seat_text
from bob.driver.remote import AnyRemoteDriver
from bob.rooms.shares import shares_of

HOURS = (12, 24, 6)
"""Delays in turns for watching the truth, as offered: an hour, two, half of one."""


@dataclass(frozen=True, slots=True)
class LooksOn:
    """The view of observers: a side, or the truth with a delay in turns; `asks` when others have to agree first, or to end it."""

    side: str = ""
    delay: int = 0
    asks: bool = False


def squares(text: str) -> list[list[bool]]:
    """The dark and light squares of a code to scan, with the quiet border that it needs. Raises ImportError without segno."""
    import segno

    return [[bool(dark) for dark in row] for row in segno.make(text, error="m", micro=False).matrix_iter(border=4)]


class ScanCode(QWidget):
    """A text as a code to scan; dark on light in every theme, or no phone reads it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[list[bool]] = []
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str) -> None:
        """Show another text; nothing without one."""
        try:
            self._rows = squares(text) if text else []
        except ImportError:
            self._rows = []
        self.setVisible(bool(self._rows))
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        side = 6 * len(self._rows)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._rows:
            return
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("white"))
        side = min(self.width(), self.height()) / len(self._rows)
        for y, row in enumerate(self._rows):
            for x, dark in enumerate(row):
                if dark:
                    painter.fillRect(QRectF(x * side, y * side, side + 0.4, side + 0.4), QColor("black"))
        painter.end()


class InviteBox(QDialog):
    """The invitations of a room. `links` are the addresses of the host for others; `known` those whose codes are known here."""

    def __init__(
        self,
        joined: Joined,
        settings: Settings,
        links: tuple[str, ...],
        known: dict[str, SeatOffer],
        parent: QWidget | None = None,
        end: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(parent)
        self.joined, self.settings, self.known = joined, settings, known
        self._may: tuple[list[str], int] | None = None
        """To whom one may invite, as it is shown."""
        self._facts: set[str] = set()
        """The invitations in the host's last message."""
        words = settings.words
        self.setWindowTitle(words("desk_join.invite.box"))
        self.about = QLabel(words("desk_join.invite.about"))
        self.about.setWordWrap(True)
        self.offers = QListWidget()
        self.offers.setAccessibleName(words("desk_join.invite.offers"))
        self.offers.currentItemChanged.connect(lambda *_: self._show())
        self.address = QComboBox()
        for link in links:
            self.address.addItem(link, link)
        self.address.setAccessibleName(words("desk_join.invite.address"))
        self.address.currentIndexChanged.connect(lambda _: self._show())
        self.code, self.link, self.scan = QLabel(), QLabel(), ScanCode()
        theme.kind(self.code, "heading")
        theme.kind(self.link, "quiet")
        self.link.setWordWrap(True)
        for label in (self.code, self.link):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self.copy = QPushButton(words("desk_join.invite.copy"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.link.text()))
        self.withdraw = QPushButton(words("desk_join.invite.withdraw"))
        self.withdraw.clicked.connect(self._withdraw)
        self.seat, self.share = QComboBox(), QComboBox()
        self.seat.setAccessibleName(words("desk_join.invite.seat"))
        self.seat.currentIndexChanged.connect(lambda _: self._shares())
        self.share.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.share.setAccessibleName(words("desk_join.invite.share"))
        self.make = QPushButton(words("desk_join.invite.make"))
        self.make.clicked.connect(self._make)
        self.notice = QLabel()
        self.notice.setWordWrap(True)
        self.notice.setTextFormat(Qt.TextFormat.PlainText)  # in the host's words
        self.notice.hide()
        self.end = QPushButton(words("desk_join.invite.end"))
        self.end.setToolTip(words("desk_join.invite.end_tip"))
        self.end.setVisible(end is not None)
        if end is not None:
            self.end.clicked.connect(self.accept)
            self.end.clicked.connect(end)
        close = QPushButton(words("desk.box.close"))
        close.clicked.connect(self.accept)
        close.setDefault(True)
        self._lay(close)
        joined.room_changed.connect(self.refresh)
        self.refresh()

    def _lay(self, close: QPushButton) -> None:
        words = self.settings.words
        left = QVBoxLayout()
        left.addWidget(self.offers, 1)
        left.addWidget(self.withdraw)
        right = QGridLayout()
        right.addWidget(QLabel(words("desk_join.invite.address")), 0, 0)
        right.addWidget(self.address, 0, 1)
        right.addWidget(self.code, 1, 0, 1, 2)
        right.addWidget(self.link, 2, 0, 1, 2)
        right.addWidget(self.copy, 3, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
        right.addWidget(self.scan, 4, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
        right.setRowStretch(5, 1)
        middle = QHBoxLayout()
        middle.addLayout(left, 2)
        middle.addLayout(right, 3)
        making = QHBoxLayout()
        making.addWidget(self.make)
        making.addWidget(self.seat)
        making.addWidget(self.share)
        making.addStretch()
        last = QHBoxLayout()
        last.addWidget(self.end)
        last.addStretch()
        last.addWidget(close)
        body = QVBoxLayout(self)
        body.addWidget(self.about)
        body.addLayout(middle, 1)
        body.addLayout(making)
        body.addWidget(self.notice)
        body.addLayout(last)
        self.setMinimumSize(round(640 * self.settings.scale), round(500 * self.settings.scale))

    def _seats(self) -> list[str]:
        """Return the seats open to an invitation: for the referee all and observers, for players their own seat and its observers, for the
        keeper of the game and players of teams empty seats, too."""
        core, own, room = self.joined.core, self.joined.membership.seat, self.joined.room
        if own == REFEREE and core is not None:
            match = core.truth()
            return [*match.game.seats(match.position), REFEREE, OBSERVER]
        if own == OBSERVER or core is None:
            return []
        if room.me is not None and room.me.share:
            return [own]
        return [own, *(self._empty_seats(core) if room.keeper or len(core.others) > 1 else []), OBSERVER]

    def _empty_seats(self, core: AnyRemoteDriver) -> list[str]:
        """Return the other seats that are empty."""
        taken = {one.seat for one in self.joined.room.members}
        return [seat for seat in core.others if seat not in taken]

    def _shares(self) -> None:
        """List the parts of a side that an invitation may be for, or the views of observers."""
        words, core, seat, own = self.settings.words, self.joined.core, self.seat.currentData(), self.joined.membership.seat
        self.share.clear()
        if seat == OBSERVER:
            self._sights()
            self.share.setVisible(True)
            return
        self.share.addItem(words("desk_join.invite.whole"), "")
        if core is not None and seat not in (None, REFEREE) and (core.is_whole or seat == own):
            view = core.truth().view(seat) if core.is_whole else core.view(seat)
            for name in shares_of(view):
                self.share.addItem(name, name)
        self.share.setVisible(self.share.count() > 1)

    def _ask_again(self) -> None:
        """To whom one may invite changes as people come and go, and as the sides agree."""
        now = (self._seats(), self.joined.room.gallery)
        if now == self._may:
            return
        self._may = now
        words, chosen = self.settings.words, self.seat.currentData()
        self.seat.blockSignals(True)
        self.seat.clear()
        for seat in now[0]:
            self.seat.addItem(seat_text(words, seat), seat)
        self.seat.setCurrentIndex(max(0, self.seat.findData(chosen)))
        self.seat.blockSignals(False)
        self._shares()

    def _sights(self) -> None:
        """List the views of observers: a side, or the truth with a delay."""
        words, own, room = self.settings.words, self.joined.membership.seat, self.joined.room
        sides = [own] if own != REFEREE else [seat for seat in self._seats() if seat not in (REFEREE, OBSERVER)]
        for side in sides:
            self.share.addItem(words("desk_join.invite.see_side", seat=seat_text(words, side)), LooksOn(side))
        delays = HOURS if own == REFEREE else (room.gallery,) if room.gallery else ()
        for delay in delays:
            self.share.addItem(words("desk_join.invite.see_all", delay=delay), LooksOn(delay=delay))
        if own != REFEREE and room.gallery:
            self.share.addItem(words("desk_join.invite.end_gallery"), LooksOn(asks=True))
        elif own != REFEREE:
            for delay in HOURS:
                self.share.addItem(words("desk_join.invite.ask_all", delay=delay), LooksOn(delay=delay, asks=True))

    # ---- showing

    def refresh(self) -> None:
        """Show the open invitations: those in the host's message, and those whose codes are known."""
        words, chosen = self.settings.words, self._chosen
        facts = {one.id: one for one in self.joined.room.invitations}
        for ident in self._facts - set(facts):
            self.known.pop(ident, None)
        self._facts = set(facts)
        self._ask_again()
        self.offers.blockSignals(True)
        self.offers.clear()
        rows = {ident: (offer.seat, offer.share) for ident, offer in self.known.items()}
        mine = self.joined.room.me.seat if self.joined.room.me is not None else ""
        rows |= {ident: (one.seat, one.share) for ident, one in facts.items() if one.uses > 0 or ident in self.known or one.seat != mine}
        for ident, (seat, share) in rows.items():
            text = seat_text(words, seat) + (f" ({', '.join(share)})" if share else "")
            if seat == OBSERVER and (one := facts.get(ident)) is not None:
                key, values = ("see_side", {"seat": seat_text(words, one.side)}) if one.side else ("see_all", {"delay": one.delay})
                text = words("desk_join.invite.offer_observer", seat=text, what=words(f"desk_join.invite.{key}", **values))
            used = ident in facts and facts[ident].uses < 1
            item = QListWidgetItem(words("desk_join.invite.used", seat=text) if used else text)
            item.setData(Qt.ItemDataRole.UserRole, ident)
            self.offers.addItem(item)
        places = [i for i in range(self.offers.count()) if self.offers.item(i).data(Qt.ItemDataRole.UserRole) == chosen]
        known_here = [i for i, ident in enumerate(rows) if ident in self.known]
        self.offers.setCurrentRow((places or known_here or [self.offers.count() - 1])[0])
        self.offers.blockSignals(False)
        self._show()

    @property
    def _chosen(self) -> str:
        item = self.offers.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item is not None else ""

    def _show(self) -> None:
        words = self.settings.words
        used = any(one.id == self._chosen and one.uses < 1 for one in self.joined.room.invitations)
        offer = None if used else self.known.get(self._chosen)
        link = offer.link(str(self.address.currentData())) if offer is not None else ""
        self.code.setText(
            offer.code if offer is not None else words(f"desk_join.invite.{'used_up' if used else 'no_code'}") if self._chosen else ""
        )
        self.link.setText(link)
        self.scan.show_text(link)
        self.copy.setEnabled(bool(link))
        known = {one.id for one in self.joined.room.invitations}
        self.withdraw.setEnabled(self._chosen in known)
        self.withdraw.setToolTip("" if self.withdraw.isEnabled() or not self._chosen else words("desk_join.invite.withdraw_not"))

    # ---- doing

    def _make(self) -> None:
        seat, share = self.seat.currentData(), self.share.currentData()
        if isinstance(share, LooksOn):
            self._look_on(share)
        elif seat is not None:
            body = {"seat": seat, "share": [share] if share else []}
            self.joined.line.say("invite", body, partial(self._made, seat, (share,) if share else ()))

    def _look_on(self, sight: LooksOn) -> None:
        """Invite an observer, or ask the others for their consent."""
        if not sight.asks:
            body = {"seat": OBSERVER, "side": sight.side, "delay": sight.delay}
            self.joined.line.say("invite", body, partial(self._made, OBSERVER, ()))
            return

        def answered(answer: Mapping[str, Any]) -> None:
            if answer.get("type") != "accepted":
                self._wrong(answer)
            elif answer.get("asked"):
                self._tell(self.settings.words("desk_join.invite.asked_gallery"))

        self.joined.line.say("gallery", {"delay": sight.delay}, answered)

    def _made(self, seat: str, share: tuple[str, ...], answer: Mapping[str, Any]) -> None:
        if answer.get("type") != "accepted":
            self._wrong(answer)
            return
        made = SeatOffer(str(answer.get("invitation")), seat, str(answer.get("code")), share)
        self.known[made.id] = made
        self.notice.hide()
        self.refresh()
        for i in range(self.offers.count()):
            if self.offers.item(i).data(Qt.ItemDataRole.UserRole) == made.id:
                self.offers.setCurrentRow(i)

    def _withdraw(self) -> None:
        ident = self._chosen

        def answered(answer: Mapping[str, Any]) -> None:
            if answer.get("type") != "accepted":
                self._wrong(answer)
                return
            if answer.get("asked"):
                self._tell(self.settings.words("desk_join.invite.asked_away"))
                return
            self.known.pop(ident, None)
            self.refresh()

        self.joined.line.say("withdraw", {"invitation": ident}, answered)

    def _wrong(self, answer: Mapping[str, Any]) -> None:
        self._tell(str(answer.get("reason", "–")), wrong=True)

    def _tell(self, text: str, *, wrong: bool = False) -> None:
        """Show a message below; a failure in the colour of a warning."""
        theme.kind(self.notice, "warning" if wrong else "")
        self.notice.style().unpolish(self.notice)
        self.notice.style().polish(self.notice)
        self.notice.setText(text)
        self.notice.show()


__all__ = ["InviteBox", "ScanCode", "squares"]
