"""The boards of the tactical games, and engagements of the day on them."""
