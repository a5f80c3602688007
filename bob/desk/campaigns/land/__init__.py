"""The land campaigns in their room."""
