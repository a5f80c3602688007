"""The carrier campaigns in the room of a campaign."""
