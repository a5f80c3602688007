"""*Join a game*: the link or the address and code that the host gave, and a name."""

from __future__ import annotations

import getpass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from bob.core.errors import BobError
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.panels.network.connection import join
from bob.desk.panels.network.wire_talk import Talk
from bob.rooms.client.membership import Membership, place_of

NAME, ADDRESS = "join_name", "join_address"
MOST_NAME = 40


def usual_name(settings: Settings) -> str:
    """Return the last name that was used, or the user's name on the machine."""
    if found := settings.remembered(NAME):
        return found
    try:
        return getpass.getuser().title()[:MOST_NAME]
    except (KeyError, OSError):
        return ""


class JoinBox(QDialog):
    """Asks for the address, the code and a name. `membership` is the result."""

    joined = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget | None = None, link: str = "") -> None:
        super().__init__(parent)
        self.settings = settings
        self.membership: Membership | None = None
        self._talk: Talk | None = None
        words = settings.words
        self.setWindowTitle(words("desk_join.box"))
        about = QLabel(words("desk_join.about"))
        about.setWordWrap(True)
        self.address, self.code, self.name = QLineEdit(link or settings.remembered(ADDRESS)), QLineEdit(), QLineEdit(usual_name(settings))
        self.address.setPlaceholderText(words("desk_join.address_as"))
        self.code.setPlaceholderText(words("desk_join.code_as"))
        self.name.setMaxLength(MOST_NAME)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for key, field in (("address", self.address), ("code", self.code), ("name", self.name)):
            label = QLabel(words(f"desk_join.{key}"))
            label.setBuddy(field)
            field.setAccessibleName(label.text().replace("&", ""))
            form.addRow(label, field)
        self.fault = QLabel()
        self.fault.setWordWrap(True)
        self.fault.setTextFormat(Qt.TextFormat.PlainText)  # in the host's words
        theme.kind(self.fault, "warning")
        self.fault.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.go = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.go.setText(words("desk_join.go"))
        theme.kind(self.go, "primary")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        body = QVBoxLayout(self)
        body.addWidget(about)
        body.addLayout(form)
        body.addWidget(self.fault)
        body.addWidget(self.buttons)
        self.setMinimumWidth(round(480 * settings.scale))
        (self.address if not self.address.text() else self.code).setFocus()

    def accept(self) -> None:
        """Ask the host for admission; the box stays until the answer."""
        if self._talk is not None:
            return
        name = self.name.text().strip()
        try:
            place = place_of(self.address.text(), self.code.text())
            if not name:
                raise BobError("desk_join.no_name")
        except BobError as error:
            self._wrong(error)
            return
        self.fault.hide()
        self.go.setEnabled(False)
        self.go.setText(self.settings.words("desk_join.asking"))
        self._talk = talk = Talk(place.url, "", self.settings.language, self)
        join(talk, place.code, name, self._answered)

    def _answered(self, found: Membership | BobError) -> None:
        self._talk = None
        self.go.setEnabled(True)
        self.go.setText(self.settings.words("desk_join.go"))
        if isinstance(found, BobError):
            self._wrong(found)
            return
        self.settings.remember(NAME, self.name.text().strip())
        self.settings.remember(ADDRESS, found.url)
        self.membership = found
        super().accept()
        self.joined.emit(found)

    def _wrong(self, error: BobError) -> None:
        self.fault.setText(error.describe(self.settings.words))
        self.fault.show()
        field = {"desk_join.no_code": self.code, "desk_join.no_name": self.name}.get(error.key, self.address)
        field.setFocus()
        field.selectAll()
        self.adjustSize()
