"""Games and their files: new, open, save as, branch; what can be saved of a broken one. Every order is on the disk when it is given."""

from __future__ import annotations

from pathlib import Path

from bob.desk.game.session import AskDice, Session, Setup
from bob.desk.settings import Settings
from bob.games import games
from bob.operations.scenario import scenarios
from bob.save import ENDING, Recovered, SaveError, recover


def fresh_path(folder: Path, stem: str) -> Path:
    """A file name of that folder that is not taken: `stem`, `stem 2`, `stem 3` ..."""
    path = folder / f"{stem}{ENDING}"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{stem} {number}{ENDING}"
    return path


def called(scenario: str, language: str) -> str:
    """What the file of a new game is called: the scenario by its title, without what a title says after a colon."""
    found = scenarios().get(scenario)
    return found.title[language].partition(":")[0].strip() if found is not None else scenario


class Files:
    """Makes and opens sessions, and remembers them in the settings."""

    def __init__(self, settings: Settings, ask: AskDice | None = None) -> None:
        self.settings = settings
        self.ask = ask

    def new(self, setup: Setup) -> Session:
        """A new game in a file of the games' folder. Raises BobError."""
        path = fresh_path(self.settings.games_folder, called(setup.scenario, self.settings.language))
        return self._opened(Session.new(setup, path, self.ask))

    def open(self, path: Path) -> Session:
        """A game from its file. Raises SaveError."""
        return self._opened(Session.open(path, self.ask))

    def recover(self, path: Path) -> tuple[Path, Recovered]:
        """A new file with all that is whole of a broken one. Raises SaveError when nothing is."""
        out = fresh_path(path.parent, path.stem)
        return out, recover(path, out, games())

    def branch(self, session: Session, number: int) -> Session:
        """A new game in a file of its own that goes on from an entry of this one. Raises BobError."""
        stem = session.save.path.stem if session.save is not None else session.match.header.scenario
        return self._opened(session.branched(fresh_path(self.settings.games_folder, stem), number))

    def save_as(self, session: Session, path: Path) -> Path:
        """Keep a game in another file from now on. Raises SaveError."""
        if path.suffix != ENDING:
            path = path.with_name(path.name + ENDING)
        if session.save is not None and path.resolve() == session.save.path:
            return path
        if path.exists():  # the file dialog has asked
            lock = Path(f"{path}.lock")
            if lock.exists():
                raise SaveError("save.exists", path)
            path.unlink()
        session.keep_in(path)
        self._opened(session)
        return path

    def closed(self, session: Session) -> None:
        """Close a game as it should be."""
        session.close()
        self.settings.set_open(None)

    def _opened(self, session: Session) -> Session:
        if session.save is not None:
            self.settings.add_recent(session.save.path)
            self.settings.set_open(session.save.path)
        return session
