"""Engagements at the desk: the sheet over the table, the choice of a resolver, the dogfights of the day, the result of an own table."""
