"""A dogfight by hexes inside a day, in the terminal: the map in characters, paths as they are typed in one by itself."""

from __future__ import annotations

from typing import ClassVar

from bob.cli.terminal.hexes_lines import HexLines
from bob.cli.terminal.hexes_text import HexScreens
from bob.cli.terminal.typed_table import TypedDogfight
from bob.day.telling.period_names import Names
from bob.tactical.hexes.game import HexDogfight
from bob.tactical.slot import Tactical
from bob.words import Words


class HexesDogfight(TypedDogfight, HexScreens):
    """The pages of a dogfight by hexes."""

    scored: ClassVar[bool] = False

    def __init__(self, words: Words, kit: Tactical, names: Names) -> None:
        game = kit.game
        assert isinstance(game, HexDogfight)
        HexScreens.__init__(self, words, game.tables, kit.title(words), called=self.unit)
        self.sit_down(kit, HexLines(self))
