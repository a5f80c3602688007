"""The forecast at the desk: how the plan, or the day from now on, may go, growing while one looks."""

from bob.desk.panels.forecast.panel import ForecastPanel

__all__ = ["ForecastPanel"]
