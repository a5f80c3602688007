"""The sheet of a hex dogfight: the board, the decision, the shot, the orders, the hand, the dashboards, the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from bob.chart.coast import Lie
from bob.core.game import Event
from bob.core.hexes import Hex, from_label
from bob.core.kit import seat_text
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.hexes.board import HexBoard
from bob.desk.boards.hexes.dashboards import DashboardRow
from bob.desk.boards.hexes.decision import HexDecisionColumn
from bob.desk.boards.hexes.pointing import Meaning, Pointing
from bob.desk.boards.hexes.reaches import Reaches
from bob.desk.boards.hexes.slips import HexTooltips, dodges_text
from bob.desk.boards.shared.board_panel import BoardPanel
from bob.desk.boards.shared.card_hand import CardFace, CardHand
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.fights.choice_keys import LEAVE
from bob.staff.advice.fights.hexes_naming import FIXED, LETTERS, card_of, place_of, seat_of_side, teller_of
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.position import DODGE
from bob.tactical.hexes.telling import HexTeller
from bob.tactical.hexes.view import HexTableView

STRIPES = {"initiative": "brass", "opponent": "slate", "own": "red", "either": "ink"}
"""The tone of a card's edge, by when it may be played."""


class ActionHand(CardHand):
    """The hand of a hex dogfight."""

    def show_hand(self, cards: tuple[str, ...], legal: frozenset[str], chosen: str, teller: HexTeller | None) -> None:
        """Show these cards, those that can be played now and the one that the order looked at plays."""
        faces = [_face(card, teller) for card in cards] if teller is not None else []
        self.show_cards(faces, legal, chosen, self.settings.words("desk_hexes.no_hand") if teller is not None else "")


def _face(card: str, teller: HexTeller) -> CardFace:
    stripe = STRIPES[teller.tables.cards[card].timing]
    return CardFace(card, teller.card(card), teller.timing(card), teller.card_text(card), stripe)


class HexPanel(BoardPanel):
    """The table of a hex dogfight, by itself or within the day."""

    keys = frozenset(LETTERS + LEAVE + "".join(FIXED.values()))
    settings_name = "hexes"

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(settings, table, parent)
        self.pointing: Pointing | None = None
        self.meaning: Meaning | None = None
        self._level: int | None = None
        self._marked: Any = None
        """The order that was clicked once and wants another click."""
        self._side_of: dict[str, str] = {}
        self._put_at: Hex | None = None
        """The hex pointed at last, whose orders are listed while something is put on the board."""
        self.reaches = Reaches(self)
        self.reaches.ready.connect(lambda _: self._point())
        self.board = HexBoard(settings)
        self.board.pointed.connect(self._point)
        self.board.clicked.connect(self._clicked)
        self.board.doubled.connect(self._doubled)
        self.board.level_asked.connect(self._ask_level)
        self.hand = ActionHand(settings)
        self.hand.picked.connect(self.card_picked)
        self.hand.taken.connect(lambda _: self.take_only())
        self.row = DashboardRow(settings)
        self.row.cards.picked.connect(self._look_at)
        self.side = HexDecisionColumn(settings, self.table, self.notice)
        self.shot = self.side.shot
        self.shot.dodged.connect(self._dodge_clicked)
        self.lay_out(self.board, self.hand, self.row, self.side)

    def begin(self) -> None:
        """Let the game go on, and take the keys; the lesson brings its coach."""
        super().begin()
        from bob.desk.boards.hexes.hex_lesson import HexCoach, is_lesson

        if self.coach is None and is_lesson(self.table):
            self.teach(HexCoach(self, self))

    def clear(self) -> None:
        """Hold nothing of the game."""
        self.reaches.show_view(None)
        self.board.show_view(None)

    # ---- words and showing

    def teller(self) -> HexTeller:
        view = self.table.view
        tables = self.table.game.tables  # type: ignore[attr-defined]
        if view is None:
            return HexTeller(self.settings.words, tables)
        return teller_of(self.settings.words, tables, view, self.table.models)

    def show_nothing(self) -> None:
        self.clear()
        self.pointing = self.meaning = None
        self.hand.show_hand((), frozenset(), "", None)
        self.row.cards.show_view(None, None)
        self.side.fill_log(self.teller())

    def show_game(self, view: HexTableView, events: Sequence[Event]) -> None:
        self._marked = None
        self._side_of = {seat: view.sides[side] for seat, side in zip(view.seats, view.side_of, strict=True)}
        self.reaches.show_view(view)
        listed = self.table.choices.listed
        teller = self.teller()
        self.pointing = Pointing(view, teller.tables, listed, self._trail(view, self.table.log))
        self.board.lie = self._lie()
        self.board.show_view(view, events)
        self.board.setAccessibleDescription(self.row.cards.describe())
        self.row.cards.show_view(view, teller)
        odds = dodges_text(view, self.settings.words, teller.tables, listed) if view.stage == DODGE and listed else {}
        self.shot.show_shot(view, teller, odds)
        self.show_head()
        self.fill()
        self.side.fill_log(teller)
        self.side.ask(teller)
        if view.go is not None and view.go.active:
            self.row.see(view.go.active[0])
        if listed and place_of(listed[0]) is not None and self.orders.hasFocus():
            self.board.setFocus()  # the arrows point there

    def hand_needs(self) -> int:
        return self.hand.needed()

    def hand_least(self) -> int:
        return self.hand.least()

    def row_needs(self) -> int:
        return self.row.cards.needed()

    def is_passing(self, listed: tuple[Any, ...]) -> bool:
        return listed == (o.PASS,)

    def _lie(self) -> Lie:
        """Return the terrain below: the day's, or the mission's."""
        found = self.table.lie
        if found is not None:
            return found
        mission = self.table.game.missions.get(self.table.scenario)  # type: ignore[attr-defined]
        return Lie(mission.ground) if mission is not None else Lie()

    def _trail(self, view: HexTableView, log: list[tuple[int, Event]]) -> tuple[Hex, ...]:
        """Return the hexes of the current activation's path, as far as its owner's log reports them."""
        if view.go is None or not view.go.active:
            return ()
        lead = view.go.active[0]
        found: list[Hex] = []
        for _, event in reversed(log):
            if event.code in ("activated", "ended", "flew"):
                break
            if event.code == "stepped" and event.data["aircraft"] == lead and event.data["at"]:
                found.append(from_label(event.data["at"]))
        if not found:
            return ()
        start = next((e.data for _, e in reversed(log) if e.code == "stepped" and e.data["aircraft"] == lead), None)
        return tuple(reversed(found)) if start is not None else ()

    def turn_text(self, view: HexTableView) -> str:
        words = self.settings.words
        text = words("desk_hexes.turn", turn=view.turn, turns=view.terms.turns) if view.turn else words("desk_hexes.before")
        if view.turn and view.go is not None:
            text += " · " + words("desk_hexes.initiative", side=seat_text(words, view.sides[view.first]))
        return text

    def seat_title(self, seat: str) -> str:
        """With its side, where a side has several."""
        return seat_of_side(self.settings.words, seat, self._side_of.get(seat, seat))

    def score_text(self, view: HexTableView) -> str:
        words, handicap = self.settings.words, view.terms.handicap
        points = "   ".join(
            f"{seat_text(words, side)} {score + handicap.get(side, 0)}" for side, score in zip(view.sides, view.score, strict=True)
        )
        return words("desk_hexes.score", points=points)

    def name_on_table(self, number: int) -> str:
        return self.teller().name(number)

    def fallen(self, event: Event) -> str:
        view, teller = self.table.view, self.teller()
        if event.code != "destroyed" or not view.aircraft[event.data["aircraft"]].leader:
            return ""
        return f"{teller.leader(view.aircraft[event.data['aircraft']].leader)}, {teller.name(event.data['aircraft'])}"

    def fill(self) -> None:
        self.side.fill(self.teller(), self.only_card, self._put_at)
        self.row_changed()

    # ---- pointing

    def row_changed(self) -> None:
        """Mark the effect of the line of the list."""
        order, pointing = self.armed, self.pointing
        listed = self.table.choices.listed
        legal = frozenset(card_of(each) for each in listed) - {""}
        view = self.table.view
        if view is not None:
            self.hand.show_hand(view.searching or view.hand, legal, card_of(order) if order is not None else self.only_card, self.teller())
        self.shot.choose(order.speed if isinstance(order, o.Dodge) else -1)
        if pointing is not None:
            self._point()

    def _point(self) -> None:
        """Light and describe the pointed thing."""
        pointing, board = self.pointing, self.board
        if pointing is None or self.busy:
            return
        over = board.over
        if over is not None and over != self._put_at:
            self._put_at = over
            if any(place_of(order) is not None for order in pointing.listed):
                self.side.fill(self.teller(), self.only_card, over)
        number = pointing.reach_of(over, self.looked)
        ways = self.reaches.ways(number) if number >= 0 else None
        lights = pointing.base(ways, self.looked, self.armed if over is None else None)
        if over is None:
            self.meaning = None
            board.light(lights)
            board.say("")
            self.row.cards.mark(lights.chosen)
            return
        self.meaning = pointing.read(lights, over, board.side, self._level, ways)
        board.light(self.meaning.lights)
        if self.meaning.orders and place_of(self.meaning.orders[0]) is not None and self.armed != self.meaning.orders[0]:
            self.orders.arm(self.meaning.orders[0])
            return  # that points again
        teller = self.teller()
        slips = HexTooltips(self.settings.words, teller, theme.look(self.settings))
        html = slips.describe(pointing, over, self.meaning)
        board.say(html)
        if board.keyed:
            board.setAccessibleDescription(slips.plain(html))
        there = {self.meaning.aircraft} - {-1}
        self.row.cards.mark(lights.chosen | there)
        if self.meaning.aircraft >= 0:
            self.row.see(self.meaning.aircraft)

    def _look_at(self, number: int) -> None:
        """Look at an aircraft: its card was clicked. One that can be activated is."""
        view = self.table.view
        if view is None:
            return
        self.looked = -1 if self.looked == number else number
        if self.looked >= 0 and not view.aircraft[number].out:
            self.board.camera.see(view.aircraft[number].at)
        self._point()

    def _ask_level(self, step: int) -> None:
        """Wish a level higher or lower for the course pointed at."""
        view, meaning = self.table.view, self.meaning
        if view is None or not view.terms.altimeter:
            return
        now = meaning.way.level if meaning is not None and meaning.way is not None else self._level
        if now is None:
            now = view.aircraft[view.go.active[0]].level if view.go is not None and view.go.active else 2
        self._level = min(4, max(0, now + step))
        self._point()

    def never_mind(self) -> None:
        self._level = None
        super().never_mind()

    # ---- choosing

    def _clicked(self, at: Hex) -> None:
        """Carry out the meaning of a clicked hex, or mark it for a second click."""
        meaning = self.meaning
        if meaning is None or not meaning.orders:
            if meaning is not None and meaning.aircraft >= 0:
                self._look_at(meaning.aircraft)
            return
        if not meaning.firm or self._clicked_again(meaning.orders[-1]):
            self.play_all(meaning.orders)

    def _clicked_again(self, order: Any) -> bool:
        """Return whether an order that needs two clicks has had both. A selection made by the list itself does not count."""
        if self._marked == order == self.armed:
            return True
        self._marked = order
        self.orders.arm(order)
        return False

    def _doubled(self, at: Hex) -> None:
        meaning = self.meaning
        if meaning is not None and meaning.firm and meaning.orders:
            self.play_all(meaning.orders)

    def _dodge_clicked(self, speed: int) -> None:
        order = o.Dodge(speed)
        if self._clicked_again(order):
            self.play_all((order,))

    def play_all(self, orders: Sequence[Any]) -> None:
        self._level = None
        super().play_all(orders)
