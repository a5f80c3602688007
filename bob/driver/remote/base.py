"""The common base of both kinds of a game hosted elsewhere, and the choice between them by seat."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from bob.core.codec import CodecError, decode
from bob.core.errors import BobError, Refused
from bob.core.game import REFEREE, Game
from bob.core.record import Header
from bob.driver.interface import AnyDriver
from bob.driver.wire import WIRE, WireError
from bob.files import Cipher
from bob.games import games

if TYPE_CHECKING:
    from bob.driver.remote.outbox import Outbox


class AnyRemoteDriver(AnyDriver, Protocol):
    """A game at the screen that is played elsewhere."""

    outbox: Outbox
    looks_on: bool
    """True for an observer."""
    drafts: dict[str, Any]
    keep_drafts: Callable[[], None]
    on_news: Callable[[], None]
    """Called when something may have changed, after all entries of a message."""
    on_restored: Callable[[int], None]
    """Called when the game has restarted from the entry of that number."""
    wanted: Callable[[int], None]
    """Asks the host for the view of the seat after the item of that number."""
    seen: Callable[[int], None]
    """Called when the view of the seat after the entry of that number has arrived."""

    @property
    def mark(self) -> str:
        """The mark from which the line is resumed."""
        ...

    @property
    def reached(self) -> int:
        """The length of the log of the seat."""
        ...

    @property
    def seat(self) -> str: ...
    @property
    def others(self) -> tuple[str, ...]:
        """The seats of the game but this one."""
        ...

    def tell(self, message: Mapping[str, Any]) -> None:
        """Take a `state` or `on_news`. Raises WireError where it does not follow: then the whole is to be asked for."""
        ...

    def has_view(self, number: int) -> bool:
        """Return whether the view of the seat after the entry of that number is here."""
        ...

    def ask_view(self, number: int) -> None:
        """Ask for it."""
        ...

    def put_view(self, number: int, view: Any) -> None:
        """Store the view of the seat after the item of that number in its log. Raises WireError."""
        ...


def check_program(state: Mapping[str, Any]) -> Game[Any]:
    """The game of a state. Raises BobError when host and desk are not of one kind: another form of messages, another game or rules."""
    if state.get("wire") != WIRE:
        raise BobError("wire.other_form")
    game = games().get(str(state.get("game")))
    if game is None or state.get("rules") != game.rules_by_game():
        raise BobError("wire.other_rules")
    return game


def header_of(state: Mapping[str, Any], game: Game[Any]) -> Header:
    """Return the part of the header that a seat may know. Raises WireError."""
    scenario, options = state.get("scenario"), state.get("options")
    if not isinstance(scenario, str) or not isinstance(options, dict):
        raise WireError
    return Header(game.name, scenario, "", options, rules=game.rules_by_game())


def record_header(state: Mapping[str, Any]) -> tuple[Header, list[Any]]:
    """The header and the lines of the entries that the referee is sent. Raises WireError."""
    try:
        record = state["record"]
        if record["since"]:
            raise BobError("wire.other_rules")
        return decode(Header, record["header"]), list(record["entries"])
    except (KeyError, TypeError, CodecError) as error:
        raise WireError from error


def remote_driver(state: Mapping[str, Any]) -> AnyRemoteDriver:
    """The game of a first message: the referee's with its record, any other as one seat has it. Raises BobError."""
    from bob.driver.remote.replica import RemoteReferee
    from bob.driver.remote.side import RemoteDriver

    return RemoteReferee(state) if state.get("seat") == REFEREE and "record" in state else RemoteDriver(state)


class KeptElsewhere:
    """A part in a game that its host keeps: only drafts are kept on this machine."""

    drafts: dict[str, Any]
    keep_drafts: Callable[[], None]

    def draft(self, seat: str, key: str) -> Any:
        return self.drafts.get(key)

    def put_draft(self, seat: str, key: str, value: Any) -> None:
        """Keep a JSON value beside the game, on this machine; None takes it away."""
        if value is None:
            self.drafts.pop(key, None)
        else:
            self.drafts[key] = value
        self.keep_drafts()

    def keep_in(self, path: str | os.PathLike[str], cipher: Cipher | None = None) -> None:
        self._played_elsewhere()

    def branched(self, path: str | os.PathLike[str], number: int) -> NoReturn:
        self._played_elsewhere()

    def _played_elsewhere(self) -> NoReturn:
        raise Refused("wire.kept_elsewhere")
