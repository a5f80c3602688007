"""What the map shows of a view: counters, their places, motion and descriptions."""
