"""Engagements at the desk: the sheet over the table, the choice of a resolver, dogfights by cards, the result of one's own table."""
