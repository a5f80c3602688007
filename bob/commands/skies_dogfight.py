"""A dogfight of miniatures inside a day, in the terminal: the table in characters, flights as they are typed in one by itself."""

from __future__ import annotations

from bob.commands.skies_lines import SkyLines
from bob.commands.skies_text import SkyPages
from bob.commands.typed_table import TypedDogfight
from bob.dogfight.skies.game import SkyDogfight
from bob.dogfight.slot import Tactical
from bob.operations.named import Names
from bob.words import Words


class SkiesDogfight(TypedDogfight, SkyPages):
    """The pages of a dogfight of miniatures."""

    def __init__(self, words: Words, kit: Tactical, names: Names) -> None:
        game = kit.game
        assert isinstance(game, SkyDogfight)
        SkyPages.__init__(self, words, game.tables, kit.called(words), called=self.unit)
        self.sit_down(kit, SkyLines(self))
