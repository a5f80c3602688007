"""Files and passphrases at the command line and over lines: what a seat may take away, who opens a locked game, who is asked first."""

from __future__ import annotations

import getpass
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bob.cli import main
from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.game import REFEREE
from bob.core.match import Match
from bob.day.state.position import LUFTWAFFE, RAF
from bob.driver import OUTSIDE, SEATS, Driver, read_seat_file
from bob.files import Cipher, Save
from bob.files.cipher import ScryptCost
from bob.games import games
from bob.words import Words

Bob = Callable[..., tuple[int, str, str]]
EN, FR = Words("en"), Words("fr")
BOTH = {RAF: "the secret of Uxbridge", LUFTWAFFE: "das Geheimnis von Brüssel"}
TWO = {RAF: "human", LUFTWAFFE: "human"}
DAY = games()["day"]
HIDDEN = ("raids", "Erprobungsgruppe", "KG ")
DONE = {"order": {"code": "done"}}


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(Cipher, "usual", ScryptCost(4, 8, 1))
    monkeypatch.chdir(tmp_path)
    yield
    assert not [name for name in os.environ if name.startswith("BOB_PASSPHRASE_")], "nothing is left for children"


class Terminal(io.StringIO):
    """Standard input that is a terminal."""

    def isatty(self) -> bool:
        return True


def at_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, *argv: str) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.stdin", Terminal(text))
    code = main(argv)
    out, err = capsys.readouterr()
    return code, out, err


def lines(*data: Any) -> str:
    return "".join(f"{json.dumps(d)}\n" for d in data)


def describe(out: str) -> list[Any]:
    return [json.loads(line) for line in out.splitlines()]


def running(path: str, seats: dict[str, str], cipher: Cipher | None = None) -> Driver:
    """A day that goes on, with a few orders given."""
    driver = Driver.new(DAY, "one_raid", "5", {}, seats, path, cipher=cipher)
    stream = Stream.of(3, "player")
    for _ in range(6):
        driver.advance()
        seat = next(iter(driver.asked_seats), None)
        if seat is None:
            break
        driver.give(seat, DAY.sample(driver.match.position, seat, stream))
    return driver


# ---- what a seat takes away


@pytest.mark.parametrize("seats", ["raf=jsonl,luftwaffe=kesselring", "raf=jsonl,luftwaffe=jsonl"])
def test_a_cheat_that_saves_and_looks_finds_only_what_it_saw(bob: Bob, seats: str) -> None:
    sent = lines(*[{"seat": RAF, **DONE}, {"seat": LUFTWAFFE, **DONE}] * 3, {"seat": RAF, "type": "save", "file": "mine.jsonl"})
    code, out, _ = bob(sent, "play", "day", "one_raid", "--seed", "7", "--seats", seats, "--jsonl", "--save", "game.bob1940")
    assert code == 0 and describe(out)[-1] == {"type": "saved", "seat": RAF, "file": "mine.jsonl"}
    text = Path("mine.jsonl").read_text()
    save, match = Save.open("game.bob1940", games(), read_only=True)
    with save:
        truth = match.header.seed, *(raid.plan.code for raid in match.view(REFEREE).luftwaffe.raids)
    assert match.view(REFEREE).luftwaffe.raids
    assert '"seed"' not in text and '"luftwaffe":{' not in text and '"plan"' not in text
    assert truth[0] == "7" and not text.startswith("SQLite")
    assert [encode(event) for _, event in read_seat_file("mine.jsonl").events] == [encode(event) for _, event in match.log(RAF)]
    assert read_seat_file("mine.jsonl").views[-1][1] == json.loads(json.dumps(encode(match.view(RAF))))
    code, _, err = bob("", "play", "day", "--open", "mine.jsonl")
    assert code == 2 and "not a game" in err
    code, _, err = bob("", "replay", "mine.jsonl", "--seat", "referee", "--yes")
    assert code == 2


def test_two_worlds_that_differ_in_what_is_hidden_give_the_same_file_to_a_seat(tmp_path: Path) -> None:
    """The RAF's files of two days in which the Luftwaffe has planned other raids are the same bytes while no plot has come."""
    texts = []
    for raids in (0, 3):
        match: Match[Any] = Match.new(DAY, "15_september_1940", "11")
        stream = Stream.of(raids, "plans")
        driver = Driver(match, TWO)
        for _ in range(raids * 4):
            if LUFTWAFFE in match.to_move:
                before = len(match.log(RAF))
                driver.give(LUFTWAFFE, DAY.sample(match.position, LUFTWAFFE, stream))
                if len(match.log(RAF)) != before:
                    driver.undo(LUFTWAFFE) if driver.undo_reason(LUFTWAFFE) is None else None
                    break
        from bob.driver import write_seat_file

        path = write_seat_file(driver, RAF, tmp_path / f"{raids}")
        texts.append((path.read_bytes(), len(match.entries)))
    assert texts[0][1] < texts[1][1], "the other side has done something in one of them"
    if len(read_seat_file(tmp_path / "0").events) == len(read_seat_file(tmp_path / "3").events):
        assert texts[0][0] == texts[1][0]


def test_save_over_lines_does_not_tell_where_the_truth_lies(bob: Bob) -> None:
    sent = lines({"type": "save"}, {"type": "save", "file": "game.bob1940"}, {"type": "save", "file": "nowhere/at/all"})
    code, out, _ = bob(sent, "play", "day", "lesson", "--seats", "raf=jsonl,luftwaffe=kesselring", "--jsonl", "--save", "game.bob1940")
    answers = describe(out)[1:]
    assert code == 0 and answers[0] == {"type": "saved", "kept": True}
    assert [a["key"] for a in answers[1:]] == ["save.exists", "save.no_folder"], "and it writes over nothing"


def test_a_seats_file_is_looked_at_again(bob: Bob) -> None:
    for seats in ("raf=jsonl,luftwaffe=kesselring", "raf=park,luftwaffe=jsonl"):
        seat = RAF if "raf=jsonl" in seats else LUFTWAFFE
        sent = lines({"type": "save", "file": f"{seat}.jsonl"})
        assert bob(sent, "play", "day", "lesson", "--seats", seats, "--jsonl")[0] == 0
        code, out, _ = bob("", "replay", f"{seat}.jsonl")
        assert code == 0 and out.strip()
        code, out, _ = bob("", "replay", f"{seat}.jsonl", "--json")
        found = json.loads(out)
        assert found["seat"] == seat and found["events"] and found["view"]["common"]
        other = LUFTWAFFE if seat == RAF else RAF
        assert bob("", "replay", f"{seat}.jsonl", "--seat", other)[0] == 2
        assert bob("", "replay", f"{seat}.jsonl", "--turn", "900")[0] == 2


@pytest.mark.parametrize("change", ["cut", "type", "form", "number", "view", "event", "turn", "untold"])
def test_a_broken_file_of_a_seat_is_told(bob: Bob, change: str) -> None:
    bob(lines({"type": "save", "file": "a.jsonl"}), "play", "day", "lesson", "--seats", "raf=jsonl,luftwaffe=kesselring", "--jsonl")
    path = Path("a.jsonl")
    rows = path.read_text().splitlines()
    rows = {
        "cut": [rows[0], rows[1][: len(rows[1]) // 2]],
        "type": [rows[0], "[]"],
        "form": [rows[0].replace('"form":1', '"form":9')],
        "number": [rows[0], '{"number":"x"}'],
        "view": [rows[0], '{"number":1,"view":[1]}'],
        "event": [rows[0], '{"number":1,"event":{"nothing":1}}'],
        "turn": [rows[0], '{"number":1,"event":{"code":"turn","data":{"turn":{}},"to":[],"rule":null}}'],
        "untold": [rows[0], '{"number":1,"event":{"code":"detected","data":{},"to":[],"rule":null}}'],
    }[change]
    path.write_text("\n".join(rows))
    for language in ("en", "fr"):
        code, _, err = bob("", "--lang", language, "replay", "a.jsonl")
        assert code == 2 and "a.jsonl" in err and err.count("\n") == 1


def test_at_one_keyboard_a_seat_gets_no_plain_copy(bob: Bob) -> None:
    running("game.bob1940", TWO).close()
    code, out, _ = bob("\nsave mine.txt\nsave\nquit\n", "play", "day", "--open", "game.bob1940")
    assert code == 0
    assert not Path("mine.txt").read_bytes().startswith(b"SQLite")
    assert EN("play.kept", file=str(Path("game.bob1940").resolve())) in " ".join(out.split())
    found = read_seat_file("mine.txt")
    assert found.seat in (RAF, LUFTWAFFE)


def test_one_person_alone_keeps_the_whole_game_as_ever(bob: Bob) -> None:
    code, _, _ = bob("save mine.bob1940\nquit\n", "play", "day", "lesson", "--seats", "raf=human,luftwaffe=kesselring")
    assert code == 0
    save, match = Save.open("mine.bob1940", games(), read_only=True)
    save.close()
    assert save.cipher is None and match.header.scenario == "lesson"


def test_an_unkept_game_of_two_is_kept_locked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bob: Bob) -> None:
    args = ("play", "day", "lesson", "--seats", "raf=human,luftwaffe=human")
    code, _, _ = bob("\nsave a.bob1940\nquit\n", *args)
    assert code == 0 and not Path("a.bob1940").exists(), "nobody can be asked for passphrases"
    typist(monkeypatch, BOTH)
    code, _, _ = at_terminal(monkeypatch, capsys, "\nsave a.bob1940\nquit\n", *args)
    assert code == 0
    save, _ = Save.open("a.bob1940", games(), key=BOTH)
    with save:
        assert save.cipher is not None and save.draft(SEATS) == TWO


# ---- locked games


def pipe(text: str) -> str:
    """An open descriptor that gives this text."""
    reading, writing = os.pipe()
    os.write(writing, text.encode())
    os.close(writing)
    return str(reading)


def by_lines(passphrases: dict[str, str]) -> str:
    return "".join(f"{seat}={text}\n" for seat, text in passphrases.items())


ARGS = ("play", "day", "lesson", "--seats", "raf=human,luftwaffe=human", "--save", "a.bob1940", "--lock")


def test_a_game_is_locked_and_opened_by_a_descriptor(bob: Bob) -> None:
    code, out, err = bob("\nquit\n", *ARGS, "--passphrases", pipe(by_lines(BOTH | {REFEREE: "the man with the whistle"})))
    assert code == 0, err
    assert not any(text in out + err for text in BOTH.values())
    open_it = ("play", "day", "--open", "a.bob1940")
    before = Path("a.bob1940").read_bytes()
    for given in (None, {RAF: BOTH[RAF]}, BOTH | {RAF: BOTH[LUFTWAFFE]}, {REFEREE: "another man"}):
        code, _, err = bob("\nquit\n", *open_it, *(("--passphrases", pipe(by_lines(given))) if given else ()))
        assert code == 2 and err.count("\n") == 1
        assert Path("a.bob1940").read_bytes() == before
    for given in (BOTH, {REFEREE: "the man with the whistle"}):
        code, out, err = bob("\nquit\n", *open_it, "--passphrases", pipe(by_lines(given)))
        assert (code, err) == (0, "")
    code, _, err = bob("\nsave b.bob1940\nquit\n", *open_it, "--passphrases", pipe(by_lines(BOTH)))
    with Save.open("b.bob1940", games(), key=BOTH)[0] as copy:
        assert copy.cipher is not None, "a copy is as locked as the game"


def test_a_game_is_locked_and_opened_by_the_environment(bob: Bob, monkeypatch: pytest.MonkeyPatch) -> None:
    def environment(given: dict[str, str]) -> None:
        for seat, text in given.items():
            monkeypatch.setenv(f"BOB_PASSPHRASE_{seat.upper()}", text)

    environment(BOTH)
    sent = lines({"seat": RAF, "type": "view"})
    seats = ("--seats", "raf=jsonl,luftwaffe=jsonl", "--jsonl")
    assert bob(sent, "play", "day", "lesson", *seats, "--save", "a.bob1940", "--lock")[0] == 0
    code, out, err = bob(sent, "play", "day", "--open", "a.bob1940", "--jsonl")
    assert (code, out) == (2, "") and "BOB_PASSPHRASE_RAF" in err
    environment(BOTH)
    code, out, _ = bob(sent, "play", "day", "--open", "a.bob1940", "--jsonl")
    assert code == 0 and describe(out)[-1]["type"] == "view"


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="the system shows no environment")
def test_the_environment_of_a_running_game_holds_no_passphrase(tmp_path: Path) -> None:
    taken = "from argparse import Namespace; from bob.cli.passphrases import given; found = given(Namespace(passphrases=None))"
    text = "import os; print(found, os.environ.get('BOB_PASSPHRASE_RAF'), open('/proc/self/environ', 'rb').read())"
    environment = {**os.environ, "BOB_PASSPHRASE_RAF": "Tangmere by night"}
    done = subprocess.run([sys.executable, "-c", f"{taken}\n{text}"], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("{'raf': 'Tangmere by night'} None ") and done.stdout.count("Tangmere") == 1


def typist(monkeypatch: pytest.MonkeyPatch, given: dict[str, str], again: dict[str, str] | None = None) -> list[str]:
    """Somebody types the passphrase of whom he is asked for, and once more when asked; the prompts that he has read."""
    read: list[str] = []

    def getpass_(prompt: str, stream: Any) -> str:
        read.append(prompt)
        whose = next((seat for seat in (RAF, LUFTWAFFE, REFEREE) if EN(f"locks.party_{seat}") in prompt), None)
        if whose is None:
            last = next(seat for text in reversed(read) for seat in (RAF, LUFTWAFFE, REFEREE) if EN(f"locks.party_{seat}") in text)
            return (given | (again or {})).get(last, "")
        return given.get(whose, "")

    monkeypatch.setattr(getpass, "getpass", getpass_)
    return read


def test_a_game_is_locked_and_opened_at_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def said(given: dict[str, str], *argv: str, again: dict[str, str] | None = None) -> tuple[int, str]:
        typist(monkeypatch, given, again)
        code, _, err = at_terminal(monkeypatch, capsys, "\nquit\n", *argv)
        return code, err

    code, err = said(BOTH, *ARGS, again={RAF: "something else"})
    assert code == 2 and "twice" in err and not Path("a.bob1940").exists()
    code, err = said(BOTH | {RAF: "short"}, *ARGS)
    assert code == 2 and "too short" in err and not Path("a.bob1940").exists()
    assert said(BOTH | {REFEREE: "a referee's own"}, *ARGS)[0] == 0
    open_it = ("play", "day", "--open", "a.bob1940")
    assert said(BOTH, *open_it)[0] == 0
    assert said({REFEREE: "a referee's own"}, *open_it)[0] == 0
    code, err = said(BOTH | {LUFTWAFFE: "wrong wrong"}, *open_it)
    assert code == 2 and EN("locks.party_luftwaffe") in err


@pytest.mark.parametrize(
    ("argv", "key"),
    [
        (("--seats", "raf=human,luftwaffe=kesselring", "--save", "x", "--lock"), "locks.two"),
        (("--seats", "raf=human,luftwaffe=human", "--lock"), "locks.needs_save"),
        (("--seats", "raf=human,luftwaffe=human", "--save", "x", "--lock"), "locks.how"),
        (("--seats", "raf=human,luftwaffe=human", "--save", "x", "--lock", "--passphrases", "0"), "locks.descriptor"),
        (("--seats", "raf=human,luftwaffe=human", "--save", "x", "--lock", "--passphrases", "999"), "locks.descriptor"),
        (("--seats", "raf=human,luftwaffe=human", "--save", "x", "--lock", "--passphrases", "my secret"), "locks.descriptor"),
    ],
)
def test_what_cannot_be_locked_says_why_and_begins_nothing(bob: Bob, argv: tuple[str, ...], key: str) -> None:
    code, out, err = bob("", "play", "day", "lesson", *argv)
    assert (code, out) == (2, "") and not Path("x").exists()
    assert EN(key).partition("{why}; ")[2 if key == "locks.how" else 0].partition("{")[0] in err


def test_passphrases_that_make_no_sense_are_refused(bob: Bob) -> None:
    for text, key in (("raf\n", "locks.line"), (by_lines(BOTH | {"moon": "a long enough one"}), "locks.no_party")):
        code, _, err = bob("", *ARGS, "--passphrases", pipe(text))
        assert code == 2 and EN(key).partition("{")[0] in err and not Path("a.bob1940").exists()


@pytest.mark.slow
def test_every_command_opens_a_locked_game_with_its_passphrases_only(bob: Bob) -> None:
    running("a.bob1940", TWO, Cipher.made(BOTH)).close()
    commands = [
        ("replay", "a.bob1940", "--seat", "raf"),
        ("report", "a.bob1940", "--seat", "raf", "--out", "r.html"),
        ("verify", "a.bob1940", "--yes"),
        ("recover", "a.bob1940", "--out", "new.bob1940", "--yes"),
    ]
    for argv in commands:
        code, out, err = bob("", *argv)
        assert (code, out) == (2, "") and "locked" in err, argv
        assert not Path("new.bob1940").exists()
        assert argv[0] != "report" or not Path("r.html").exists()
        code, _, err = bob("", *argv, "--passphrases", pipe(by_lines(BOTH)))
        assert code == 0, (argv, err)
    with Save.open("new.bob1940", games(), key=BOTH)[0] as save:
        assert save.cipher is not None, "what is recovered is as locked as it was"


# ---- the truth of a game that goes on


def shows(path: str) -> list[tuple[str, ...]]:
    return [
        ("replay", path, "--seat", "referee"),
        ("replay", path, "--seat", "referee", "--json"),
        ("report", path, "--seat", "referee", "--out", "r.html"),
        ("verify", path),
        ("recover", path, "--out", "new.bob1940"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(5))
def test_the_truth_between_two_is_shown_to_those_only_who_mean_it(
    number: int, bob: Bob, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    running("a.bob1940", TWO).close()
    argv = shows("a.bob1940")[number]
    code, out, err = bob("yes\n", *argv)
    assert (code, out) == (2, "") and "--yes" in err, "a script that says nothing is refused, whatever its input"
    assert not Path("r.html").exists() and not Path("new.bob1940").exists()
    for answer in ("\n", "no\n", "y\n", ""):
        code, out, err = at_terminal(monkeypatch, capsys, answer, *argv)
        assert (code, out) == (2, "") and EN("locks.truth_declined") in err
        assert not Path("r.html").exists() and not Path("new.bob1940").exists()
    code, out, _ = at_terminal(monkeypatch, capsys, "yes\n", *argv)
    assert code == 0 and out
    Path("new.bob1940").unlink(missing_ok=True)
    code, out, err = at_terminal(monkeypatch, capsys, "Oui\n", "--lang", "fr", *argv)
    assert code == 0 and out and FR("locks.truth", file="a.bob1940") in err
    Path("new.bob1940").unlink(missing_ok=True)
    assert bob("", *argv, "--yes")[0] == 0


@pytest.mark.parametrize("number", range(5))
def test_nobody_is_asked_about_a_game_of_ones_own_or_one_that_is_over(number: int, bob: Bob) -> None:
    running("solo.bob1940", {RAF: "human", LUFTWAFFE: "kesselring"}).close()
    assert bob("", *shows("solo.bob1940")[number])[0] == 0
    Path("new.bob1940").unlink(missing_ok=True)
    driver = Driver.new(DAY, "lesson", "5", {}, {RAF: "park", LUFTWAFFE: "kesselring"}, "over.bob1940")
    driver.advance()
    assert driver.is_over and driver.save is not None
    driver.save.put_draft(SEATS, TWO)
    driver.close()
    assert bob("", *shows("over.bob1940")[number])[0] == 0


def test_a_side_looks_at_its_own_log_without_being_asked(bob: Bob) -> None:
    running("a.bob1940", TWO).close()
    code, out, err = bob("", "replay", "a.bob1940", "--seat", "raf", "--json")
    assert (code, err) == (0, "") and json.loads(out)["seat"] == RAF


def test_an_event_written_into_a_file_is_told_wherever_its_log_is(bob: Bob) -> None:
    driver = running("a.bob1940", TWO)
    match = driver.match
    raws = [json.loads(json.dumps(entry.as_json())) for entry in match.entries]
    raws[1]["events"].append({"code": "note", "data": {"text": "forged"}, "to": [RAF], "rule": None})
    rows = {entry.number: match.history.row(entry.number) for entry in match.entries}
    Save.written("forged.bob1940", match.header, "1", raws, [(SEATS, TWO)], rows).close()
    driver.close()
    for argv in (("replay", "F", "--seat", "raf"), ("report", "F", "--seat", "raf", "--out", "r.html"), ("play", "day", "--open", "F")):
        assert "has changed the file" in bob("\nquit\n", *[a.replace("F", "forged.bob1940") for a in argv])[2]
        assert "has changed the file" not in bob("\nquit\n", *[a.replace("F", "a.bob1940") for a in argv])[2]


def test_programs_over_lines_are_outside() -> None:
    assert "jsonl" in OUTSIDE
