"""Games by post at the window: sheets and invitations that are opened, answers that are written, the office."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog

from bob.core.errors import BobError
from bob.desk.panels.post.answer_box import AnswerBox
from bob.desk.panels.post.office_box import OfficeBox
from bob.desk.panels.post.session import PostSession
from bob.post import Invitation, PostError, claimed_turn_file, read_invitation, read_turn_file
from bob.post.kept_answers import StoredPost

if TYPE_CHECKING:
    from bob.desk.window.window import DeskWindow

TURN_FILES = (".html", ".htm")
INVITATIONS = (".json",)


class PostAtDesk(QObject):
    """The window's part in games by post."""

    def __init__(self, window: DeskWindow) -> None:
        super().__init__(window)
        self.window = window
        self.kept = StoredPost(window.settings.folder)
        self.ask_invitation: Callable[[str], Path | None] = self._ask_invitation

    @property
    def session(self) -> PostSession | None:
        """The sheet on the desk, if there is one."""
        return self.window.session if isinstance(self.window.session, PostSession) else None

    def takes(self, path: Path) -> bool:
        """Return whether this opens a file of that name."""
        return path.suffix.lower() in (*TURN_FILES, *INVITATIONS)

    def open(self, path: Path) -> None:
        """Open a sheet, or store an invitation. Raises nothing: errors are shown, and the game on the desk stays."""
        window, words = self.window, self.window.settings.words
        try:
            if path.suffix.lower() in INVITATIONS:
                found = read_invitation(path)
                self.kept.keep_invitation(found)
                seat = words(f"desk.seat.{found.seat}") if words.has(f"desk.seat.{found.seat}") else found.seat
                window.inform(words("desk_post.invited", seat=seat))
                return
            session = self._opened(path)
        except BobError as error:
            why = error.describe(words) if isinstance(error, PostError) else error
            window.tell(BobError("desk_post.not_opened", file=path.name, why=why))
            return
        if session is not None:
            self._show(session, path)

    def _opened(self, path: Path) -> PostSession | None:
        """The session over a sheet; None where no invitation to it was shown. Raises BobError."""
        claim = claimed_turn_file(path)
        known = self.kept.invitation(claim.post, claim.seat)
        invitation = known or self.kept.beside(path, claim.post, claim.seat) or self._invitation_shown(claim.seat)
        if invitation is None:
            return None
        turn_file = read_turn_file(path, invitation)
        before = self.kept.answer(claim.post, claim.seat)
        if turn_file.head.sheet < before.sheet:
            raise PostError("post.desk.stale", sheet=turn_file.head.sheet, latest=before.sheet)
        session = PostSession(turn_file, invitation, self.kept)
        if known is None:
            self.kept.keep_invitation(invitation)
        return session

    def _invitation_shown(self, seat: str) -> Invitation | None:
        path = self.ask_invitation(seat)
        return read_invitation(path) if path is not None else None

    def _ask_invitation(self, seat: str) -> Path | None:
        words = self.window.settings.words
        text = words(f"desk.seat.{seat}") if words.has(f"desk.seat.{seat}") else seat[:40]
        title = words("desk_post.which_invitation", seat=text)
        name, _ = QFileDialog.getOpenFileName(self.window, title, str(Path.home()), f"{words('desk_post.invitations')} (*.json)")
        return Path(name) if name else None

    def _show(self, session: PostSession, path: Path) -> None:
        window, words, turn_file = self.window, self.window.settings.words, session.turn_file
        window.settings.add_recent(path)
        window.show_game(session)
        session.said_all.connect(lambda: QTimer.singleShot(0, self, self.write))
        session.changed.connect(window.strip.refresh)
        kept = words("desk_post.kept", count=len(session.answering.orders)) if session.answering.orders else ""
        lines = [words("desk_post.opened", sheet=turn_file.head.sheet), *turn_file.notes, *([kept] if kept else [])]
        window.say("\n".join(lines))

    def office(self) -> None:
        """Be the post office of a game that is kept on this machine."""
        box = OfficeBox(self.window.files, self.window.settings, self.window)
        box.exec()
        box.deleteLater()

    def may_not_write(self) -> str | None:
        """Return why no answer can be written (a key of the words); None when one can."""
        session = self.session
        if session is None:
            return "desk_post.grey_no_sheet"
        return "desk_post.grey_over" if session.turn_file.over else None

    def write(self) -> None:
        """Show the orders of the answer, and write them."""
        session = self.session
        if session is None or self.may_not_write() is not None:
            return
        box = AnswerBox(session, self.window.settings, self.window)
        if box.exec() and box.written is not None:
            self.window.say(self.window.settings.words("desk_post.written", file=box.written))
        box.deleteLater()
