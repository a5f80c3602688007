"""The measures: each counts places, and says in a sentence what it means. Fewer is better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath

from tools.house.layout import Floor, Language, Layout
from tools.house.sources import House, Imported, Noted, Source, parts

FULL = 30
"""Files that a folder may have."""
LONG = 500
"""Lines that a class with its bases may have."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place that is counted, and by how much. The line is 0 where a whole file or folder is meant."""

    file: str
    line: int
    what: str
    count: int = 1

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.what}"


@dataclass(frozen=True, slots=True)
class Measured:
    """What is measured: the house, where things belong, how it should speak."""

    house: House
    layout: Layout
    language: Language


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure: its name, its meaning, its places. One that is not held is shown only; one with slack may differ by that part of it."""

    name: str
    meaning: str
    places: Callable[[Measured], Iterable[Place]]
    held: bool = True
    slack: float = 0
    largest: bool = False

    def figure(self, places: Iterable[Place]) -> int:
        """The sum of what is counted, or the largest of it."""
        counts = [place.count for place in places]
        return max(counts, default=0) if self.largest else sum(counts)


def noted(sources: Iterable[Source], of: Callable[[Source], list[Noted]]) -> Iterator[Place]:
    for source in sources:
        for line, what in of(source):
            yield Place(source.path, line, " ".join(what.split())[:80])


def target(imported: Imported, modules: Iterable[str] = ()) -> str | None:
    """The module below `bob` that an import is of, as far down as modules are known; None for another library's, and for `bob` itself."""
    if imported.module != "bob" and not imported.module.startswith("bob."):
        return None
    module = imported.module.partition(".")[2]
    deeper = f"{module}.{imported.name}" if module and imported.name else module or imported.name
    return (deeper if not module or deeper in modules else module) or None


def imports(found: Measured, sources: Iterable[Source], declared: bool) -> Iterator[tuple[Source, str, int]]:
    """Every import of a module of `bob`, with or without those that a registry declares: once a statement and module."""
    modules = found.house.modules
    for source in sources:
        asked = (imported for imported in source.imports if declared or not imported.declared)
        seen = {(of, imported.line): None for imported in asked if (of := target(imported, modules)) and of != "__version__"}
        for of, line in seen:
            yield source, of, line


def upward(found: Measured, excepted: bool) -> Iterator[Place]:
    for source, of, line in imports(found, found.house.sources, declared=True):
        if found.layout.upward(source.module, of) and found.layout.excepted(source.module, of) == excepted:
            yield Place(source.path, line, f"{source.module or 'bob'} imports {of}")


def upward_floors(found: Measured) -> Iterator[Place]:
    return above(found, found.house.desk, found.layout.floors, found.layout.floor)


def upward_day(found: Measured) -> Iterator[Place]:
    return above(found, found.house.sources, found.layout.day, found.layout.day_floor)


def above(found: Measured, sources: Iterable[Source], floors: tuple[Floor, ...], floor: Callable[[str], int | None]) -> Iterator[Place]:
    """Imports from a higher floor, those that a registry declares apart."""
    names = [name for name, _ in floors]
    for source, of, line in imports(found, sources, declared=False):
        mine, other = floor(source.module), floor(of)
        if mine is not None and other is not None and other > mine:
            yield Place(source.path, line, f"{source.module} ({names[mine]}) imports {of} ({names[other]})")


def unplaced(found: Measured) -> Iterator[Place]:
    for source in found.house.sources:
        if source.module and found.layout.member(source.module) is None:
            yield Place(source.path, 0, "has no layer")
        elif source.room == "desk" and found.layout.floor(source.module) is None:
            yield Place(source.path, 0, "has no floor")


def loose(found: Measured) -> Iterator[Place]:
    for source in found.house.sources:
        if source.folder == "bob" and source.name not in ("__init__.py", "__main__.py"):
            yield Place(source.path, 0, "lies loose")


def folders(found: Measured) -> Counter[str]:
    return Counter(source.folder for source in found.house.sources)


def full(found: Measured, tests: bool) -> Iterator[Place]:
    for folder, count in sorted((found.house.tests if tests else folders(found)).items()):
        if count > FULL:
            yield Place(folder, 0, f"{count} files")


def beyond(found: Measured) -> Iterator[Place]:
    for folder, count in sorted(folders(found).items()):
        if count > FULL:
            yield Place(folder, 0, f"{count} files", count - FULL)


def lines(found: Measured) -> Iterator[Place]:
    rooms: Counter[str] = Counter()
    for source in found.house.sources:
        rooms[source.room] += source.lines
    for room, count in sorted(rooms.items()):
        yield Place(f"bob/{room}" if room != "bob" else "bob", 0, f"{count} lines", count)


def of_qt(found: Measured, source: Source) -> list[Imported]:
    return [imported for imported in source.imports if imported.module.partition(".")[0] in found.layout.qt]


def qt_free(found: Measured) -> Iterator[Place]:
    for source in found.house.desk:
        if source.name != "__init__.py" and not of_qt(found, source):
            yield Place(source.path, 0, f"{source.lines} lines without Qt")


def qt_outside(found: Measured) -> Iterator[Place]:
    for source in found.house.sources:
        if not any(f"{source.module}.".startswith(f"{home}.") for home in found.layout.qt_homes):
            for imported in of_qt(found, source):
                yield Place(source.path, imported.line, f"imports {imported.module}")


def word(found: Measured, wanted: str) -> Iterator[Place]:
    for source in found.house.sources:
        for line, identifier in source.identifiers:
            if count := parts(identifier).count(wanted):
                yield Place(source.path, line, identifier, count)


def modules_named(found: Measured) -> Iterator[Place]:
    for source in found.house.sources:
        path = PurePosixPath(source.path)
        named = path.parent.name if path.name == "__init__.py" else path.stem
        if named in found.language.modules:
            yield Place(source.path, 0, f"is named {named}")


def docstrings(found: Measured, wanted: Callable[[str], bool]) -> Iterator[Place]:
    for source in found.house.sources:
        for line, text in source.docstrings:
            if wanted(text):
                yield Place(source.path, line, " ".join(text.split())[:80])


def with_pattern(found: Measured, name: str) -> Iterator[Place]:
    return docstrings(found, lambda text: found.language.patterns[name].search(text) is not None)


def with_any_pattern(found: Measured) -> Iterator[Place]:
    return docstrings(found, lambda text: any(pattern.search(text) for pattern in found.language.patterns.values()))


def with_head(found: Measured) -> Iterator[Place]:
    return docstrings(found, lambda text: found.language.heads.match(text) is not None)


def over_bases(found: Measured) -> Iterator[Place]:
    """Every class with the lines of itself and of all its bases in `bob`, each base once. A base is looked up in the module that its name
    is imported from, or in the class's own."""
    known = {(source.module, one.name): (source, one) for source in found.house.sources for one in source.classes}
    modules = found.house.modules

    def reach(source: Source, name: str, seen: dict[tuple[str, str], int]) -> None:
        homes = [of for imported in source.imports if imported.name == name and (of := target(imported, modules))]
        home = next((pair for of in [*homes, source.module] if (pair := known.get((of, name)))), None)
        if home is not None and (key := (home[0].module, home[1].name)) not in seen:
            seen[key] = home[1].lines
            for base in home[1].bases:
                reach(home[0], base, seen)

    for source in found.house.sources:
        for one in source.classes:
            seen = {(source.module, one.name): one.lines}
            for base in one.bases:
                reach(source, base, seen)
            total = sum(seen.values())
            yield Place(source.path, one.line, f"{one.name}, {total} lines with its bases", total)


def long_classes(found: Measured) -> Iterator[Place]:
    for place in over_bases(found):
        if place.count > LONG:
            yield Place(place.file, place.line, place.what)


def kits(found: Measured) -> list[Source]:
    return [source for source in found.house.sources if source.name == "kit.py"]


def kit_imports(found: Measured) -> Iterator[Place]:
    for source in kits(found):
        for imported in source.imports:
            if imported.inside:
                yield Place(
                    source.path, imported.line, f"imports {imported.name} of {imported.module}" if imported.name else imported.module
                )


def everywhere(of: Callable[[Source], list[Noted]]) -> Callable[[Measured], Iterable[Place]]:
    return lambda found: noted(found.house.sources, of)


def at_the_desk(of: Callable[[Source], list[Noted]]) -> Callable[[Measured], Iterable[Place]]:
    return lambda found: noted(found.house.desk, of)


def rooms(found: Measured, room: str) -> Iterator[Place]:
    return (place for place in lines(found) if PurePosixPath(place.file).name == room)


def measures(language: Language) -> tuple[Measure, ...]:
    """Every measure that is taken from the sources."""
    return (
        Measure("upward_imports", "imports of `bob` against the order of its layers", partial(upward, excepted=False)),
        Measure("upward_exceptions", "imports against the order that the layout permits", partial(upward, excepted=True)),
        Measure("upward_floors", "imports of the desk from a higher floor, registries apart", upward_floors),
        Measure("upward_day", "imports of the day from a higher floor, registries apart", upward_day),
        Measure("unplaced_modules", "modules without a layer, or modules of the desk without a floor", unplaced),
        Measure("loose_modules", "modules directly in bob/, beside __init__ and __main__", loose),
        Measure("full_folders", f"folders of bob/ with more than {FULL} files", partial(full, tests=False)),
        Measure("files_beyond", f"files beyond the first {FULL} of their folder, in bob/", beyond),
        Measure("full_folders_tests", f"folders of tests/ with more than {FULL} files", partial(full, tests=True)),
        Measure("lines", "lines of bob/, by room; a fiftieth more or less is no matter", lines, slack=0.02),
        Measure("qt_free_desk", "modules of the desk that import no Qt of their own, __init__ apart", qt_free),
        Measure("qt_outside", "imports of Qt outside its homes", qt_outside),
        *(Measure(f"word_{one}", f"identifiers with the word {one}", partial(word, wanted=one)) for one in sorted(language.words)),
        Measure("module_names", "modules and folders whose name says something else than what they hold", modules_named),
        Measure("docstring_patterns", "docstrings with a turn of phrase that is hard to read", with_any_pattern),
        *(
            Measure(f"docstring_{one}", f"docstrings with the pattern {one}", partial(with_pattern, name=one), held=False)
            for one in language.patterns
        ),
        Measure("docstring_heads", "docstrings that begin with a question word", with_head),
        Measure("connections", "calls of connect() at the desk", at_the_desk(lambda source: source.connections)),
        Measure(
            "callables", "attributes of the desk that hold a function which others assign", at_the_desk(lambda source: source.callables)
        ),
        Measure("signals", "signals that the desk declares", at_the_desk(lambda source: source.signals)),
        Measure("longest_class", "lines of the longest class with its bases in `bob`", over_bases, largest=True),
        Measure("long_classes", f"classes of more than {LONG} lines with their bases", long_classes),
        Measure("any", "uses of typing's Any, imports apart", everywhere(lambda source: source.any)),
        Measure("kit_imports", "names that kits import inside methods", kit_imports),
        Measure("kit_asserts", "assertions of a type in kits", lambda found: noted(kits(found), lambda source: source.asserts)),
        Measure("asserts", "assertions of a type in all of bob/", everywhere(lambda source: source.asserts)),
    )
