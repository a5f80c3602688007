"""The deeds whose walks are measured, and their figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tools.house.measures import Measure, Place
from tools.house.ratchet import Taken

DEEDS = {
    "menu": "filling the menu of a plot",
    "give": "giving a scramble from it, down to the rules and back, disk and told apart",
    "disk": "keeping the entry in the file",
    "told": "announcing the entry to all who listen at the desk",
    "repaint": "painting what changed",
}
FILES, CALLS = 0.05, 0.1
"""The parts by which the files and the calls of a walk may differ from one machine to another."""


def taken(walks: Mapping[str, Counter[str]]) -> tuple[Taken, ...]:
    """The figures of walks, and of all of them together: files and calls of each. A place is a file with its calls."""
    found = []
    every = sum(walks.values(), Counter[str]())
    for deed, calls in {**walks, "all": every}.items():
        meaning = DEEDS.get(deed, "a scramble, from the menu to the table painted")
        for name, what, slack in (("files", "files that are touched by", FILES), ("calls", "calls made by", CALLS)):
            places = tuple(
                Place(f"bob/{file}", 0, f"{count} calls", count if name == "calls" else 1)
                for file, count in sorted(calls.items(), key=lambda item: (-item[1], item[0]))
            )
            measure = Measure(f"walk_{deed}_{name}", f"{what} {meaning}", lambda _: (), slack=slack)
            found.append(Taken(measure, measure.figure(places), places))
    return tuple(found)
