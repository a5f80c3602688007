"""Sheets for the printer: the map as seen, squadron states, raid orders, the log, the report of the day; as PDF, SVG or on paper."""

from bob.desk.sheets.export import KINDS, export, kinds, preview

__all__ = ["KINDS", "export", "kinds", "preview"]
