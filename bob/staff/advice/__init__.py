"""Advice from a seat's view, without a screen: what is proposed, reckoned and warned of."""
