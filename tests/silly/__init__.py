"""Players who are silly on purpose, and missions against a sound pilot: none is to win by it."""
