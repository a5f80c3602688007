"""The fourteen weather zones, in the order of the map's file (OPS-A11.zones)."""

from __future__ import annotations

ZONES = [
    "filton",
    "middle_wallop",
    "tangmere",
    "kenley",
    "biggin_hill",
    "hornchurch",
    "north_weald",
    "northolt",
    "debden",
    "duxford",
    "london",
    "english_channel",
    "dover_straits",
    "north_sea",
]
