"""Games in the terminal: pages of text, lines that are typed, one module for each game."""
