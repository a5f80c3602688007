"""The titles of games in menus and windows."""

from __future__ import annotations

from bob.words import Words


def title_of(words: Words, game: str) -> str:
    """Return the title of a game; its name where it has no words."""
    key = f"desk_game.title.{game}"
    return words(key) if words.has(key) else game.replace("_", " ").capitalize()


def start_text(words: Words, game: str) -> str:
    """Return the label of the button or the menu's line that begins a game."""
    return words("desk_game.start", title=title_of(words, game))
