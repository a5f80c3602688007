"""Games and their files: new, open, save as, branch; what can be saved of a broken one. Every order is on the disk when it is given."""

from __future__ import annotations

from pathlib import Path

from bob.desk.game.session import AskDice, Session, Setup
from bob.desk.played.plan import GamePlan
from bob.desk.settings import Settings
from bob.games import game, games
from bob.operations.scenario import scenarios
from bob.save import ENDING, Recovered, SaveError, recover
from bob.sitting import Sitting


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
    """Makes and opens games, and remembers them in the settings."""

    def __init__(self, settings: Settings, ask: AskDice | None = None) -> None:
        self.settings = settings
        self.ask = ask

    def new(self, setup: Setup) -> Session:
        """A new game in a file of the games' folder. Raises BobError."""
        path = fresh_path(self.settings.games_folder, called(setup.scenario, self.settings.language))
        session = Session.new(setup, path, self.ask)
        self._remember(session.core)
        return session

    def begin(self, plan: GamePlan) -> Sitting:
        """A new game that is no day, in a file of the games' folder. Raises BobError."""
        path = fresh_path(self.settings.games_folder, f"{plan.game}-{plan.scenario}")
        of = plan.scenario, plan.seed, plan.options, plan.seats
        core = Sitting.new(game(plan.game), *of, path, ask=self.ask, typed=plan.typed)
        self.settings.add_recent(path)
        return core

    def open(self, path: Path) -> Sitting:
        """Any game from its file. Raises BobError."""
        core = Sitting.open(path, games(), ask=self.ask)
        self.settings.add_recent(path.resolve())
        return core

    def recover(self, path: Path) -> tuple[Path, Recovered]:
        """A new file with all that is whole of a broken one. Raises SaveError when nothing is."""
        out = fresh_path(path.parent, path.stem)
        return out, recover(path, out, games())

    def branch(self, session: Session, number: int) -> Session:
        """A new game in a file of its own that goes on from an entry of this one. Raises BobError."""
        stem = session.save.path.stem if session.save is not None else session.match.header.scenario
        branch = session.branched(fresh_path(self.settings.games_folder, stem), number)
        self._remember(branch.core)
        return branch

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
        self._remember(session.core)
        return path

    def closed(self, session: Session) -> None:
        """Close a game as it should be."""
        session.close()
        self.settings.set_open(None)

    def _remember(self, core: Sitting) -> None:
        if core.save is not None:
            self.settings.add_recent(core.save.path)
            self.settings.set_open(core.save.path)
