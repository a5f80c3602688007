"""The parts beside a plan to drag onto it, made from the open orders: loads, and the next Skilled Crew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from bob.campaigns.land.orders import SetCrew, SetLoad
from bob.staff.advice.campaigns.room_state import ABOARD, LOADED, PlanPart
from bob.words import Words


@dataclass(frozen=True, slots=True)
class Together:
    """One line of the list for several orders: a load for every group that may take it."""

    code: ClassVar[str] = "together"
    orders: tuple[Any, ...]


def loads_together(listed: Iterable[Any]) -> list[Together]:
    """The loads that several groups may take, each for all of them."""
    by_load: dict[str, list[Any]] = {}
    for order in listed:
        if isinstance(order, SetLoad):
            by_load.setdefault(order.load, []).append(order)
    return [Together(tuple(found)) for found in by_load.values() if len(found) > 1]


def together_text(words: Words, together: Together) -> str:
    """Such a line."""
    load = words(f"air_war.load.{together.orders[0].load}")
    return words("desk_campaign.load_of_all", count=len(together.orders), load=load)


def token_number(group: int) -> str:
    """Return the label of a group on the plan."""
    return str(group + 1)


def load_parts(words: Words, listed: Iterable[Any]) -> list[PlanPart]:
    """Return the loads to choose from, each with the groups that may take it."""
    open_: dict[str, list[tuple[str, tuple[Any, ...]]]] = {}
    for order in listed:
        if isinstance(order, SetLoad):
            open_.setdefault(order.load, []).append((token_number(order.group), (order,)))
    how = words("desk_campaign.part_told.load")
    return [PlanPart(LOADED, text, tuple(drops), hint=f"{text}\n{how}") for load, drops in open_.items() for text in [_load(words, load)]]


def _load(words: Words, load: str) -> str:
    text = words(f"air_war.load.{load}")
    return text[:1].upper() + text[1:]


def crew_parts(words: Words, listed: Iterable[Any], crew: str, skills: str) -> list[PlanPart]:
    """The Skilled Crew that is to go aboard next; nothing where no aircraft is open to it."""
    seats: dict[int, list[SetCrew]] = {}
    for order in listed:
        if isinstance(order, SetCrew):
            seats.setdefault(order.group, []).append(order)
    drops = tuple([(token_number(group), tuple(sorted(found, key=lambda o: o.aircraft))) for group, found in seats.items()])
    return [PlanPart(ABOARD, crew, drops, hint=f"{skills}\n{words('desk_campaign.part_told.crew')}")] if drops else []
