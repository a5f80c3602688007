"""Sound, off by default: synthesised here, and chosen only by events known to the seat at the screen."""
