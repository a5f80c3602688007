"""The shots of a hex dogfight, from its events."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bob.core.game import Event
from bob.tactical.debrief import Shot
from bob.tactical.hexes.data import CRITICAL, DAMAGE
from bob.tactical.hexes.rules.odds import left


def shots(events: Iterable[Event], die: tuple[str, ...], card: Callable[[str, str], str], speed: Callable[[int], str]) -> list[Shot]:
    """Return the shots. `card` names a card of a seat, `speed` a number of speed points.

    The special face does not count here: its effect depends on the aircraft and on the range.
    """
    share = (die.count(CRITICAL) + die.count(DAMAGE)) / len(die)
    found: list[Shot] = []
    stack: list[Shot] = []
    over: list[Shot] = []
    turn = criticals = 0
    for event in events:
        code, data = event.code, event.data
        if code == "turn":
            turn, stack = int(data["turn"]), []
        elif code in ("fires", "forces"):
            stack = [Shot(turn, data["aircraft"], data["target"])]
        elif code == "counters":
            stack.append(Shot(turn, data["aircraft"], data["target"]))
        elif not stack:
            continue
        elif code == "played":
            if over and len(stack) > 1 and stack[-1] is over[-1]:  # the shot that it answers comes now
                stack.insert(0, stack.pop())
            stack[-1].cards.append(card(data["seat"], data["card"]))
        elif code == "shot":
            shot = next((s for s in stack if (s.shooter, s.target) == (data["aircraft"], data["target"])), stack[-1])
            stack = [s for s in stack if s is not shot] + [shot]
            faces = data["faces"]
            shot.dice, shot.expected = len(faces), len(faces) * share
            shot.hits = sum(face in (CRITICAL, DAMAGE) for face in faces)
            criticals = faces.count(CRITICAL)
            found.append(shot)
        elif code == "converted":
            stack[-1].answers.append(speed(data["speed"]))
        elif code == "dodged":
            shot = stack[-1]
            shot.dodge = len(data["faces"])
            stays = left(die, criticals, shot.hits - criticals, shot.dodge, None)
            shot.promised = shot.hits - sum(n * chance for n, chance in enumerate(stays))
        elif code == "cancelled":
            stack[-1].cancelled = data["criticals"] + data["damages"]
            over.append(stack[-1])
        elif code == "missed":
            over.append(stack[-1])
        elif code == "hit":
            hurt = next((s for s in reversed(stack) if s.target == data["aircraft"]), None)
            if hurt is not None:
                hurt.taken += data["criticals"] + data["damages"]
        elif code == "destroyed":
            for shot in stack:
                shot.fell = shot.fell or (shot.target, shot.shooter) == (data["aircraft"], data["by"])
    return found
