"""The aircraft of one seat, put together by mouse: types, leaders, wingmen, levels."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QGroupBox, QHBoxLayout, QLabel, QListWidget, QPushButton, QSpinBox

from bob.core.kit import seat_text
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.tactical.hexes.data import CLASSES, HexTables
from bob.tactical.hexes.options import cost
from bob.tactical.hexes.position import NOBODY, HexMount, HexSeat
from bob.tactical.hexes.telling import HexTeller


class ForceEditor(QGroupBox):
    """The forces of a seat. Those of a mission stay in its places until they are changed; added ones are set up by their owner."""

    changed = Signal()

    def __init__(self, settings: Settings, tables: HexTables, player: HexSeat) -> None:
        super().__init__()
        self.settings, self.tables, self.seat = settings, tables, player
        self.mounts: list[HexMount] = list(player.aircraft)
        self.list = QListWidget()
        self.list.setMinimumHeight(round(74 * settings.scale))
        self.type, self.leader = QComboBox(), QComboBox()
        self.level = QSpinBox()
        self.level.setRange(0, 4)
        self.level.setValue(2)
        theme.inset(self.level)
        for box in (self.type, self.leader):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(7)
        side = player.side
        for code, dash in sorted(tables.aircraft.items(), key=lambda pair: (pair[1].side != side, pair[1].bomber, pair[1].name)):
            self.type.addItem(dash.name, code)
        if self.mounts:
            self.type.setCurrentIndex(self.type.findData(self.mounts[0].type))
        self.type.currentIndexChanged.connect(lambda _: self._leaders())
        self.labels = [QLabel(), QLabel(), QLabel()]
        self.add, self.remove, self.wing = QPushButton(), QPushButton(), QPushButton()
        self.add.clicked.connect(lambda: self._add())
        self.remove.clicked.connect(lambda: self._remove())
        self.wing.clicked.connect(lambda: self._wing())
        grid = QGridLayout(self)
        grid.setContentsMargins(4, 2, 4, 2)
        grid.setVerticalSpacing(3)
        grid.addWidget(self.list, 0, 0, 1, 3)
        grid.setRowStretch(0, 1)
        for i, (label, field) in enumerate(zip(self.labels, (self.type, self.leader, self.level), strict=True)):
            label.setBuddy(field)
            theme.kind(label, "caption")
            grid.addWidget(label, 1, i)
            grid.addWidget(field, 2, i)
        row = QHBoxLayout()
        for button in (self.add, self.wing, self.remove):
            row.addWidget(button)
        row.addStretch()
        grid.addLayout(row, 3, 0, 1, 3)
        self.retranslate()

    @property
    def is_changed(self) -> bool:
        return tuple(self.mounts) != self.seat.aircraft

    def player(self) -> HexSeat:
        """The seat with these forces."""
        return replace(self.seat, aircraft=tuple(self.mounts))

    def retranslate(self) -> None:
        words = self.settings.words
        for label, key in zip(self.labels, ("type", "leader", "level"), strict=True):
            label.setText(words(f"desk_hexes.setup.{key}"))
        for button, key in ((self.add, "add"), (self.remove, "remove"), (self.wing, "wing")):
            button.setText(words(f"desk_hexes.setup.{key}"))
        self._leaders()
        self._fill()

    def _leaders(self) -> None:
        """List the leaders for the chosen type."""
        teller = HexTeller(self.settings.words, self.tables)
        code = self.type.currentData()
        self.leader.clear()
        self.leader.addItem(self.settings.words("desk_hexes.setup.no_leader"), "")
        for name in CLASSES[:2]:
            self.leader.addItem(teller.leader(name), name)
        for leader in self.tables.leaders.values():
            if leader.side == self.tables.aircraft[code].side and (not leader.aircraft or code in leader.aircraft):
                self.leader.addItem(teller.words.label(leader.name, teller.rule(leader.rule)), leader.code)

    def _fill(self) -> None:
        teller, words = HexTeller(self.settings.words, self.tables), self.settings.words
        row = self.list.currentRow()
        self.list.clear()
        for i, mount in enumerate(self.mounts):
            text = f"{i + 1}  {self.tables.aircraft[mount.type].name}"
            if mount.leader:
                text += f" · {teller.leader(mount.leader)}"
            if mount.wingman_of is not None:
                text += " · " + words("desk_hexes.dash.wingman", name=mount.wingman_of + 1)
            if mount.formation != NOBODY:
                text += " · " + words("desk_hexes.dash.formation")
            if mount.at is not None:
                text += f" · {mount.at.label}"
            self.list.addItem(text)
        self.list.setCurrentRow(min(row, len(self.mounts) - 1))
        name = seat_text(words, self.seat.seat)
        self.setTitle(words("desk_hexes.setup.points", seat=name, points=cost(self.mounts, self.tables)))
        self.list.setAccessibleName(name)

    def _add(self) -> None:
        self.mounts.append(HexMount(self.type.currentData(), level=self.level.value(), leader=self.leader.currentData() or ""))
        self._settled()

    def _remove(self) -> None:
        """Remove the chosen one, or the last; its followers lose their leader."""
        if not self.mounts:
            return
        gone = self.list.currentRow() if self.list.currentRow() >= 0 else len(self.mounts) - 1
        taken = self.mounts.pop(gone)
        self.mounts = [_mount_after(mount, gone) for mount in self.mounts]
        if taken.formation != NOBODY:
            left = [i for i, mount in enumerate(self.mounts) if mount.formation == taken.formation]
            if len(left) < 2:
                self.mounts = [replace(m, formation=NOBODY) if i in left else m for i, m in enumerate(self.mounts)]
        self._settled()

    def _wing(self) -> None:
        """Make the one chosen a wingman of the last leader before it, or let it fly for itself."""
        row = self.list.currentRow()
        if row < 0:
            return
        mount = self.mounts[row]
        if mount.wingman_of is not None:
            self.mounts[row] = replace(mount, wingman_of=None)
        elif not mount.leader:
            leaders = [i for i, m in enumerate(self.mounts) if m.leader]
            free = [i for i in leaders if all(m.wingman_of != i for m in self.mounts)]
            if free:
                self.mounts[row] = replace(mount, wingman_of=min(free, key=lambda i: (i > row, abs(i - row))))
        self._settled()

    def _settled(self) -> None:
        self._fill()
        self.changed.emit()


def _mount_after(mount: HexMount, gone: int) -> HexMount:
    """An aircraft of a list from which another was taken."""
    led = mount.wingman_of
    if led is None or led < gone:
        return mount
    return replace(mount, wingman_of=None if led == gone else led - 1)
