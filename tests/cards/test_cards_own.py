"""A user's own cards laid over ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from bob.core.errors import DataError, UsageError
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.tactical.cards.data import laid_over, shipped
from bob.tactical.cards.game import CardDogfight

OURS = (data_folder("tables") / "cards" / "aircraft.toml").read_text("utf-8")


def own(code: str, name: str) -> str:
    """Our card of that code under another name."""
    start = OURS.index(f'code = "{code}"')
    start = OURS.rindex("[[aircraft]]", 0, start)
    end = OURS.find("[[aircraft]]", start + 1)
    card = OURS[start : end if end >= 0 else None]
    lines = [f'name = "{name}"' if line.startswith("name = ") else line for line in card.splitlines()]
    return "\n".join(lines) + "\n"


def test_an_own_card_takes_the_place_of_ours_and_the_rest_stays(tmp_path: Path) -> None:
    (tmp_path / "aircraft.toml").write_text(own("spitfire_i", "My Spitfire"), encoding="utf-8")
    tables = laid_over(tmp_path)
    assert tables.aircraft["spitfire_i"].name == "My Spitfire"
    assert tables.aircraft["bf_109e_4"] == shipped().aircraft["bf_109e_4"]
    assert tables.deck == shipped().deck and tables.pilots == shipped().pilots
    assert shipped().aircraft["spitfire_i"].name != "My Spitfire"


def test_a_duel_is_set_up_with_own_cards(tmp_path: Path) -> None:
    (tmp_path / "aircraft.toml").write_text(own("spitfire_i", "My Spitfire"), encoding="utf-8")
    game = CardDogfight(laid_over(tmp_path))
    match = Match.new(game, next(iter(game.scenarios)), 1)
    assert match.to_move


def test_a_wrong_card_is_refused_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "aircraft.toml"
    path.write_text(own("spitfire_i", "My Spitfire").replace("speed =", "sped =", 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        laid_over(tmp_path)
    assert caught.value.file == str(path)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        laid_over(tmp_path / "none")
