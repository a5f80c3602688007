"""Advice for dogfights: what an order would come to, what is lit, what is asked."""
