"""The alert ladder: the threats in order, and the squadrons sent against each."""
