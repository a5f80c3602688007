"""The side of a member who joins a room: its event stream, keys and state."""
