"""The editions of the card rules: a file of named switches, checked on load, with one's own over ours; what is not mixed is refused."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from bob.campaigns.carriers.game import Carriers
from bob.campaigns.flight_campaign import FlightCampaign
from bob.campaigns.land.game import AirWar
from bob.campaigns.land.orders import Ready, SetAltitude
from bob.core.codec import decode, encode
from bob.core.errors import DataError, UsageError
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.tactical.cards.data import ALTITUDES
from bob.tactical.cards.flight import CLASSIC, SWITCHES, FlightEdition
from bob.tactical.cards_classic import orders as f
from bob.tactical.cards_classic.data import classic_tables, shipped_editions
from bob.tactical.cards_classic.editions import EDITIONS, STANDS, CardStructure, edition_of, load_editions
from bob.tactical.cards_classic.game import FlightGame
from bob.words import LANGUAGES, Words
from tests.flight.sky import El, Sky

OURS = (data_folder("tables") / "cards" / EDITIONS).read_text("utf-8")
HOUSE = """
[[edition]]
code = "house"
like = "classic"
name = { en = "House rules", fr = "Règles maison" }
origin = "designed"
why = "as we play"
switches = { wingman_attacks = "all", heavies_per_crew = 2, start_altitude = "low" }
"""
PANEL = (data_folder("tables") / "campaign" / "land" / "channel_battle.toml").read_text("utf-8")


def read(folder: Path, text: str) -> Any:
    (folder / EDITIONS).write_text(text, "utf-8")
    return load_editions(folder / EDITIONS, shipped_editions())


def failing(folder: Path, text: str) -> DataError:
    with pytest.raises(DataError) as caught:
        read(folder, text)
    return caught.value


@pytest.mark.rule("CAM-DAT-17")
def test_the_classic_edition_gives_every_switch_its_value() -> None:
    editions = shipped_editions()
    assert editions[CLASSIC].switches == FlightEdition(), "what hand-made terms are flown by"
    assert editions[STANDS].switches is None and not editions[STANDS].structure.flown
    for f_ in dataclasses.fields(CardStructure):
        assert getattr(editions[CLASSIC].structure, f_.name) != getattr(editions[STANDS].structure, f_.name), f_.name


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_switch_without_a_value_is_an_error_that_names_it(tmp_path: Path, switch: str) -> None:
    text = "\n".join(line for line in OURS.splitlines() if not line.startswith(f"{switch} ="))
    assert failing(tmp_path, text).values["place"] == f"edition[1].switches.{switch}"


@pytest.mark.parametrize("switch", [f_.name for f_ in dataclasses.fields(CardStructure) if f_.name != "sequence"])
def test_what_hangs_together_is_not_mixed_and_each_has_its_reason_in_both_languages(tmp_path: Path, switch: str) -> None:
    stands = getattr(shipped_editions()[STANDS].structure, switch)
    error = failing(tmp_path, HOUSE + f'structure = {{ {switch} = "{stands}" }}\n')
    assert error.values["place"] == f"edition[0].structure.{switch}"
    for language in LANGUAGES:
        words = Words(language)
        assert words(f"flight.together.{switch}") in error.describe(words)


def test_the_whole_of_another_structure_is_an_edition_of_the_other_game(tmp_path: Path) -> None:
    structure = ", ".join(f'{name} = "{value}"' for name, value in encode(shipped_editions()[STANDS].structure).items())
    error = failing(tmp_path, HOUSE + f"structure = {{ {structure} }}\n")
    assert error.values["place"] == "edition[0].switches", "the card dogfight has none of a flight's switches"


def test_an_edition_says_only_where_it_differs_from_the_one_that_it_is_like(tmp_path: Path) -> None:
    house = read(tmp_path, HOUSE)["house"]
    assert house.switches == dataclasses.replace(FlightEdition(), wingman_attacks="all", heavies_per_crew=2, start_altitude="low")
    second = HOUSE.replace('"house"', '"club"').replace('"classic"', '"house"').replace('wingman_attacks = "all"', 'flip = "exceed"')
    club = read(tmp_path, HOUSE + second)["club"]
    assert (club.switches.wingman_attacks, club.switches.flip) == ("all", "exceed")
    assert failing(tmp_path, second).values["place"] == "edition[0].like"
    assert failing(tmp_path, HOUSE.replace('"all"', '"some"')).values["place"] == "edition[0].switches.wingman_attacks"
    assert failing(tmp_path, HOUSE + HOUSE).values["place"] == "edition[1].code"


def test_an_edition_that_no_flight_goes_by_is_refused_in_words() -> None:
    with pytest.raises(UsageError) as caught:
        edition_of(shipped_editions(), STANDS)
    assert all(Words(language)("flight.together.sequence") in caught.value.describe(Words(language)) for language in LANGUAGES)
    with pytest.raises(UsageError):
        edition_of(shipped_editions(), "baroque")


def campaigns(folder: Path) -> tuple[FlightCampaign[Any], ...]:
    return AirWar.over(folder), Carriers.over(folder)


@pytest.mark.rule("CAM-DAT-17", "CAM-S.9a")
def test_an_own_folder_lays_editions_over_ours_for_flights_and_campaigns(tmp_path: Path) -> None:
    (tmp_path / EDITIONS).write_text(HOUSE, "utf-8")
    game = FlightGame.with_cards_of(tmp_path)
    assert game.terms("rail_complex", {"edition": "house"}).edition.wingman_attacks == "all"
    assert game.terms("rail_complex", {}).edition == classic_tables().editions[CLASSIC].switches
    assert FlightGame().with_own(game.own).tables.editions["house"] == game.tables.editions["house"]
    for campaign in campaigns(tmp_path):
        for scenario in campaign.tables.campaigns:  # type: ignore[attr-defined]
            terms = Match.new(campaign, scenario, 1, {"edition": "house", "wingman_attacks": "one"}).position.terms
            assert (terms.edition, terms.heavies_per_crew, terms.wingman_attacks) == ("house", 2, "one"), "and one set alone"
            break
        for wrong in (STANDS, "baroque"):
            with pytest.raises(UsageError):
                Match.new(campaign, scenario, 1, {"edition": wrong})
    assert decode(type(terms), encode(terms)) == terms


def test_our_classic_edition_can_be_replaced(tmp_path: Path) -> None:
    (tmp_path / EDITIONS).write_text(HOUSE.replace('"house"', '"classic"'), "utf-8")
    assert FlightGame.with_cards_of(tmp_path).terms("rail_complex", {}).edition.wingman_attacks == "all"
    assert Match.new(AirWar.over(tmp_path), "autumn", 1, {}).position.terms.heavies_per_crew == 2


@pytest.mark.rule("CAM-DAT-17", "CAM-S.9a")
def test_a_campaigns_sheet_names_its_edition_and_its_flights_go_by_it(tmp_path: Path) -> None:
    (tmp_path / EDITIONS).write_text(HOUSE, "utf-8")
    (tmp_path / "land").mkdir()
    page = tmp_path / "land" / "mine.toml"
    page.write_text(PANEL.replace('origin = "designed"', 'origin = "designed"\nedition = "house"', 1), "utf-8")
    game = AirWar.over(tmp_path)
    match = Match.new(game, "channel_battle", 3, {})
    for _ in range(20):
        if match.position.flight is None:
            seat = match.to_move[0]
            listed = game.choices(match.position, seat).listed
            match.play(seat, Ready() if Ready() in listed else listed[0])
    assert match.position.flight.flight.edition == game.classic.editions["house"].switches
    page.write_text(PANEL.replace('origin = "designed"', 'origin = "designed"\nedition = "stands"', 1), "utf-8")
    with pytest.raises(DataError) as caught:
        AirWar.over(tmp_path)
    assert caught.value.values["place"] == "edition"


@pytest.mark.rule("CAM-GAP-64", "DIF-012")
def test_by_the_dogfights_reading_who_chooses_starts_at_medium_at_the_highest() -> None:
    for edition, highest in (("any", "very_high"), ("low", "medium")):
        sky = Sky([El("a6m2", altitude=None)], [El("p_40b", altitude=None)], start_altitude=edition)
        offered = [order.altitude for order in sky.legal(f.StartAltitude)]
        assert sorted(offered, key=ALTITUDES.index) == list(ALTITUDES[: ALTITUDES.index(highest) + 1])
        campaign = Match.new(AirWar(), "channel_battle", 3, {"start_altitude": edition})
        free: list[str] = []
        for _ in range(20):
            seat = campaign.to_move[0]
            listed = campaign.game.choices(campaign.position, seat).listed
            free = [order.altitude for order in listed if isinstance(order, SetAltitude)]
            if free:
                break
            campaign.play(seat, Ready() if Ready() in listed else listed[0])
        assert free and ("very_high" in free) == (edition == "any"), "of what a Resource brings in a whole campaign"
