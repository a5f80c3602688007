"""The position of a day, its orders, and what a seat may see of it: typed data."""
