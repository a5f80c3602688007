"""The report of a land campaign."""
