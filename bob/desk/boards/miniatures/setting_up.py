"""The dialog that sets a miniatures dogfight up: a scenario or squadrons of one's own, options, and who plays each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from PySide6.QtWidgets import QWidget

from bob.core.dice import SeededDice, Stream
from bob.core.game import REFEREE
from bob.desk.base.settings import Settings
from bob.desk.boards.miniatures.board import MiniatureBoard
from bob.desk.boards.miniatures.miniature_lesson import miniature_lesson_plan
from bob.desk.boards.miniatures.squadron import SquadronEditor
from bob.desk.boards.shared.board_setup import BoardSetup
from bob.driver.game_plan import GamePlan
from bob.games import kit
from bob.tactical.miniatures import setup
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.options import RANDOM_SCENARIO
from bob.tactical.miniatures.pilots.setting_up import deploy
from bob.tactical.miniatures.position import NOWHERE, MiniatureForce, MiniaturePosition, MiniatureTerms
from bob.tactical.miniatures.telling import MiniatureTeller


class MiniatureSetup(BoardSetup):
    """The choice of the battle and its players."""

    drawn = RANDOM_SCENARIO
    base = "dogfight"
    forced = "forces"
    switch_names = ("deck", "opening_shot", "setup_levels", "equal_level_shot", "saved_hit_chit", "formation_fire", "ability_beside_any")
    number_ranges: ClassVar[Mapping[str, tuple[int, int]]] = {"turns": (1, 40), "cloud_count": (0, 12), "limit": (0, 9999)}

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        found = kit(MiniatureDogfight.name)
        game = found.make()
        assert isinstance(game, MiniatureDogfight)
        self.game = game
        self.board = MiniatureBoard(settings)
        self.board.aces = {code: ace.name for code, ace in game.tables.aces.items()}
        super().__init__(found, settings, self.board, parent)

    def word(self, name: str) -> str:
        return self.settings.words(f"desk_skies.setup.{name}")

    def option_text(self, name: str) -> str:
        return MiniatureTeller(self.settings.words, self.game.tables).option(name)

    def retranslate(self) -> None:
        self.setWindowTitle(self.settings.words("desk_game.title.skies"))
        super().retranslate()

    def codes(self) -> Sequence[str]:
        return tuple(self.game.scenarios)

    def scenario_text(self, code: str) -> tuple[str, str]:
        words = self.settings.words
        if code == RANDOM_SCENARIO:
            return words("skies.scenario.random"), self.word("random_text")
        scenario = self.game.scenarios[code]
        return words.of(scenario.name, code), words.of(scenario.text, "")

    def terms_of(self, scenario: str, options: Mapping[str, Any]) -> MiniatureTerms:
        return self.game.terms_of(scenario, options, SeededDice(Stream.of(0, "form")))

    def players_of(self, terms: MiniatureTerms) -> Mapping[str, MiniatureForce]:
        return {force.seat: force for force in terms.forces}

    def force_form(self, player: MiniatureForce) -> SquadronEditor:
        return SquadronEditor(self.settings, self.game.tables, player)

    def taught(self) -> GamePlan:
        return miniature_lesson_plan()

    def preview(self) -> None:
        for force in self.forces.values():
            force.hold_to(self.numbers["limit"].value())
        super().preview()

    def show_terms(self, terms: MiniatureTerms | None) -> None:
        """Show the cloth as it will be, with aircraft about where they would be put."""
        self.board.show_view(self.game.view(_drawn_up(terms, self.game), REFEREE) if terms is not None else None)


def _drawn_up(terms: MiniatureTerms, game: MiniatureDogfight) -> MiniaturePosition:
    """Return a position of the terms without questions: aircraft placed by their owners are placed as by a pilot of the program."""
    position = setup.begin(terms, game.tables, SeededDice(Stream.of(0, "form"))).position
    for side in (0, 1):
        while any(a.side == side and a.at == NOWHERE for a in position.aircraft):
            order = deploy(position, side)
            a = position.aircraft[order.aircraft]
            a.at, a.heading = order.at, order.heading
    return position
