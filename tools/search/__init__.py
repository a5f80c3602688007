"""A search over plans and doctrines that tries to break a day as a clever player would (OPS-D5)."""
