"""The shots of a card dogfight of either edition, from its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from bob.core.game import Event
from bob.tactical.debrief import Shot


def shots(events: Iterable[Event], card: Callable[[str], str]) -> list[Shot]:
    """Return the shots; `card` names a card."""
    found: list[Shot] = []
    chain: list[Shot] = []
    turn = 0
    for event in events:
        code, data = event.code, event.data
        if code == "game_turn":
            turn, chain = int(data["turn"]), []
        elif code in ("action", "card_played"):
            chain = []
            if data["action"] in ("attack", "gunner"):
                chain.append(Shot(turn, data["aircraft"], data["target"], [card(data["card"])]))
                found += chain
        elif code in ("bomber_fires", "counter_fire"):
            cards = [card(each) for each in (data["card"], *data.get("plus", ()))]
            shot = Shot(turn, data["aircraft"], data["target"], cards, hits=data.get("hits", 0))
            chain.append(shot)
            found.append(shot)
        elif code in ("reaction", "evaded", "answered"):
            for shot in chain[-1:]:
                (shot.cards if data["aircraft"] == shot.shooter else shot.answers).append(card(data["card"]))
                shot.cancelled += data.get("saved", 0)
        elif code == "spoiled":
            for shot in chain[:1]:
                shot.stopped = True
        elif code in ("shot_cancelled", "cancelled", "shot_dodged", "without_effect"):
            for shot in chain[-1:]:
                shot.stopped = True
        elif code in ("hit", "shot_down"):
            for shot in [s for s in chain if s.target == data["aircraft"] and not s.stopped][-1:]:
                shot.taken += data.get("hits", 0)
                shot.fell = shot.fell or code == "shot_down"
    return found


def labels(events: Iterable[Event], names: Mapping[str, str]) -> dict[int, str]:
    """The aircraft by their numbers as the table shows them: the type, and a number where there are several of it."""
    types = {event.data["aircraft"]: event.data["type"] for event in events if event.code == "revealed"}
    many, count = Counter(types.values()), Counter[str]()
    found: dict[int, str] = {}
    for number, code in sorted(types.items()):
        count[code] += 1
        name = names.get(code, code)
        found[number] = f"{name} ({count[code]})" if many[code] > 1 else name
    return found
