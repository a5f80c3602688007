"""The games that can be played, by name: the one registry of kits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bob.campaigns.carriers.kit import KIT as CARRIERS
from bob.campaigns.land.kit import KIT as AIR_WAR
from bob.campaigns.linked.kit import KIT as CAMPAIGN
from bob.campaigns.low_raid.kit import KIT as LOW_RAID
from bob.core.errors import UsageError
from bob.core.game import Game
from bob.core.kit import Kit
from bob.staff.kit import day_kit
from bob.tactical.slot import Slot, Tactical, shipped


def _slot() -> Slot:
    """The tactical games among them, by name, sorted."""
    return {name: found for name, found in sorted(_KITS.items()) if isinstance(found, Tactical)}


_ALONE = (CAMPAIGN, AIR_WAR, CARRIERS, LOW_RAID)
_KITS: dict[str, Kit] = {found.name: found for found in (day_kit(_slot), *shipped().values(), *_ALONE)}


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_KITS)


def kit(name: str) -> Kit:
    """The kit of the game of that name. Raises UsageError."""
    if name not in _KITS:
        raise UsageError("error.one_of", option="GAME", choices=", ".join(_KITS), value=name)
    return _KITS[name]


@contextmanager
def registered(*kits: Kit) -> Iterator[None]:
    """Meanwhile these kits are among the games, too: for games that do not ship with the program."""
    before = dict(_KITS)
    _KITS.update({found.name: found for found in kits})
    try:
        yield
    finally:
        _KITS.clear()
        _KITS.update(before)


def game(name: str) -> Game[Any]:
    """The game of that name. Raises UsageError."""
    return kit(name).make()


def games() -> Mapping[str, Game[Any]]:
    """All games by name, as a save asks for them."""
    return {name: found.make() for name, found in _KITS.items()}
