"""The plotting table: the map of the operations room with its counters, its layers, its small map, and the routes drawn on it."""

from __future__ import annotations

import bob.desk  # noqa: F401
from bob.desk.map.canvas import MapSettings
from bob.desk.map.layers import LAYERS, Layers
from bob.desk.map.minimap import Minimap
from bob.desk.map.printing import PrintOptions
from bob.desk.map.route import RouteOverlay, WayPoint
from bob.desk.map.widget import PlottingTable

__all__ = ["LAYERS", "Layers", "MapSettings", "Minimap", "PlottingTable", "PrintOptions", "RouteOverlay", "WayPoint"]
