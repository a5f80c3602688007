"""Campaigns around card dogfights: linked missions, and the campaigns beside them."""
