"""The board of the hex dogfight at the screen."""
