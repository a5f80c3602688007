"""The first screen: go on, learn it, or set a game up."""
