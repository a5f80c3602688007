"""The plotting table: the map of the operations room with its counters, its layers, its small map, and the routes drawn on it."""

from __future__ import annotations

import bob.desk  # noqa: F401
from bob.desk.table.canvas import TableSettings
from bob.desk.table.layers import LAYERS, Layers
from bob.desk.table.minimap import Minimap
from bob.desk.table.printing import PrintOptions
from bob.desk.table.route import RouteOverlay, WayPoint
from bob.desk.table.widget import MIME, PlottingTable

__all__ = ["LAYERS", "MIME", "Layers", "Minimap", "PlottingTable", "PrintOptions", "RouteOverlay", "TableSettings", "WayPoint"]
