"""The command: a table of the measures, the places of one, or the figures written back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.house import __doc__ as about
from tools.house import ratchet
from tools.house.layout import CHECKOUT


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.house", description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=CHECKOUT, metavar="CHECKOUT", help="the checkout to measure")
    parser.add_argument("--places", metavar="NAME", help="list the places that a measure counted")
    parser.add_argument("--write", action="store_true", help="write the figures that got better")
    parser.add_argument("--accept", action="append", default=[], metavar="NAME", help="with --write: write this figure though it got worse")
    parser.add_argument("--walks", action="store_true", help="measure the walks of a scramble at the desk instead of the sources")
    asked = parser.parse_args(arguments)
    root = asked.root.resolve()
    if (asked.write or asked.walks) and root != CHECKOUT:
        parser.error("--write and --walks are for this checkout only")
    table = ratchet.WALKS if asked.walks else ratchet.SOURCES
    taken = walked() if asked.walks else ratchet.take(ratchet.measured(root))
    names = {one.measure.name: one for one in taken}
    for name in (*asked.accept, *([asked.places] if asked.places else [])):
        if name not in names:
            parser.error(f"{name} is no measure; there are {', '.join(names)}")
    if asked.places:
        one = names[asked.places]
        for place in sorted(one.places, key=lambda place: (-place.count, place)) if one.measure.largest else one.places:
            print(place)
        return 0
    if asked.write:
        ratchet.write(taken, table=table, accepted=asked.accept)
    baseline = ratchet.figures(table=table)
    show(taken, baseline)
    faults = ratchet.faults(taken, baseline, root, table) if root == CHECKOUT else []
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def walked() -> tuple[ratchet.Taken, ...]:
    """Walk a scramble. Qt is needed for that only."""
    from tools.house import deeds, walks

    return deeds.taken(walks.walked())


def show(taken: Sequence[ratchet.Taken], baseline: Mapping[str, int]) -> None:
    """Print measure, today, figure as written, and the meaning. A measure that is not held has no figure."""
    width = max(len(one.measure.name) for one in taken)
    print(f"{'measure':{width}}  {'today':>7}  {'written':>7}")
    for one in taken:
        figure = baseline.get(one.measure.name, "")
        print(f"{one.measure.name:{width}}  {one.figure:>7}  {figure:>7}  {one.measure.meaning}")


if __name__ == "__main__":
    sys.exit(main())
