"""Engagements of `bob play day` at the players' own table: the battle card, the result written down, asked for, checked and entered."""

from __future__ import annotations

import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bob.cli.terminal.day_terminal import Terminal
from bob.cli.terminal.result_text import ResultReader, result_text
from bob.core.errors import UsageError
from bob.day.state.orders import EnterResult, Resolve
from bob.day.state.world import world
from bob.day.telling.period_names import Names
from bob.driver import Driver
from bob.files import Save
from bob.games import games
from bob.tactical.engagement import Loss
from bob.tactical.result_draft import ResultDraft
from bob.words import Words
from tests.dogfight.forces import fight, force, german
from tests.played import ALONE, BOMBERS, Bob, copied, kept_at, opened

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")

EN = Words("en")


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day in which an engagement with bombers waits for a word."""
    return kept_at(tmp_path_factory.mktemp("kept") / "waiting.bob1940", BOMBERS)


@pytest.fixture
def asked(waiting: Path, tmp_path: Path) -> str:
    """A copy of that day."""
    shutil.copy(waiting, tmp_path / "day.bob1940")
    return "day.bob1940"


# ---- at the players' own table


def table_of() -> ResultDraft:
    """A squadron and two Gruppen over the Channel."""
    bombers = german("do_17z", 18, "II./KG 3")
    return ResultDraft(
        fight(force("1 Squadron"), force("72 Squadron", aircraft="spitfire_i"), bombers, german(count=27, unit="III./JG 26"))
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("72 destroyed 2 damaged 1 crews 1 ammo low shaken 1 brokeoff", {"72 Squadron": (2, 1, 1, "low", False, True, 1)}),
        ("72 Squadron 2 1 1", {"72 Squadron": (2, 1, 1, "low", False, False, 1)}),
        ("1 2", {"1 Squadron": (2, 0, 1, "low", False, False, 1)}),
        ("II./KG 3 5 2 jettisoned", {"II./KG 3": (5, 2, 1, "full", True, False, 4)}),
        (
            "ii kg 3 lost 9; jg 26 destr 3 shak 2 broke off",
            {"II./KG 3": (9, 0, 1, "full", True, False, 6), "III./JG 26": (3, 0, 2, "low", False, True, 2)},
        ),
        ("kg destroyed 9 jettisoned no", {"II./KG 3": (9, 0, 1, "full", False, False, 6)}),
        ("72 ammo none", {"72 Squadron": (0, 0, 1, "none", False, False, 0)}),
        (
            "72 abattus 2 endommagés 1 équipages 1 munitions épuisées ébranlée 3 décroché",
            {"72 Squadron": (2, 1, 3, "none", False, True, 1)},
        ),
        ("72 brokeoff; 72 brokeoff no", {"72 Squadron": (0, 0, 1, "low", False, False, 0)}),
        ("turns 1", {}),
    ],
)
def test_what_is_said_of_a_unit_is_read(line: str, said: dict[str, tuple[Any, ...]]) -> None:
    draft = table_of()
    before = {loss.unit: loss for loss in draft.losses}
    ResultReader(EN).read(draft, line)
    wanted = {unit: Loss(unit, *figures) for unit, figures in said.items()}
    assert {loss.unit: loss for loss in draft.losses} == before | wanted
    assert draft.turns == (1 if line == "turns 1" else 2)
    assert draft.faults == []


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("73 1", "play.fight.no_unit"),
        ("2 1", "play.fight.no_unit"),
        ("squadron 1", "play.fight.no_unit"),
        ("III./JG 2 1", "play.fight.no_unit"),  # not the III./JG 26
        ("III./JG 51 2 1", "play.fight.no_unit"),
        ("iii jg 2 1", "play.fight.no_unit"),
        ("I./JG 26 2 1", "play.fight.no_unit"),  # not the III./JG 26
        ("g 26 2 1", "play.fight.no_unit"),
        ("jg 3 2 1", "play.fight.no_unit"),  # not 3, 2, 1 of the III./JG 26
        ("72 -1", "play.fight.no_figure"),
        ("72 1.5", "play.fight.no_figure"),
        ("72 destroyed", "play.write"),
        ("72 destroyed many", "play.write"),
        ("72 1 1 1 1", "play.fight.no_word"),
        ("72 ammo much", "play.fight.no_word"),
        ("72 d 1", "play.fight.no_word"),
        ("72 2 1; 73 1", "play.fight.no_unit"),
        ("turns", "play.write"),
    ],
)
def test_what_cannot_be_read_is_refused_and_changes_nothing(line: str, key: str) -> None:
    draft = table_of()
    before = draft.losses
    with pytest.raises(UsageError) as error:
        ResultReader(EN).read(draft, line)
    assert error.value.key == key
    assert draft.losses == before
    for language in ("en", "fr"):
        assert "{" not in error.value.describe(Words(language))


def test_the_rest_of_a_unit_is_as_usual_for_its_losses_until_it_is_said() -> None:
    draft = table_of()
    draft.say("II./KG 3", destroyed=9)
    assert draft.loss("II./KG 3") == Loss("II./KG 3", 9, 0, 1, "full", True, False, 6)
    draft.say("II./KG 3", crews_lost=4, jettisoned=False)
    draft.say("II./KG 3", destroyed=8)
    assert draft.loss("II./KG 3") == Loss("II./KG 3", 8, 0, 1, "full", False, False, 4)
    again = ResultDraft(draft.engagement, json.loads(json.dumps(draft.draft())))
    assert again.losses == draft.losses and again.turns == draft.turns
    again.say("II./KG 3", destroyed=7)
    assert again.loss("II./KG 3").crews_lost == 4
    for kept in (None, [], {"number": 9}, {"number": 0, "losses": 3, "turns": "x"}, {"number": 0, "losses": [["x"], 3]}):
        assert ResultDraft(draft.engagement, kept).losses == table_of().losses


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_sheet_tells_what_does_not_add_up_yet(language: str) -> None:
    draft, words = table_of(), Words(language)
    reader = ResultReader(words)
    names = Names(world().theatre)
    reader.read(draft, "72 9 9 10; turns 3; 1 jettisoned")
    text = result_text(words, names, draft)
    for key in ("too_many", "crews", "no_bombs", "turns"):
        start = words(f"engagement.misfit.{key}", unit="§", count="§", found="§", crews="§", destroyed="§", turns="§", most="§").split("§")
        assert max(start, key=len) in text, key
    reader.read(draft, "72 1; turns 2; 1 jettisoned no")
    assert "\n  – " in result_text(words, names, draft)  # more damaged and more crews than that are still said
    reader.read(draft, "72 1 1 1")
    assert "\n  – " not in result_text(words, names, draft)


TABLE = """
table
result {n} 1; II./KG 3 6 3 crews 4; i kg 3 2
result kg 1
result {n} 9 9
enter
result {n} 7 1
enter
"""


def squadron_of(path: str) -> tuple[str, str, int]:
    """The one squadron of the engagement: its name, its number, its aircraft."""
    (force,) = opened(path).position.combat.now.engagement.of("raf")
    return force.unit, force.unit.removesuffix(" Squadron"), force.count


@pytest.mark.rule("OPS-B8.6")
def test_a_result_is_written_down_checked_and_asked_back(bob: Bob, asked: str) -> None:
    unit, n, count = squadron_of(asked)
    code, out, err = bob(TABLE.lstrip().format(n=n), "play", "day", "--open", asked, *ALONE)
    assert (code, err) == (0, "")
    for said in (
        "Battle card 1",
        "For the RAF’s eyes only",
        "Blood Red Skies",
        f"The RAF loses 1 of {count}, the Luftwaffe 8 of 36",
        f"no unit of this engagement is called “kg 1”; there are: {n}, I./KG 3, II./KG 3",
        f"– {unit} had {count} aircraft: 18 cannot be destroyed or damaged",
        f"the result does not add up (faults: 1); first: {unit} had {count}",
        f"– {unit} lost 7 of {count} aircraft: is that so?",
        "If it is so: enter yes",
    ):
        assert said in out, said
    assert opened(asked).position.combat.now.how == "table", "nothing is entered that is asked back"


def test_what_is_written_is_kept_in_the_file_until_it_is_entered(bob: Bob, asked: str) -> None:
    unit, n, _ = squadron_of(asked)
    bob(f"table\nresult {n} 7 1; II./KG 3 6 3 crews 4; turns 1\n", "play", "day", "--open", asked, *ALONE)
    code, out, _ = bob("enter\nenter yes\n", "play", "day", "--open", asked, *ALONE)
    assert code == 0 and "is that so?" in out
    match = opened(asked)
    entered = next(entry.order for entry in match.entries if isinstance(entry.order, EnterResult))
    losses = {loss.unit: loss for loss in entered.losses}
    assert (losses[unit].destroyed, losses["II./KG 3"].destroyed, losses["II./KG 3"].crews_lost, entered.turns) == (7, 6, 4, 1)
    values = next(e.data for _, e in match.log("raf") if e.code == "combat" and e.data["number"] == 1)
    assert values["lost"] == {unit: 7} and values["resolver"] == "table"
    assert match.position.squadrons[unit].lost == 7
    save, _ = Save.open(asked, games())
    with save:
        assert save.draft("raf/own_table") is None


def test_the_units_are_asked_for_one_by_one(bob: Bob, asked: str) -> None:
    unit, _, count = squadron_of(asked)
    sent = "table\nresult\n9 9\n2 1 brokeoff\n\n3 bananas\n3\nenter\n"
    _, out, _ = bob(sent, "play", "day", "--open", asked, *ALONE)
    assert re.search(rf"{unit}, {count} \w+ \w+ \[0 0\]:", out) and "II./KG 3, 18 Do 17Z-2 [0 0]:" in out
    assert "“bananas” is not understood" in out and "18 cannot be destroyed or damaged" in out
    entered = next(entry.order for entry in opened(asked).entries if isinstance(entry.order, EnterResult))
    figures = {loss.unit: (loss.destroyed, loss.damaged, loss.broke_off) for loss in entered.losses}
    assert figures == {unit: (2, 1, True), "I./KG 3": (0, 0, False), "II./KG 3": (3, 0, False)}
    _, out, _ = bob("result\n.\n", "play", "day", "--open", asked, *ALONE)
    assert "no engagement is at your own table" in out


def test_the_battle_card_is_written_and_what_lies_open_is_final(bob: Bob, asked: str) -> None:
    sent = "table\ncard a.txt\ncard a.svg\nfiche a.doc\ncard nowhere/a.txt\ncard\nquick\ncards\n"
    _, out, _ = bob(sent, "play", "day", "--open", asked, *ALONE)
    assert out.count("Battle card 1\n") == 2
    assert "Battle card 1\n" in Path("a.txt").read_text(encoding="utf-8") and Path("a.svg").stat().st_size > 1000
    assert "a.doc: the name of a battle card must end in" in out and "nowhere" in out
    match = opened(asked)
    assert [e.order.how for e in match.entries if isinstance(e.order, Resolve)][-1:] == ["table"]
    assert out.count("lies open on your own table") == 2 and "change your mind" not in out
    assert match.position.combat.now.how == "table"


WORDS = """85|I./KG 3|ii kg 3|result|result|enter|yes|turns|1|2|9|;|destroyed|crews|shaken|ammo|low|brokeoff|no|jettisoned|rule|small|cards
fly|me|sound|always|table|quick|page|x|.|-1|é|{"""
WORD = st.sampled_from(WORDS.replace("\n", "|").split("|"))


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(WORD, max_size=7).map(" ".join), max_size=10))
def test_whatever_is_typed_the_terminal_goes_on(waiting: Path, typed: list[str]) -> None:
    match = copied(waiting)
    match.play("raf", Resolve("table"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        patch.setattr("sys.stdout", io.StringIO())
        assert Terminal(Driver(match, {"raf": "human", "luftwaffe": "kesselring"}), EN).run() == 0
    match.game.invariants(match.position)


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_line_is_wider_than_the_terminal(bob: Bob, asked: str, columns: int, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    sent = f"table\nresult {squadron_of(asked)[1]} 9 9; ii kg 3 6 3\nhelp\nrule\n1\nhelp fly\npage\n1\n1\n1\n"
    _, out, _ = bob(sent, "play", "day", "--open", asked, *ALONE, "--lang", language)
    since = out[out.index("Engagement 1") :]
    wide = [line for line in since.splitlines() if len(line) > columns + 5 and ".bob1940" not in line]
    assert wide == []
