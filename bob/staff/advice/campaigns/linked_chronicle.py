"""A seat's knowledge of each mission of a campaign, gathered from its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bob.core.game import Event

ACTED, FIRED = "action", "bomber_fires"


@dataclass(slots=True)
class CraftAccount:
    """An aircraft of a mission, and what became of it."""

    number: int
    side: str
    type: str
    pilot: str = ""
    loaded: bool = False
    damaged: bool = False
    lost: bool = False
    by_flak: bool = False
    victories: int = 0


@dataclass(slots=True)
class BombDrop:
    """A bomber over its target: its pattern, the hits of the guns, the bombs; None for one that dropped none."""

    number: int
    pattern: str
    hits: int = 0
    fate: str = ""
    bombs: int | None = None


@dataclass(slots=True)
class MissionAccount:
    """A mission as reported to the seat."""

    number: int
    crafts: dict[int, CraftAccount] = field(default_factory=dict)
    drops: dict[int, BombDrop] = field(default_factory=dict)
    flak: str = ""
    flak_value: int = 0
    begins: int = 0
    """The place in the log of the start of its flight, if any."""
    flying: bool = False

    def of(self, side: str) -> Iterator[CraftAccount]:
        """The aircraft of a side."""
        return (craft for craft in self.crafts.values() if craft.side == side)


def gather(log: Iterable[Event]) -> list[MissionAccount]:
    """The missions of a log, the one in hand last."""
    found: list[MissionAccount] = []
    hunters: dict[int, int] = {}
    for at, event in enumerate(log):
        data = event.data
        if event.code == "mission":
            found.append(MissionAccount(data["number"]))
            hunters.clear()
            continue
        if not found:
            continue
        mission = found[-1]
        craft = mission.crafts.get(data.get("aircraft", -1)) if isinstance(data.get("aircraft", -1), int) else None
        if event.code == "begins":
            mission.begins, mission.flying = at + 1, True
        elif event.code == "revealed" and mission.flying:
            pilot = "" if data["pilot"] == "none" else data["pilot"]
            mission.crafts[data["aircraft"]] = CraftAccount(data["aircraft"], data["seat"], data["type"], pilot, data["loaded"])
        elif event.code in (ACTED, FIRED):
            hunters[data["target"]] = data["aircraft"]
        elif event.code == "bombing":
            mission.flying = False
            mission.drops[data["aircraft"]] = BombDrop(data["aircraft"], data["pattern"])
        elif event.code == "flak":
            mission.flak, mission.flak_value = data["pattern"], data["flak_value"]
        elif event.code == "bombs":
            mission.drops[data["aircraft"]].bombs = data["bombs"]
        elif event.code == "target":
            mission.flying = False
        elif craft is not None:
            _befell(mission, craft, event, hunters)
    return found


def _befell(mission: MissionAccount, craft: CraftAccount, event: Event, hunters: dict[int, int]) -> None:
    """Hits, damage and losses, in the fight or over the target."""
    drop = mission.drops.get(craft.number)
    if event.code == "hit" and drop is not None:
        drop.hits = event.data["hits"]
    elif event.code == "flipped":
        craft.damaged = True
        if drop is not None:
            drop.fate = "damaged"
    elif event.code == "shot_down":
        craft.lost, craft.by_flak = True, drop is not None
        if drop is not None:
            drop.fate = "down"
        elif (hunter := mission.crafts.get(hunters.get(craft.number, -1))) is not None and hunter.side != craft.side:
            hunter.victories += 1
