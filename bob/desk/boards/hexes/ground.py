"""The country under a hex dogfight."""

from __future__ import annotations

from bob.chart.coast import Lie
from bob.core.hexes import centre
from bob.desk.boards.hexes.camera import bounds
from bob.desk.boards.shared.ground import Country, country_of
from bob.tactical.hexes.position import HexTerms


def country(terms: HexTerms, lie: Lie) -> Country:
    """The country of a fight that is flown over this: its coast keeps clear of the ships."""
    flown = "/".join(m.type for player in terms.players for m in player.aircraft[:2])
    area = bounds(terms.columns, terms.rows)
    room = area.left(), area.top(), area.right(), area.bottom()
    return country_of(room, tuple([centre(ship.at, 1.0) for ship in terms.ships]), f"{terms.columns}x{terms.rows}/{flown}", lie)
