"""Advice for Fighter Command: the alert ladder, the tote, squadrons as people."""
