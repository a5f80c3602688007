"""The pages for those who take part: every page is listed, every link leads somewhere, every file that is named is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.test_layers import LAYOUT

ROOT = Path(__file__).parents[2]
DESIGN = ROOT / "docs" / "design"
PAGES = [*sorted(DESIGN.glob("*.md")), ROOT / "CONTRIBUTING.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_and_names_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        assert (page.parent / link).exists(), link
    for named in re.findall(r"`((?:bob|tests|docs|tables)/[^` ]*)`", text):
        assert (ROOT / named).exists(), named


def test_every_decision_is_listed_and_says_what_and_why() -> None:
    listed = set(re.findall(r"\]\(([^)]+)\)", (DESIGN / "README.md").read_text("utf-8")))
    assert {path.name for path in DESIGN.glob("*.md")} == listed | {"README.md"}
    for name in listed:
        text = (DESIGN / name).read_text("utf-8")
        places = [text.index(f"**{part}") for part in ("Decided.", "Why.", "Weighed.", "Costs.", "Held by")]
        assert places == sorted(places), name


def test_the_order_of_imports_is_as_the_layers_have_it() -> None:
    drawn = re.findall(r"[a-z_]+", (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("```\nwords,")[1].split("```")[0])
    order = [name for layer in LAYOUT.layers for name in layer]
    known = [layer for name in drawn for layer, names in enumerate(LAYOUT.layers) if name in names]
    assert [name for name in drawn if name not in order] == []
    assert known == sorted(known)
