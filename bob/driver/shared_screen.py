"""A screen or a keyboard that the persons of a game share: the person at it, the person called to it, and the views it may show."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

from bob.core.errors import Refused
from bob.core.game import REFEREE

if TYPE_CHECKING:
    from bob.driver.local import Driver


class Screen:
    """One screen, and the person at it; without persons in the game, that person is the referee."""

    def __init__(self, driver: Driver) -> None:
        self._driver = weakref.ref(driver)
        """A weak reference, so that a sitting without other references is freed at once: a host has many."""
        persons, to_move = driver.outside, driver.match.to_move
        first = next((seat for seat in persons if seat in to_move), None)
        self.seat = first or (REFEREE if REFEREE in persons or not persons else persons[0])
        """The seat of the person at the screen."""

    @property
    def _game(self) -> Driver:
        driver = self._driver()
        assert driver is not None
        return driver

    @property
    def waiting(self) -> str | None:
        """The person who owes a decision first; the one at the screen if that is one of them."""
        to_move = self._game.asked_seats
        return self.seat if self.seat in to_move else to_move[0] if to_move else None

    @property
    def called(self) -> str | None:
        """The person for whom the one at the screen has to make room; a referee stays."""
        waiting = self.waiting
        return waiting if waiting not in (None, self.seat) and self.seat != REFEREE else None

    def sit(self, seat: str) -> None:
        """Let another person sit down. Raises Refused for a seat that no person plays."""
        if seat not in self._game.outside:
            raise Refused("sitting.not_a_person")
        self.seat = seat

    def may_look(self, seat: str) -> bool:
        """Return whether the screen may show the view of a seat: for the referee all views, for all persons when the game is over."""
        return seat == self.seat or self.seat == REFEREE or self._game.is_over

    def look(self, seat: str) -> None:
        """Raise Refused unless the screen may have the eyes of that seat."""
        if not self.may_look(seat):
            raise Refused("sitting.secret")
