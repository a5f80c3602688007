"""Games by post at the desk: a side's sheet opened and answered, and the office for whoever keeps a game."""

import bob.desk  # noqa: F401
