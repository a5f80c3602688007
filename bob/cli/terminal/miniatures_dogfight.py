"""A dogfight of miniatures inside a day, in the terminal: the table in characters, flights as they are typed in one by itself."""

from __future__ import annotations

from bob.cli.terminal.miniatures_lines import MiniatureLines
from bob.cli.terminal.miniatures_text import MiniatureScreens
from bob.cli.terminal.typed_table import TypedDogfight
from bob.day.telling.period_names import Names
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.slot import Tactical
from bob.words import Words


class SkiesDogfight(TypedDogfight, MiniatureScreens):
    """The pages of a dogfight of miniatures."""

    def __init__(self, words: Words, kit: Tactical, names: Names) -> None:
        game = kit.game
        assert isinstance(game, MiniatureDogfight)
        MiniatureScreens.__init__(self, words, game.tables, kit.title(words), called=self.unit)
        self.sit_down(kit, MiniatureLines(self))
