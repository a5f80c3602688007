"""A dogfight by hexes inside a day, in the terminal: the map in characters, paths as they are typed in one by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from bob.commands.books import FlownSeat
from bob.commands.hexes_lines import OWN, HexLines, listing
from bob.commands.hexes_text import HexPages
from bob.commands.keyboard import vocabulary
from bob.dogfight.hexes.game import HexDogfight
from bob.dogfight.models import called
from bob.dogfight.slot import Tactical
from bob.game import Event
from bob.operations.telling import Names
from bob.operations.view import EngagementView
from bob.text import plain
from bob.words import Words


class HexesDogfight(HexPages):
    """The pages of a dogfight by hexes: own aircraft go by their units, the enemy's by their types."""

    scored: ClassVar[bool] = False
    in_play: ClassVar[str] = ""
    commands: tuple[str, ...] = OWN

    def __init__(self, words: Words, kit: Tactical, names: Names) -> None:
        game = kit.game
        assert isinstance(game, HexDogfight)
        super().__init__(words, game.tables, kit.called(words), called=self._unit)
        self.brief, self.begins = kit.brief, kit.begins
        self._models: tuple[str | None, ...] = ()
        self._lines = HexLines(self)
        self._commands = vocabulary(OWN)

    def _unit(self, number: int) -> str:
        return called(self.words, self._models, number) or self.types[number]

    def fought(self, s: EngagementView | None) -> None:
        self._models = s.models if s is not None else ()
        self.letters, self.types = {}, {}
        if s is not None and s.battle is not None:
            self.look(s.battle)

    def blocks(self, s: EngagementView, *, whole: bool) -> tuple[str, list[str]]:
        return self.head(s.battle), self.page(s.battle)

    def event(self, event: Event) -> str:
        return self.teller.event(event)

    def listing(self, listed: Sequence[Any], lines: Sequence[str]) -> str:
        return listing(self, listed, lines)

    def obey(self, at: FlownSeat, line: str) -> bool:
        head, _, rest = line.partition(" ")
        if self._lines.steps(at, line.split()):
            return True
        command = self._commands.get(plain(head))
        if command is not None:
            self._lines.command(at, command, rest.split())
        return command is not None


BOOK = HexesDogfight
