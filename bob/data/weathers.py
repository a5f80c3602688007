"""The kinds of weather, and their effects on flying."""

from __future__ import annotations

WEATHERS = ("fair", "scattered", "haze", "cloudy", "dense_haze", "overcast", "fog", "rain")
"""The mildest first."""

BAD = frozenset(("overcast", "fog", "rain"))
CLOUD = frozenset(("cloudy", "overcast", "fog", "rain"))
"""In which a unit is not seen."""
HAZE = frozenset(("haze", "dense_haze"))
