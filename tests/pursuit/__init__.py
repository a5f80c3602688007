"""Pursuit: a tactical game of a page that lives in the tests alone. It shows what a game needs to be in the day: docs/adding-a-game.md."""
