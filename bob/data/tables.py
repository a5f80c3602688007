"""Tables as data: loaded from TOML, checked, frozen; a lookup explains itself.

A table picks a row by its dice (or by a circumstance), a column by a circumstance (or by shifts), and gives the cell.
Modifiers act on the roll, on the column or on the result. `Table.look_up` returns all of it as one `Lookup`.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from bob.core.dice import Dice, checked
from bob.core.errors import DataError, UsageError, phrase

Value = str | int | bool
Cell = str | int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Circumstance:
    """A thing that a lookup may need to know: a flag, a number within limits, or one of some words."""

    name: str
    kind: Literal["flag", "number", "choice"]
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    step: int = 1

    def checked(self, value: object) -> Value:
        """The value, when it fits. Raises UsageError that says what fits."""
        if self.kind == "flag":
            if isinstance(value, bool):
                return value
        elif self.kind == "number":
            if (
                isinstance(value, int)
                and not isinstance(value, bool)
                and self.least <= value <= self.most
                and (value - self.least) % self.step == 0
            ):
                return value
        elif isinstance(value, str) and value in self.choices:
            return value
        raise UsageError(f"error.circumstance_{self.kind}", **self._describe(value))

    def _describe(self, value: object) -> dict[str, Any]:
        values: dict[str, Any] = {"name": self.name, "value": value}
        if self.kind == "number":
            values |= {"least": self.least, "most": self.most, "step": self.step}
        elif self.kind == "choice":
            values["choices"] = ", ".join(self.choices)
        return values


@dataclass(frozen=True, slots=True)
class Comparison:
    """One circumstance compared: equal to one of some values, or to none of them, or within a span."""

    name: str
    values: tuple[Value, ...] = ()
    but: bool = False
    low: int | None = None
    high: int | None = None

    def holds(self, given: Mapping[str, Value]) -> bool:
        value = given[self.name]
        if self.values:
            return (value in self.values) != self.but
        assert isinstance(value, int)
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def as_json(self) -> dict[str, Any]:
        """The fixed form for programs."""
        if not self.values:
            return {"name": self.name, "least": self.low, "most": self.high}
        return {"name": self.name, "is_not" if self.but else "is": list(self.values)}


@dataclass(frozen=True, slots=True)
class Condition:
    """All of some comparisons, at least one of some, none of some."""

    all_of: tuple[Comparison, ...] = ()
    any_of: tuple[Comparison, ...] = ()
    none_of: tuple[Comparison, ...] = ()

    def holds(self, given: Mapping[str, Value]) -> bool:
        return (
            all(test.holds(given) for test in self.all_of)
            and (not self.any_of or any(test.holds(given) for test in self.any_of))
            and not any(test.holds(given) for test in self.none_of)
        )

    def as_json(self) -> dict[str, Any]:
        """The fixed form for programs: comparisons under all_of, any_of and none_of, those that are empty left out."""
        parts = {"all_of": self.all_of, "any_of": self.any_of, "none_of": self.none_of}
        return {name: [c.as_json() for c in comparisons] for name, comparisons in parts.items() if comparisons}


@dataclass(frozen=True, slots=True)
class Per:
    """A modifier counted once for every full `step` of a number beyond `above`."""

    of: str
    above: int = 0
    step: int = 1


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier as the table prints it; `readings` names the switches on which it depends."""

    rule: str
    value: int
    when: Condition
    per: Per | None
    readings: tuple[tuple[str, str], ...] = ()
    origin: str = "source"

    def worth(self, given: Mapping[str, Value]) -> int:
        """Return its value in these circumstances; 0 when it does not apply."""
        if not self.when.holds(given):
            return 0
        if self.per is None:
            return self.value
        number = given[self.per.of]
        assert isinstance(number, int)
        return self.value * max(0, (number - self.per.above) // self.per.step)


@dataclass(frozen=True, slots=True)
class Becomes:
    """A result that turns into another in some circumstances."""

    result: Cell
    into: Cell
    when: Condition
    rule: str


@dataclass(frozen=True, slots=True)
class DieFace:
    """A face that, on any die, triggers something beside the result."""

    face: int
    triggers: str
    rule: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its totals or word, and its cells in the order of the columns."""

    label: str
    low: int | None
    high: int | None
    word: str | None
    cells: tuple[Cell | None, ...]
    rule: str | None = None
    readings: tuple[tuple[str, str], ...] = ()

    def takes(self, key: Value) -> bool:
        if self.word is not None:
            return key == self.word
        assert isinstance(key, int)
        return (self.low is None or key >= self.low) and (self.high is None or key <= self.high)


@dataclass(frozen=True, slots=True)
class Column:
    """A column and the values of the choosing circumstance that lead to it."""

    label: str
    words: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """A doubtful reading of the source: its readings, the first of them the default."""

    name: str
    rule: str
    readings: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.readings[0]


@dataclass(frozen=True, slots=True)
class Applied:
    """A modifier that counted in a lookup."""

    rule: str
    value: int


@dataclass(frozen=True, slots=True)
class Lookup:
    """A lookup and why it came out so."""

    table: str
    rule: str
    dice: tuple[int, ...]
    modifiers: tuple[Applied, ...]
    total: int | None
    row: str
    column: str | None
    result: Cell
    details: Mapping[str, Any]
    becomes: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The fixed form for programs."""
        return {
            "table": self.table,
            "rule": self.rule,
            "dice": list(self.dice),
            "modifiers": [{"rule": m.rule, "value": m.value} for m in self.modifiers],
            "total": self.total,
            "row": self.row,
            "column": self.column,
            "result": list(self.result) if isinstance(self.result, tuple) else self.result,
            "details": dict(self.details),
            "by_rule": self.becomes,
        }


@dataclass(frozen=True, slots=True)
class Table:
    """One table. `rows_by` and `columns_by` name what picks them: `dice`, `shift`, a circumstance, or nothing."""

    name: str
    rule: str
    dice_count: int
    sides: int
    rows_by: str
    columns_by: str | None
    acts_on: Literal["roll", "column", "result"]
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    circumstances: Mapping[str, Circumstance]
    required: tuple[str, ...]
    defaults: Mapping[str, Value]
    modifiers: tuple[Modifier, ...]
    becomes: tuple[Becomes, ...]
    faces: tuple[DieFace, ...]
    switches: tuple[Switch, ...]
    details: Mapping[str, Mapping[str, Any]]
    split: tuple[str, ...]
    take: str | None
    file: str
    rolled_by: str = ""
    notes: tuple[str, ...] = ()
    _plain: Mapping[str, str] = field(default_factory=dict)

    def readings(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Every switch of this table with its reading. Raises UsageError for a reading that does not exist."""
        found = dict(self._plain)
        for switch in self.switches:
            if switch.name in chosen:
                if chosen[switch.name] not in switch.readings:
                    raise UsageError("error.reading", name=switch.name, value=chosen[switch.name], choices=", ".join(switch.readings))
                found[switch.name] = chosen[switch.name]
        return found

    def completed(self, given: Mapping[str, object]) -> dict[str, Value]:
        """The circumstances checked, with the defaults for those not given. Raises UsageError."""
        full: dict[str, Value] = {}
        for name, value in given.items():
            circumstance = self.circumstances.get(name)
            if circumstance is None:
                raise UsageError("error.circumstance_unknown", name=name, table=self.name, choices=", ".join(self.circumstances) or "-")
            full[name] = circumstance.checked(value)
        for name in self.required:
            if name not in full:
                known = self.circumstances[name]
                raise UsageError(
                    "error.circumstance_missing",
                    name=name,
                    table=self.name,
                    choices=", ".join(known.choices) or f"{known.least}-{known.most}",
                )
        for name, default in self.defaults.items():
            if name not in full:
                full[name] = full[default[1:]] if isinstance(default, str) and default.startswith("@") else default
        return full

    def roll(self, dice: Dice, /, readings: Mapping[str, str] | None = None, by: str | None = None, **given: object) -> Lookup:
        """Roll the table's dice and look the total up."""
        full = self.completed(given)
        faces = (
            dice.roll(self.name, self.dice_count, sides=self.sides, by=self.rolled_by if by is None else by).faces
            if self.dice_count
            else ()
        )
        return self._look_up_faces(faces, self.readings(readings or {}), full)

    def look_up(self, faces: Sequence[int] = (), /, readings: Mapping[str, str] | None = None, **given: object) -> Lookup:
        """The result for these faces in these circumstances. Raises DiceError and UsageError."""
        return self._look_up_faces(checked(faces, self.dice_count, self.sides), self.readings(readings or {}), self.completed(given))

    def _look_up_faces(self, faces: tuple[int, ...], readings: Mapping[str, str], given: Mapping[str, Value]) -> Lookup:
        applied = tuple(
            Applied(m.rule, worth)
            for m in self.modifiers
            if (not m.readings or all(readings[name] == reading for name, reading in m.readings)) and (worth := m.worth(given))
        )
        shift = sum(m.value for m in applied)
        total: int | None = sum(faces) if self.rows_by == "dice" else None
        if self.acts_on == "roll" and total is not None:
            total += shift
        elif self.acts_on == "column":
            total = shift
        key: Value = total if self.rows_by == "dice" and total is not None else given[self.rows_by]
        row = next(r for r in self.rows if r.takes(key) and all(readings[name] == reading for name, reading in r.readings))
        column_index = self._column(shift, given, row)
        cell = row.cells[column_index]
        assert cell is not None
        details: dict[str, Any] = {}
        if self.split and isinstance(cell, str) and "/" in cell:
            details.update(zip(self.split, map(int, cell.split("/")), strict=True))
        if self.take is not None and isinstance(cell, tuple):
            cell = cell[: int(given[self.take])]
        if self.acts_on == "result":
            assert isinstance(cell, int)
            total = cell = cell + shift
        by_rule = None
        for change in self.becomes:
            if cell == change.result and change.when.holds(given):
                cell, by_rule = change.into, change.rule
                break
        details.update(self.details.get(str(cell), {}))
        for face in self.faces:
            details[face.triggers] = face.face in faces
        return Lookup(
            self.name,
            row.rule or self.rule,
            faces,
            applied,
            total,
            row.label,
            self.columns[column_index].label if self.columns_by is not None else None,
            cell,
            details,
            by_rule,
        )

    def _column(self, shift: int, given: Mapping[str, Value], row: Row) -> int:
        if self.columns_by is None:
            return 0
        if self.columns_by == "shift":
            index = min(max(shift + self._zero, 0), len(self.columns) - 1)
            while row.cells[index] is None:
                index += 1
            return index
        key = given[self.columns_by]
        for index, column in enumerate(self.columns):
            if column.words:
                if key in column.words:
                    return index
            elif isinstance(key, int) and (column.low is None or key >= column.low) and (column.high is None or key <= column.high):
                return index
        raise AssertionError("the loader lets no value through that has no column")

    @property
    def _zero(self) -> int:
        return next(i for i, column in enumerate(self.columns) if int(column.label) == 0)

    def every_roll(self) -> Iterator[tuple[int, ...]]:
        """Every way the table's dice can fall."""
        return itertools.product(range(1, self.sides + 1), repeat=self.dice_count)

    def as_json(self) -> dict[str, Any]:
        """The whole table for programs."""
        return {
            "table": self.name,
            "rule": self.rule,
            "dice": f"{self.dice_count}d{self.sides}" if self.dice_count else None,
            "rows_by": self.rows_by,
            "columns_by": self.columns_by,
            "columns": [{"label": c.label, "for": list(c.words)} if c.words else {"label": c.label} for c in self.columns]
            if self.columns_by
            else [],
            "rows": [
                {
                    self.rows_by: r.label,
                    **({"rule": r.rule} if r.rule else {}),
                    **({"reading": dict(r.readings)} if r.readings else {}),
                    "results": [list(c) if isinstance(c, tuple) else c for c in r.cells],
                }
                for r in self.rows
            ],
            "modifiers": [
                {
                    "rule": m.rule,
                    "value": m.value,
                    "when": m.when.as_json(),
                    **({"per": m.per.of, "above": m.per.above, "step": m.per.step} if m.per else {}),
                    **({"reading": dict(m.readings)} if m.readings else {}),
                }
                for m in self.modifiers
            ],
            "becomes": [{"result": b.result, "into": b.into, "when": b.when.as_json(), "rule": b.rule} for b in self.becomes],
            "circumstances": {
                name: {
                    "kind": c.kind,
                    "required": name in self.required,
                    **({"default": self.defaults[name]} if name in self.defaults else {}),
                    **({"choices": list(c.choices)} if c.choices else {}),
                    **({"least": c.least, "most": c.most, "step": c.step} if c.kind == "number" else {}),
                }
                for name, c in self.circumstances.items()
            },
            "switches": {s.name: {"rule": s.rule, "readings": list(s.readings), "default": s.default} for s in self.switches},
            "details": {code: dict(values) for code, values in self.details.items()},
            "faces": [{"face": f.face, "triggers": f.triggers, "rule": f.rule} for f in self.faces],
        }


@dataclass(frozen=True, slots=True)
class ListRow:
    """One line of a list: a rule, its code, and its figures."""

    rule: str
    code: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ListTable:
    """A table that is not rolled on: lines with figures, each under its own rule."""

    name: str
    rule: str
    entries: tuple[ListRow, ...]
    file: str

    def __getitem__(self, code: str) -> ListRow:
        return next(entry for entry in self.entries if entry.code == code)

    def as_json(self) -> dict[str, Any]:
        """The whole list for programs."""
        return {
            "table": self.name,
            "rule": self.rule,
            "dice": None,
            "entries": [{"rule": e.rule, "code": e.code, **e.values} for e in self.entries],
        }


class Tables:
    """The tables of a folder, with a user's own folders laid over it; each is read when it is first asked for."""

    def __init__(self, *folders: Path) -> None:
        self._folders = folders
        self._loaded: dict[str, Table | ListTable] = {}

    @classmethod
    def shipped(cls, *over: Path) -> Tables:
        """Our operational tables, with a user's folders over them, the last on top."""
        from bob.core.resources import data_folder
        from bob.data.table_files import ORDER

        for folder in over:
            if not os.path.isdir(folder):  # noqa: PTH112 - is_dir raises for names that are too long
                raise UsageError("error.no_folder", path=str(folder))
            for path in sorted(folder.glob("*.toml")):
                if path.stem not in ORDER or not path.is_file():
                    raise DataError(path, "-", phrase("expect.table_name", choices=", ".join(ORDER)), path.name)
        return cls(data_folder("tables") / "operations", *over)

    @property
    def names(self) -> list[str]:
        """All names, in the order of the rules."""
        from bob.data.table_files import ORDER

        return list(ORDER)

    def __getitem__(self, name: str) -> Table | ListTable:
        """The table of that name. Raises UsageError when there is none, DataError when its file is wrong."""
        if name not in self._loaded:
            from bob.data.table_files import load

            if name not in self.names:
                raise UsageError("error.no_table", name=name, choices=", ".join(self.names))
            self._loaded[name] = load(self._folders, name)
        return self._loaded[name]

    def rolled(self, name: str) -> Table:
        """A table that can be rolled or looked up. Raises UsageError for a list."""
        table = self[name]
        if not isinstance(table, Table):
            raise UsageError("error.table_is_list", name=name)
        return table
