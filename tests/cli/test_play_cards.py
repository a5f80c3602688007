"""`bob play cards` and `bob play campaign`: over lines of JSON and in the terminal, to the end, and nothing of the other hands."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.cli import main
from bob.cli.commands.play import scenario_list, seats_of
from bob.cli.jsonl import Pipe
from bob.cli.keyboard import CLEAR
from bob.cli.terminal.books import numbered
from bob.cli.terminal.cards_text import CardsBook, terminal
from bob.core.codec import encode
from bob.core.errors import UsageError
from bob.core.kit import Contest
from bob.core.match import Match
from bob.driver import Driver
from bob.files import Save
from bob.games import game, kit
from bob.tactical.cards import CardDogfight
from bob.tactical.cards import orders as o
from bob.tactical.cards.data import shipped
from bob.words import LANGUAGES, Words
from tests.cards.test_cards_own import own
from tests.played import Bob
from tests.sizes import fifth, some
from tools import fuzz

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")

EN = Words("en")
CARDS = ("play", "cards", "first_match", "--seed", "3")
SOUND = ("--seats", "allied=human,axis=sound")


def lines(*values: Any) -> str:
    return "".join((value if isinstance(value, str) else json.dumps(value)) + "\n" for value in values)


def describe(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


# ---- over lines of JSON


def played_over_lines(name: str, scenario: str, seed: int, options: dict[str, Any], seats: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Every answer of a game to its end, whatever is asked answered by the middle one of the listed orders; and views and logs."""
    pipe = Pipe(Driver(Match.new(game(name), scenario, seed, options), seats), EN)
    answers = pipe.begun()
    standing: dict[str, dict[str, Any]] = {}
    while not pipe.closed:
        standing |= {a["seat"]: a for a in answers if a["type"] == "prompt"}
        prompt = standing.pop(next(reversed(standing)))
        yield from answers
        listed = prompt["choices"]["listed"]
        assert listed and prompt["choices"]["described"] == []
        if prompt["number"] % 7 == 0:
            yield from pipe.answered(json.dumps({"type": "view", "seat": prompt["seat"]}))
            yield from pipe.answered(json.dumps({"type": "log", "seat": prompt["seat"], "since": prompt["number"] - 9}))
        answers = pipe.answered(json.dumps({"seat": prompt["seat"], "order": listed[len(listed) // 2]}))
    yield from answers


def every(value: Any) -> Iterator[dict[str, Any]]:
    """All objects in a JSON value."""
    if isinstance(value, dict):
        yield value
    for member in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from every(member)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "scenario", "options"),
    [
        ("cards", "duel", {"pilots": True, "vp_limit": 30}),
        ("cards", "raid", {}),
        ("cards", "teams", {}),
        ("campaign", "poland_1939", {"quick": True}),
        ("campaign", "channel_convoys_1940", {}),
    ],
)
def test_a_game_over_lines_of_json_shows_no_other_hand(name: str, scenario: str, options: dict[str, Any]) -> None:
    made = game(name)
    position = Match.new(made, scenario, 4, options).position
    seats = made.seats(position)
    own = "allied" if "allied" in seats else "red"
    answers = list(played_over_lines(name, scenario, 4, options, dict.fromkeys(seats, "sound") | {own: "jsonl"}))
    assert answers[-1]["type"] == "over" and set(answers[-1]["outcome"]["points"]) == set(seats)
    mine: set[int] = set()
    views = 0
    for answer in answers:
        assert answer.get("seat") in (None, own)
        found = list(every(answer))
        for craft in (each for each in found if "cards" in each and "hits" in each and "altitude" in each):
            views += 1
            assert (craft["cards"] is not None) == (craft["seat"] == own)
            mine |= {craft["number"]} if craft["seat"] == own else set()
        assert all(each.get("draw_pile") is None and each.get("secrets", []) == [] for each in found)
        for view in (each for each in found if "own_option" in each):
            assert view["options"] or view["phase"] in ("arrow", "options")
            assert view["flak"] is None or view["initiative"] != own
    if name == "cards":
        events = [each for answer in answers for each in every(answer) if each.get("code") in ("drawn", "altitude_chosen")]
        assert events and {each["data"]["aircraft"] for each in events} <= mine
    assert views > 10 or options.get("quick")


GARBAGE = [
    ("nonsense", "play.not_json"),
    ("[]", "play.not_object"),
    ("{}", "play.no_order"),
    ('{"order": {"code": "fly"}}', "game.unknown_order"),
    ('{"order": {"code": "scramble"}}', "game.unknown_order"),
    ('{"order": {"code": "start_altitude"}}', "game.bad_order"),
    ('{"order": {"code": "start_altitude", "aircraft": 99, "altitude": "low"}}', "cards.refuse.start_altitude"),
    ('{"order": {"code": "start_altitude", "aircraft": 1, "altitude": "the moon"}}', "cards.refuse.start_altitude"),
    ('{"order": {"code": "done"}}', "cards.refuse.other_phase"),
    ('{"seat": "axis", "order": {"code": "pass"}}', "sitting.not_outside"),
    ('{"seat": "referee", "type": "view"}', "sitting.not_outside"),
    ('{"type": "save"}', "play.save_file"),
    ('{"type": "undo"}', "game.undo_nothing"),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_garbage_is_refused_and_the_prompt_stands(bob: Bob, language: str) -> None:
    low = {"order": {"code": "start_altitude", "aircraft": 1, "altitude": "low"}}
    sent = lines(*[line for line, _ in GARBAGE], low)
    code, out, err = bob(sent, *CARDS, "--seats", "allied=jsonl,axis=sound", "--jsonl", "--lang", language)
    assert (code, err) == (0, "")
    answers = describe(out)
    refused = [a for a in answers if a["type"] == "refused"]
    assert [a["key"] for a in refused] == [key for _, key in GARBAGE]
    words = Words(language)
    assert all(words(a["key"]).partition("{")[0] in a["reason"] for a in refused)
    assert [a["type"] for a in answers[-2:]] == ["accepted", "prompt"]


JSON = st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.lists(st.integers(), max_size=2)
NAMES = ("aircraft", "altitude", "card", "target", "steps", "cards", "plus", "by", "pilot", "arrow", "option", "pattern", "climb")
ORDER = st.fixed_dictionaries(
    {"code": st.sampled_from([kind.code for kind in game("campaign").order_types])},  # type: ignore[attr-defined]
    optional=dict.fromkeys(NAMES, JSON | st.sampled_from(["low", "yo_yo", "tight", 0, 1])),
)


@pytest.mark.slow
@settings(max_examples=fifth(15), deadline=None)
@given(st.sampled_from(["cards", "campaign"]), st.lists(ORDER, max_size=8))
def test_no_order_breaks_the_desk(name: str, sent: list[Any]) -> None:
    scenario = {"cards": "raid", "campaign": "london_1940"}[name]
    pipe = Pipe(Driver(Match.new(game(name), scenario, 3), {"axis": "jsonl", "allied": "sound"}), EN)
    pipe.begun()
    for order in sent:
        for answer in pipe.answered(json.dumps({"order": order})):
            assert answer["type"] in ("prompt", "accepted", "refused", "over")
            assert json.loads(json.dumps(answer)) == answer


def test_a_game_without_players_plays_itself_and_asks_nobody(bob: Bob) -> None:
    code, out, err = bob("{}\n", *CARDS, "--seats", "axis=sound,allied=random", "--jsonl")
    assert (code, err) == (0, "")
    assert [a["type"] for a in describe(out)] == ["over", "refused"]
    assert bob("", *CARDS, "--seats", "axis=sound,allied=random")[1] == bob("", *CARDS, "--seats", "axis=sound,allied=random")[1]


def test_a_game_that_is_opened_again_goes_on_as_it_would_have(bob: Bob) -> None:
    def sent(first: int) -> str:
        return lines(*[{"order": order} for order in orders[first:]])

    match: Match[Any] = Match.new(game("cards"), "first_match", 3)
    driver = Driver(match, {"allied": "jsonl", "axis": "random"})
    orders: list[Any] = []
    driver.advance()
    while not driver.is_over:
        order = driver.choices("allied").listed[-1]
        orders.append(encode(order))
        driver.give("allied", order)
        driver.advance()
    args = ("--seats", "allied=jsonl,axis=random", "--jsonl")
    whole = describe(bob(sent(0), *CARDS, *args)[1])
    bob(lines(*[{"order": order} for order in orders[:5]]), *CARDS, *args, "--save", "a.bob1940")
    rest = describe(bob(sent(5), "play", "cards", "--open", "a.bob1940", "--jsonl")[1])
    assert rest[-1]["type"] == "over"
    assert rest[1:] == whole[1 - len(rest) :] and rest[0] == whole[-len(rest)] | {"events": []}


# ---- in the terminal


def at_the_keyboard(driver: Driver, words: Words, answer: Callable[[list[Any]], str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Everything that a game prints, with the prompts, when this types the lines."""
    printed: list[str] = []

    def typed(prompt: str = "") -> str:
        printed.append(prompt)
        seat = driver.screen.waiting
        return answer(list(driver.choices(seat).listed) if seat is not None and prompt else [])

    monkeypatch.setattr("builtins.input", typed)
    monkeypatch.setattr("builtins.print", lambda *values, **_: printed.append(" ".join(map(str, values))))
    assert terminal(driver, words).run() == 0
    return "\n".join(printed)


RUBBISH = (
    "",
    "nonsense",
    "0",
    "999",
    "9" * 5000,
    "-1",
    "1 2",
    "²",
    "scramble 501 h12",
    "undo",
    "save",
    "log x",
    "l 3",
    "help",
    "?",
    "page",
)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "scenario", "options"),
    [
        ("cards", "first_match", {}),
        ("cards", "duel", {"pilots": True, "vp_limit": 30}),
        ("cards", "raid", {"wingmen": True}),
        ("campaign", "london_1940", {"quick": True}),
        ("campaign", "poland_1939", {}),
    ],
)
def test_a_game_in_the_terminal_to_its_end(
    name: str, scenario: str, options: dict[str, Any], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = Words(language)
    driver = Driver(Match.new(game(name), scenario, 5, options), {"allied": "human", "axis": "sound"})
    count = 0

    def answer(listed: list[Any]) -> str:
        nonlocal count
        count += 1
        if count <= len(RUBBISH):
            return RUBBISH[count - 1]
        # What ends a phase is taken often, so that the game is short.
        plain = [i for i, order in enumerate(listed, 1) if order.code in ("done", "pass", "stay")]
        return str(plain[0] if plain and count % 3 else 1 + count % len(listed))

    out = at_the_keyboard(driver, words, answer, monkeypatch)
    result = driver.outcome
    assert result is not None
    assert words(result.code) in out.splitlines()[-3] + out.splitlines()[-2] + out.splitlines()[-1]
    assert words("play.usage.undo") in out
    assert words("play.table.no_number", text="999", count=0)[:20] in out
    assert "{" not in out and "None" not in out


def other_secrets(match: Match[Any], number: int) -> Iterator[None]:
    """Change what the Allies may not know: Axis hands, altitudes not yet shown, the pile, picks, options, flak; then put it back."""
    position = match.position
    battle = position if isinstance(match.game, CardDogfight) else position.battle
    kept = match.game.dump(position)
    deck = sorted(shipped().deck.cards)
    if battle is not None:
        axis = battle.seats.index("axis")
        battle.pile = [deck[(number + i) % len(deck)] for i in range(len(battle.pile))]
        for craft in battle.crafts:
            if craft.seat == axis:
                craft.hand = tuple(deck[(number + i) % len(deck)] for i in range(len(craft.hand)))
                craft.start = 2 - craft.start if craft.altitude < 0 <= craft.start else craft.start
        battle.picks = [(("bf_109f_2", None),) * len(picks) if i == axis else picks for i, picks in enumerate(battle.picks)]
    if battle is not position:
        if position.phase == "options" and "axis" in position.picks:
            position.picks["axis"] = 2 if position.picks["axis"] == 1 else 1
        if position.flak is not None and position.defender == "axis":
            position.flak = "tight" if position.flak == "normal" else "normal"
    yield
    match.position = match.game.parse(kept)


@pytest.mark.slow
@pytest.mark.parametrize("language", some(LANGUAGES))
@pytest.mark.parametrize(
    ("name", "scenario", "most"),
    [("cards", "first_match", 80), ("cards", "duel", 40), ("cards", "raid", 60), ("campaign", "poland_1939", 80)],
)
def test_what_one_seat_is_shown_does_not_hang_on_the_other_hand(
    name: str, scenario: str, most: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page and the log are the same, letter by letter, whatever the enemy holds and has chosen in secret."""
    words = Words(language)
    printed: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr("builtins.print", lambda *values, **_: printed.append(" ".join(map(str, values))))

        def shown(sat: Any) -> str:
            printed.clear()
            sat._heard.clear()
            sat._news("allied")
            sat.page("allied")
            sat.obey("allied", "log 1000")
            return "\n".join(printed)

        match: Match[Any] = Match.new(game(name), scenario, 3)
        driver = Driver(match, {"allied": "human", "axis": "human"})
        sat, length = terminal(driver, words), 0
        for number in range(most):
            seat = driver.screen.waiting
            if seat is None:
                break
            page = shown(sat)
            secrets = other_secrets(match, number)
            next(secrets)
            again = shown(sat)
            next(secrets, None)
            assert again == page
            length += len(page)
            listed = match.game.choices(match.position, seat).listed
            driver.give(seat, listed[number % len(listed)])
    assert length > 10000


def test_two_people_hand_the_keyboard_over_on_an_empty_screen(bob: Bob) -> None:
    code, out, _ = bob(lines("", "1", "", "1", "quit"), *CARDS, "--seats", "axis=human,allied=human")
    assert code == 0
    screens = out.split(CLEAR)
    axis, allied = (EN("play.hand_over", seat=EN(f"play.seat.{seat}")) for seat in ("axis", "allied"))
    assert screens[1].strip() == axis and screens[3].strip() == allied
    hand = EN("play.table.own_hand", aircraft="Spitfire I", cards="").strip()
    assert hand not in screens[2] and hand in screens[4]
    assert EN("play.table.own_hand", aircraft="Bf 109E Emil", cards="").strip() not in screens[4]


def test_an_order_is_taken_back_and_the_game_kept(bob: Bob) -> None:
    args = ("play", "cards", "raid", "--seed", "3", "--seats", "allied=human,axis=sound")
    code, out, _ = bob(lines("1", "undo", "annuler", "2", "save a.bob1940", "save", "sauver /nowhere/at/all", "quitter"), *args)
    assert code == 0
    assert EN("play.undone") in out
    assert EN("play.kept", file="a.bob1940") in out and f"{Path.cwd()}/a.bob1940" in out
    code, out, err = bob("q\n", "play", "cards", "--open", "a.bob1940")
    assert (code, err) == (0, "")
    assert "Spitfire I 2 starts at" in out
    assert bob("", "play", "cards", "--open", "a.bob1940", "--option", "turns=2")[0] == 2
    assert bob("", "play", "campaign", "--open", "a.bob1940")[0] == 2


def test_the_usual_game_begins_and_ends_with_its_lines(bob: Bob) -> None:
    for name in ("cards", "campaign"):
        code, out, err = bob("", "play", name, "--seed", "1")
        assert (code, " ".join(err.split())) == (0, EN("play.seed_practice"))
        assert "Allies> " in out and EN("play.not_kept") in out


@pytest.mark.parametrize("words", [Words(language) for language in LANGUAGES], ids=LANGUAGES)
def test_orders_that_read_the_same_are_told_apart(words: Words) -> None:
    book = CardsBook(words, CardDogfight())
    orders = [
        o.ChangeAltitude("vertical_roll", False),
        o.ChangeAltitude("vertical_roll", True, "yo_yo"),
        o.ChangeAltitude("vertical_roll", True, "evasive"),
        o.Redline("redline"),
        o.Redline("ace_marker"),
        o.Redline("redline", "evasive"),
        o.BomberFire("ims_1"),
        o.BomberFire("ims_1", ("yo_yo", "yo_yo")),
        o.EndPhase(),
    ]
    said = numbered(book, orders, "axis")
    assert len({line[5:] for line in said}) == len(orders)
    assert said[-1][5:] == words("cards.order.done")
    assert words("play.table.climb") in said[1] and words("cards.card.evasive") in said[2]


# ---- the command line


@pytest.mark.parametrize(
    ("argv", "key"),
    [
        ("play cards lesson", "cards.error.no_scenario"),
        ("play campaign lesson", "campaign.error.no_campaign"),
        ("play cards --seats raf=human", "play.seat_unknown"),
        ("play cards --seats axis", "play.seat_unnamed"),
        ("play cards --seats axis=human,axis=human", "play.seat_twice"),
        ("play cards --seats axis=park", "pilots.no_pilot"),
        ("play campaign --seats allied=kesselring", "pilots.no_pilot"),
        ("play cards --seats referee=human", "play.referee_seat"),
        ("play cards --period 3", "play.other_game"),
        ("play campaign --switch a=b", "play.other_game"),
        ("play day --option a=b", "play.other_game"),
        ("play cards --option turns", "play.option_form"),
        ("play cards --option luck=1", "cards.error.no_option"),
        ("play cards --option turns=99", "error.codec"),
        ("play campaign --option luck=1", "campaign.error.no_option"),
        ("play campaign --option scale=99", "error.codec"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_command_line_is_one_line(bob: Bob, argv: str, key: str, language: str) -> None:
    code, out, err = bob("", *argv.split(), "--lang", language)
    assert (code, out) == (2, "")
    assert err.startswith("bob: ") and err.count("\n") == 1
    assert Words(language)(key).partition("{")[0] in err


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_lists_the_scenarios(bob: Bob, language: str) -> None:
    code, out, _ = bob("", "play", "cards", "--help", "--lang", language)
    assert code == 0
    assert scenario_list(Words(language)) in out
    for code_of in ("first_match", "raid", "london_1940"):
        assert code_of in out


def test_seats_are_cast() -> None:
    from bob.core.kit import cast as casting

    cast = casting({"axis": "axis", "allied": "allied"}, "allied", "sound")
    assert seats_of(None, False, cast) == {"axis": "sound", "allied": "human"}
    assert seats_of(None, True, cast) == {"axis": "sound", "allied": "jsonl"}
    assert seats_of("axis=human", False, cast) == {"axis": "human", "allied": "sound"}
    assert seats_of(None, False, casting({"one": "one", "two": "two"}, "allied", "sound"))["one"] == "human"
    with pytest.raises(UsageError):
        Driver.new(game("cards"), "duel", 1, {}, {"axis": "park", "allied": "human"})


# ---- the fuzzer


@pytest.mark.parametrize("name", ["cards", "campaign"])
def test_every_setting_of_the_fuzzer_can_be_played(name: str) -> None:
    contest, played = kit(name).contest(), kit(name).make()
    quick = [s for s in contest.settings if name == "cards" or s.options.get("quick")]
    for number, setting in enumerate(contest.settings):
        Match.new(played, setting.scenario, number, setting.options)
    only = Contest(tuple(quick), most=contest.most)
    for number in range(len(quick)):
        tally = fuzz.play_one(name, number, "1", only)
        assert tally.failures == []


@pytest.fixture
def duel(tmp_path: Path) -> str:
    """A file with a dogfight that has just begun."""
    path = tmp_path / "duel.bob1940"
    save, _ = Save.begin(path, CardDogfight(), "first_match", "1", {})
    save.close()
    return str(path)


def test_a_duel_has_no_report_and_its_owner_is_told_what_has(duel: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seat in ("referee", "raf", "axis"):
        assert main(["report", duel, "--seat", seat, "--out", str(tmp_path / "x.html"), "--lang", "en"]) == 2
        assert "there is no report" in capsys.readouterr().err


@pytest.mark.parametrize(("language", "said"), [("en", "has no seat “raf”"), ("fr", "n’a pas de poste «\u00a0raf\u00a0»")])
def test_a_dogfight_is_looked_at_again_by_its_own_seats(duel: str, language: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", duel, "--seat", "raf", "--lang", language]) == 2
    err = capsys.readouterr().err
    assert said in err and "duel.bob1940" in err and "cards" in err and "axis, allied, referee" in err
    assert main(["replay", duel, "--seat", "allied", "--lang", language]) == 0
    out = capsys.readouterr().out
    assert Words(language)("play.seat.axis") in out and len(out.splitlines()) > 6
    assert main(["replay", duel, "--turn", "9", "--lang", language]) == 2


def test_own_cards_are_flown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "aircraft.toml").write_text(own("spitfire_i", "My Spitfire"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main([*CARDS, "--cards", str(tmp_path), "--lang", "en"]) == 0
    assert "My Spitfire" in capsys.readouterr().out
    assert main(["play", "day", "lesson", "--cards", str(tmp_path)]) == 2
    assert main([*CARDS, "--cards", str(tmp_path / "none")]) == 2


def test_a_tournament_is_flown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "cards", "--tournament", "--games", "4", "--seed", "1", "--lang", "en"]) == 0
    assert "%" in capsys.readouterr().out
    assert main(["play", "day", "lesson", "--tournament"]) == 2
    assert main(["play", "cards", "--games", "4"]) == 2
