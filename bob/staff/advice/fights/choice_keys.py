"""The keys of the orders of a list."""

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""The keys of orders, in the order of their lines."""
LEAVE = "0"
"""The key of the order that leaves it: pass, done, end. So does the space bar."""
