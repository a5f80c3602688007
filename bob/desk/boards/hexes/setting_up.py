"""The dialog that sets a hex dogfight up: a mission or a battle of one's own, its forces and options, and who plays each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget

from bob.chart.coast import Lie
from bob.core.dice import SeededDice, Stream
from bob.core.game import REFEREE
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.hexes.board import HexBoard
from bob.desk.boards.hexes.forces import ForceEditor
from bob.desk.boards.hexes.hex_lesson import lesson_plan
from bob.desk.boards.shared.board_setup import OWN, BoardSetup
from bob.driver.game_plan import GamePlan
from bob.games import kit
from bob.staff.advice.fights.hexes_naming import seat_of_side
from bob.tactical.hexes.game import HexDogfight
from bob.tactical.hexes.options import RANDOM_MISSION, check_terms, terms
from bob.tactical.hexes.position import ADVANCED, READINGS, HexPosition, HexSeat, HexTerms
from bob.tactical.hexes.setup import aircraft_of, new_position
from bob.tactical.hexes.telling import HexTeller


class HexSetup(BoardSetup):
    """The choice of the battle and its players."""

    drawn = RANDOM_MISSION
    base = "free_hunt"
    forced = "players"
    switch_names = (*ADVANCED, "new_clouds", *READINGS)
    number_ranges: ClassVar[Mapping[str, tuple[int, int]]] = {"turns": (1, 40), "cloud_count": (0, 12), "structure": (0, 10)}

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        found = kit(HexDogfight.name)
        game = found.make()
        assert isinstance(game, HexDogfight)
        self.game = game
        self.board = HexBoard(settings)
        super().__init__(found, settings, self.board, parent)

    # ---- words

    def word(self, name: str) -> str:
        return self.settings.words(f"desk_hexes.setup.{name}")

    def option_text(self, name: str) -> str:
        return self.word(name) if name == "force" else HexTeller(self.settings.words, self.game.tables).option(name)

    def retranslate(self) -> None:
        words = self.settings.words
        teller = HexTeller(words, self.game.tables)
        self.setWindowTitle(words("desk_game.title.hexes"))
        chosen = self.wind.currentData()
        self.wind.clear()
        self.wind.addItem(words("desk_hexes.setup.no_wind"), -1)
        for facing in range(6):
            self.wind.addItem(words("desk_hexes.setup.wind_to", facing=teller.facing(facing)), facing)
        self.wind.setCurrentIndex(max(0, self.wind.findData(chosen)))
        super().retranslate()

    def seat_named(self, seat: str) -> str:
        return seat_of_side(self.settings.words, seat, self.forces[seat].player().side)

    # ---- missions

    @property
    def lying(self) -> Lie:
        """Return the terrain below."""
        return Lie() if self.is_drawn else Lie(self.game.missions[self.scenario].ground)

    def codes(self) -> Sequence[str]:
        return tuple(self.game.missions)

    def scenario_text(self, code: str) -> tuple[str, str]:
        words = self.settings.words
        if code == RANDOM_MISSION:
            return words("hexes.mission.random"), self.word("random_text")
        mission = self.game.missions[code]
        return words.of(mission.name, code), words.of(mission.text, "")

    def terms_of(self, scenario: str, options: Mapping[str, Any]) -> HexTerms:
        if scenario == RANDOM_MISSION:  # its seats are what counts
            return self.game.terms_of(scenario, {}, SeededDice(Stream.of(0, "form")))
        made = terms(scenario, options, self.game.missions, self.game.tables)
        check_terms(made, self.game.tables)
        return made

    def players_of(self, terms: HexTerms) -> Mapping[str, HexSeat]:
        return {player.seat: player for player in terms.players}

    def force_form(self, player: HexSeat) -> ForceEditor:
        return ForceEditor(self.settings, self.game.tables, player)

    def taught(self) -> GamePlan:
        return lesson_plan()

    # ---- the wind

    def more_fields(self) -> Sequence[tuple[str, QWidget]]:
        self.wind, self.force = QComboBox(), QSpinBox()
        self.force.setRange(1, 3)
        theme.inset(self.force)
        self.force.valueChanged.connect(lambda _: self.changed())
        self.wind.activated.connect(lambda _: self.changed())
        return ("wind", self.wind), ("force", self.force)

    def fill_more(self, terms: HexTerms) -> None:
        self.wind.setCurrentIndex(self.wind.findData(terms.wind.to if terms.wind is not None else -1))
        self.force.setValue(terms.wind.force if terms.wind is not None else 1)

    def more_options(self) -> Mapping[str, Any]:
        to = self.wind.currentData()
        wind = {"to": to, "force": self.force.value()} if to is not None and to >= 0 else None
        if self.code != OWN:
            return {"wind": wind}
        return {"wind": wind, "first": None, "handicap": {}}  # the dice decide who begins an own battle, without a handicap

    def show_terms(self, terms: HexTerms | None) -> None:
        """Show the sheet as it will be."""
        self.board.lie = self.lying
        self.board.show_view(self.game.view(_shown(terms, self.game), REFEREE) if terms is not None else None)


def _shown(made: HexTerms, game: HexDogfight) -> HexPosition:
    """A position of terms with nothing thrown: aircraft, clouds and ships where the mission puts them."""
    position = new_position(made, game.tables)
    for seat, player in enumerate(made.players):
        first = len(position.aircraft)
        for mount in player.aircraft:
            number = len(position.aircraft)
            a = aircraft_of(number, seat, position.side_of[seat], mount, first, made, game.tables)
            a.speed = a.dash.speed
            position.aircraft.append(a)
    position.clouds = sorted(made.clouds)
    position.ships = [ship.structure for ship in made.ships]
    return position
