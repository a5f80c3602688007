"""The settings: language, looks, text, movement, keys, where games are kept. All take effect at once."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from bob.core.text import plain
from bob.desk.base.settings import LANGUAGE_NAMES, SPEEDS, TEXT_SIZES, THEMES, Settings
from bob.desk.base.settings import keys as bindings
from bob.desk.base.theme import theme
from bob.desk.session.actions import Actions
from bob.desk.window.settings.sound_page import SoundPage


class SettingsBox(QDialog):
    """A window of its own; every choice is saved at once."""

    def __init__(self, settings: Settings, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.actions_ = actions
        self.tabs = QTabWidget()
        self.tabs.addTab(self._looks(), "")
        self.tabs.addTab(self._keys(), "")
        self.sound = SoundPage(settings)
        self.tabs.addTab(self.sound, "")
        self.close_button = QPushButton()
        self.close_button.clicked.connect(self.accept)
        self.finished.connect(lambda _: self.sound.done())
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self.close_button)
        body = QVBoxLayout(self)
        body.addWidget(self.tabs, 1)
        body.addLayout(row)
        theme.size_box(self, settings, 620, 500)
        settings.language_changed.connect(self.retranslate)
        settings.keys_changed.connect(self._fill_keys)
        self.retranslate()

    def _looks(self) -> QWidget:
        page = QWidget()
        self.form = QFormLayout(page)
        self.form.setContentsMargins(16, 16, 16, 16)
        self.form.setVerticalSpacing(12)
        self.language, self.theme, self.text_size, self.speed = QComboBox(), QComboBox(), QComboBox(), QComboBox()
        for code, name in LANGUAGE_NAMES:
            self.language.addItem(name, code)
        for size in TEXT_SIZES:
            self.text_size.addItem(f"{size} %", size)
        for name in THEMES:
            self.theme.addItem("", name)
        for name in SPEEDS:
            self.speed.addItem("", name)
        self.animate = QCheckBox()
        self.animate.setChecked(self.settings.animate)
        self.moments = QCheckBox()
        self.moments.setChecked(self.settings.moments)
        self.hints = QCheckBox()
        self.hints.setChecked(self.settings.hints)
        self.folder = QLineEdit(str(self.settings.games_folder))
        self.folder.setReadOnly(True)
        self.browse = QPushButton()
        self.browse.clicked.connect(self._browse)
        where = QHBoxLayout()
        where.addWidget(self.folder, 1)
        where.addWidget(self.browse)
        self.cluster = QLineEdit(self.settings.cluster)
        self.cluster.editingFinished.connect(lambda: self.settings.set_cluster(self.cluster.text()))
        codes = ("language", "theme", "size", "speed", "animate", "moments", "hints", "folder", "cluster")
        self.labels = {code: QLabel() for code in codes}
        for code, field in (("language", self.language), ("theme", self.theme), ("size", self.text_size), ("speed", self.speed)):
            self.labels[code].setBuddy(field)
            self.form.addRow(self.labels[code], field)
        self.form.addRow(self.labels["animate"], self.animate)
        self.form.addRow(self.labels["moments"], self.moments)
        self.form.addRow(self.labels["hints"], self.hints)
        self.form.addRow(self.labels["folder"], where)
        self.labels["cluster"].setBuddy(self.cluster)
        self.form.addRow(self.labels["cluster"], self.cluster)
        for box, chosen in (
            (self.language, self.settings.language),
            (self.theme, self.settings.theme),
            (self.text_size, self.settings.text_size),
            (self.speed, self.settings.speed),
        ):
            box.setCurrentIndex(box.findData(chosen))
        self.language.activated.connect(lambda _: self.settings.set_language(self.language.currentData()))
        self.theme.activated.connect(lambda _: self.settings.set_theme(self.theme.currentData()))
        self.text_size.activated.connect(lambda _: self.settings.set_text_size(self.text_size.currentData()))
        self.speed.activated.connect(lambda _: self.settings.set_speed(self.speed.currentData()))
        self.animate.toggled.connect(self.settings.set_animate)
        self.moments.toggled.connect(self.settings.set_moments)
        self.hints.toggled.connect(self.settings.set_hints)
        return page

    def _keys(self) -> QWidget:
        page = QWidget()
        body = QVBoxLayout(page)
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _: self._fill_keys())
        self.list = QTreeWidget()
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setUniformRowHeights(True)
        self.list.setIndentation(round(14 * self.settings.scale))
        self.list.currentItemChanged.connect(lambda *_: self._taken())
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        self.edit.editingFinished.connect(self._bind)
        self.usual = QPushButton()
        self.usual.clicked.connect(self._reset)
        self.none = QPushButton()
        self.none.clicked.connect(self._unbind)
        self.all_usual = QPushButton()
        self.all_usual.clicked.connect(self._reset_all)
        self.clash = QLabel()
        self.clash.setWordWrap(True)
        theme.kind(self.clash, "warning")
        row = QHBoxLayout()
        row.addWidget(self.edit, 1)
        row.addWidget(self.usual)
        row.addWidget(self.none)
        row.addWidget(self.all_usual)
        body.addWidget(self.search)
        body.addWidget(self.list, 1)
        body.addLayout(row)
        body.addWidget(self.clash)
        return page

    def retranslate(self) -> None:
        words = self.settings.words
        self.setWindowTitle(words("desk.settings.title"))
        self.tabs.setTabText(0, words("desk.settings.looks"))
        self.tabs.setTabText(1, words("desk.settings.keys"))
        self.tabs.setTabText(2, words("desk.settings.sound"))
        self.sound.retranslate()
        for code, label in self.labels.items():
            label.setText(words(f"desk.settings.{code}"))
        for i, name in enumerate(THEMES):
            self.theme.setItemText(i, words(f"desk.theme.{name}"))
        for i, name in enumerate(SPEEDS):
            self.speed.setItemText(i, words(f"desk.speed.{name}"))
        self.animate.setText(words("desk.settings.animate_hint"))
        self.moments.setText(words("desk.settings.moments_hint"))
        self.hints.setText(words("desk.settings.hints_hint"))
        self.browse.setText(words("desk.settings.browse"))
        self.usual.setText(words("desk.settings.usual"))
        self.none.setText(words("desk.settings.none"))
        self.all_usual.setText(words("desk.settings.all_usual"))
        self.search.setPlaceholderText(words("desk.palette.search"))
        self.search.setAccessibleName(words("desk.palette.search"))
        self.list.setAccessibleName(words("desk.settings.keys"))
        self.edit.setAccessibleName(words("desk.settings.new_key"))
        self.edit.setToolTip(words("desk.settings.new_key"))
        for inner in self.edit.findChildren(QLineEdit):
            inner.setPlaceholderText(words("desk.settings.press"))
            inner.setAccessibleName(words("desk.settings.new_key"))
        self.cluster.setPlaceholderText(words("desk.settings.cluster_hint"))
        self.cluster.setAccessibleName(words("desk.settings.cluster"))
        self.cluster.setToolTip(words("desk.settings.cluster_tip"))
        self.folder.setAccessibleName(words("desk.settings.folder"))
        for box, name in ((self.animate, "animate"), (self.moments, "moments"), (self.hints, "hints")):
            box.setAccessibleName(words.label(words(f"desk.settings.{name}"), words(f"desk.settings.{name}_hint")))
        self.close_button.setText(words("desk.box.close"))
        self._fill_keys()

    def _browse(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.settings.words("desk.settings.folder"), self.folder.text())
        if folder:
            self.settings.set_games_folder(Path(folder))
            self.folder.setText(folder)

    # ---- keys

    def _fill_keys(self) -> None:
        chosen = self._code()
        self.list.blockSignals(True)
        self.list.clear()
        wanted = plain(self.search.text()).split()
        groups: dict[str, QTreeWidgetItem] = {}
        for entry in self.actions_:
            text = entry.text().replace("&", "")
            keys = self.actions_.keys(entry.code)
            if all(word in plain(f"{text} {keys} {self.actions_.title(entry.group)}") for word in wanted):
                item = QTreeWidgetItem(self._group(groups, entry.group), [text, keys])
                item.setData(0, Qt.ItemDataRole.UserRole, entry.code)
                item.setToolTip(0, text)
                if entry.code == chosen:
                    self.list.setCurrentItem(item)
        self.list.expandAll()
        self.list.setColumnWidth(0, round(400 * self.settings.scale))
        self.list.blockSignals(False)
        self._taken()

    def _group(self, made: dict[str, QTreeWidgetItem], code: str) -> QTreeWidgetItem:
        """The heading of a group, made when its first action is listed."""
        if code not in made:
            made[code] = head = QTreeWidgetItem(self.list, [self.actions_.title(code)])
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            head.setFirstColumnSpanned(True)
            head.setFont(0, theme.font(self.settings, bold=True))
        return made[code]

    def _code(self) -> str | None:
        item = self.list.currentItem()
        code = None if item is None else item.data(0, Qt.ItemDataRole.UserRole)
        return None if code is None else str(code)

    def _taken(self) -> None:
        code = self._code()
        for widget in (self.edit, self.usual, self.none):
            widget.setEnabled(code is not None)
        self.clash.setText("")
        self._show_key(code)

    def _show_key(self, code: str | None) -> None:
        found = self.actions_.entries[code].keys if code is not None else []
        self.edit.setKeySequence(found[0] if found else QKeySequence())

    def _bind(self) -> None:
        code = self._code()
        if code is None:
            return
        sequence = self.edit.keySequence()
        entry = self.actions_.entries[code]
        if sequence in entry.keys or (sequence.isEmpty() and not entry.keys):
            return
        keys = sequence.toString(QKeySequence.SequenceFormat.PortableText)
        refused = self._refusal(code, sequence)
        if not refused:
            self.settings.set_key(code, keys)
        self.clash.setText(refused)
        if refused:
            self._show_key(code)

    def _refusal(self, code: str, sequence: QKeySequence) -> str:
        """Return why an action cannot have these keys; empty when it can."""
        keys, words = sequence.toString(QKeySequence.SequenceFormat.PortableText), self.settings.words
        text = bindings.describe([sequence])
        if bindings.is_fixed(keys) and sequence not in bindings.sequences(self.actions_.entries[code].usual()):
            return words("desk.settings.fixed", keys=text)
        taken = self.actions_.clash(code, keys)
        if taken is None:
            return ""
        other = self.actions_.entries[taken]
        return words("desk.settings.clash", keys=text, other=other.text().replace("&", ""), where=self.actions_.title(other.group))

    def _unbind(self) -> None:
        code = self._code()
        if code is not None:
            self.settings.set_key(code, "")

    def _reset_all(self) -> None:
        for code in list(self.settings.all_keys()):
            self.settings.set_key(code, None)

    def _reset(self) -> None:
        code = self._code()
        if code is not None:
            self.settings.set_key(code, None)
