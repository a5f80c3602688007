"""The shots of a flown fight from its record: the shooter, the target, dice and cards, the answer, the effect, and the luck of the dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bob.core.kit import seat_text
from bob.words import Words

CHANCE = 0.75
"""The luck, in hits, from which a shot is called lucky or unlucky."""


@dataclass(slots=True)
class Shot:
    """A shot of one model at another. Its `hits` are those thrown or played, `expected` what its dice promise; None where there are no
    dice. The target's dice or cards take `cancelled` of them, `promised` by the dice. `stopped` says that a card stopped it altogether."""

    turn: int
    shooter: int
    target: int
    cards: list[str] = field(default_factory=list)
    dice: int = 0
    hits: int = 0
    expected: float | None = None
    answers: list[str] = field(default_factory=list)
    dodge: int = 0
    cancelled: int = 0
    promised: float = 0.0
    taken: int = 0
    fell: bool = False
    stopped: bool = False

    @property
    def luck(self) -> float | None:
        """Return the hits beyond the average of both sides' dice; None without dice."""
        if self.expected is None:
            return None
        return self.hits - self.expected - (self.cancelled - self.promised)


def card_of(words: Words, name: Callable[[str], str], seat: str, code: str) -> str:
    """A card with the seat that played it."""
    return words("flown.debrief.card", card=name(code), seat=seat_text(words, seat))


def speed_points(words: Words, points: int) -> str:
    """Describe speed points that were turned into dice."""
    return words("flown.debrief.speed", points=points)


HEADS = ("turn", "who", "with", "answer", "effect", "judged")
"""The columns of a debrief, as keys of the words."""


def rows(words: Words, shots: Sequence[Shot], model: Callable[[int], str]) -> list[tuple[str, ...]]:
    """The table of a debrief, a row for each shot under `HEADS`."""
    return [
        (
            str(shot.turn or "–"),
            words("flown.debrief.who", shooter=model(shot.shooter), target=model(shot.target)),
            _joined(words, [words("flown.debrief.dice", dice=shot.dice, hits=shot.hits)] if shot.dice else [], shot.cards),
            _joined(words, [words("flown.debrief.dodge", dice=shot.dodge, cancelled=shot.cancelled)] if shot.dodge else [], shot.answers),
            _effect(words, shot),
            _judged(words, shot),
        )
        for shot in shots
    ]


def _joined(words: Words, dice: Sequence[str], cards: Sequence[str]) -> str:
    return words.separated([*dice, *([", ".join(cards)] if cards else [])]) or "–"


def _effect(words: Words, shot: Shot) -> str:
    if shot.fell:
        return words("flown.fate.down")
    return words("flown.debrief.taken", hits=shot.taken) if shot.taken else words("flown.debrief.nothing")


def _judged(words: Words, shot: Shot) -> str:
    """Say whether dice or a decision made the difference."""
    luck = shot.luck
    if luck is None:
        return words("flown.debrief.answered" if shot.answers else "flown.debrief.unanswered")
    if abs(luck) < CHANCE:
        return words("flown.debrief.fair")
    return words("flown.debrief.lucky" if luck > 0 else "flown.debrief.unlucky", hits=words.figure(f"{abs(luck):.1f}"))


def favour(shots: Sequence[Shot], side_of: Callable[[int], str]) -> dict[str, float]:
    """Return the hits of each side beyond the average, by its own shots and those at it; nothing without dice."""
    found: dict[str, float] = {}
    for shot in shots:
        if (luck := shot.luck) is not None:
            found[side_of(shot.shooter)] = found.get(side_of(shot.shooter), 0.0) + luck
            found[side_of(shot.target)] = found.get(side_of(shot.target), 0.0) - luck
    return found


def summary(words: Words, shots: Sequence[Shot], favoured: Mapping[str, float]) -> str:
    """Describe luck and decisions of a fight in a sentence."""
    if not shots:
        return words("flown.debrief.none")
    if favoured:
        by_side = [
            words("flown.debrief.side", side=seat_text(words, side), hits=_signed(words, favoured[side]))
            for side in sorted(favoured, reverse=True)
        ]
        return words("flown.debrief.favour", sides=", ".join(by_side))
    answered = [shot for shot in shots if shot.answers]
    vain = sum(shot.taken > 0 or shot.fell for shot in answered)
    return words("flown.debrief.cards", shots=len(shots), answered=len(answered), vain=vain)


def _signed(words: Words, hits: float) -> str:
    text = words.figure(f"{abs(hits):.1f}")
    return f"{'+' if hits >= 0 else '−'}{text}"
