"""The page of the settings about sound: whether any, how loud, which kinds; each can be tried."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLabel, QPushButton, QSlider, QVBoxLayout, QWidget

from bob.desk.base.settings.preferences import SOUNDS, Settings
from bob.desk.base.sound.player import INSTALL, Sounds, cannot_play
from bob.desk.base.theme import theme
from bob.staff.advice.sounds_heard import KINDS

TRIED = {"sirens": "alert"}
"""The sample sound of a kind with several sounds."""


class SoundPage(QWidget):
    """The choices. They hold at once."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.sounds = Sounds(settings, self)
        self.lacking, self.hint = QLabel(), QLabel()
        theme.kind(self.lacking, "warning")
        theme.kind(self.hint, "caption")
        for label in (self.lacking, self.hint):
            label.setWordWrap(True)
        self.lacking.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self.why, self.what = cannot_play()
        self.lacking.setVisible(bool(self.why))
        self.which, self.volume = QComboBox(), QSlider(Qt.Orientation.Horizontal)
        for name in SOUNDS:
            self.which.addItem("", name)
        self.which.setCurrentIndex(SOUNDS.index(settings.sound))
        self.volume.setRange(0, 100)
        self.volume.setSingleStep(5)
        self.volume.setValue(settings.sound_volume)
        self.which_label, self.volume_label = QLabel(), QLabel()
        self.kinds = {kind: QCheckBox() for kind in KINDS}
        self.tries = {kind: QPushButton() for kind in KINDS}
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        for row, (label, field) in enumerate(((self.which_label, self.which), (self.volume_label, self.volume))):
            label.setBuddy(field)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1, 1, 2)
        for row, kind in enumerate(KINDS, 2):
            box, button = self.kinds[kind], self.tries[kind]
            box.setChecked(settings.sound_kind(kind))
            box.toggled.connect(partial(settings.set_sound_kind, kind))
            button.clicked.connect(partial(self._try, kind))
            grid.addWidget(box, row, 1)
            grid.addWidget(button, row, 2)
        grid.setColumnStretch(1, 1)
        body = QVBoxLayout(self)
        body.setContentsMargins(16, 16, 16, 16)
        body.addWidget(self.lacking)
        body.addLayout(grid)
        body.addWidget(self.hint)
        body.addStretch()
        self.which.activated.connect(lambda _: self._choose())
        self.volume.valueChanged.connect(settings.set_sound_volume)
        self._enable()

    def _choose(self) -> None:
        self.settings.set_sound(str(self.which.currentData()))
        self._enable()

    def _enable(self) -> None:
        """Disable the controls without effect while sound is off or unavailable."""
        on = self.settings.sound != "off"
        for widget in (self.volume, *self.kinds.values()):
            widget.setEnabled(on)
        for button in self.tries.values():
            button.setEnabled(on and not self.why)

    def _try(self, kind: str) -> None:
        self.sounds.try_out(TRIED.get(kind, kind))

    def done(self) -> None:
        """The box is closed: nothing sounds on."""
        self.sounds.close()

    def retranslate(self) -> None:
        words = self.settings.words
        self.lacking.setText(words(f"desk.sound.{self.why}", command=INSTALL, what=self.what) if self.why else "")
        self.hint.setText(words("desk.sound.hint"))
        self.which_label.setText(words("desk.sound.which"))
        self.volume_label.setText(words("desk.sound.volume"))
        for i, name in enumerate(SOUNDS):
            self.which.setItemText(i, words(f"desk.sound.{name}"))
        for kind in KINDS:
            name = words(f"desk.sound.kind.{kind}")
            self.kinds[kind].setText(name)
            self.tries[kind].setText(words("desk.sound.try"))
            self.tries[kind].setAccessibleName(words.label(words("desk.sound.try"), name))
        self.volume.setAccessibleName(words("desk.sound.volume"))
        self.which.setAccessibleName(words("desk.sound.which"))
