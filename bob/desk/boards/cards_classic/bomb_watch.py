"""The display over the target while a flight is played: each drawn Flak card, each falling bomb."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bob.core.game import Event
from bob.desk.boards.cards_classic.flight_pens import FlightPens
from bob.staff.advice.campaigns.room_state import ANSWER_CARD, BOMB_CARD, SHOT_CARD, BombRun, BombScene, SceneCard
from bob.tactical.cards_classic.view import FlightView

TURN = "game_turn"
_DRAWN = ("bombs", "strafes", "flak", "area_flak")
_ELSEWHERE = ("turn", "engages", "goes_for_bombers", "card_played", "bombs", "strafes")
"""Events after which damage is no longer the last Flak's."""


@dataclass(slots=True)
class _Watched:
    """An aircraft under fire: the cards drawn at it and for it, and the results."""

    mode: str = ""
    cards: list[SceneCard] = field(default_factory=list)
    fate: str = ""
    said: str = ""


def drawn_since(log: Sequence[tuple[int, Event]], seen: int) -> tuple[int, int] | None:
    """From where to where in a log the game turn goes in which something was drawn over the target last, of what came after `seen`
    events; None where nothing was. What bombers in formation do comes at the very end of a turn."""
    last = max((i for i in range(seen, len(log)) if log[i][1].code in _DRAWN and log[i][1].data["faces"]), default=-1)
    if last < 0:
        return None
    turns = [i for i, (_, event) in enumerate(log) if event.code == TURN]
    return max((i for i in turns if i <= last), default=0), min((i for i in turns if i > last), default=len(log))


def watched(pens: FlightPens, view: FlightView, log: Sequence[tuple[int, Event]]) -> BombScene | None:
    """The scene of a turn by its events; None while nothing was drawn over the target."""
    account, found, fire = pens.teller(view), dict[int, _Watched](), -1
    words, results, area, counted = pens.words, 0, True, False
    for _, event in log:
        number = event.data.get("aircraft", -1)
        if event.code in _DRAWN and event.data["faces"]:
            seen = found.setdefault(number, _Watched())
            seen.cards += _cards(pens, event)
            seen.mode = seen.mode or str(event.data.get("mode", "strafing" if event.code == "strafes" else ""))
            area = area and event.code == "area_flak"
            fire = number if event.code in ("flak", "area_flak") else -1
        elif event.code == "flak_answered" and number in found:
            found[number].cards.append(SceneCard(ANSWER_CARD, words("desk_flight.watch.answer", card=account.card(event.data["card"]))))
        elif event.code in ("flipped", "shot_down") and number == fire:
            found[number].fate = "down" if event.code == "shot_down" else found[number].fate or "damaged"
        elif event.code == "results" and number in found:
            points = int(event.data["points"])
            results, counted = results + points, True
            spoilt = sum(card.kind == BOMB_CARD and card.struck for card in found[number].cards) - len(_counted(event))
            points_text = words("desk_flight.watch.points", points=points)
            found[number].said = words("desk_flight.watch.spoilt", points=points_text, count=spoilt) if spoilt > 0 else points_text
        elif event.code in _ELSEWHERE:
            fire = -1
    if not found or view.target is None:
        return None
    runs = []
    for number, seen in found.items():
        craft = view.aircraft[number]
        fate = words(f"desk_flight.watch.{seen.fate}") if seen.fate else ""
        said = " · ".join(part for part in (fate, seen.said) if part)
        way = words(f"flight.mode.{seen.mode}") if words.has(f"flight.mode.{seen.mode}") else ""
        runs.append(BombRun(craft.type, account.name(number), way, 0, seen.fate, None, said, tuple(seen.cards)))
    target = account.target(view.target.name)
    target = target[:1].upper() + target[1:]
    return BombScene(
        title=words("desk_flight.watch.area" if area else "desk_flight.watch.title", target=target),
        symbol="anchor" if view.target.naval else "works",
        flak=words("desk_flight.watch.flak", area=view.target.area_flak, target=view.target.target_flak),
        runs=tuple(runs),
        boxes=(),
        result=words("desk_flight.watch.points", points=results) if counted else "",
        status="damaged" if results else "",
        guns=0,
    )


def _counted(event: Event) -> list[str]:
    """The hits that count in the end."""
    return [result for result in event.data["results"] if result != "miss"]


def _cards(pens: FlightPens, event: Event) -> list[SceneCard]:
    """Return the cards of an event: shots of the Flak, or hits on the target."""
    made = []
    for code in event.data["faces"]:
        face = pens.tables.deck.faces[code]
        if event.code in ("flak", "area_flak"):
            spoils = face.card.spoils and event.code == "flak"  # Area Flak spoils nobody's aim
            key = ("hits_spoils" if spoils else "hits") if face.card.shoots else "spoils" if spoils else "wide"
            text = pens.words(f"desk_flight.watch.{key}", card=pens.plain.teller.answered(face.card.title), hits=face.card.hits)
            made.append(SceneCard(SHOT_CARD, text, face.card.shoots))
        else:
            result = face.bombing if event.code == "bombs" else "hit" if face.strafing else "miss"
            made.append(SceneCard(BOMB_CARD, pens.words(f"flight.result.{result}"), result != "miss"))
    return made
