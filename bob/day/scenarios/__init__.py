"""Scenarios and plans as files, and days drawn by dice."""
