"""The debrief of a flown fight: every shot with its dice and cards, its answer, and the luck of both."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.game import Event
from bob.day.telling import flown_fights
from bob.day.telling.period_names import Names
from bob.games import game
from bob.tactical import debrief
from bob.tactical.debrief import Shot
from bob.tactical.slot import shipped
from bob.words import LANGUAGES, Words
from tests.dogfight.flown_day import flown_day, told

EN = Words("en")


def shots(how: str, *events: tuple[str, dict[str, Any]]) -> list[Shot]:
    return shipped()[how].debrief(EN, [Event(code, data, ("raf",)) for code, data in events])


def test_a_shot_by_hexes_has_its_dice_its_dodge_and_the_cards_of_both() -> None:
    first, second = shots(
        "hexes",
        ("turn", {"turn": 2}),
        ("fires", {"aircraft": 1, "target": 6, "arc": "front"}),
        ("counters", {"aircraft": 7, "target": 1}),
        ("shot", {"aircraft": 7, "target": 1, "faces": ("blank", "special")}),
        ("missed", {"aircraft": 7, "target": 1}),
        ("played", {"seat": "raf", "card": "long_burst"}),
        ("shot", {"aircraft": 1, "target": 6, "faces": ("critical", "damage", "damage", "blank")}),
        ("converted", {"aircraft": 6, "speed": 2}),
        ("dodged", {"aircraft": 6, "faces": ("damage", "blank", "blank", "blank", "blank")}),
        ("cancelled", {"aircraft": 6, "criticals": 0, "damages": 1}),
        ("hit", {"aircraft": 6, "criticals": 1, "damages": 1, "structure": 0}),
        ("destroyed", {"aircraft": 6, "why": "shot_down", "by": 1}),
    )
    assert (first.shooter, first.target, first.dice, first.hits, first.taken, first.fell) == (7, 1, 2, 0, 0, False)
    assert not first.cards and first.luck == -1.0
    assert (second.turn, second.shooter, second.target, second.dice, second.hits) == (2, 1, 6, 4, 3)
    assert (second.dodge, second.cancelled, second.taken, second.fell) == (5, 1, 2, True)
    assert second.expected == 2.0 and 0 < second.promised < 3
    assert "Long burst" in second.cards[0] and "2" in second.answers[0]
    assert second.luck == pytest.approx(1.0 - (1 - second.promised))


def test_a_shot_with_miniatures_counts_aces_and_the_fire_that_comes_back() -> None:
    attack, back = shots(
        "skies",
        ("turn", {"turn": 1}),
        ("attacks", {"aircraft": 0, "target": 4, "guns": True, "weapons": (), "deflection": False}),
        ("fires", {"aircraft": 0, "target": 4, "dice": (6, 6, 1, 2, 3, 4), "hits": 2, "answer": False}),
        ("fires", {"aircraft": 4, "target": 0, "dice": (1, 2), "hits": 0, "answer": True}),
        ("dodges", {"aircraft": 4, "dice": (1, 2), "dodged": 0}),
        ("hit", {"aircraft": 4}),
        ("down", {"aircraft": 4}),
        ("unhurt", {"aircraft": 0}),
    )
    assert (attack.hits, attack.expected, attack.taken, attack.fell) == (2, 1.0, 1, True)
    assert attack.luck == pytest.approx(1.0 + attack.promised) and attack.promised == pytest.approx(2 / 6)
    assert (back.shooter, back.target, back.hits, back.fell, back.dodge) == (4, 0, 0, False, 0)


def test_a_shot_by_cards_has_its_answers_and_no_luck_of_dice() -> None:
    stopped, evaded, deadly = shots(
        "cards",
        ("game_turn", {"turn": 1}),
        ("action", {"action": "attack", "aircraft": 5, "target": 1, "card": "ims_1", "steps": 0, "bonus": 0}),
        ("reaction", {"aircraft": 1, "card": "barrel_roll"}),
        ("cancelled", {"action": "attack", "aircraft": 5, "target": 1}),
        ("action", {"action": "manoeuvre", "aircraft": 5, "target": 1, "card": "scissors", "steps": 1, "bonus": 0}),
        ("hit", {"aircraft": 1, "hits": 9, "total": 9}),
        ("action", {"action": "attack", "aircraft": 5, "target": 1, "card": "ims_3", "steps": 0, "bonus": 0}),
        ("evaded", {"aircraft": 1, "card": "evasive", "saved": 2}),
        ("hit", {"aircraft": 1, "hits": 1, "total": 1}),
        ("bomber_fires", {"aircraft": 2, "target": 5, "card": "oots_2", "plus": (), "hits": 3}),
        ("hit", {"aircraft": 5, "hits": 3, "total": 3}),
        ("shot_down", {"aircraft": 5, "vp": 3}),
    )
    assert stopped.stopped and stopped.taken == 0 and len(stopped.answers) == 1
    assert (evaded.taken, evaded.cancelled, evaded.luck) == (1, 2, None)
    assert (deadly.shooter, deadly.target, deadly.taken, deadly.fell) == (2, 5, 3, True)
    judged = [row[-1] for row in debrief.rows(EN, [stopped, deadly], str)]
    assert judged == [EN("flown.debrief.answered"), EN("flown.debrief.unanswered")]


def test_luck_is_judged_from_three_quarters_of_a_hit_and_summed_for_both_sides() -> None:
    def shot(hits: int, by: int) -> Shot:
        return Shot(1, by, 1 - by, dice=4, hits=hits, expected=2.0)

    found = [shot(3, 0), shot(2, 0), shot(0, 1)]
    judged = [row[-1] for row in debrief.rows(EN, found, str)]
    assert judged == [EN("flown.debrief.lucky", hits="1.0"), EN("flown.debrief.fair"), EN("flown.debrief.unlucky", hits="2.0")]
    assert debrief.favour(found, lambda number: ("raf", "luftwaffe")[number]) == {"raf": 3.0, "luftwaffe": -3.0}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("how", ["skies", "hexes", "cards", "flight"])
def test_the_debrief_of_a_day_names_every_fall_and_no_unit_of_the_enemy(how: str, language: str) -> None:
    words, match = Words(language), flown_day(how)
    (over,) = told(match, "raf")
    names = Names(game("day").world.theatre)
    models: list[str | None] = [unit for unit, _, _ in over.data["flown"]["models"]]
    foes = sum(number for *_, number in over.data["flown"]["foes"])
    log = [event for _, event in match.log("raf")]
    found = flown_fights.debrief(words, names, [over], log, [flown_fights.SeenTable([*models, *[None] * foes])])
    fallen = sum(fate == "down" for _, fate, _ in over.data["flown"]["models"])
    fallen += sum(number for _, fate, _, number in over.data["flown"]["foes"] if fate == "down")
    effects = [row[4] for row in found.rows]
    assert found.rows and 0 <= effects.count(words("flown.fate.down")) <= fallen
    text = "\n".join(" ".join(row) for row in found.rows) + found.summary
    assert any(unit in text for unit, _ in over.data["units"])
    assert not [unit for unit, _ in told(match, "luftwaffe")[0].data["units"] if unit in text]
    (theirs,) = told(match, "luftwaffe")
    both = flown_fights.debrief(words, names, [over, theirs], log, [])
    assert len(both.rows) == len(found.rows)


def test_a_fight_without_a_shot_says_so() -> None:
    (over,) = told(flown_day(), "raf")
    found = flown_fights.debrief(EN, Names(game("day").world.theatre), [over], [], [])
    assert found.rows == [] and found.summary == EN("flown.debrief.none")
