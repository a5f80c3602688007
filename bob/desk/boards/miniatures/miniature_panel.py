"""The sheet of a miniatures dogfight: the cloth, the decision, the dice, the orders, the hand, the aircraft, the log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from bob.chart.coast import Lie
from bob.core.game import Event
from bob.core.kit import seat_text
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.miniatures.board import MiniatureBoard
from bob.desk.boards.miniatures.decision import Bundle, MiniatureDecisionColumn
from bob.desk.boards.miniatures.roster import MiniatureRoster
from bob.desk.boards.shared.board_panel import BoardPanel
from bob.desk.boards.shared.card_hand import CardFace, CardHand
from bob.desk.boards.shared.lists import ORDER
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.fights.choice_keys import LEAVE
from bob.staff.advice.fights.miniatures_drafts import CloudDraft, MiniatureDraft, PlaceDraft, drafts
from bob.staff.advice.fights.miniatures_naming import LETTERS, MEASURE, STEERING, card_in, miniature_teller_of
from bob.staff.advice.fights.miniatures_pointing import MiniatureMeaning, MiniaturePointing
from bob.staff.advice.fights.miniatures_throws import Throws
from bob.staff.advice.fights.miniatures_tooltips import MiniatureTooltips
from bob.tactical.miniatures import hints
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.data import MiniatureTables
from bob.tactical.miniatures.position import MiniaturePosition
from bob.tactical.miniatures.rules import standing
from bob.tactical.miniatures.rules.geometry import Spot
from bob.tactical.miniatures.telling import MiniatureTeller
from bob.tactical.miniatures.view import MiniatureTableView, imagined

STRIPES = {"trait": "ink", "doctrine": "brass", "theatre": "slate", "ability": "red"}
"""The tone of a card's edge, by its kind."""


def faces_of(cards: Iterable[str], teller: MiniatureTeller) -> list[CardFace]:
    """The faces of cards as they are held."""
    return [_face(held, teller) for held in cards]


def _face(held: str, teller: MiniatureTeller) -> CardFace:
    names = teller.names
    card = teller.tables.card(held)
    when = f"{names.kind(held)} · {names.retention(held)}"
    text = names.text(held)
    if card.bonus is not None:
        text += " " + teller.words("desk_skies.held.bonus", card=names.card(card.bonus))
    if card.reaction:
        when += " · " + teller.words("desk_skies.held.reaction")
    return CardFace(held, names.card(held), when, text, STRIPES[card.kind])


class MiniaturePanel(BoardPanel):
    """The table of a miniatures dogfight, by itself or within the day."""

    keys = frozenset(LETTERS + LEAVE)
    settings_name = "skies"

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(settings, table, parent)
        self.position: MiniaturePosition | None = None
        self.pointing: MiniaturePointing | None = None
        self.meaning: MiniatureMeaning | None = None
        self.drafts: list[MiniatureDraft] = []
        self.throws = Throws(self.tables)
        self.board = MiniatureBoard(settings)
        self.board.pointed.connect(self._point)
        self.board.clicked.connect(self._clicked)
        self.board.doubled.connect(self._doubled)
        self.board.level_asked.connect(self._wheeled)
        self.board.nudged.connect(self.nudge)
        self.board.swung.connect(self._swung)
        self.hand = CardHand(settings)
        self.hand.picked.connect(self.card_picked)
        self.hand.taken.connect(lambda _: self.take_only())
        self.roster = MiniatureRoster(settings)
        self.roster.picked.connect(self._look_at)
        self.side = MiniatureDecisionColumn(settings, self.table, self.notice)
        self.lay_out(self.board, self.hand, self.roster, self.side)

    @property
    def tables(self) -> MiniatureTables:
        found: MiniatureTables = self.table.game.tables  # type: ignore[attr-defined]
        return found

    def begin(self) -> None:
        """Let the game go on, and take the keys; the lesson brings its coach."""
        super().begin()
        from bob.desk.boards.miniatures.miniature_lesson import MiniatureCoach, is_miniature_lesson

        if self.coach is None and is_miniature_lesson(self.table):
            self.teach(MiniatureCoach(self, self))

    # ---- words and showing

    def teller(self) -> MiniatureTeller:
        return miniature_teller_of(self.settings.words, self.tables, self.table.view, self.table.models)

    def show_nothing(self) -> None:
        self.position = self.pointing = self.meaning = None
        self.drafts = []
        self.throws.forget()
        self.board.steered = self.board.placing = False
        self.board.show_view(None)
        self.hand.show_cards((), frozenset(), "")
        self.roster.show_position(None, None)
        self.side.fill_log(self.teller())

    def show_game(self, view: MiniatureTableView, events: Sequence[Event]) -> None:
        teller, choices = self.teller(), self.table.choices
        self.position = imagined(view, self.tables)
        self.pointing = MiniaturePointing(self.position, view.seat, choices.listed)
        self.drafts = drafts(self.position, choices.described)
        self.looked = self.looked if 0 <= self.looked < len(view.aircraft) else -1
        self.board.lie = self.table.lie or Lie()
        self.board.squadrons = tuple(
            [
                (side, which, view.chits[side][which], self._squadron_text(view, self.position, side, which))
                for side in (0, 1)
                for which in standing.squadrons(self.position, side)
            ]
        )
        self.board.aces = {code: ace.name for code, ace in self.tables.aces.items()}
        self.board.show_view(view, events)
        self.roster.show_position(self.position, teller)
        self.board.setAccessibleDescription(self.roster.describe())
        self.side.tray.show_throws(self.throws.follow(view, events, teller), teller)
        self.show_head()
        self.fill()
        self.side.fill_log(teller)
        self.side.ask(teller)
        if self.drafts and self.orders.hasFocus():
            self.board.setFocus()  # the arrows steer there

    def turn_text(self, view: MiniatureTableView) -> str:
        words = self.settings.words
        if not view.turn:
            return words("desk_skies.before")
        return words("desk_skies.turn", turn=view.turn, turns=view.terms.turns)

    def score_text(self, view: MiniatureTableView) -> str:
        """Each squadron's chits of those that it bears; bomb hits where there is something to bomb. All of it in words as its tip."""
        words, position = self.settings.words, imagined(view, self.tables)
        short, long = [], []
        for side, seat in enumerate(view.seats):
            which = standing.squadrons(position, side)
            borne = [f"{view.chits[side][w]}/{standing.strength(position, side, w)}" for w in which]
            short.append(words("desk_skies.score.short", seat=seat_text(words, seat), chits="  ".join(borne)))
            long += [self._squadron_text(view, position, side, w) for w in which]
        strike = view.terms.strike
        if strike is not None:
            short.append(words("desk_skies.score.hits", hits=view.hits, needed=strike.hits))
        self.score.setToolTip("\n".join(long))
        return "    ".join(short)

    def _squadron_text(self, view: MiniatureTableView, position: MiniaturePosition, side: int, which: int) -> str:
        words = self.settings.words
        name = seat_text(words, view.seats[side])
        if len(standing.squadrons(position, side)) > 1:
            name = words("desk_skies.score.squadron", seat=name, squadron=self.teller().squadron(which))
        more = hints.bears(position, side, which)
        key = "broken" if view.broken[side][which] else "bears" if more >= 0 else "too_many"
        return words(f"desk_skies.score.{key}", name=name, chits=view.chits[side][which], more=more)

    def hand_needs(self) -> int:
        return self.hand.needed()

    def row_needs(self) -> int:
        return self.roster.needed()

    def is_passing(self, listed: tuple[Any, ...]) -> bool:
        return listed == (o.NoMore(),)

    def name_on_table(self, number: int) -> str:
        return self.teller().name(number)

    def fallen(self, event: Event) -> str:
        if event.code != "down" or self.position is None:
            return ""
        seen = self.position.aircraft[event.data["aircraft"]]
        return f"{self.teller().name(seen.number)}, {seen.type.name}" if seen.ace else ""

    def fill(self) -> None:
        if self.position is None:
            return
        self.side.fill(self.teller(), self.position, self.drafts, self.only_card)
        self.row_changed()

    # ---- the selection

    @property
    def draft(self) -> MiniatureDraft | None:
        """Return the current draft: the selected line of the list."""
        armed = self.armed
        return armed if isinstance(armed, MiniatureDraft) else None

    def row_changed(self) -> None:
        armed, view = self.armed, self.table.view
        draft = self.draft
        self.board.steered, self.board.placing = draft is not None, isinstance(draft, PlaceDraft)
        if view is not None:
            listed = [card_in(order) for order in self.table.choices.listed]
            legal = frozenset([*listed, *[str(d.only("card") or "") for d in self.drafts]]) - {""}
            chosen = card_in(draft.order if draft is not None else armed) or self.only_card
            text = self.settings.words("desk_skies.no_hand")
            self.hand.show_cards(faces_of(view.hand, self.teller()), legal, chosen, text)
        self._point()

    def _point(self) -> None:
        """Light and describe the pointed thing or the draft."""
        pointing, board, position = self.pointing, self.board, self.position
        if pointing is None or position is None or self.busy:
            return
        teller, draft = self.teller(), self.draft
        slips = MiniatureTooltips(self.settings.words, teller, theme.look(self.settings), position)
        lights = pointing.base(self.looked, self.armed, board.measured)
        over = board.over
        number = board.aircraft_at(over)
        if over is None or (board.steered and board.keyed):
            self.meaning = pointing.drawn(lights, draft, slips) if draft is not None else None
        else:
            before = draft.order if draft is not None else None
            place = self.roster.why(position.aircraft[number]).partition("\n")[2] if number >= 0 else ""
            self.meaning = pointing.read(lights, over, number, draft, slips, place)
            if draft is not None and draft.order != before:
                self.side.retell(teller, position, draft)
        meaning = self.meaning
        board.light(meaning.lights if meaning is not None else lights)
        slip = meaning.slip if meaning is not None and over is not None else ""
        board.say(slip)
        if board.keyed or board.steered:
            board.setAccessibleDescription(slips.plain(meaning.slip) if meaning is not None else "")
        there = meaning.aircraft if meaning is not None else -1
        shown = there if there >= 0 else self.looked if self.looked >= 0 else pointing.active
        self.roster.show_card(shown, (lights.chosen | lights.movable | {there}) - {-1})

    def _look_at(self, number: int) -> None:
        """Look at an aircraft: its chip was clicked. One that may be activated is armed."""
        view = self.table.view
        if view is None:
            return
        self.looked = -1 if self.looked == number else number
        if self.looked >= 0 and not view.aircraft[number].out:
            self.board.camera.see(view.aircraft[number].at)
            self.orders.arm(o.ActivateOne(number))
        self._point()

    def never_mind(self) -> None:
        if not self.board.put_stick_away():
            super().never_mind()

    # ---- steering

    def nudge(self, ahead: int, turn: int, fine: bool) -> None:
        """Steer the draft by the keys: steps ahead, turns to the right."""
        draft, position = self.draft, self.position
        if draft is None or position is None:
            return
        if isinstance(draft, PlaceDraft | CloudDraft):
            draft.shift(turn, -ahead, fine)
        else:
            draft.nudge(ahead, turn, fine)
        self._steered(draft, position)

    def _steered(self, draft: MiniatureDraft, position: MiniaturePosition) -> None:
        self.board.keyed = True
        self.side.retell(self.teller(), position, draft)
        self._point()

    def _wheeled(self, steps: int) -> None:
        draft, position = self.draft, self.position
        if draft is not None and position is not None:
            draft.wheel(steps)
            self._steered(draft, position)

    def _swung(self, to: Spot) -> None:
        draft, position = self.draft, self.position
        if isinstance(draft, PlaceDraft) and position is not None:
            draft.look_to(to)
            self._steered(draft, position)

    # ---- choosing

    def _clicked(self, at: Spot) -> None:
        """The cloth was clicked: do what that means, or mark it when it wants a second click."""
        meaning = self.meaning
        if meaning is None or meaning.order is None:
            if meaning is not None and meaning.aircraft >= 0:
                self._look_at(meaning.aircraft)
            return
        if self.draft is not None and meaning.order == self.draft.order:
            self.play_all((self.draft,))
        elif meaning.firm and self.armed != meaning.order:
            self.orders.arm(meaning.order)
        else:
            self.play_all((meaning.order,))

    def _doubled(self, at: Spot) -> None:
        meaning = self.meaning
        if meaning is not None and meaning.firm and meaning.order is not None:
            self.play_all((meaning.order,))

    def play_all(self, orders: Sequence[Any]) -> None:
        found: list[Any] = []
        for order in orders:
            found += order.orders if isinstance(order, Bundle) else [order.order if isinstance(order, MiniatureDraft) else order]
        super().play_all(found)

    # ---- the keys

    def pressed(self, event: QKeyEvent) -> bool:
        text = event.text().lower()
        plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        draft, position = self.draft, self.position
        if plain and draft is not None and position is not None and text in STEERING:
            ahead, turn, fine = STEERING[text]
            if isinstance(draft, PlaceDraft) and not ahead:
                draft.nudge(0, turn, fine)
                self._steered(draft, position)
            else:
                self.nudge(ahead, turn, fine)
            return True
        if plain and text == MEASURE:
            self.board.measure()
            return True
        if event.key() == Qt.Key.Key_Escape and self.board.put_stick_away():
            return True
        return super().pressed(event)

    def take_key(self, event: QKeyEvent, keys: Collection[str]) -> bool:
        """The key of something that is drawn up chooses it; of any other order gives it."""
        item = self.orders.keyed(event.text().lower())
        if item is not None and isinstance(item.data(ORDER), MiniatureDraft):
            self.orders.setCurrentItem(item)
            return True
        return super().take_key(event, keys)
