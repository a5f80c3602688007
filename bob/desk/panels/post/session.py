"""A day by post at the screen: orders are provisional, and leave the desk when the answer is written."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from bob.core.codec import encode
from bob.core.errors import BobError
from bob.core.record import Entry
from bob.desk.session.session import DeskSession
from bob.post import Invitation, TurnFile
from bob.post.answering import Answering
from bob.post.kept_answers import StoredAnswer, StoredPost
from bob.words import Words


class PostSession(DeskSession):
    """The sheet of one seat, and the answer to it."""

    said_all = Signal()
    """An order was given after which no other can be: the answer can be written."""

    def __init__(self, turn_file: TurnFile, invitation: Invitation, kept: StoredPost, parent: QObject | None = None) -> None:
        """Raises BobError for a sheet that the desk cannot show."""
        self.turn_file, self.invitation, self.kept = turn_file, invitation, kept
        self.answer = kept.answer(turn_file.head.post, turn_file.seat)
        if self.answer.digest != turn_file.digest:
            self.answer = StoredAnswer(turn_file.head.sheet, turn_file.digest, drafts=self.answer.drafts)
        self.answering = core = Answering(turn_file, self.answer.orders)
        super().__init__(core, parent)
        core.drafts = self.answer.drafts
        core.keep_drafts = self._keep
        core.on_news = self._news
        core.on_restored = self._restored
        self._keep()

    @property
    def is_written(self) -> bool:
        """True when the orders so far are in a file."""
        return self._orders == self.answer.written

    @property
    def _orders(self) -> list[Any]:
        return [encode(order) for order in self.answering.orders]

    def _keep(self) -> None:
        """Store the answer, so that the plan survives the closing of the desk."""
        self.answer.orders, self.answer.drafts = self._orders, self.answering.drafts
        try:
            self.kept.keep_answer(self.turn_file, self.answer)
        except BobError as error:
            self.failed.emit(error)

    def _news(self) -> None:
        self._views.pop((self.number, self.seated), None)
        self.changed.emit()

    def play(self, seat: str, order: Any) -> Entry:
        """Put an order into the answer and return its entry. Raises Refused or BobError, and then nothing has changed."""
        entry = super().play(seat, order)
        if self.answering.is_closed:
            self.said_all.emit()
        return entry

    def waits_for(self, words: Words) -> str:
        return words("desk_post.waits_written" if self.is_written else "desk_post.waits")

    def put_draft(self, key: str, value: Any) -> None:
        self.core.put_draft(self.seated, key, value)

    def now_written(self) -> None:
        """Note that the orders so far are in a file."""
        self.answer.written = self._orders
        self._keep()
        self.changed.emit()
