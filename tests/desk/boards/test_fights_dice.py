"""Dice typed for an engagement, and how a new game says that its dogfights are resolved."""

from __future__ import annotations

from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from pytestqt.qtbot import QtBot

from bob.core.dice import Ledger, SeededDice, Stream, Throw
from bob.core.game import REFEREE
from bob.day.game import OWN_ROLLS, OperationalDay
from bob.day.scenarios.scenario import engaging_of, presets
from bob.day.state.orders import Resolve
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings import Settings
from bob.desk.panels.referee.dice_box import DiceBox
from bob.desk.window.start.screen import StartScreen
from bob.driver import REST
from bob.driver.dice_asked import dice_text, purpose_text
from bob.driver.typed_dice import dresser
from bob.staff.advice.seatings import SEATINGS, chooser, fights
from bob.tactical.slot import shipped
from bob.words import LANGUAGES, Words
from tests.desk.desks import REFEREED, play, settings_in
from tests.desk.fighting import day, in_hand, to_engagement
from tests.sizes import some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

OF_A_FIGHT = ("shooting", "remainder", "loss", "claims", "crew", "scale_model", "scale_loss", "behind_model")


def seeded() -> SeededDice:
    return SeededDice(Stream.of("1", "game"), Ledger())


@pytest.mark.parametrize(("purpose", "sides"), [("cards.dice.shuffle", 2**31), ("salt", 2**31), ("free", 6), ("anything", 1001)])
def test_what_nobody_can_throw_is_never_asked(purpose: str, sides: int) -> None:
    asked: list[str] = []
    dice = dresser(lambda *of: asked.append(of[0].purpose) or "1", lambda *_: True, OperationalDay().unthrown)(seeded())
    dice.roll(purpose, 1, sides=sides)
    assert asked == [] and dice.ledger.rolls[0].origin == "seeded"


def test_the_program_may_roll_all_the_rest_of_an_order() -> None:
    answers = ["3", "", REST]
    dress = dresser(lambda *_: answers.pop(0), lambda *_: True)
    dice = dress(seeded())
    for _ in range(6):
        dice.roll("crew", 1, sides=100)
    assert [roll.origin for roll in dice.ledger.rolls] == ["typed"] + 5 * ["seeded"] and not answers


@pytest.mark.parametrize("language", some(LANGUAGES))
@pytest.mark.parametrize("purpose", OF_A_FIGHT)
def test_every_roll_of_a_fight_is_asked_in_plain_words(language: str, purpose: str) -> None:
    words = Words(language)
    wording = purpose_text(words, purpose)
    assert wording != purpose.replace("_", " ") and words.has(f"desk_dice.purpose.{purpose}")
    for count, sides in ((2, 6), (1, 100), (1, 37), (1, 6)):
        text = dice_text(words, Throw(purpose, count, sides, RAF))
        assert str(sides) in text and words("ops.seat.raf") in text
    assert dice_text(words, Throw("loss", 1, 37, RAF)) != dice_text(words, Throw("crew", 1, 37, RAF))


def test_the_box_tells_how_to_come_by_a_number_that_no_die_has(qtbot: QtBot, settings: Settings) -> None:
    box = DiceBox(settings, Throw("loss", 1, 37, LUFTWAFFE))
    qtbot.addWidget(box)
    box.field.setText("38")
    box._take()
    assert box.fault.text() and not box.typed
    box.field.setText("37")
    box._take()
    assert box.typed == "37"
    box._leave(REST)
    assert box.typed == REST


@pytest.mark.parametrize("how", ["quick", "cards"])
def test_the_referee_types_every_roll_of_an_engagement(qtbot: QtBot, settings: Settings, how: str) -> None:
    asked: list[tuple[str, int, str]] = []

    def ask(throw: Throw) -> str | None:
        asked.append((throw.purpose, throw.sides, throw.by))
        return ",".join(["1"] * throw.count)

    session = day(REFEREED, typed=ask)
    to_engagement(qtbot, session, settings)
    session.sit(REFEREE)
    asked.clear()
    entry = session.play(REFEREE, Resolve(how))  # type: ignore[arg-type]
    typed = [roll for roll in entry.rolls if roll.origin == "typed"]
    assert len(typed) == len(asked)
    rest = {roll.purpose for roll in entry.rolls if roll.origin != "typed"}
    assert rest <= {"cards.dice.shuffle"}
    assert all(sides <= 1000 for _, sides, _ in asked)
    if how == "quick":
        assert {"shooting", "claims"} <= {purpose for purpose, *_ in asked}
        assert {by for *_, by in asked if by} == {RAF, LUFTWAFFE}
    session.close()


def test_a_sides_own_rolls_of_a_fight_are_what_it_learns_anyway() -> None:
    assert {"crew", "scale_model", "scale_loss", "behind_model"} <= OWN_ROLLS
    assert not {"shooting", "remainder", "claims", "cards.dice.shuffle"} & OWN_ROLLS


# ---- a new game


@pytest.mark.parametrize(("way", "side"), [("raf", RAF), ("luftwaffe", LUFTWAFFE), ("both", RAF), ("referee", RAF), ("watch", RAF)])
def test_the_person_says_how_dogfights_are_resolved(way: str, side: str) -> None:
    assert chooser(SEATINGS[way]) == side


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_the_first_screen_offers_the_rules_that_there_are(qtbot: QtBot, tmp_path: Path, language: str) -> None:
    start = StartScreen(settings_in(tmp_path, language))
    qtbot.addWidget(start)
    assert {start.fights.itemData(i) for i in range(start.fights.count())} == set(fights()) == set(presets(shipped()))
    for i in range(start.fights.count()):
        start.fights.setCurrentIndex(i)
        assert start.fights.currentText()
        options = start.setup().options
        assert engaging_of(options, shipped()) == (presets(shipped())[start.fights.currentData()], RAF)
    start.way.setCurrentIndex(1)
    start.way.activated.emit(1)
    assert start.setup().options["chooser"] == LUFTWAFFE


def test_dogfights_asked_about_are_the_usual_choice(qtbot: QtBot, settings: Settings) -> None:
    start = StartScreen(settings)
    qtbot.addWidget(start)
    assert start.setup().options["engagements"] == "ask"


def test_no_engagement_waits_where_all_are_quick(qtbot: QtBot, settings: Settings) -> None:
    session = day(REFEREED, engagements="quick")
    play(qtbot, session, settings, until=lambda: in_hand(session))
    assert session.is_over and any(event.code == "combat" for _, event in session.match.log(REFEREE))
    session.close()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_drawn_at_the_table_is_typed_by_its_title(qtbot: QtBot, tmp_path: Path, language: str) -> None:
    settings = settings_in(tmp_path)
    settings.set_language(language)
    words = settings.words
    box = DiceBox(settings, Throw("low_raid.dice.defence", 1, 110, "axis"))
    qtbot.addWidget(box)
    assert box.field.completer().model().rowCount() == 12
    box.field.setText("zzz")
    box._take()
    assert "zzz" in box.fault.text() and not box.typed
    box.field.setText(words("air_war.row.half_loop").lower())
    box._take()
    assert box.typed == "half_loop*"
    box.field.setText("17")
    box._take()
    assert box.typed == "17"
