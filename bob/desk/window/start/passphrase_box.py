"""Passphrases of a locked game, typed unseen: those that open one, and new ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.files import Cipher, Locked, Passphrases
from bob.files.cipher import WrongPassphrase, party


class PassphraseBox(QDialog):
    """Asks each side and the referee for their passphrases; `given` holds the typed ones. New ones are typed twice.

    Those of a locked game are tried by `opening`; after a wrong one the box names its owner, and stays.
    """

    def __init__(
        self,
        settings: Settings,
        sides: Sequence[str],
        referee: bool,
        new: bool,
        parent: QWidget | None = None,
        opening: Callable[[Passphrases], None] = lambda given: None,
    ) -> None:
        super().__init__(parent)
        self.settings, self.opening = settings, opening
        self.failed: BobError | None = None
        """The fault of the game, unless it is a passphrase."""
        self.sides, self.new = tuple(sorted(sides)), new
        """In one order when the game is locked and when it is opened: each side types where it typed before."""
        self.cipher: Cipher | None = None
        """The lock made of new passphrases."""
        words = settings.words
        self.setWindowTitle(words("locks.box_new" if new else "locks.box"))
        about = QLabel(words("locks.about_new" if new else "locks.about_referee" if referee else "locks.about"))
        about.setWordWrap(True)
        self.fields: dict[str, QLineEdit] = {}
        self.again: dict[str, QLineEdit] = {}
        form = QFormLayout()
        for seat in (*self.sides, *((REFEREE,) if referee else ())):
            named = words("locks.whose", party=party(seat))
            self._add(form, named if seat != REFEREE or not new else words("locks.whose_referee", party=party(seat)), self.fields, seat)
            if new:
                self._add(form, words("locks.again"), self.again, seat)
        self.fault = QLabel()
        self.fault.setWordWrap(True)
        theme.kind(self.fault, "warning")
        self.fault.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        body = QVBoxLayout(self)
        for part in (about, self.fault):
            body.addWidget(part)
        body.insertLayout(1, form)
        body.addWidget(self.buttons)
        self.setMinimumWidth(round(460 * settings.scale))

    def _add(self, form: QFormLayout, text: str, into: dict[str, QLineEdit], seat: str) -> None:
        field = QLineEdit()
        field.setEchoMode(QLineEdit.EchoMode.Password)
        label = QLabel(text)
        label.setBuddy(field)
        field.setAccessibleName(text)
        into[seat] = field
        form.addRow(label, field)

    @property
    def given(self) -> Passphrases:
        """Return the typed passphrases."""
        return {seat: field.text() for seat, field in self.fields.items() if field.text()}

    def accept(self) -> None:
        """Accept the typed passphrases, or show their faults."""
        if self.new:
            for seat, field in self.fields.items():
                if field.text() != self.again[seat].text():
                    self._wrong(BobError("locks.not_the_same", party=party(seat)), seat)
                    return
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            if self.new:
                sides = {seat: field.text() for seat, field in self.fields.items() if seat != REFEREE or field.text()}
                self.cipher = Cipher.made(sides)
            else:
                self.opening(self.given)
        except WrongPassphrase as error:
            self._wrong(error, error.seat)
            return
        except Locked as error:
            self._wrong(error, next((seat for seat in self.sides if not self.fields[seat].text()), self.sides[0]))
            return
        except BobError as error:
            if self.new:
                self._wrong(error, self.sides[0])
                return
            self.failed = error
        finally:
            QApplication.restoreOverrideCursor()
        super().accept()

    def _wrong(self, error: BobError, seat: str) -> None:
        """Show the fault, and the person to type again."""
        self.fault.setText(error.describe(self.settings.words))
        self.fault.show()
        self.fields[seat].setFocus()
        self.fields[seat].selectAll()
        self.adjustSize()

    def clear(self) -> None:
        """Clear all typed text."""
        for field in (*self.fields.values(), *self.again.values()):
            field.clear()


def unlocked(settings: Settings, error: Locked, opening: Callable[[Passphrases], None], parent: QWidget | None) -> bool:
    """Open a locked game by typed passphrases; False when the box is cancelled. Raises BobError for a fault of the game."""
    box = PassphraseBox(settings, error.sides, error.referee, False, parent, opening)
    done = bool(box.exec())
    box.clear()
    box.deleteLater()
    if box.failed is not None:
        raise box.failed
    return done


def new_lock(settings: Settings, sides: Sequence[str], parent: QWidget | None) -> Cipher | None:
    """A new lock, as persons type their passphrases; None when they do not."""
    box = PassphraseBox(settings, sides, True, True, parent)
    cipher = box.cipher if box.exec() else None
    box.clear()
    box.deleteLater()
    return cipher
