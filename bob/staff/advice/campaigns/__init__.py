"""Advice for campaigns: prospects of a mission, and its chronicle."""
