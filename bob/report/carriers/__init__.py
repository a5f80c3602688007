"""The report of a carrier campaign."""
