"""The letters of a drawing at the desk: seen, at their places, above their rims."""

from __future__ import annotations

import re

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from bob.day.state.position import RAF
from bob.desk.panels.network.hand_out_letters import lettered
from bob.desk.panels.network.hand_out_view import drawn
from bob.rooms.hand_outs import handed_page
from bob.words import Words
from tests.desk.rooms import match_at

HEAD = '<svg class="map" role="img" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1400 400">\n'
STYLE = """<style>
text{font-family:"Cabin","Gill Sans",sans-serif;white-space:pre}
.t-plain-land{font-size:90px;font-weight:600;fill:#102030;stroke:#FFFFFF;stroke-width:24;paint-order:stroke fill}
.t-wide-sea{font-size:90px;font-weight:600;fill:#102030;letter-spacing:80px}
</style>
"""


def svg(text: str) -> str:
    return f"{HEAD}{STYLE}{text}</svg>"


def dark(image: QImage, left: int, right: int) -> int:
    """How much ink there is from one edge to another."""
    return sum(QColor(image.pixel(x, y)).lightness() < 90 for x in range(left, right, 2) for y in range(0, image.height(), 2))


def test_a_rim_lies_below_its_letters(qtbot: QtBot) -> None:
    assert dark(drawn(svg('<text class="t-plain-land" x="100" y="200">HHHH</text>')), 0, 1400) > 400


def test_letters_stand_each_at_its_own_place(qtbot: QtBot) -> None:
    image = drawn(svg('<text class="t-wide-sea" x="100 1200" y="200 200" rotate="0 20">HH</text>'))
    assert dark(image, 50, 300) and dark(image, 1100, 1400) and not dark(image, 320, 1080)


def test_spaced_letters_spread_about_their_anchor(qtbot: QtBot) -> None:
    image = drawn(svg('<text class="t-wide-sea" x="700" y="200" text-anchor="middle">HHHH</text>'))
    assert dark(image, 350, 500) and dark(image, 800, 1050) and not dark(image, 0, 300)


def test_dots_are_seen(qtbot: QtBot) -> None:
    rule = "<style>\n.s-dot{fill:none;stroke:#102030;stroke-width:60;stroke-linecap:round}\n</style>"
    image = drawn(f'{HEAD}{rule}<path class="s-dot" d="M200 200h0M1200 200h0"/></svg>')
    assert dark(image, 150, 250) and dark(image, 1150, 1250)


def test_what_is_no_letter_stays_as_it_is_and_marks_stay_escaped() -> None:
    shape = '<path class="s-land" d="M0 0L9 9"/>'
    made = lettered(svg(f'{shape}<text class="t-wide-sea" x="1" y="2">A&amp;&lt;</text>'))
    assert shape in made
    assert re.findall(r">([^<>\n]+)</text>", made) == ["A", "&amp;", "&lt;"]


@pytest.mark.slow
def test_every_name_of_a_situation_map_is_set(qtbot: QtBot) -> None:
    (part,) = handed_page(match_at("one_raid", 8), RAF, ("map",), "", "", Words("fr")).parts
    made = lettered(part.drawing)
    assert ">Tangmere</text>" in made and "paint-order" not in made.partition("</style>")[2]
    assert dark(drawn(part.drawing), 0, 1400) > dark(drawn(re.sub(r"<text.*?</text>", "", part.drawing)), 0, 1400) * 1.2
