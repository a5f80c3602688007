"""A squadron built by points: types, pilots, named Aces, cards; and all its violations of the rules, each with the rule."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
)

from bob.core.atomic_files import put_file
from bob.core.errors import BobError
from bob.core.kit import seat_text
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.tactical.miniatures.builder import (
    MiniatureFlight,
    MiniatureSquadron,
    bill,
    faults,
    load_squadron,
    shipped_squadrons,
    squadron_toml,
)
from bob.tactical.miniatures.data import ABILITY, ACE, DOCTRINE, ROOKIE, THEATRE, MiniatureTables
from bob.tactical.miniatures.names import MiniatureNames
from bob.tactical.miniatures.position import MiniatureForce, MiniatureMount

PACK, CHOSEN, DEALT = "pack", "chosen", "dealt"
"""The sources of Doctrine and Theatre cards."""


class SquadronEditor(QGroupBox):
    """The force of a seat. One of a scenario stays as it is until it is changed."""

    changed = Signal()

    def __init__(self, settings: Settings, tables: MiniatureTables, force: MiniatureForce) -> None:
        super().__init__()
        self.settings, self.tables, self.force = settings, tables, force
        self.mounts: list[MiniatureMount] = list(force.aircraft)
        self.limit = 0
        self.extra = dict(force.extra)
        self._filling = False
        self.list = QListWidget()
        self.list.setFixedHeight(round(112 * settings.scale))
        self.list.currentRowChanged.connect(lambda _: self._look())
        self.type, self.skill, self.ace = QComboBox(), QComboBox(), QComboBox()
        self.loaded = QCheckBox()
        self.ready = QComboBox()
        self.source = QComboBox()
        self.cards: dict[str, list[QComboBox]] = {DOCTRINE: [], THEATRE: [], ABILITY: []}
        self.odd: dict[str, QComboBox] = {}
        self.labels = {name: QLabel() for name in ("type", "skill", "ace", "ready", "source")}
        for label in self.labels.values():
            theme.kind(label, "caption")
        self.notice = QLabel()
        self.notice.setWordWrap(True)
        theme.kind(self.notice, "warning")
        self.add, self.remove, self.open, self.save = QPushButton(), QPushButton(), QPushButton(), QPushButton()
        self._build()
        self.retranslate()
        self._began = self._made()

    def _build(self) -> None:
        side = self.tables.aircraft[self.mounts[0].type].side if self.mounts else self.force.seat
        for code, card in sorted(self.tables.aircraft.items(), key=lambda pair: (pair[1].side != side, pair[1].multi, pair[1].name)):
            self.type.addItem(card.name, code)
        if self.mounts:
            self.type.setCurrentIndex(max(0, self.type.findData(self.mounts[0].type)))
        for box in (self.type, self.skill, self.ace, self.ready, self.source):
            _narrow(box)
        self.type.activated.connect(lambda _: self._fill_aces())
        self.ready.activated.connect(lambda _: self._take_ready())
        self.source.activated.connect(lambda _: self._sourced())
        self.add.clicked.connect(lambda: self._add())
        self.remove.clicked.connect(lambda: self._remove())
        self.open.clicked.connect(lambda: self._open())
        self.save.clicked.connect(lambda: self._save())
        grid = QGridLayout()
        fields = {"type": self.type, "skill": self.skill, "ace": self.ace, "ready": self.ready, "source": self.source}
        for i, (name, field) in enumerate(fields.items()):
            self.labels[name].setBuddy(field)
            grid.addWidget(self.labels[name], i // 3 * 2, i % 3)
            grid.addWidget(field, i // 3 * 2 + 1, i % 3)
        grid.addWidget(self.loaded, 3, 2)
        for i, part in enumerate((4, 6, 4)):
            grid.setColumnStretch(i, part)
        self.deck = QGridLayout()
        column = QVBoxLayout(self)
        column.addWidget(self.list)
        column.addLayout(grid)
        for pair in ((self.add, self.remove), (self.open, self.save)):
            row = QHBoxLayout()
            for button in pair:
                row.addWidget(button)
            column.addLayout(row)
        column.addLayout(self.deck)
        column.addWidget(self.notice)

    # ---- values

    @property
    def is_changed(self) -> bool:
        return self._made() != self._began

    def player(self) -> MiniatureForce:
        """The seat's force as it is built; that of the scenario while nothing was changed."""
        return self._made() if self.is_changed else self.force

    def _made(self) -> MiniatureForce:
        made = replace(self.force, aircraft=tuple(self.mounts), extra=self._extra(), abilities=self._named(ABILITY))
        source = self.source.currentData()
        if source == CHOSEN:
            return replace(made, doctrine=self._named(DOCTRINE), theatre=self._named(THEATRE), random=False)
        return replace(made, doctrine=None, theatre=None, random=source == DEALT)

    def _extra(self) -> dict[str, str]:
        flown = {mount.type for mount in self.mounts}
        return {code: trait for code, trait in self.extra.items() if code in flown}

    def _named(self, kind: str) -> tuple[str, ...]:
        found = [box.currentData() for box in self.cards[kind]]
        return tuple([code for code in found if code])

    def squadron(self) -> MiniatureSquadron:
        """The force as a squadron's file has it."""
        made = self._made()
        counted = Counter((m.type, m.skill, m.ace, m.loaded) for m in made.aircraft)
        flights = tuple([MiniatureFlight(code, skill, ace, count, loaded) for (code, skill, ace, loaded), count in counted.items()])
        side = self.tables.aircraft[made.aircraft[0].type].side if made.aircraft else self.force.seat
        return MiniatureSquadron(
            side,
            flights,
            limit=self.limit,
            doctrine=made.doctrine,
            theatre=made.theatre,
            abilities=made.abilities,
            extra=made.extra,
            random=made.random,
        )

    # ---- words and filling

    def retranslate(self) -> None:
        words, names = self.settings.words, MiniatureNames(self.settings.words, self.tables)
        for name, label in self.labels.items():
            label.setText(words(f"desk_skies.squadron.{name}"))
        for name, button in (("add", self.add), ("remove", self.remove), ("open", self.open), ("save", self.save)):
            button.setText(words(f"desk_skies.squadron.{name}"))
        self.loaded.setText(words("skies.roster.loaded"))
        skill = self.skill.currentData() or 3
        self.skill.clear()
        for number in range(ROOKIE, ACE + 1):
            points = self.tables.sizes.pilots[number - ROOKIE]
            self.skill.addItem(words("desk_skies.squadron.pilot", skill=number, name=names.skill(number), points=points), number)
        self.skill.setCurrentIndex(self.skill.findData(skill))
        source = self.source.currentData() or (CHOSEN if self.force.doctrine is not None else DEALT if self.force.random else PACK)
        self.source.clear()
        for code in (PACK, CHOSEN, DEALT):
            self.source.addItem(words(f"desk_skies.squadron.from_{code}"), code)
        self.source.setCurrentIndex(self.source.findData(source))
        self.ready.clear()
        self.ready.addItem(words("desk_skies.squadron.none"), "")
        for code, path in shipped_squadrons().items():
            try:
                found = load_squadron(path, self.tables)
            except BobError:
                continue  # a user's own tables may lack its types
            self.ready.addItem(words.of(found.name, code), code)
        self._fill_aces()
        self._fill_deck()
        self._fill()

    def _fill_aces(self) -> None:
        """The named Aces who fly the type chosen."""
        words, names = self.settings.words, MiniatureNames(self.settings.words, self.tables)
        code = self.type.currentData()
        self.ace.clear()
        self.ace.addItem(words("desk_skies.squadron.no_ace"), "")
        for ace in self.tables.aces.values():
            if code in ace.aircraft:
                self.ace.addItem(names.signature(ace), ace.code)

    def _fill(self) -> None:
        words, names = self.settings.words, MiniatureNames(self.settings.words, self.tables)
        row = self.list.currentRow()
        self.list.blockSignals(True)
        self.list.clear()
        costs = bill(self.mounts, self.tables)
        for i, (mount, cost) in enumerate(zip(self.mounts, costs, strict=True)):
            who = names.ace(mount.ace) if mount.ace else names.skill(mount.skill)
            text = words(
                "desk_skies.squadron.line", number=i + 1, type=names.type(mount.type), who=who, skill=mount.skill, points=cost.points
            )
            if mount.loaded:
                text += " · " + words("skies.roster.loaded")
            self.list.addItem(text)
        self.list.setCurrentRow(min(row, len(self.mounts) - 1))
        self.list.blockSignals(False)
        spent = sum(cost.points for cost in costs)
        name = seat_text(words, self.force.seat)
        key = "points_of" if self.limit else "points"
        points = words(f"skies.roster.{key}", points=spent, limit=self.limit) if self.limit else words("skies.roster.points", points=spent)
        self.setTitle(words("desk_skies.squadron.title", seat=name, points=points))
        self.list.setAccessibleName(name)
        self._judge()

    def _judge(self) -> None:
        """Show all violations of the rules."""
        words = self.settings.words
        lines = []
        for fault in faults(self._made(), self.tables, self.limit):
            key = "skies.roster.fault_rule" if fault.rule else "skies.roster.fault"
            values = {"by": fault.rule} if fault.rule else {}
            lines.append(words(key, place=self._place(fault.place), expected=fault.expected.describe(words), **values))
        self.notice.setText("\n".join(lines))
        self.notice.setVisible(bool(lines))

    def _place(self, place: str) -> str:
        """Describe the place of a fault: the line of an aircraft, the kind of cards."""
        words = self.settings.words
        head, bracket, rest = place.partition("[")
        number, _, _ = rest.partition("]")
        if head == "aircraft" and bracket and int(number) < len(self.mounts):
            name = MiniatureNames(words, self.tables).type(self.mounts[int(number)].type)
            return f"{int(number) + 1} {name}"
        key = f"skies.field.{head.partition('.')[0]}"
        return words(key) if words.has(key) else words("desk_skies.setup.forces")

    def _fill_deck(self) -> None:
        """Boxes for the cards that go into the deck; for the odd trait card of a type that has two traits."""
        self._filling = True
        chosen = {kind: self._named(kind) for kind in self.cards}
        force = self.force
        if not any(self.cards.values()):
            chosen = {DOCTRINE: force.doctrine or (), THEATRE: force.theatre or (), ABILITY: force.abilities}
        while (item := self.deck.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        names, sizes = MiniatureNames(self.settings.words, self.tables), self.tables.sizes
        count = max(1, len(self.mounts))
        aces = [mount for mount in self.mounts if mount.skill == ACE]
        pack = self.tables.packs.get(force.seat)
        own = self.source.currentData() == CHOSEN
        wanted = {
            DOCTRINE: sizes.doctrines(count) if own else 0,
            THEATRE: sizes.theatre if own else 0,
            ABILITY: sum(2 if mount.ace else 1 for mount in aces),
        }
        if own and pack is not None and not chosen[DOCTRINE]:
            chosen |= {DOCTRINE: pack.doctrine, THEATRE: pack.theatre}
        place = 0
        for kind, number in wanted.items():
            self.cards[kind] = []
            for i in range(number):
                box = QComboBox()
                if kind == ABILITY:
                    box.addItem(self.settings.words("desk_skies.squadron.no_card"), "")
                for code in self.tables.of_kind(kind):
                    box.addItem(names.card(code), code)
                box.setCurrentIndex(max(0, box.findData(chosen[kind][i] if i < len(chosen[kind]) else "")))
                box.setToolTip(self.settings.words(f"skies.kind.{kind}"))
                box.setAccessibleName(self.settings.words(f"skies.kind.{kind}"))
                box.activated.connect(lambda _: self._settled())
                self.cards[kind].append(box)
                self.deck.addWidget(_narrow(box), place // 2, place % 2)
                place += 1
        self._fill_odd(names, place)
        self._filling = False

    def _fill_odd(self, names: MiniatureNames, place: int) -> None:
        self.odd = {}
        for code, number in Counter(mount.type for mount in self.mounts).items():
            traits = self.tables.aircraft[code].cards if code in self.tables.aircraft else ()
            if len(traits) < 2 or number % len(traits) == 0:
                continue
            box = QComboBox()
            for trait in traits:
                box.addItem(self.settings.words("desk_skies.squadron.odd", card=names.card(trait), type=names.type(code)), trait)
            box.setCurrentIndex(max(0, box.findData(self.extra.get(code, traits[0]))))
            box.activated.connect(partial(self._mark_odd, code))
            self.odd[code] = box
            self.deck.addWidget(_narrow(box), place // 2, place % 2)
            place += 1

    def _mark_odd(self, code: str, _: int) -> None:
        self.extra[code] = str(self.odd[code].currentData())
        self._settled()

    def hold_to(self, limit: int) -> None:
        """Set the limit of points; 0 for no limit."""
        if limit != self.limit:
            self.limit = limit
            self._fill()

    # ---- changing it

    def _look(self) -> None:
        """Show the chosen line in the fields: the next addition is like it."""
        row = self.list.currentRow()
        if 0 <= row < len(self.mounts):
            mount = self.mounts[row]
            self.type.setCurrentIndex(max(0, self.type.findData(mount.type)))
            self._fill_aces()
            self.skill.setCurrentIndex(max(0, self.skill.findData(mount.skill)))

    def _add(self) -> None:
        ace = self.ace.currentData() or ""
        skill = ACE if ace else int(self.skill.currentData())
        self.mounts.append(MiniatureMount(self.type.currentData(), skill, ace, loaded=self.loaded.isChecked()))
        self._settled(True)

    def _remove(self) -> None:
        """Take away the one chosen, or the last."""
        if self.mounts:
            row = self.list.currentRow()
            self.mounts.pop(row if row >= 0 else -1)
            self._settled(True)

    def _take_ready(self) -> None:
        """A squadron that ships with the program."""
        code = self.ready.currentData()
        if code:
            self.take(load_squadron(shipped_squadrons()[code], self.tables))

    def take(self, squadron: MiniatureSquadron) -> None:
        """Fly with a squadron's aircraft and cards."""
        made = squadron.force
        self.mounts, self.extra = list(made.aircraft), dict(made.extra)
        self.force = replace(self.force, doctrine=made.doctrine, theatre=made.theatre, abilities=made.abilities, random=made.random)
        self.cards = {kind: [] for kind in self.cards}
        self.source.setCurrentIndex(self.source.findData(CHOSEN if made.doctrine is not None else DEALT if made.random else PACK))
        self._settled(True)

    def _sourced(self) -> None:
        self.cards = {**self.cards, DOCTRINE: [], THEATRE: []}
        self._settled(True)

    def _settled(self, deck: bool = False) -> None:
        if self._filling:
            return
        if deck:
            self._fill_deck()
        self._fill()
        self.changed.emit()

    # ---- files

    def _open(self) -> None:
        """Take a squadron of one's own from its file."""
        words = self.settings.words
        name, _ = QFileDialog.getOpenFileName(self, words("desk_skies.squadron.open"), str(self.settings.games_folder), "*.toml")
        if not name:
            return
        try:
            self.take(load_squadron(Path(name), self.tables))
        except BobError as error:
            QMessageBox.warning(self, words("desk_game.fault"), error.describe(words))

    def _save(self) -> None:
        """Write the squadron into a file, which scenarios may name."""
        words = self.settings.words
        usual = self.settings.games_folder / "squadron.toml"
        name, _ = QFileDialog.getSaveFileName(self, words("desk_skies.squadron.save"), str(usual), "*.toml")
        if name:
            try:
                put_file(name, squadron_toml(self.squadron()))
            except BobError as error:
                QMessageBox.warning(self, words("desk_game.fault"), error.describe(words))


def _narrow(box: QComboBox) -> QComboBox:
    """Let a list of choices be narrower than its longest choice: two squadrons share the width."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(6)
    return box
