"""The lessons: which there are, how far each was taken, and the game in which it was left."""

from __future__ import annotations

from pathlib import Path

from bob.desk.base.settings import Settings

FIRST_RAID, DOGFIGHT, PLANNING = "first_raid", "dogfight", "planning"
COURSES = (FIRST_RAID, DOGFIGHT, PLANNING)
DONE = "done"


class LessonBook:
    """The lessons in the settings. An unfinished one resumes at its step, in its game."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def _stored(self, course: str, what: str) -> str:
        return self.settings.remembered(f"course/{course}/{what}")

    def _keep(self, course: str, what: str, value: str) -> None:
        self.settings.remember(f"course/{course}/{what}", value)

    def is_done(self, course: str) -> bool:
        """Return whether it was ever finished."""
        return self._stored(course, DONE) == "yes"

    def step(self, course: str) -> str:
        """The code of the step at which it was left; empty when it is to begin at its beginning."""
        return self._stored(course, "step") if self.game(course) is not None else ""

    def game(self, course: str) -> Path | None:
        """The game in which it was left, while that is still there."""
        text = self._stored(course, "game")
        return path if text and (path := Path(text)).is_file() else None

    def of(self, path: Path | None) -> str | None:
        """The lesson that was left in that game."""
        return next((course for course in COURSES if path is not None and self.game(course) == path), None)

    def begin(self, course: str, game: Path | None) -> None:
        """A lesson has begun in that game."""
        self._keep(course, "game", "" if game is None else str(game))
        self._keep(course, "step", "")

    def reach(self, course: str, step: str) -> None:
        """A step of it is shown."""
        self._keep(course, "step", step)

    def finish(self, course: str) -> None:
        """It was taken to its end."""
        self._keep(course, DONE, "yes")
        self.begin(course, None)

    def describe(self, course: str) -> str:
        """A lesson by its name, and how far it was taken."""
        words = self.settings.words
        name = words(f"desk_lessons.{course}.name")
        if self.step(course):
            return words("desk_lessons.left", name=name)
        return words("desk_lessons.done", name=name) if self.is_done(course) else name
