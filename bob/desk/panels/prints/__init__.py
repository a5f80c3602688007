"""Sheets for the printer: the map as seen, squadron states, raid orders, the log, the report of the day; as PDF, SVG or on paper."""

from bob.desk.panels.prints.export import KINDS, check, endings, export, kinds, prepare, prepare_note, preview, print_on
from bob.desk.session.leaves import Leaves, write

__all__ = ["KINDS", "Leaves", "check", "endings", "export", "kinds", "prepare", "prepare_note", "preview", "print_on", "write"]
