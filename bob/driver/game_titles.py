"""What games are called where one is begun or shown."""

from __future__ import annotations

from bob.words import Words


def title_of(words: Words, game: str) -> str:
    """What a game is called; one without words goes by its name."""
    key = f"desk_game.title.{game}"
    return words(key) if words.has(key) else game.replace("_", " ").capitalize()


def start_told(words: Words, game: str) -> str:
    """What begins a game: a button or a line of a menu."""
    return words("desk_game.start", title=title_of(words, game))
