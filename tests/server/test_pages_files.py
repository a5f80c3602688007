"""What pages bring along: named by what they hold, small, in colours that everybody can read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bob
from bob.chart import PALETTES
from bob.data.theatre import Theatre
from bob.rooms.pages import assets
from bob.rooms.pages.table_map import land, windows
from bob.words import LANGUAGES

STATIC = Path(bob.__file__).parent / "rooms" / "pages" / "static"
CSS = (STATIC / "style.css").read_text(encoding="utf-8")
SCRIPT = (STATIC / "script.js").read_text(encoding="utf-8")


def colours() -> dict[str, dict[str, str]]:
    """The colours of each theme, with those that the device chooses."""
    found = {}
    for at in re.finditer(r':root(?:, :root)?\[data-theme="(\w+)"\] \{([^}]*)\}', CSS):
        name = at[1] if at[1] != "auto" else f"auto-{at.start()}"
        found[name] = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", at[2]))
    return found


def contrast(a: str, b: str) -> float:
    """How far two colours stand apart, by WCAG 2."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_there_are_three_themes_and_the_device_s_own_are_among_them() -> None:
    found = colours()
    assert {"table", "night", "contrast"} <= set(found) and len(found) == 5
    own = [theme for name, theme in found.items() if name.startswith("auto")]
    assert own == [found["night"], found["contrast"]]


@pytest.mark.parametrize("theme", list(colours()))
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *((ink, ground) for ink in ("ink", "quiet", "red", "brass-ink") for ground in ("paper", "card")),
        ("on-brass", "brass"),
        ("paper", "red"),
    ],
)
def test_letters_stand_out(theme: str, ink: str, ground: str) -> None:
    palette = colours()[theme]
    assert contrast(palette[ink], palette[ground]) >= 4.5


@pytest.mark.parametrize("theme", list(colours()))
def test_what_is_pressed_has_an_edge_that_stands_out(theme: str) -> None:
    palette = colours()[theme]
    assert min(contrast(palette["edge"], palette[ground]) for ground in ("paper", "card")) >= 3


def test_nothing_comes_from_elsewhere_and_nothing_needs_a_pointer_over_it() -> None:
    assert re.findall(r"url\(([^)]*)\)", CSS) == ['"/static/cabin-regular.otf"', '"/static/cabin-semibold.otf"']
    assert ":hover" not in CSS and "@import" not in CSS and "animation" not in CSS
    assert "http" not in SCRIPT and "eval(" not in SCRIPT and "Function(" not in SCRIPT
    assert len(SCRIPT.splitlines()) < 300


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_land_is_small_and_keeps_to_itself(theatre: Theatre, language: str, palette: str) -> None:
    svg = land(theatre, language, palette)
    assert len(svg) < (300_000 if palette != "contrast" else 400_000)
    assert not re.search(r"<script|https?://(?!www\.w3\.org)", svg)
    assert "London" in svg.title() or "LONDON" in svg or "Londres".upper() in svg


def test_a_file_s_name_says_what_it_holds() -> None:
    for found in (assets.style(), assets.script(), assets.icon(), assets.letters("regular"), assets.map_of("en", "table")):
        assert re.fullmatch(r"[a-z-]+-[0-9a-f]{12}\.(css|js|svg|otf)", found.name)
        assert assets.asset(found.name) == found and found.address == f"/static/{found.name}"
    for name in ("style.css", "style-000000000000.css", "../style.css", "land-en-table-0.svg", "land-de-table-1.svg", "", "-", "script.js"):
        assert assets.asset(name) is None
    assert assets.letters("regular").address in assets.style().data.decode()


def test_the_land_and_what_lies_on_it_have_one_shape(theatre: Theatre) -> None:
    for window, stack in zip(windows(theatre), ("first", "second"), strict=True):
        wide, high = map(float, re.findall(rf"\.stack\.{stack} \{{ aspect-ratio: (\d+) / (\d+)", CSS)[0])
        assert wide / high == pytest.approx(window.width / window.height, rel=0.002)
