"""Advice from a seat's view, without a screen: proposals, estimates and warnings."""
