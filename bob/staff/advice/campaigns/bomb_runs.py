"""Aircraft over a target, as a Log Sheet keeps them, for the scene of the bombing."""

from __future__ import annotations

from collections.abc import Sequence

from bob.campaigns.land.position import FLAK, AircraftFate, BombResult
from bob.staff.advice.campaigns.room_state import BOMB_CARD, BombRun, SceneCard
from bob.words import Words

MOST = 9
"""The most hits shown in a scene."""
MISS = "miss"


def bomb_runs(words: Words, names: Sequence[str], fates: Sequence[AircraftFate], results: Sequence[BombResult], side: str) -> list[BombRun]:
    """The aircraft of a side that bombed, or that the Flak brought down over the target. `names` are theirs, in the order of the fates."""
    found = []
    for place, fate in enumerate(fates):
        own = [result for result in results if result.craft == place]
        if fate.side == side and fate.overflew and (own or fate.by == FLAK):
            found.append(_run(words, names[place], fate, own))
    return found[:MOST]


def _run(words: Words, name: str, fate: AircraftFate, results: Sequence[BombResult]) -> BombRun:
    def say(key: str, **values: object) -> str:
        return words(f"desk_air_war.{key}", **values)

    cards = [SceneCard(BOMB_CARD, say("result", result=say(f"results.{r.result}"), points=r.points), r.result != MISS) for r in results]
    down = fate.by == FLAK
    said = words("desk_campaign.scene.down") if down else say("points", points=sum(result.points for result in results))
    way = ", ".join(say(f"mode.{mode}") for mode in dict.fromkeys(result.mode for result in results))
    return BombRun(fate.aircraft, name, way, 3 * down, "down" if down else "", None, said, tuple(cards))
