"""What an attack came to: how often each thing was tried, and every finding with what brings it about again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

MOST = 20
"""Findings of one class after which it is not attacked any further."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that fell: in which class of attacks, what, and the round and seed that find it again."""

    attack: str
    what: str
    round: int
    seed: str

    def describe(self) -> str:
        """For people."""
        again = f"python -m tools.attack --class {self.attack} --seed {self.seed} --first {self.round} --rounds 1"
        return f"FOUND {self.attack}: {self.what[:1500]}\n  again: {again}"


@dataclass(slots=True)
class Report:
    """The tally of one class of attacks."""

    attack: str
    seed: str = "1"
    short: bool = False
    """Whether a round is to take a second or two."""
    round: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def found(self, what: str) -> None:
        """Enter a finding of the round under way."""
        self.findings.append(Finding(self.attack, what, self.round, self.seed))

    def holds(self, ok: bool, what: str) -> None:
        """Enter a finding unless something holds."""
        if not ok:
            self.found(what)

    @property
    def key(self) -> str:
        """What the round under way draws by."""
        return f"{self.seed}/{self.round}"

    def summary(self) -> str:
        """One line for people."""
        counts = ", ".join(f"{count:,} {what}" for what, count in sorted(self.tried.items()))
        return f"{self.attack}: {counts or 'nothing tried'}; {len(self.findings)} found"


OneRound = Callable[[Report], None]
"""One round of a class of attacks: what it tries hangs on the report's key alone."""
