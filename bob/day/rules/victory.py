"""Victory points beside bombing (OPS-A15): each with where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bob.data.tables import ListTable


@dataclass(frozen=True, slots=True)
class Award:
    """Points for one kind of event."""

    rule: str
    code: str
    count: int
    points: float


def awards(table: ListTable, counts: Mapping[str, int]) -> list[Award]:
    """Return the points for the counts of events of each kind, in the order of the table; kinds without points are left out.

    Balloon points count only in full fours (OPS-A15.4). Raises KeyError for a kind that the table does not know.
    """
    unknown = set(counts) - {entry.code for entry in table.entries}
    if unknown:
        raise KeyError(sorted(unknown)[0])
    found = []
    for entry in table.entries:
        count = counts.get(entry.code, 0)
        points = float(entry.values["points"]) * (count // int(entry.values["each"]))
        if points:
            found.append(Award(entry.rule, entry.code, count, points))
    return found


def shot_down(side: str, *, bomber: bool, over_england: bool, aircraft: int = 1) -> dict[str, int]:
    """The events that losses in the air are for the score (OPS-A15.2, OPS-A15.3)."""
    if side == "raf":
        return {"raf_shot_down": aircraft} | ({} if over_england else {"raf_not_over_england": aircraft})
    kind = "bomber_shot_down" if bomber else "fighter_shot_down"
    return {kind: aircraft} | ({"luftwaffe_over_england": aircraft} if over_england else {})
