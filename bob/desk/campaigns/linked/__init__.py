"""The campaign of linked missions in its room."""
