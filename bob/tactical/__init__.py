"""The tactical games that fight out an interception."""
