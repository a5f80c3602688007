"""The plotting table: the map of the operations room with its counters, its layers, its small map, and the routes drawn on it."""

from __future__ import annotations

import bob.desk  # noqa: F401
from bob.desk.plotting.canvas import TableSettings
from bob.desk.plotting.layers import LAYERS, Layers
from bob.desk.plotting.minimap import Minimap
from bob.desk.plotting.printing import PrintOptions
from bob.desk.plotting.route import RouteOverlay, WayPoint
from bob.desk.plotting.widget import MIME, PlottingTable

__all__ = ["LAYERS", "MIME", "Layers", "Minimap", "PlottingTable", "PrintOptions", "RouteOverlay", "TableSettings", "WayPoint"]
