"""The saved choices of a person, the box for them, and the keys."""

from bob.desk.base.settings.preferences import LANGUAGE_NAMES, SPEEDS, TEXT_SIZES, THEMES, Settings

__all__ = ["LANGUAGE_NAMES", "SPEEDS", "TEXT_SIZES", "THEMES", "Settings"]
