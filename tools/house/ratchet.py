"""Today's figures beside those written last, and what is new in a figure that got worse."""

from __future__ import annotations

import io
import subprocess
import tempfile
import zipfile
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tools.house.layout import CHECKOUT, HERE, language, layout, read
from tools.house.measures import Measure, Measured, Place, measures
from tools.house.sources import house, parts

FIGURES = HERE / "figures.toml"
SOURCES, WALKS = TABLES = ("sources", "walks")
"""The tables of figures: of the sources, and of the walks."""
WRITE = "python -m tools.house --write"
SHOWN = 20
"""Places that a worse figure shows at most."""

Verdict = Literal["same", "better", "worse", "new"]


@dataclass(frozen=True, slots=True)
class Taken:
    """A measure as taken today."""

    measure: Measure
    figure: int
    places: tuple[Place, ...]

    def verdict(self, baseline: int | None) -> Verdict:
        """How today's figure stands to the one that is written."""
        if baseline is None:
            return "new"
        play = baseline * self.measure.slack
        if abs(self.figure - baseline) <= play:
            return "same"
        return "worse" if self.figure > baseline else "better"


def measured(root: Path = CHECKOUT) -> Measured:
    """Read a checkout, keeping of its identifiers those with a word that is counted."""
    words = language()
    return Measured(house(root, lambda identifier: not words.words.isdisjoint(parts(identifier))), layout(root), words)


def take(found: Measured) -> tuple[Taken, ...]:
    """Take every measure."""
    taken = []
    for measure in measures(found.language):
        places = tuple(measure.places(found))
        taken.append(Taken(measure, measure.figure(places), places))
    return tuple(taken)


def figures(path: Path = FIGURES, table: str = SOURCES) -> dict[str, int]:
    """The figures that are written in a table; none where there is no file."""
    return read(path).get(table, {}) if path.exists() else {}


def written(taken: Iterable[Taken], before: Mapping[str, int], accepted: Collection[str] = ()) -> dict[str, int]:
    """The figures to write: those that are better or new, and the worse ones that are accepted by name. The others stay as they are."""
    after = {}
    for one in taken:
        name = one.measure.name
        if one.measure.held:
            keep = one.verdict(before.get(name)) in ("same", "worse") and name not in accepted
            after[name] = before[name] if keep else one.figure
    return after


def write(taken: Iterable[Taken], path: Path = FIGURES, table: str = SOURCES, accepted: Collection[str] = ()) -> None:
    """Write the figures of a table, each on a line; the other table stays as it is."""
    tables = {name: figures(path, name) for name in TABLES}
    tables[table] = written(taken, tables[table], accepted)
    lines = [f"# The house's figures. They only get better; written by `{WRITE}`."]
    for name in TABLES:
        lines += ["", f"[{name}]", *(f"{measure} = {figure}" for measure, figure in tables[name].items())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def faults(taken: Iterable[Taken], baseline: Mapping[str, int], root: Path = CHECKOUT, table: str = SOURCES) -> list[str]:
    """The differences from the figures as written: a sentence for each, with the places of what is new in a worse one."""
    taken = tuple(taken)
    found = []
    option = " --walks" if table == WALKS else ""
    worse = [one for one in taken if one.measure.held and one.verdict(baseline.get(one.measure.name)) == "worse"]
    old = before(worse, root) if worse and table == SOURCES else {}
    for one in taken:
        name = one.measure.name
        if not one.measure.held:
            continue
        verdict = one.verdict(baseline.get(name))
        if verdict == "worse":
            places = new(one.places, old[name]) if name in old else []
            shown = [f"  {place}" for place in places[:SHOWN]]
            if len(places) > SHOWN:
                shown.append(f"  and {len(places) - SHOWN} more")
            if not places:
                shown = [f"  all places: python -m tools.house{option} --places {name}"]
            found.append("\n".join([f"{name}: worse, {one.figure} instead of {baseline[name]} ({one.measure.meaning}). New:", *shown]))
        elif verdict != "same":
            was = "has no figure yet" if verdict == "new" else f"better, {one.figure} instead of {baseline[name]}"
            found.append(f"{name}: {was}: write it back with {WRITE}{option}")
    known = {one.measure.name for one in taken if one.measure.held}
    found += [f"{name}: a figure without a measure: write the figures with {WRITE}" for name in baseline if name not in known]
    return found


def new(today: Iterable[Place], before: Iterable[Place]) -> list[Place]:
    """The places that were not there before. A place is known by its file and text, or, moved, by its text alone; lines may shift."""
    left = Counter[tuple[str, str]]()
    for place in before:
        left[place.file, place.what] += 1
    fresh = []
    for place in today:
        if left[place.file, place.what]:
            left[place.file, place.what] -= 1
        else:
            fresh.append(place)
    moved: defaultdict[str, int] = defaultdict(int)
    for (_, what), count in left.items():
        moved[what] += count
    found = []
    for place in fresh:
        if moved[place.what]:
            moved[place.what] -= 1
        else:
            found.append(place)
    return found


def before(worse: Iterable[Taken], root: Path) -> dict[str, tuple[Place, ...]]:
    """The places of some measures in the commit that last wrote the figures; nothing where git does not know it."""
    with earlier(root) as checkout:
        if checkout is None:
            return {}
        found = measured(checkout)
        return {one.measure.name: tuple(one.measure.places(found)) for one in worse}


@contextmanager
def earlier(root: Path) -> Iterator[Path | None]:
    """A copy of the sources as they were in the commit that last wrote the figures; None without git or without such a commit."""
    path = FIGURES.relative_to(CHECKOUT).as_posix()

    def git(*arguments: str) -> bytes:
        return subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, check=True).stdout

    with tempfile.TemporaryDirectory(prefix="bob-house-") as folder:
        try:
            commit = git("log", "-1", "--format=%H", "--", path).decode().strip()
            archive = git("archive", "--format=zip", commit, "--", "bob", "tests", "tools") if commit else b""
        except (OSError, subprocess.CalledProcessError):
            archive = b""
        if not archive:
            yield None
            return
        with zipfile.ZipFile(io.BytesIO(archive)) as packed:
            packed.extractall(folder)
        yield Path(folder)
