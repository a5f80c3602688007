"""The report of a low-level raid."""
