"""Advice for the Luftwaffe's planner: drafts, timing, faults mended, routes surveyed."""
