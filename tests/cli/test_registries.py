"""The registries of the terminal and of the reports: every kit finds its own parts, and plain ones only if it asks for them."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

import bob.cli.registry as terminal
import bob.report.registry as report
from bob.cli.registry import TerminalParts, terminal_parts
from bob.cli.terminal.books import PlainBook, PlainDogfight, dogfight_book, game_book
from bob.core.game import Outcome
from bob.core.kit import FACES, REPORT, TERMINAL, GamePart, Kit, loaded_methods, on_demand, parts_of
from bob.core.match import Match
from bob.data.theatre import Theatre
from bob.day.telling.period_names import Names
from bob.games import kit, names, registered
from bob.report.registry import ReportParts, account_of, fought_maker, pages_maker, printable
from bob.tactical.slot import SHIPPED, Tactical
from bob.words import Words
from tests.pursuit.kit import KIT as PURSUIT
from tests.pursuit.loaded import LoadedPursuitKit

WORDS = Words("en")
ALONE = tuple(name for name in names() if name != "day")
TACTICAL = tuple(name for name in names() if isinstance(kit(name), Tactical))
CAMPAIGNS = {"campaign", "air_war", "carriers", "low_raid"}


class UndeclaredKit(LoadedPursuitKit):
    """Pursuit under another name, which asks for no plain pages and is declared nowhere."""

    name = "undeclared"
    plain = frozenset()


def declared(face: Any) -> Iterator[GamePart[Any]]:
    """All parts that a face declares."""
    for parts in face.DECLARED.values():
        yield from (part for field in fields(parts) if (part := getattr(parts, field.name)) is not None)


@pytest.mark.parametrize(("face", "registry"), [(TERMINAL, terminal.DECLARED), (REPORT, report.DECLARED)])
def test_every_game_is_declared_and_nothing_else(face: str, registry: dict[str, object]) -> None:
    assert set(registry) == set(names())
    assert not any(kit(name).plain for name in names())


@pytest.mark.parametrize("part", [*SHIPPED, *declared(terminal), *declared(report)], ids=lambda part: part.path)
def test_every_part_is_there(part: GamePart[Any]) -> None:
    assert part.load() is not None


@pytest.mark.parametrize("name", ALONE)
def test_every_game_has_its_own_book(name: str) -> None:
    match: Match[Any] = Match.new(kit(name).make(), kit(name).usual, 1)
    assert terminal_parts(kit(name)).book is not None
    assert not isinstance(game_book(WORDS, match), PlainBook)


@pytest.mark.parametrize("name", TACTICAL)
def test_every_tactical_game_has_its_own_pages_in_the_day(name: str, theatre: Theatre) -> None:
    found = kit(name)
    assert isinstance(found, Tactical)
    assert not isinstance(dogfight_book(WORDS, found, Names(theatre)), PlainDogfight)


@pytest.mark.parametrize("name", names())
def test_every_campaign_and_no_other_game_has_its_own_report(name: str) -> None:
    assert (account_of(name) is not None) == (name in CAMPAIGNS)
    if name in CAMPAIGNS:
        game = kit(name).make()
        account: Any = account_of(name)
        seat = next(iter(kit(name).casting(game, kit(name).usual, {}).alone))
        made = account(Match.new(game, kit(name).usual, 1), seat, WORDS)
        assert made.title and type(made).__module__ == account.__module__


def test_the_pieces_are_those_of_hexes_and_miniatures() -> None:
    assert printable() == ("hexes", "skies")
    assert [name for name in names() if pages_maker(name) is not None] == ["hexes", "skies"]
    assert [name for name in names() if fought_maker(name) is not None] == ["hexes"]


def test_a_game_without_parts_gets_plain_pages_because_its_kit_asks_for_them(theatre: Theatre) -> None:
    assert PURSUIT.plain == set(FACES)
    with registered(PURSUIT):
        match: Match[Any] = Match.new(PURSUIT.make(), PURSUIT.usual, 1)
        assert isinstance(game_book(WORDS, match), PlainBook)
        assert isinstance(dogfight_book(WORDS, PURSUIT, Names(theatre)), PlainDogfight)
        assert account_of(PURSUIT.name) is None and pages_maker(PURSUIT.name) is None and fought_maker(PURSUIT.name) is None


def test_a_game_that_is_forgotten_gets_an_error_and_no_plain_page(theatre: Theatre) -> None:
    found = UndeclaredKit()
    with pytest.raises(LookupError, match=r"^the terminal declares no parts for the game 'undeclared'"):
        dogfight_book(WORDS, found, Names(theatre))
    with registered(found), pytest.raises(LookupError, match="report declares no parts"):
        account_of(found.name)


@pytest.mark.parametrize("path", ["bob.cli.commands.nothing:book", "bob.cli.terminal.cards_text:nothing", "no module at all"])
def test_a_part_that_is_not_there_is_an_error_that_names_it(path: str) -> None:
    part: GamePart[Any] = GamePart(path)
    with pytest.raises(ImportError, match=path):
        part.load()


def test_what_is_declared_goes_before_what_is_plain() -> None:
    mine, plain = TerminalParts(book=GamePart("a:b"), dogfight=None), TerminalParts(book=None, dogfight=None)
    assert parts_of(PURSUIT, TERMINAL, {PURSUIT.name: mine}, plain) is mine
    assert parts_of(PURSUIT, REPORT, {}, ReportParts(campaign=None, pieces=None)).campaign is None


@pytest.mark.parametrize("name", [*names(), PURSUIT.name])
def test_a_kit_has_its_loaded_half_behind_it_and_is_told_by_its_declared_one(name: str) -> None:
    with registered(PURSUIT):
        found = kit(name)
    declared = type(found).__mro__[1]
    loaded = loaded_half(found)
    own = {method for method in vars(loaded) if not method.startswith("_")}
    assert loaded.__mro__[1] is declared and own <= loaded_methods(declared)
    assert set(declared.__abstractmethods__) <= own
    assert pickle.loads(pickle.dumps(found)) is found


def loaded_half(found: Kit) -> Any:
    """The class of the half that is loaded on demand."""
    _, (_, path, *_) = found.__reduce__()  # type: ignore[misc]
    half: GamePart[Any] = GamePart(path)
    return half.load()


def test_the_games_are_known_without_their_loaded_halves() -> None:
    script = "import sys, bob.games; print([name for name in sys.modules if name.endswith('.loaded')])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_data_and_words_of_a_kit_load_nothing() -> None:
    class Declared(Kit):
        name, usual, endings = "declared", "day", ("won",)

    found = on_demand(Declared, "bob.nothing:Nothing")
    assert found.usual == "day" and found.ended(WORDS, Outcome("won", {}, None)) == "won"
    with pytest.raises(ImportError, match=r"bob\.nothing:Nothing"):
        found.players("raf")
