"""Radio calls to a raid in the air (OPS-C4.2), as the menus of planner and table offer them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bob.day.rules.in_flight import ALOFT
from bob.day.state.orders import ChangeHeight, LendEscorts, Recall, ToSecondary
from bob.day.state.raid_plan import ESCORT_ROLES
from bob.day.state.view import LuftwaffeView, RaidView
from bob.day.telling.period_names import Names
from bob.words import Words


def calls(words: Words, names: Names, view: LuftwaffeView, raid: RaidView) -> Iterator[tuple[str, Any]]:
    """Yield every call to a raid that flies, with its text; the game decides whether it is legal now."""
    if raid.state not in ALOFT:
        return
    code = raid.plan.code
    yield words("desk_planner.call.recall"), Recall(code)
    if raid.plan.secondary is not None:
        yield words("desk_planner.call.secondary", target=names.target(words, raid.plan.secondary)), ToSecondary(code)
    yield words("desk_planner.call.up"), ChangeHeight(code, True)
    yield words("desk_planner.call.down"), ChangeHeight(code, False)
    escorts = tuple(u.unit for u in raid.units if u.state == "with_raid" and u.role in ESCORT_ROLES and u.strength > 0)
    if escorts:
        for other in view.raids:
            if other.plan.code != code and other.state == "flying":
                yield (
                    words("desk_planner.call.escorts", raid=names.raid(words, other.plan.code)),
                    LendEscorts(code, other.plan.code, escorts),
                )


def radio_text(words: Words, view: LuftwaffeView, raid: RaidView) -> str:
    """Return the text about the call to a raid, or until when it is out of contact; empty for neither."""
    if raid.called is not None:
        return words("desk_planner.calling", call=words(f"log.call.{raid.called.kind}"))
    if raid.state in ALOFT and raid.deaf >= view.turn:
        return words("desk_planner.deaf", time=view.common.time_of(raid.deaf + 1))
    return ""
