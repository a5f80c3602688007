"""The box of the settings, page by page."""
