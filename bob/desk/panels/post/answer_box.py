"""*Write the answer*: the orders of an answer by post in words, and the file into which they go, signed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from bob.core.errors import BobError
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.panels.post.session import PostSession
from bob.games import kit
from bob.post import answer_name, write_answer

FOLDER = "post_answers"


class AnswerBox(QDialog):
    """Shows the orders so far and writes them. `written` is the file."""

    def __init__(self, session: PostSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.settings = session, settings
        self.written: Path | None = None
        words, turn_file = settings.words, session.turn_file
        self.setWindowTitle(words("desk_post.answer.box"))
        about = QLabel(words("desk_post.answer.about", sheet=turn_file.head.sheet, seat=words(f"desk.seat.{turn_file.seat}")))
        about.setWordWrap(True)
        teller = kit(turn_file.game).teller(words, session.answering.match.game, turn_file.head.scenario)
        self.orders = QListWidget()
        self.orders.setAccessibleName(words("desk_post.answer.orders"))
        self.orders.setWordWrap(True)
        for order in session.answering.orders:
            self.orders.addItem(teller.order(order, turn_file.seat))
        if not session.answering.orders:
            self.orders.addItem(words("desk_post.answer.none"))
        self.open_end = QLabel(words("desk_post.answer.open_end"))
        self.open_end.setWordWrap(True)
        theme.kind(self.open_end, "warning")
        self.open_end.setVisible(not session.answering.is_closed)
        self.go_on = QCheckBox(words("desk_post.answer.go_on"))
        self.go_on.setToolTip(words("desk_post.answer.go_on_tip"))
        folder = settings.remembered(f"{FOLDER}/{turn_file.head.post[:16]}/{turn_file.seat}") or settings.remembered(FOLDER)
        self.file = QLineEdit(str((Path(folder) if folder and Path(folder).is_dir() else settings.games_folder) / answer_name(turn_file)))
        label = QLabel(words("desk_post.answer.file"))
        label.setBuddy(self.file)
        self.file.setAccessibleName(words("desk_post.answer.file").replace("&", ""))
        self.browse = QPushButton(words("desk.settings.browse"))
        self.browse.setAutoDefault(False)
        self.browse.clicked.connect(self._browse)
        self.fault = QLabel()
        self.fault.setWordWrap(True)
        theme.kind(self.fault, "warning")
        self.fault.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        go = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        go.setText(words("desk_post.answer.write"))
        theme.kind(go, "primary")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        where = QHBoxLayout()
        where.addWidget(label)
        where.addWidget(self.file, 1)
        where.addWidget(self.browse)
        body = QVBoxLayout(self)
        body.addWidget(about)
        body.addWidget(self.orders, 1)
        body.addWidget(self.open_end)
        body.addWidget(self.go_on)
        body.addLayout(where)
        body.addWidget(self.fault)
        body.addWidget(self.buttons)
        self.setMinimumWidth(round(560 * settings.scale))
        go.setFocus()

    def _browse(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, self.windowTitle(), self.file.text())
        if name:
            self.file.setText(name)

    def accept(self) -> None:
        """Write it; the box stays where it could not be."""
        session, turn_file, path = self.session, self.session.turn_file, Path(self.file.text().strip()).expanduser()
        if path.is_dir():
            path /= answer_name(turn_file)
        try:
            self.written = write_answer(turn_file, session.answering.orders, path, session.invitation, go_on=self.go_on.isChecked())
        except BobError as error:
            self.fault.setText(error.describe(self.settings.words))
            self.fault.show()
            return
        session.now_written()
        self.settings.remember(FOLDER, str(path.parent))
        self.settings.remember(f"{FOLDER}/{turn_file.head.post[:16]}/{turn_file.seat}", str(path.parent))
        super().accept()
