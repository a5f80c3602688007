"""The land campaigns of the Battle: missions drawn by card, Resources, pilots from a cup, flights fought by cards."""
