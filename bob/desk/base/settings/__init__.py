"""What a person has chosen and keeps, the box in which it is chosen, and the keys."""

from bob.desk.base.settings.preferences import LANGUAGE_NAMES, SPEEDS, TEXT_SIZES, THEMES, Settings

__all__ = ["LANGUAGE_NAMES", "SPEEDS", "TEXT_SIZES", "THEMES", "Settings"]
