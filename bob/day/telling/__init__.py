"""Events, refusals, views and faults of a day in words and tables."""
