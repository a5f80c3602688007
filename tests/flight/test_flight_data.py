"""The tables of the classic edition: deck, aircraft, Bombing Display."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bob.core.errors import DataError
from bob.tactical.cards_classic.data import (
    CLASSIC_DECK,
    CLASSIC_DISPLAY,
    classic_laid_over,
    classic_tables,
    load_classic_aircraft,
    load_classic_deck,
    load_display,
)
from tests.flight.sky import DECK, DISPLAY, FOLDER

SOURCE = (FOLDER / CLASSIC_DECK).read_text("utf-8")


@pytest.mark.rule("CAM-S.3a", "CAM-S.3c", "CAM-S.3d", "CAM-DAT-02", "CAM-GAP-01")
def test_the_deck_is_the_one_of_the_seam() -> None:
    by_title: Counter[str] = Counter()
    for card in DECK.cards.values():
        by_title[card.title] += sum(card.copies)
    assert by_title == {
        "maneuvering": 14, "half_loop": 6, "scissors": 8, "full_throttle": 5, "vertical_roll": 11, "barrel_roll": 12, "tight_turn": 14,
        "ace_pilot": 4, "ims": 30, "oots": 6,
    }  # fmt: skip
    faces = [DECK.faces[code] for code in DECK.whole]
    assert len(faces) == 110 and sum(face.card.shoots for face in faces) == 36
    assert Counter(face.bombing for face in faces) == {"miss": 46, "hit": 38, "direct": 17, "vital": 9}
    assert sum(face.strafing for face in faces) == 44 and sum(face.blue for face in faces) == 37
    spoils = Counter(face.card.title for face in faces if face.card.spoils)
    assert spoils == {"maneuvering": 10, "half_loop": 4, "ims": 8}
    shots = Counter((face.card.title, face.card.bursts, face.card.hits) for face in faces if face.card.shoots)
    assert shots == {
        ("ims", 1, 1): 8, ("ims", 1, 2): 6, ("ims", 2, 2): 8, ("ims", 2, 3): 6, ("ims", 3, 4): 2,
        ("oots", 2, 2): 2, ("oots", 2, 3): 2, ("oots", 3, 4): 2,
    }  # fmt: skip


@pytest.mark.rule("CAM-S.3d")
def test_results_are_spread_evenly_over_the_titles() -> None:
    for title in ("maneuvering", "tight_turn", "barrel_roll", "vertical_roll", "ims"):
        faces = [DECK.faces[code] for code in DECK.whole if DECK.faces[code].card.title == title]
        for share, count in ((46 / 110, sum(f.bombing == "miss" for f in faces)), (44 / 110, sum(f.strafing for f in faces))):
            assert abs(count - share * len(faces)) <= 2, title


@pytest.mark.rule("CAM-S.3e", "CAM-24.44b")
def test_rows_of_a_missions_table() -> None:
    bursts: Counter[int] = Counter()
    for card in DECK.cards.values():
        if card.title == "ims":
            bursts[card.bursts] += sum(card.copies)
    assert bursts == {1: 14, 2: 14, 3: 2}


@pytest.mark.rule("CAM-DAT-03", "CAM-GAP-02", "CAM-21.23")
@pytest.mark.parametrize(
    ("mode", "altitude", "cell"),
    [
        ("level", 0, (1, 1)), ("level", 1, (0, 0)), ("level", 2, None), ("level", 3, None),
        ("dive", 0, (2, 1)), ("dive", 1, (1, 0)), ("dive", 2, None),
        ("torpedo", 0, (0, 1)), ("torpedo", 1, None),
        ("saturation", 0, (1, 1)), ("saturation", 2, (0, 0)), ("saturation", 4, (-2, -2)),
        ("strafing", 0, (0, 1)), ("strafing", 1, None), ("neither", 2, (0, -1)), ("neither", 4, (0, -2)),
    ],
)  # fmt: skip
def test_cells_of_the_bombing_display(mode: str, altitude: int, cell: tuple[int, int] | None) -> None:
    assert DISPLAY.allowed(mode, altitude, formed=False) == (cell is not None)
    if cell is not None:
        assert (DISPLAY.bombs(mode, altitude), DISPLAY.flak(mode, altitude)) == cell


@pytest.mark.rule("CAM-DAT-04", "CAM-DAT-05", "CAM-23.24b", "CAM-17.21c")
def test_every_aircraft_card_that_ships_is_whole() -> None:
    for card in classic_tables().aircraft.values():
        for side in (card.front, card.back):
            if card.formed:
                assert not side.performance and not side.offense and side.speed <= 9
                assert side.look or side.bombs or card.torpedo, card.code
            else:
                assert side.performance and side.speed == 6, card.code
        assert card.back.points > card.front.points


WRONG = [
    (SOURCE.replace("cards = 110", "cards = 109", 1), "card"),
    (SOURCE.replace('title = "scissors"', 'title = "yo_yo"', 1), "title"),
    (SOURCE.replace('answers = ["full_throttle"]', 'answers = ["redline"]', 1), "answers"),
    (SOURCE.replace('bombing = "vital"', 'bombing = "big"', 1), "bombing"),
    (SOURCE.replace("damage = 1", "damage = 0", 1), "damage"),
]


@pytest.mark.parametrize(("text", "place"), WRONG, ids=[place for _, place in WRONG])
def test_a_wrong_deck_says_where(tmp_path: Path, text: str, place: str) -> None:
    file = tmp_path / CLASSIC_DECK
    file.write_text(text, "utf-8")
    with pytest.raises(DataError, match=place):
        load_classic_deck(file)


def test_wrong_aircraft_and_displays_say_where(tmp_path: Path) -> None:
    aircraft = (FOLDER / "classic_regression.toml").read_text("utf-8")
    for old, new, place in (
        ("back = { points = 6", "back = { points = 2", "back.points"),
        ('kind = "fighter"', 'kind = "glider"', "kind"),
        ("bombs = { level = 1 }", "bombs = { torpedo = 1 }", "bombs"),
        ('highest = "high"', 'highest = "heaven"', "highest"),
    ):
        file = tmp_path / "classic_aircraft.toml"
        file.write_text(aircraft.replace(old, new, 1), "utf-8")
        with pytest.raises(DataError, match=place.replace(".", r"\.")):
            load_classic_aircraft(file)
    display = (FOLDER / CLASSIC_DISPLAY).read_text("utf-8")
    file = tmp_path / CLASSIC_DISPLAY
    for wrong in (display.replace('mode = "neither"', 'mode = "strafing"', 1), display + display[display.index("[[cell]]") :]):
        file.write_text(wrong, "utf-8")
        with pytest.raises(DataError):
            load_display(file)


def test_ones_own_files_lie_over_ours(tmp_path: Path) -> None:
    text = (FOLDER / "classic_regression.toml").read_text("utf-8").replace('name = "Ki-43"', 'name = "Oscar"', 1)
    (tmp_path / "classic_aircraft.toml").write_text(text, "utf-8")
    laid = classic_laid_over(tmp_path)
    assert laid.aircraft["ki_43"].name == "Oscar" and laid.deck is classic_tables().deck
    assert set(laid.own) == {"classic_aircraft.toml"}
