"""The loader of tables: from TOML to frozen tables; incomplete ones are refused.

Refused, with file, key and expected form: gaps and overlaps of roll ranges under every reading, missing or surplus cells, undeclared
results, columns and circumstances, unknown keys.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, cast

from bob.core.errors import UsageError, phrase
from bob.data.tables import (
    Becomes,
    Cell,
    Circumstance,
    Column,
    Comparison,
    Condition,
    DieFace,
    ListRow,
    ListTable,
    Modifier,
    Per,
    Row,
    Switch,
    Table,
    Value,
)
from bob.data.toml_files import Node, read_toml

ORDER = (
    "random_event",
    "formation",
    "formation_special",
    "endurance",
    "return_to_base",
    "navigation",
    "cloud_cohesion",
    "wind",
    "london_haze",
    "movement",
    "bad_weather_zones",
    "weather",
    "time",
    "bombing",
    "airfield_damage",
    "sector_damage",
    "ground_damage",
    "rdf_damage",
    "victory_points",
)
"""The operational tables, in the order of the rules."""

FAR = 9999
"""The greatest distance of a table's figure from nought."""

_SPAN = re.compile(r"(?P<low>-?[0-9]{1,4})?(?P<dots>\.\.)?(?P<high>-?[0-9]{1,4})?")
_PAIR = re.compile(r"[0-9]{1,3}(/[0-9]{1,3})*")


def load(folders: Sequence[Path], name: str) -> Table | ListTable:
    """The table of that name from the last folder that has it, checked. Raises DataError."""
    base = folders[0]
    common = load_circumstances(base)
    table = _load_file(base / f"{name}.toml", name, common)
    for folder in folders[1:]:
        path = folder / f"{name}.toml"
        if path.is_file():
            over = _load_file(path, name, common)
            _same_shape(path, table, over)
            table = over
    return table


def _same_shape(path: Path, ours: Table | ListTable, over: Table | ListTable) -> None:
    """A user's table may change figures, not invent results, columns or circumstances that no rule knows."""
    node = Node(path, "", {})
    if isinstance(ours, ListTable) or isinstance(over, ListTable):
        if type(ours) is not type(over):
            node.fail("kind", phrase("expect.table_kind"))
        assert isinstance(ours, ListTable) and isinstance(over, ListTable)
        if {e.code for e in ours.entries} != {e.code for e in over.entries}:
            node.fail(
                "entry",
                phrase("expect.table_entries", choices=", ".join(e.code for e in ours.entries)),
                ", ".join(e.code for e in over.entries),
            )
        for entry in ours.entries:
            _same_figures(node, f"entry {entry.code}", entry.values, over[entry.code].values)
        return
    if set(over.details) - set(ours.details):
        node.fail(
            "results",
            phrase("expect.table_results", choices=", ".join(ours.details)),
            ", ".join(sorted(set(over.details) - set(ours.details))),
        )
    for code, figures in over.details.items():
        _same_figures(node, f"results.{code}", ours.details[code], figures)
    known = {member for r in ours.rows for c in r.cells if isinstance(c, tuple) for member in c}
    strange = {member for r in over.rows for c in r.cells if isinstance(c, tuple) for member in c} - known
    if strange:
        node.fail("members", phrase("expect.only", choices=", ".join(sorted(known))), ", ".join(sorted(strange)))
    for key, mine, theirs in (
        ("circumstances", list(ours.circumstances), list(over.circumstances)),
        ("dice", [ours.dice_count, ours.sides], [over.dice_count, over.sides]),
        ("rows_by", [ours.rows_by], [over.rows_by]),
        ("columns_by", [ours.columns_by], [over.columns_by]),
        ("split", list(ours.split), list(over.split)),
        ("take", [ours.take], [over.take]),
        ("face", sorted(f.triggers for f in ours.faces), sorted(f.triggers for f in over.faces)),
        ("row", sorted(_kinds(ours)), sorted(_kinds(over))),
    ):
        if mine != theirs:
            node.fail(key, phrase("expect.as_shipped", choices=", ".join(map(str, mine))), ", ".join(map(str, theirs)))


def _kinds(table: Table) -> set[str]:
    """Return the kinds of results in a table."""
    return {
        "pair" if isinstance(c, str) and c not in table.details else type(c).__name__ for r in table.rows for c in r.cells if c is not None
    }


def _figures(node: Node) -> dict[str, Any]:
    """The figures of a result or an entry: numbers, texts, and lists of them."""
    for key, value in node.data.items():
        members = value if isinstance(value, list) else [value]
        for member in members:
            if not isinstance(member, int | float | str) or (isinstance(member, float) and not math.isfinite(member)):
                node.fail(key, phrase("expect.figure"), member)
    return dict(node.data)


def _same_figures(node: Node, place: str, ours: Mapping[str, Any], over: Mapping[str, Any]) -> None:
    """A user's figures have the names and the kinds of ours."""

    def kind(value: Any) -> str:
        return "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__

    if {key: kind(value) for key, value in ours.items()} != {key: kind(value) for key, value in over.items()}:
        node.fail(
            place,
            phrase("expect.figures", choices=", ".join(ours) or "–"),
            ", ".join(f"{k} = {v}" for k, v in over.items()) or phrase("expect.nothing"),
        )


def load_circumstances(folder: Path) -> dict[str, Circumstance]:
    """All that a lookup may ask for, by name. Raises DataError."""
    node = read_toml(folder / "circumstances.toml")
    found: dict[str, Circumstance] = {}
    for name in node:
        entry = node.table(name)
        kind = cast(Literal["flag", "number", "choice"], entry.text("kind", ("flag", "number", "choice")))
        if kind == "number":
            least, most = entry.whole("least", -FAR, FAR), entry.whole("most", -FAR, FAR)
            step = entry.whole("step", 1, FAR) if "step" in entry.data else 1
            if most < least:
                entry.fail("most", phrase("expect.at_least", least=least), most)
            found[name] = Circumstance(name, kind, least=least, most=most, step=step)
        elif kind == "choice":
            found[name] = Circumstance(name, kind, choices=tuple(entry.list_of("choices", str)))
        else:
            found[name] = Circumstance(name, kind)
        entry.done()
    return found


def _span(node: Node, key: str, text: str) -> tuple[int | None, int | None]:
    match = _SPAN.fullmatch(text)
    if match is None or not text or (match["low"] is None and match["high"] is None):
        node.fail(key, phrase("expect.span"), text)
    low = int(match["low"]) if match["low"] is not None else None
    high = int(match["high"]) if match["high"] is not None else None
    if match["dots"] is None:
        if low is None or match["high"] is not None:
            node.fail(key, phrase("expect.span"), text)
        high = low
    if low is not None and high is not None and high < low:
        node.fail(key, phrase("expect.span_upward"), text)
    return low, high


def _load_file(path: Path, name: str, common: Mapping[str, Circumstance]) -> Table | ListTable:
    node = read_toml(path)
    if node.text("name") != name:
        node.fail("name", phrase("expect.one_of", choices=name), node.get("name", str))
    kind = node.text("kind", ("rolled", "list"))
    return _load_list(node, name) if kind == "list" else _Loader(node, name, common).table()


def _load_list(node: Node, name: str) -> ListTable:
    entries: list[ListRow] = []
    for entry in node.tables("entry"):
        rule, code = entry.text("rule"), entry.text("code")
        if any(other.code == code for other in entries):
            entry.fail("code", phrase("expect.once"), code)
        entries.append(ListRow(rule, code, {key: value for key, value in _figures(entry).items() if key not in ("rule", "code")}))
    table = ListTable(name, node.text("rule"), tuple(entries), str(node.file))
    node.maybe("notes", list)
    node.maybe("kind", str)
    node.done()
    return table


class _Loader:
    """Loads one rolled table; a class only so that its parts share the declarations."""

    def __init__(self, node: Node, name: str, common: Mapping[str, Circumstance]) -> None:
        self.node = node
        self.name = name
        self.used = {n: self._circumstance(n, common) for n in node.distinct("circumstances", required=False)}
        self.switches = tuple(self._switch(n) for n in node.tables("switch", required=False))

    def _circumstance(self, name: str, common: Mapping[str, Circumstance]) -> Circumstance:
        if name not in common:
            self.node.fail("circumstances", phrase("expect.declared"), name)
        return common[name]

    def _switch(self, node: Node) -> Switch:
        switch = Switch(node.text("name"), node.text("rule"), node.distinct("readings"))
        if len(switch.readings) < 2:
            node.fail("readings", phrase("expect.two_readings"), ", ".join(switch.readings))
        node.done()
        return switch

    def table(self) -> Table:
        node = self.node
        dice = node.maybe("dice", str)
        count, sides = 0, 6
        if dice is not None:
            match = re.fullmatch(r"([1-9])d([1-9][0-9]{0,2})", dice)
            if match is None:
                node.fail("dice", phrase("expect.dice"), dice)
            count, sides = int(match[1]), int(match[2])
        rows_by = node.text("rows_by", ("dice", *self.used))
        columns_by = node.maybe("columns_by", str)
        if columns_by is not None and columns_by not in ("shift", *self.used):
            node.fail("columns_by", phrase("expect.shift_or_circumstance"), columns_by)
        acts_on = cast(
            Literal["roll", "column", "result"], node.text("acts_on", ("roll", "column", "result")) if "acts_on" in node.data else "roll"
        )
        if (acts_on == "column") != (columns_by == "shift"):
            node.fail("acts_on", phrase("expect.acts_on"), acts_on)
        if (rows_by == "dice") != (count > 0):
            node.fail("rows_by", phrase("expect.rows_by"), rows_by)
        modifiers = tuple(self._modifier(m) for m in node.tables("modifier", required=False))
        columns = self._columns(columns_by)
        results = node.maybe_table("results")
        details = {code: _figures(results.table(code)) for code in results}
        split = node.distinct("split", required=False)
        members = node.distinct("members", required=False)
        rows = tuple(self._row(r, rows_by, columns, details, split, members, columns_by == "shift") for r in node.tables("row"))
        required = node.distinct("required", required=False)
        defaults = self._defaults(required)
        table = Table(
            name=self.name,
            rule=node.text("rule"),
            dice_count=count,
            sides=sides,
            rows_by=rows_by,
            columns_by=columns_by,
            acts_on=acts_on,
            rows=rows,
            columns=columns,
            circumstances=self.used,
            required=required,
            defaults=defaults,
            modifiers=modifiers,
            becomes=tuple(self._becomes(b) for b in node.tables("becomes", required=False)),
            faces=tuple(self._face(f, sides) for f in node.tables("face", required=False)),
            switches=self.switches,
            details=details,
            split=split,
            take=node.maybe("take", str),
            file=str(node.file),
            rolled_by=node.maybe("rolled_by", str) or "",
            notes=tuple(node.list_of("notes", str, required=False)),
            _plain={s.name: s.default for s in self.switches},
        )
        if table.take is not None and table.take not in self.used:
            node.fail("take", phrase("expect.circumstance"), table.take)
        node.maybe("kind", str)
        node.done()
        self._check_rows(table)
        return table

    def _defaults(self, required: Sequence[str]) -> dict[str, Value]:
        given = self.node.maybe_table("defaults")
        found: dict[str, Value] = {}
        for name in required:
            if name not in self.used:
                self.node.fail("required", phrase("expect.circumstance"), name)
        for name in given:
            if name not in self.used or name in required:
                given.fail(name, phrase("expect.circumstance_free"), name)
        for name, circumstance in self.used.items():
            if name in required:
                continue
            value: Any = given.data.get(name, False if circumstance.kind == "flag" else None)
            if isinstance(value, str) and value.startswith("@"):
                if value[1:] not in required or self.used[value[1:]].choices != circumstance.choices:
                    given.fail(name, phrase("expect.circumstance_same"), value)
            else:
                try:
                    circumstance.checked(value)
                except UsageError as error:
                    given.fail(name, phrase(error.key, **error.values), value)
            found[name] = value
        return found

    def _readings(self, node: Node) -> tuple[tuple[str, str], ...]:
        chosen = node.maybe_table("reading")
        known = {s.name: s.readings for s in self.switches}
        for name in chosen:
            if name not in known:
                chosen.fail(name, phrase("expect.switch"), name)
            chosen.text(name, known[name])
        return tuple(sorted(chosen.data.items()))

    def _comparison(self, node: Node, name: str) -> Comparison:
        circumstance = self.used.get(name)
        if circumstance is None:
            node.fail(name, phrase("expect.circumstance"), name)
        wanted = node.data[name]
        node.maybe(name, object)
        but = isinstance(wanted, dict)
        if but:
            if set(wanted) != {"but"}:
                node.fail(name, phrase("expect.comparison", form="{but = [...]}"), wanted)
            wanted = wanted["but"]
        if circumstance.kind == "number" and isinstance(wanted, str) and not but:
            low, high = _span(node, name, wanted)
            return Comparison(name, low=low, high=high)
        values = tuple(wanted) if isinstance(wanted, list) else (wanted,)
        if not values:
            node.fail(name, phrase("expect.values"), phrase("expect.nothing"))
        for value in values:
            try:
                circumstance.checked(value)
            except UsageError as error:
                node.fail(name, phrase(error.key, **error.values), value)
        return Comparison(name, values, but)

    def _condition(self, node: Node) -> Condition:
        parts: dict[str, list[Comparison]] = {"any_of": [], "none_of": []}
        for part, comparisons in parts.items():
            inner = node.maybe_table(part)
            comparisons.extend(self._comparison(inner, key) for key in inner)
        all_of = tuple(self._comparison(node, key) for key in node if key not in parts)
        return Condition(all_of, tuple(parts["any_of"]), tuple(parts["none_of"]))

    def _modifier(self, node: Node) -> Modifier:
        per = None
        if "per" in node.data:
            inner = node.table("per")
            of = inner.text("of", tuple(n for n, c in self.used.items() if c.kind == "number"))
            above = inner.whole("above", 0, 9999) if "above" in inner.data else 0
            per = Per(of, above, inner.whole("step", 1, 9999) if "step" in inner.data else 1)
            inner.done()
        modifier = Modifier(
            node.text("rule"),
            node.whole("value", -99, 99),
            self._condition(node.maybe_table("when")),
            per,
            self._readings(node),
            node.maybe("origin", str) or "source",
        )
        node.done()
        return modifier

    def _becomes(self, node: Node) -> Becomes:
        result, into = (self._result(node, key) for key in ("result", "into"))
        found = Becomes(result, into, self._condition(node.table("when")), node.text("rule"))
        node.done()
        return found

    def _result(self, node: Node, key: str) -> str | int:
        value = node.get(key, object)
        if isinstance(value, bool) or not isinstance(value, str | int):
            node.fail(key, phrase("expect.result"), value)
        return value

    def _face(self, node: Node, sides: int) -> DieFace:
        face = DieFace(node.whole("face", 1, sides), node.text("triggers"), node.text("rule"))
        node.done()
        return face

    def _columns(self, columns_by: str | None) -> tuple[Column, ...]:
        if columns_by is None:
            return (Column("result"),)
        given = self.node.table("columns")
        columns: list[Column] = []
        for label in given:
            value = given.get(label, object)
            if isinstance(value, list):
                columns.append(Column(label, given.distinct(label)))
            elif columns_by == "shift":
                columns.append(Column(label, low=given.get(label, int), high=given.get(label, int)))
            else:
                low, high = _span(given, label, given.text(label))
                columns.append(Column(label, low=low, high=high))
        if columns_by == "shift":
            shifts = [c.low for c in columns if c.low is not None]
            if 0 not in shifts or shifts != list(range(shifts[0], shifts[-1] + 1)):
                self.node.fail("columns", phrase("expect.shifts"), shifts)
            for column in columns:
                if column.label != str(column.low):
                    given.fail(column.label, phrase("expect.label", label=column.low), column.label)
        else:
            self._covered("columns", self.used[columns_by], [(c.label, c.words, c.low, c.high) for c in columns])
        return tuple(columns)

    def _covered(self, key: str, circumstance: Circumstance, parts: Sequence[tuple[str, tuple[str, ...], int | None, int | None]]) -> None:
        """Every value of the circumstance has just one part."""
        values: Sequence[Value]
        if circumstance.kind == "choice":
            values = circumstance.choices
            for label, words, _, _ in parts:
                for word in words:
                    if word not in circumstance.choices:
                        self.node.fail(f"{key}.{label}", phrase("expect.one_of", choices=", ".join(circumstance.choices)), word)
        else:
            values = range(circumstance.least, circumstance.most + 1, circumstance.step)
        for value in values:
            takers = [
                label
                for label, words, low, high in parts
                if (
                    value in words
                    if words
                    else isinstance(value, int) and (low is None or value >= low) and (high is None or value <= high)
                )
            ]
            if len(takers) != 1:
                self.node.fail(
                    key, phrase("expect.one_entry", name=circumstance.name, value=value), ", ".join(takers) or phrase("expect.nothing")
                )

    def _row(
        self,
        node: Node,
        rows_by: str,
        columns: tuple[Column, ...],
        details: Mapping[str, Any],
        split: tuple[str, ...],
        members: tuple[str, ...],
        may_lack: bool,
    ) -> Row:
        key = "roll" if rows_by == "dice" else rows_by
        label = node.text(key)
        low = high = None
        word = None
        if rows_by != "dice" and self.used[rows_by].kind == "choice":
            word = node.text(key, self.used[rows_by].choices)
        else:
            low, high = _span(node, key, label)
        cells: list[Cell | None] = []
        for column in columns:
            value = node.get(column.label, object)
            if value == "-" and may_lack and not any(c is not None for c in cells):
                cells.append(None)
                continue
            cells.append(self._cell(node, column.label, value, details, split, members))
        if may_lack and cells[next(i for i, c in enumerate(columns) if c.low == 0)] is None:
            node.fail("0", phrase("expect.no_shift"), "-")
        row = Row(label, low, high, word, tuple(cells), node.maybe("rule", str), self._readings(node))
        node.done()
        return row

    def _cell(
        self, node: Node, key: str, value: object, details: Mapping[str, Any], split: tuple[str, ...], members: tuple[str, ...]
    ) -> Cell:
        if isinstance(value, bool):
            node.fail(key, phrase("expect.result_any"), value)
        if isinstance(value, int):
            return value
        if isinstance(value, list):
            if not value:
                node.fail(key, phrase("expect.result_any"), value)
            for member in value:
                if member not in members:
                    node.fail(key, phrase("expect.some_of", choices=", ".join(members)), member)
            if len(set(value)) != len(value):
                node.fail(key, phrase("expect.distinct"), value)
            return tuple(value)
        if not isinstance(value, str):
            node.fail(key, phrase("expect.result_any"), value)
        if split and _PAIR.fullmatch(value) and value.count("/") == len(split) - 1:
            return value
        if value not in details:
            node.fail(key, phrase("expect.result_of", choices=", ".join(details) or phrase("expect.number")), value)
        return value

    def _check_rows(self, table: Table) -> None:
        """Under every choice of readings, each total (or value) has just one row."""
        if math.prod(len(s.readings) for s in table.switches) > 64:
            self.node.fail("switch", phrase("expect.switches"), len(table.switches))
        for chosen in itertools.product(*(s.readings for s in table.switches)):
            readings = dict(zip((s.name for s in table.switches), chosen, strict=True))
            rows = [r for r in table.rows if all(readings[n] == v for n, v in r.readings)]
            if table.rows_by != "dice":
                self._covered("row", self.used[table.rows_by], [(r.label, (r.word,) if r.word else (), r.low, r.high) for r in rows])
                continue
            low, high = self._reach(table)
            # What takes a total changes only where a row begins or has ended.
            edges = {
                edge for r in rows for edge in (r.low, None if r.high is None else r.high + 1) if edge is not None and low < edge <= high
            }
            for total in sorted({low, *edges}):
                takers = [r.label for r in rows if r.takes(total)]
                if len(takers) != 1:
                    self.node.fail("row", phrase("expect.one_row", total=total), ", ".join(takers) or phrase("expect.nothing"))
        cells = {c for r in table.rows for c in r.cells if c is not None}
        if table.acts_on == "result" and not all(isinstance(c, int) for c in cells):
            self.node.fail("acts_on", phrase("expect.numbers"), table.acts_on)
        for i, change in enumerate(table.becomes):
            for key, result in (("result", change.result), ("into", change.into)):
                if result not in cells:
                    self.node.fail(f"becomes[{i}].{key}", phrase("expect.result"), result)
        given = {member for c in cells if isinstance(c, tuple) for member in c}
        for member in self.node.list_of("members", str, required=False):
            if member not in given:
                self.node.fail("members", phrase("expect.given_members"), member)
        written = {str(c) for r in table.rows for c in r.cells if c is not None} | {str(b.into) for b in table.becomes}
        for code in table.details:
            if code not in written:
                self.node.fail(f"results.{code}", phrase("expect.given_result"), code)

    def _reach(self, table: Table) -> tuple[int, int]:
        """The least and the greatest total that dice and modifiers can give."""
        low, high = table.dice_count, table.dice_count * table.sides
        if table.acts_on == "roll":
            for m in table.modifiers:
                worth = m.value
                if m.per is not None:
                    worth *= max(0, (self.used[m.per.of].most - m.per.above) // m.per.step)
                low, high = low + min(0, worth), high + max(0, worth)
        return low, high
