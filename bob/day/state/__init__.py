"""The position of a day, its orders, and the view of a seat: typed data."""
