"""*Post office*: the keeper of a game by post takes the answers that have come and writes the sheets, and sees nothing of the game."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from bob.core.errors import BobError
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.progress import Progress
from bob.desk.base.widgets.background import Background, TellsProgress
from bob.desk.session.files import Files
from bob.driver import Driver
from bob.files import ENDING, FileKey
from bob.games import games
from bob.post import Office, PostError, PostNews, invite_again, open_post
from bob.post.ledger import stored_ledger

GAME = "post_game"
PLACES = ("inbox", "out")


class OfficeBox(QDialog):
    """Asks which game, and for its two folders, which are remembered."""

    def __init__(self, files: Files, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.files, self.settings = files, settings
        words = settings.words
        self.setWindowTitle(words("desk_post.office.box"))
        about = QLabel(words("desk_post.office.about"))
        about.setWordWrap(True)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.game = QLineEdit(settings.remembered(GAME))
        self.folders = {place: QLineEdit() for place in PLACES}
        for key, field in (("game", self.game), *self.folders.items()):
            label, browse = QLabel(words(f"desk_post.office.{key}")), QPushButton(words("desk.settings.browse"))
            label.setBuddy(field)
            field.setAccessibleName(label.text().replace("&", ""))
            browse.setAutoDefault(False)
            browse.setAccessibleName(words.label(words("desk.settings.browse"), field.accessibleName()))
            browse.clicked.connect(lambda _=False, key=key: self._browse(key))
            row = QHBoxLayout()
            row.addWidget(field, 1)
            row.addWidget(browse)
            form.addRow(label, row)
        self.game.editingFinished.connect(self._places)
        self.call = QPushButton(words("desk_post.office.call"))
        theme.kind(self.call, "primary")
        self.call.setDefault(True)
        self.call.clicked.connect(self._call)
        self.again, self.seat = QPushButton(words("desk_post.office.anew")), QComboBox()
        self.again.setAutoDefault(False)
        self.again.setToolTip(words("desk_post.office.anew_tip"))
        self.again.clicked.connect(self._refill)
        self.seat.setAccessibleName(words("desk_join.invite.seat"))
        for seat in (RAF, LUFTWAFFE):
            self.seat.addItem(words(f"desk.seat.{seat}"), seat)
        self.news = QListWidget()
        self.news.setWordWrap(True)
        self.news.setAccessibleName(words("desk_post.office.news"))
        self.fault = QLabel()
        self.fault.setWordWrap(True)
        theme.kind(self.fault, "warning")
        self.fault.hide()
        self.progress = Progress(settings)
        self.clerk = Background(self)
        self.clerk.ready.connect(self._done)
        self.clerk.progressed.connect(self.progress.put)
        close = QPushButton(words("desk.box.close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        doing, last = QHBoxLayout(), QHBoxLayout()
        doing.addWidget(self.call)
        doing.addStretch()
        doing.addWidget(self.again)
        doing.addWidget(self.seat)
        last.addWidget(self.progress, 1)
        last.addStretch()
        last.addWidget(close)
        body = QVBoxLayout(self)
        body.addWidget(about)
        body.addLayout(form)
        body.addLayout(doing)
        body.addWidget(self.fault)
        body.addWidget(self.news, 1)
        body.addLayout(last)
        self.setMinimumSize(round(640 * settings.scale), round(440 * settings.scale))
        self._places()

    # ---- which game, and where

    def _remembered(self, place: str) -> str:
        return f"post_{place}/{hashlib.sha256(self.game.text().strip().encode()).hexdigest()[:16]}"

    def _places(self) -> None:
        """The folders of the game that is named, as they were chosen once."""
        for place, field in self.folders.items():
            if found := self.settings.remembered(self._remembered(place)):
                field.setText(found)

    def _browse(self, key: str) -> None:
        words, field = self.settings.words, self.folders.get(key, self.game)
        if key == "game":
            start = field.text() or str(self.settings.games_folder)
            kind = f"{words('desk.window.games')} (*{ENDING})"
            name, _ = QFileDialog.getOpenFileName(self, words("desk_post.office.which"), start, kind)
        else:
            name = QFileDialog.getExistingDirectory(self, field.accessibleName(), field.text() or str(Path(self.game.text()).parent))
        if name:
            field.setText(name)
            if key == "game":
                self._places()

    # ---- doing

    def _call(self) -> None:
        language, inbox, out = self.settings.language, self._folder("inbox"), self._folder("out")

        def call(driver: Driver) -> list[PostNews]:
            messages = list[PostNews]()
            assert driver.save is not None
            if stored_ledger(driver.save) is None:
                made = open_post(driver, {}, language, out)
                messages += [PostNews("invited", {"seat": path.parent.name, "file": str(path)}) for path in made]
            return messages + Office(driver).call(inbox, out)

        self._work(call, (inbox, out))

    def _refill(self) -> None:
        seat, language, out = str(self.seat.currentData()), self.settings.language, self._folder("out")

        def invite(driver: Driver) -> list[PostNews]:
            return [PostNews("invited", {"seat": seat, "file": str(invite_again(driver, seat, language, out))})]

        self._work(invite, (out,))

    def _folder(self, place: str) -> Path:
        return Path(self.folders[place].text().strip() or "?").expanduser()

    def _work(self, do: Callable[[Driver], list[PostNews]], folders: tuple[Path, ...]) -> None:
        """Open the game, do something with it and close it, off the interface's thread; nothing of it is shown."""
        path = Path(self.game.text().strip()).expanduser()
        try:
            if wrong := next((folder for folder in folders if not folder.is_dir()), None):
                raise PostError("post.no_folder", wrong)
            key = self.files.key_of(path)
        except BobError as error:
            self._wrong(error)
            return
        self.settings.remember(GAME, str(path))
        for place, field in self.folders.items():
            self.settings.remember(self._remembered(place), field.text().strip())
        self.fault.hide()
        for button in (self.call, self.again):
            button.setEnabled(False)
        self.progress.begin()
        self.clerk.start("office", lambda tell: _done(path, key, do, tell))

    def _done(self, what: str, found: object) -> None:
        self.progress.end()
        for button in (self.call, self.again):
            button.setEnabled(True)
        if isinstance(found, BobError):
            self._wrong(found)
        elif isinstance(found, BaseException):
            raise found
        elif isinstance(found, list):
            self.news.clear()
            for one in found:
                self.news.addItem(one.describe(self.settings.words))

    def _wrong(self, error: BobError) -> None:
        self.fault.setText(error.describe(self.settings.words))
        self.fault.show()

    def reject(self) -> None:
        """Close, unless the office is at work: it finishes first."""
        if not self.clerk.busy:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.clerk.stop()
        event.accept()


def _done(path: Path, key: FileKey | None, do: Callable[[Driver], list[PostNews]], tell: TellsProgress) -> list[PostNews]:
    driver = Driver.open(path, games(), key=key)
    try:
        return do(driver)
    finally:
        driver.close()
