"""The Luftwaffe's planning room: raids, routes, times, and what speaks against them."""

from bob.desk.planner.planner import Planner

__all__ = ["Planner"]
