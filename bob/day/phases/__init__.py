"""The sequence of play: each step of a turn, and the carrying out of orders."""
