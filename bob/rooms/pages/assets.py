"""The static files of the pages: style, script, letters and the land, each under a name that changes with its content."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import bob.words
from bob import chart
from bob.chart import PALETTES
from bob.chart.svg import font_file
from bob.core.resources import data_folder
from bob.day.state.world import world
from bob.report.maps import CLOCK
from bob.rooms.pages import clock_face, table_map
from bob.rooms.pages.table_map import land
from bob.words import LANGUAGES

_HERE = Path(__file__).with_name("static")
_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "otf": "font/otf",
    "svg": "image/svg+xml; charset=utf-8",
}
SAFE_SVG = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
"""The policy of the land when it is opened by itself: its own style and letters, nothing more."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    name: str
    kind: str
    data: bytes

    @property
    def address(self) -> str:
        return f"/static/{self.name}"


def _named(stem: str, suffix: str, data: bytes) -> Asset:
    return Asset(f"{stem}-{hashlib.sha256(data).hexdigest()[:12]}.{suffix}", _TYPES[suffix], data)


@cache
def letters(face: str) -> Asset:
    """A font."""
    return _named(f"cabin-{face}", "otf", font_file(face).read_bytes())  # type: ignore[arg-type]


@cache
def style() -> Asset:
    """The style sheet, with the fonts by their names."""
    text = (_HERE / "style.css").read_text(encoding="utf-8")
    for face in ("regular", "semibold"):
        text = text.replace(f"/static/cabin-{face}.otf", letters(face).address)
    return _named("style", "css", text.encode())


@cache
def script() -> Asset:
    """The script."""
    return _named("script", "js", (_HERE / "script.js").read_bytes())


@cache
def icon() -> Asset:
    """The sign of a page among others: the Sector clock."""
    face = str(clock_face.segments()).replace('class="', 'fill="')
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100">{face}</svg>'
    for name, colour in CLOCK["table"].items():
        text = text.replace(f'"{name}"', f'"{colour}"')
    return _named("icon", "svg", text.encode())


def warm() -> None:
    """Build all static files of the pages in advance, so that no request waits for them."""
    for made in (style, script, icon):
        made()
    for language in LANGUAGES:
        for palette in PALETTES:
            map_of(language, palette)


@cache
def _ground() -> str:
    """A mark of all that the land is drawn from: it takes a second to draw, and no page waits for that."""
    maps, drawn, words = data_folder("maps"), Path(chart.__file__).parent, Path(bob.words.__file__).with_name("map.toml")
    files = [*sorted(maps.rglob("*")), *sorted(drawn.glob("*.py")), drawn / "lettering.toml", Path(table_map.__file__), words]
    found = hashlib.sha256()
    for file in files:
        if file.is_file():
            found.update(file.read_bytes())
    return found.hexdigest()[:12]


def map_name(language: str, palette: str) -> str:
    """The name of the land's file."""
    return f"land-{language}-{palette}-{_ground()}.svg"


@cache
def map_of(language: str, palette: str) -> Asset:
    """The land."""
    return Asset(map_name(language, palette), _TYPES["svg"], land(world().theatre, language, palette).encode())


def asset(name: str) -> Asset | None:
    """Return the file of that name; None for an unknown or outdated one. A file is built at the first request."""
    stem, _, _ = name.rpartition("-")
    known: dict[str, Callable[[], Asset]] = {
        "style": style,
        "script": script,
        "icon": icon,
        "cabin-regular": lambda: letters("regular"),
        "cabin-semibold": lambda: letters("semibold"),
    }
    lands = {f"land-{language}-{palette}": (language, palette) for language in LANGUAGES for palette in PALETTES}
    if stem in lands:
        if name != map_name(*lands[stem]):
            return None
        found = map_of(*lands[stem])
    elif stem in known:
        found = known[stem]()
    else:
        return None
    return found if found.name == name else None
