"""Passphrases of a locked game, typed unseen: those that open one, and new ones."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from bob.desk.looks import theme
from bob.desk.settings import Settings
from bob.errors import BobError
from bob.game import REFEREE
from bob.save import Cipher, Locked, Passphrases
from bob.save.cipher import party


class PassphraseBox(QDialog):
    """Asks each side for its passphrase, and the referee for his; `given` holds what was typed. New ones are typed twice."""

    def __init__(self, settings: Settings, sides: Sequence[str], referee: bool, new: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
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
        """What was typed."""
        return {seat: field.text() for seat, field in self.fields.items() if field.text()}

    def accept(self) -> None:
        """Take what was typed, or say what is wrong with it."""
        try:
            if self.new:
                self.cipher = self._made()
        except BobError as error:
            self.fault.setText(error.told(self.settings.words))
            self.fault.show()
            self.adjustSize()
            return
        super().accept()

    def _made(self) -> Cipher:
        for seat, field in self.fields.items():
            if field.text() != self.again[seat].text():
                raise BobError("locks.not_the_same", party=party(seat))
        given = {seat: field.text() for seat, field in self.fields.items() if seat != REFEREE or field.text()}
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            return Cipher.made(given)
        finally:
            QApplication.restoreOverrideCursor()

    def clear(self) -> None:
        """Hold nothing of what was typed any more."""
        for field in (*self.fields.values(), *self.again.values()):
            field.clear()


def ask_for(settings: Settings, error: Locked, parent: QWidget | None) -> Passphrases | None:
    """What opens a locked game, as somebody types it; None when nobody does."""
    box = PassphraseBox(settings, error.sides, error.referee, False, parent)
    given = box.given if box.exec() else None
    box.clear()
    box.deleteLater()
    return given


def new_lock(settings: Settings, sides: Sequence[str], parent: QWidget | None) -> Cipher | None:
    """A new lock, as persons type their passphrases; None when they do not."""
    box = PassphraseBox(settings, sides, True, True, parent)
    cipher = box.cipher if box.exec() else None
    box.clear()
    box.deleteLater()
    return cipher
