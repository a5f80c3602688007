"""`bob post` at the command line: the office and both sides, as the README says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bob.words import LANGUAGES
from tests.played import Bob
from tests.post.posted import Posted


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with the two folders of the office. Every new game has the same dice, by which no choice comes up at first."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bob.core.seeds.fresh_seed", lambda: "7")
    for name in ("from", "to"):
        (tmp_path / name).mkdir()
    return tmp_path


OFFICE = ("post", "far.bob1940", "--in", "from", "--out", "to")


def good(done: tuple[int, str, str]) -> str:
    code, out, err = done
    assert code == 0 and not err, (out, err)
    return out


def test_a_turn_by_post_both_ways(here: Path, bob: Bob) -> None:
    said = good(bob("", *OFFICE, "--new", "lesson", "--languages", "luftwaffe=fr"))
    assert "raf-invitation.json" in said and "luftwaffe-0001.html" in said and "waits for Luftwaffe: sheet 1" in said
    (here / "plan.txt").write_text("# as it stands\n\nsceller\n")
    lw, raf = here / "to" / "luftwaffe", here / "to" / "raf"
    key = ("--key", str(lw / "luftwaffe-invitation.json"))
    said = good(bob("", "post", "--answer", str(lw / "luftwaffe-0001.html"), *key, "--orders", "plan.txt", "--out", "from", "--lang", "fr"))
    assert (here / "from" / "luftwaffe-0001.orders.jsonl").exists() and "Ordres : 1" in said.replace("\u00a0", " ")
    said = good(bob("", *OFFICE))
    assert "RAF: sheet 1 is written" in said and "Luftwaffe: sheet 2 is written" in said
    assert 'lang="fr"' in (lw / "luftwaffe-0002.html").read_text() and 'lang="en"' in (raf / "raf-0001.html").read_text()
    turn_file = Posted(here).sheet("raf")
    unit = next(s.unit for s in turn_file.view.squadrons if s.box == "ready")
    (here / "orders").write_text(f'available {unit.removesuffix(" Squadron")}\n{{"code": "done"}}\n')
    raf_key = ("--key", str(raf / "raf-invitation.json"))
    good(bob("", "post", "--answer", str(raf / "raf-0001.html"), *raf_key, "--orders", "orders", "--out", "from/mine.jsonl"))
    (here / "orders").write_text("fini\n")
    good(bob("", "post", "--answer", str(lw / "luftwaffe-0002.html"), *key, "--orders", "orders", "--out", "from"))
    found = [json.loads(line) for line in good(bob("", *OFFICE, "--json")).splitlines()]
    assert [(n["news"], n.get("seat"), n.get("given")) for n in found if n["news"] == "taken"] == [
        ("taken", "luftwaffe", 1),
        ("taken", "raf", 2),
    ]
    assert Posted(here).sheet("raf").view.turn == 2
    assert good(bob("", *OFFICE)).splitlines() == ["The game waits for Luftwaffe: sheet 3.", "The game waits for RAF: sheet 2."]


def begun(here: Path, bob: Bob) -> tuple[str, ...]:
    good(bob("", *OFFICE, "--new", "lesson"))
    return ("--key", str(here / "to" / "luftwaffe" / "luftwaffe-invitation.json"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_is_read_at_the_terminal(language: str, here: Path, bob: Bob) -> None:
    key, page = begun(here, bob), here / "to" / "luftwaffe" / "luftwaffe-0001.html"
    said = good(bob("", "post", "--read", str(page), *key, "--lang", language))
    assert said.startswith({"en": "This sheet is as the office", "fr": "Cette feuille est telle"}[language])
    assert "Detling" in said or "Kenley" in said or "Dover" in said
    found = json.loads(good(bob("", "post", "--read", str(page), *key, "--json")))
    assert found["genuine"] and found["seat"] == "luftwaffe" and found["view"]["seat"] == "luftwaffe"
    page.write_text(page.read_text().replace("lesson", "lessen"))
    code, out, err = bob("", "post", "--read", str(page), *key, "--lang", language)
    assert (code, out) == (2, "") and "luftwaffe-0001.html" in err and {"en": "forged", "fr": "contrefait"}[language] in err


def test_orders_are_typed(here: Path, bob: Bob) -> None:
    key, page = begun(here, bob), str(here / "to" / "luftwaffe" / "luftwaffe-0001.html")
    good(bob("seal\n", "post", "--answer", page, *key, "--orders", "-"))
    assert (here / "luftwaffe-0001.orders.jsonl").exists()
    code, _, err = bob("", "post", "--answer", page, *key)
    assert code == 0 and "Careful" in err, "nothing ends what is asked"


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        (b"seal\nfly to the moon\n", "line 2: "),
        (b"map\n", "line 1: \u201cmap\u201d is no order"),
        (b"{\n", "line 1: "),
        (b'{"code": "nothing"}', "line 1: "),
        (b"\xff\xfe\x00", "UTF-8 nor UTF-16"),
        (b"drop nowhere", "line 1: "),
    ],
)
def test_orders_that_are_none_are_told_by_their_line(orders: bytes, told: str, here: Path, bob: Bob) -> None:
    key = begun(here, bob)
    (here / "orders").write_bytes(orders)
    code, out, err = bob("", "post", "--answer", "to/luftwaffe/luftwaffe-0001.html", *key, "--orders", "orders")
    assert (code, out) == (2, "") and told in err and not list(here.glob("*.jsonl"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "FILE is needed"),
        ("far.bob1940", "--in is needed"),
        ("far.bob1940 --in from", "--out is needed"),
        ("far.bob1940 --in nowhere --out to", "no folder nowhere"),
        ("far.bob1940 --new lesson --out nowhere", "no folder nowhere"),
        ("far.bob1940 --new no_day --out to", "no_day"),
        ("far.bob1940 --new lesson --out to --languages axis=en", "axis=en"),
        ("far.bob1940 --new lesson --out to --languages raf=de", "raf=de"),
        ("far.bob1940 --new lesson --out to --languages raf", "NAME=VALUE"),
        ("far.bob1940 --new lesson --out to --seats raf=park,luftwaffe=kesselring", "nobody outside"),
        ("far.bob1940 --new lesson --out to --game chess", "chess"),
        ("far.bob1940 --new lesson --invite raf --out to", "does not go with"),
        ("far.bob1940 --in from --out to --key x", "--key does not go with --in"),
        ("far.bob1940 --answer x --key y", "far.bob1940 does not go with --answer"),
        ("--answer x", "--key is needed"),
        ("--answer x --key y", "y: it cannot be read"),
        ("--read x --key y --out z", "--out does not go with --read"),
    ],
)
def test_what_does_not_go_is_told_in_a_line_and_leaves_nothing(line: str, told: str, here: Path, bob: Bob) -> None:
    code, out, err = bob("", "post", *line.split())
    assert (code, out) == (2, "") and told in err and err.count("\n") == 1
    assert not list(here.glob("*.bob1940*")) and not [path for path in here.rglob("*") if path.is_file()]


def test_a_game_that_goes_on_is_played_by_post_from_then_on(here: Path, bob: Bob) -> None:
    bob("\nseal\nquit\n", "play", "day", "lesson", "--seats", "raf=human,luftwaffe=human", "--save", "far.bob1940")
    code, _, err = bob("", *OFFICE)
    assert code == 2 and "not played by post yet" in err
    good(bob("", *OFFICE, "--new"))
    assert {path.name for path in (here / "to" / "raf").iterdir()} == {"raf-0001.html", "raf-invitation.json", "raf-post.txt"}
    code, _, err = bob("", *OFFICE, "--new")
    assert code == 2 and "by post already" in err
    code, _, err = bob("", *OFFICE, "--new", "lesson")
    assert code == 2
    before = (here / "to" / "raf" / "raf-invitation.json").read_bytes()
    said = good(bob("", "post", "far.bob1940", "--invite", "raf", "--out", "to"))
    assert "raf-invitation.json" in said and (here / "to" / "raf" / "raf-invitation.json").read_bytes() != before
    code, _, err = bob("", "post", "far.bob1940", "--invite", "referee", "--out", "to")
    assert code == 2 and "referee" in err
