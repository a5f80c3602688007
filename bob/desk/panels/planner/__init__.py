"""The Luftwaffe's planning room: raids, routes, times, and the faults of the plan."""

from bob.desk.panels.planner.planner import Planner

__all__ = ["Planner"]
