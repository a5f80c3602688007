"""Contents of the map for a view: counters, their places, motion and descriptions."""
