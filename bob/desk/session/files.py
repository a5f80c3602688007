"""Games and their files: new, open, save as, branch, and the recovery of a broken one. Every order is written to the disk at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.day.scenarios.scenario import scenarios
from bob.desk.base.settings import Settings
from bob.desk.session.session import AskDice, DeskSession, Setup
from bob.driver import OUTSIDE, AnyDriver, Driver
from bob.driver.game_plan import GamePlan
from bob.driver.game_titles import title_of
from bob.files import ENDING, Cipher, FileKey, Locked, Passphrases, Recovered, Save, SaveError, recover
from bob.games import game, games, kit, names
from bob.words import LANGUAGES, Words

T = TypeVar("T")
Unlock = Callable[[Locked, Callable[[Passphrases], None]], bool]
"""Opens a locked file with typed passphrases; asks again after a wrong one."""

_NOT_IN_NAMES = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')
"""Characters that some system forbids in file names."""


def fresh_path(folder: Path, stem: str) -> Path:
    """A file name of that folder that is not taken: `stem`, `stem 2`, `stem 3` ..."""
    path = folder / f"{stem}{ENDING}"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{stem} {number}{ENDING}"
    return path


def game_title(scenario: str, language: str) -> str:
    """Return the name of a new game's file: the title of the scenario up to a colon."""
    found = scenarios().get(scenario)
    return Words(language).of(found.title).partition(":")[0].strip() if found is not None else scenario


def game_called(plan: GamePlan, words: Words) -> str:
    """Return the name of the file of a new game other than a day: the game and its scenario by their titles."""
    title = kit(plan.game).scenarios(words).get(plan.scenario, plan.scenario).partition(":")[0]
    return _NOT_IN_NAMES.sub(" ", f"{title_of(words, plan.game)}, {title}").strip()[:100]


def name_shown(path: Path, language: str) -> str:
    """Return the name of a game's file in a language where the program gave it in another; a person's own name as it is."""
    now = Words(language)
    for number in ("", *re.findall(r" \d+$", path.stem)):
        stem = path.stem.removesuffix(number)
        for was in [Words(other) for other in LANGUAGES if other != language]:
            named = [game_title(code, language) for code in scenarios() if game_title(code, was.language) == stem]
            for name in names():
                if stem.startswith(f"{title_of(was, name)}, "):
                    plans = [GamePlan(name, code, "", {}) for code in kit(name).scenarios(was)]
                    named += [game_called(plan, now) for plan in plans if game_called(plan, was) == stem]
            if named:
                return f"{named[0]}{number}"
    return path.stem


class Files:
    """Makes and opens games, and remembers them in the settings."""

    def __init__(self, settings: Settings, ask: AskDice | None = None) -> None:
        self.settings = settings
        self.ask = ask
        self.unlock: Unlock = lambda error, opening: False
        """Asks for the passphrases of a locked file and opens it; returns whether it did. The default refuses."""
        self.lock: Callable[[Sequence[str]], Cipher | None] = lambda sides: None
        """Asks the persons of these sides for new passphrases."""

    def new(self, setup: Setup) -> DeskSession:
        """Make a new game in a file of the games' folder. Raises BobError, also for a lock without passphrases."""
        sides = [seat for seat, who in setup.seats.items() if who in OUTSIDE and seat != REFEREE]
        cipher = self._locked(sides) if setup.locked else None
        path = fresh_path(self.settings.games_folder, self._called(setup))
        session = DeskSession.new(setup, path, self.ask, cipher)
        self._remember(session.core)
        return session

    def _called(self, setup: Setup) -> str:
        """Return the name of the file of a new day."""
        title = setup.own.stem if setup.own is not None else game_title(setup.scenario, self.settings.language)
        return _NOT_IN_NAMES.sub(" ", title).strip()

    def begin(self, plan: GamePlan) -> Driver:
        """A new game that is no day, in a file of the games' folder. Raises BobError."""
        path = fresh_path(self.settings.games_folder, game_called(plan, self.settings.words))
        of = plan.scenario, plan.seed, plan.options, plan.seats
        core = Driver.new(game(plan.game), *of, path, ask=self.ask, typed=plan.typed)
        self.settings.add_recent(path)
        return core

    def open(self, path: Path) -> Driver:
        """Any game from its file; whoever sits there is asked for what opens a locked one. Raises BobError."""
        core = self._open_file(lambda key: Driver.open(path, games(), ask=self.ask, key=key))
        self.settings.add_recent(path.resolve())
        return core

    def key_of(self, path: Path) -> FileKey | None:
        """The key of a locked game, whose passphrases are asked for; None for one that is not locked. Raises BobError."""

        def tried(key: FileKey | None) -> FileKey | None:
            Save.open(path, games(), verify=False, key=key)[0].close()
            return key

        return self._open_file(tried)

    def recover(self, path: Path) -> tuple[Path, Recovered]:
        """A new file with all that is whole of a broken one. Raises SaveError when nothing is."""
        out = fresh_path(path.parent, path.stem)
        return out, self._open_file(lambda key: recover(path, out, games(), key))

    def _open_file(self, opening: Callable[[FileKey | None], T]) -> T:
        """Open a file, with passphrases if it is locked. Raises Locked without passphrases, and the errors of `opening`."""
        found: list[T] = []
        try:
            return opening(None)
        except Locked as error:
            if not self.unlock(error, lambda given: found.append(opening(given))):
                raise
            return found[0]

    def _locked(self, sides: Sequence[str]) -> Cipher:
        """Make a new lock. Raises BobError without passphrases."""
        cipher = self.lock(sides)
        if cipher is None:
            raise BobError("locks.not_kept")
        return cipher

    def branch(self, session: DeskSession, number: int) -> DeskSession:
        """A new game in a file of its own that goes on from an entry of this one. Raises BobError."""
        stem = session.save.path.stem if session.save is not None else session.match.header.scenario
        branch = session.branched(fresh_path(self.settings.games_folder, stem), number)
        self._remember(branch.core)
        return branch

    def save_as(self, session: DeskSession, path: Path) -> Path:
        """Keep a game in another file from now on; one between two persons is locked, if it was not. Raises BobError."""
        if path.suffix != ENDING:
            path = path.with_name(path.name + ENDING)
        if session.save is not None and path.resolve() == session.save.path:
            return path
        core = session.core
        plain = core.save is None or core.save.cipher is None
        cipher = self._locked([seat for seat in core.outside if seat != REFEREE]) if core.two_sided and plain and not core.is_over else None
        if not path.exists():
            session.keep_in(path, cipher)
        elif Path(f"{path}.lock").exists():
            raise SaveError("save.exists", path)
        else:  # the file dialog has asked; the old game goes when the new one is kept
            old = fresh_path(path.parent, path.stem)
            path.rename(old)
            try:
                session.keep_in(path, cipher)
            except BaseException:
                old.rename(path)
                raise
            old.unlink()
        self._remember(session.core)
        return path

    def closed(self, session: DeskSession) -> None:
        """Close a game as it should be."""
        session.close()
        self.settings.set_open(None)

    def _remember(self, core: AnyDriver) -> None:
        if core.save is not None:
            self.settings.add_recent(core.save.path)
            self.settings.set_open(core.save.path)
