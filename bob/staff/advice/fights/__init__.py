"""Advice for dogfights: the effect of an order, the lights, the question."""
