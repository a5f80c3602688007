"""The shots of a dogfight with miniatures, from its events."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bob.core.game import Event
from bob.tactical.debrief import Shot
from bob.tactical.miniatures.rules.odds import aces_of

SIDES_OF_DIE = 6


def shots(events: Iterable[Event], card: Callable[[str, str], str]) -> list[Shot]:
    """Return the shots; `card` names a card of a seat."""
    found: list[Shot] = []
    attack: list[Shot] = []
    cards: list[str] = []
    turn, is_open = 0, False
    for event in events:
        code, data = event.code, event.data
        if code == "turn":
            turn = int(data["turn"])
        elif code == "attacks":
            attack, cards, is_open = [], [], True
        elif code == "played" and is_open:
            cards.append(card(data["seat"], data["card"]))
            for shot in attack[:1]:
                shot.cards = list(cards)
        elif code == "fires":
            dice = len(data["dice"])
            shot = Shot(turn, data["aircraft"], data["target"], [] if attack else list(cards), dice, data["hits"], dice / SIDES_OF_DIE)
            attack.append(shot)
            found.append(shot)
        elif code in ("dodges", "rerolled"):
            for shot in [s for s in attack if s.target == data["aircraft"]]:
                shot.dodge = len(data["dice"])
                shot.cancelled = min(shot.hits, data["dodged"])
                shot.promised = sum(min(n, shot.hits) * chance for n, chance in enumerate(aces_of(shot.dodge)))
        elif code in ("hit", "unhurt", "down"):
            is_open = False
            for shot in [s for s in attack if s.target == data["aircraft"]]:
                shot.taken += code == "hit"
                shot.fell = shot.fell or code == "down"
    return found
