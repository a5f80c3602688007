"""A profile of the calls that deeds make in `bob`."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import bob

ROOT = Path(bob.__file__).resolve().parent


class Walks:
    """Counts calls by deed and file while it watches. A function that begins a deed of its own counts, with all below it, for that deed.
    The pieces of comprehensions are no calls, since not every Python makes them."""

    def __init__(self, own: dict[CodeType, str]) -> None:
        self.found: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._own = own
        self._names: dict[CodeType, str] = {}
        self._deeds: list[tuple[str, FrameType | None]] = []

    @contextmanager
    def watch(self, deed: str) -> Iterator[None]:
        self._deeds = [(deed, None)]
        sys.setprofile(self._profile)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _profile(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            code = frame.f_code
            if code in self._own:
                self._deeds.append((self._own[code], frame))
            name = self._names.get(code)
            if name is None:
                self._names[code] = name = self._name(code)
            if name:
                self.found[self._deeds[-1][0]][name] += 1
        elif event == "return" and frame is self._deeds[-1][1]:
            self._deeds.pop()

    def _name(self, code: CodeType) -> str:
        """The file of a function below `bob`; nothing for what is not counted."""
        if code.co_name.startswith("<") and code.co_name != "<lambda>":
            return ""
        path = Path(code.co_filename)
        return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
