"""The alert ladder: what threatens, in order, and who is sent against it."""
