"""Sound, off unless somebody wants it: made by our own reckoning, chosen only by what the seat at the screen has heard of."""
