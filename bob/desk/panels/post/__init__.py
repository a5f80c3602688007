"""Games by post at the desk: a side's sheet opened and answered, and the office for the keeper of a game."""

import bob.desk  # noqa: F401
