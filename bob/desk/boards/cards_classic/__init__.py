"""The sheet of a flight by the classic cards: a Mission or Strike by itself, and inside a campaign."""
