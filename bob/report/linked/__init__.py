"""The report of linked missions."""
