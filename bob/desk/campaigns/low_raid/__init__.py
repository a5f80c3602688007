"""The low-level raid, alone, in the room of a campaign."""
