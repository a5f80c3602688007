"""The files of the carrier campaigns: every entry of what ships, what the source reveals, the families they reach, and wrong files."""

from __future__ import annotations

from pathlib import Path

import pytest

from bob.campaigns.carriers.campaign_data import CARRIER_EFFECTS, CarrierCampaign
from bob.campaigns.carriers.campaign_files import load_all
from bob.campaigns.carriers.game import Carriers
from bob.campaigns.carriers.kit import CARRIER_CAMPAIGNS
from bob.campaigns.land.campaign_data import ROWS
from bob.core.errors import BobError, DataError
from bob.core.resources import data_folder

GAME = Carriers()
TABLES = GAME.tables
CRAFTS = GAME.flights.tables.aircraft
FOLDER = data_folder("tables") / "campaign" / "carriers"
CAMPAIGNS = list(TABLES.campaigns.values())


@pytest.mark.rule("CAM-25.21")
@pytest.mark.rule("CAM-DAT-11")
@pytest.mark.parametrize("sheet", CAMPAIGNS, ids=lambda sheet: sheet.code)
def test_every_entry_of_a_campaign(sheet: CarrierCampaign) -> None:
    assert sheet.turns == 6 and sheet.origin == "designed" and len(sheet.why) > 30 and set(sheet.name) == set(sheet.brief) == {"en", "fr"}
    assert (sheet.out_turns, sheet.home_turns) == (2, 1)
    for operation in sheet.operation:
        assert operation.cap and set(operation.name) == {"en", "fr"}
        for flown in (*operation.strike, *operation.cap):
            card = CRAFTS[flown.aircraft]
            each = 1 if card.formed else 1 + flown.wingmen
            assert card.copies is None or flown.count * each <= card.copies, (sheet.code, operation.code, flown)
        assert all(not CRAFTS[flown.aircraft].formed for flown in operation.cap)
    for side in ("axis", "allied"):
        assert sheet.scout[side].turns == 2 and len(sheet.scout[side].gains) == 1
        assert len(sheet.resources(side)) == 7 and {1, 2, 3, 6, 7} <= set(sheet.resources(side))
    for base in sheet.base:
        assert (base.drawn_cap is None or set(base.drawn_cap) == set(ROWS)) and TABLES.targets[base.sheet]
        assert base.fleet or base.drawn_cap is not None or base.by_damage
    assert set(TABLES.campaigns) == set(CARRIER_CAMPAIGNS)


@pytest.mark.rule("CAM-DAT-12")
@pytest.mark.rule("CAM-25.22b")
def test_the_damage_track_of_a_fleet() -> None:
    for campaign in CAMPAIGNS:
        for side in ("axis", "allied"):
            track = campaign.fleet_of(side).track
            boxes, points = zip(*track.vps, strict=True)
            assert points == (1, 3, 5, 7, 9, 12, 15, 20) and boxes[-1] == 30
            assert [track.vp(box) for box in boxes] == [*points] and [track.vp(box - 1) for box in boxes] == [0, *points[:-1]]
            assert campaign.code == "fleet_air_arm" or boxes == (5, 8, 11, 14, 18, 22, 26, 30)
            assert [track.strike_less(n) for n in (4, 5, 15, 16, 22, 23)] == [0, 1, 1, 2, 2, 3]
            assert [track.cap_less(n) for n in (10, 11, 22, 23)] == [0, 1, 1, 2]
            assert not track.is_out(29) and track.is_out(30)


@pytest.mark.rule("CAM-DAT-13")
def test_the_numbers_of_the_resources_that_the_source_reveals() -> None:
    for campaign in CAMPAIGNS:
        named = {found.number: found for found in campaign.resource}
        assert [effect.kind for effect in named[3].effects] == ["out_turns"] and named[3].effects[0].amount == 2
        assert [effect.kind for effect in named[7].effects] == ["bomb_points"] and named[7].effects[0].amount == 1
        assert campaign.no_resource > max(named)


def test_the_regression_pair_says_what_of_it_is_the_sources() -> None:
    coral, midway = TABLES.campaigns["coral_sea"], TABLES.campaigns["midway"]
    assert coral.from_source and midway.from_source and "filled up" in coral.why and "filled up" in midway.why
    large = coral.operations("axis")["large"]
    assert [(f.aircraft, f.count, f.wingmen) for f in large.strike] == [("a6m2", 1, True), ("b5n2", 1, True), ("d3a1", 1, False)]
    assert [(f.aircraft, f.wingmen) for f in large.cap] == [("a6m2", False)]
    assert [(f.aircraft, f.count) for f in midway.operations("allied")["none"].cap] == [("f4f", 2)] and CRAFTS["f4f"].copies == 4


@pytest.mark.parametrize(
    "family",
    [
        "torpedo of a Medium",
        "torpedo of a fighter-bomber",
        "bombs on a ship Fleet",
        "a Fleet on land",
        "drawn CAP",
        "Strike by damage",
        "lone Leader",
    ],
)
def test_each_family_of_rules_is_reached_by_a_shipped_campaign(family: str) -> None:
    def naval(campaign: CarrierCampaign, target: str) -> bool:
        return TABLES.targets[campaign.base_of(target).sheet].naval

    strikes = [(campaign, op, CRAFTS[f.aircraft], f) for campaign in CAMPAIGNS for op in campaign.operation if op.target for f in op.strike]
    reached = {
        "torpedo of a Medium": any(card.torpedo and card.formed and naval(campaign, op.target) for campaign, op, card, _ in strikes),
        "torpedo of a fighter-bomber": any(
            card.torpedo and not card.formed and naval(campaign, op.target) for campaign, op, card, _ in strikes
        ),
        "bombs on a ship Fleet": any("dive" in card.front.bombs and campaign.base_of(op.target).fleet for campaign, op, card, _ in strikes),
        "a Fleet on land": any(base.fleet and not TABLES.targets[base.sheet].naval for campaign in CAMPAIGNS for base in campaign.base),
        "drawn CAP": any(base.drawn_cap for campaign in CAMPAIGNS for base in campaign.base),
        "Strike by damage": any(base.by_damage for campaign in CAMPAIGNS for base in campaign.base),
        "lone Leader": any(not f.wingmen for _, _, _, f in strikes),
    }
    assert reached[family]


def test_every_effect_but_the_way_home_is_shipped() -> None:
    kinds = {effect.kind for campaign in CAMPAIGNS for found in campaign.resource for effect in found.effects}
    assert kinds == {*CARRIER_EFFECTS} - {"home_turns"}


WRONG = [
    ("turns = 6", "turns = 0", "turns"),
    ('side = "allied"\nname = { en = "The convoy"', 'side = "axis"\nname = { en = "The convoy"', "base"),
    ('sheet = "convoy"', 'sheet = "moon"', "base[0].sheet"),
    ('sheet = "convoy"', 'sheet = "docks"', "base[0].sheet"),
    ("out = 30, ", "", "base[0].track.out"),
    ("vps = [[5, 1], [8, 3]", "vps = [[5, 3], [8, 1]", "base[0].track.vps[1]"),
    ("strike = [[5, 1]", "strike = [[5, 1, 2]", "base[0].track.strike[0]"),
    ('at = "landmark:South Foreland"', 'at = "landmark:Atlantis"', "base[0].at"),
    ('at = "landmark:South Foreland"', 'at = "landmark:South Foreland"\nplace = [50.0, 1.0]', "base[0].place"),
    ('maneuvering = ["L hurricane_i"]', 'maneuvering = ["L bf_109e_3"]', "base[2].drawn_cap.maneuvering[0]"),
    ('maneuvering = ["L hurricane_i"]', 'maneuvering = ["hurricane_i"]', "base[2].drawn_cap.maneuvering[0]"),
    ('oots = ["L/W spitfire_i"]', 'ufo = ["L/W spitfire_i"]', "base[2].drawn_cap.oots"),
    ('target = "convoy"', 'target = "bases"', "operation[0].target"),
    ('size = "large"', 'size = "huge"', "operation[0].size"),
    ('strike = ["L/W bf_109e_3", "L/W ju_87b", "L ju_87b"]\n', "", "operation[0].strike"),
    ('cap = ["2 L/W bf_109e_3"]', 'cap = ["2 L/W hurricane_i"]', "operation[5].cap[0]"),
    ('code = "small"', 'code = "large"', "operation[1].code"),
    ('aircraft = ["1 do_17p"]', 'aircraft = ["1 hudson"]', "scout.axis.aircraft[0]"),
    ('kind = "out_turns", amount = 2', 'kind = "out_turns"', "resource[2].effects[0].amount"),
    ('kind = "scout"', 'kind = "scout", amount = 1', "resource[0].effects[0].amount"),
    ('kind = "strike", force = "L ju_87r"', 'kind = "strike"', "resource[3].effects[0].force"),
    ('kind = "clouds"', 'kind = "fog"', "resource[7].effects[0].kind"),
    ("number = 2\n", "number = 1\n", "resource[1].number"),
    ('side = "axis"\neffects', "effects", "resource[3].side"),
    ("turns = 6", "turns = 6\nno_resource = 7", "no_resource"),
    ("turns = 6", 'turns = 6\ncolour = "red"', "colour"),
]


@pytest.mark.parametrize(("right", "wrong", "place"), WRONG, ids=[f"{place}-{i}" for i, (_, _, place) in enumerate(WRONG)])
def test_a_wrong_campaign_names_the_place(right: str, wrong: str, place: str, tmp_path: Path) -> None:
    (tmp_path / "carriers").mkdir()
    path = tmp_path / "carriers" / "convoys.toml"
    text = (FOLDER / "convoys.toml").read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_all(tmp_path, CRAFTS, TABLES.targets)
    assert caught.value.file == str(path) and caught.value.place == place


def test_what_a_base_flies_by_its_damage_stands_in_rising_order(tmp_path: Path) -> None:
    (tmp_path / "carriers").mkdir()
    text = (FOLDER / "midway.toml").read_text(encoding="utf-8")
    (tmp_path / "carriers" / "midway.toml").write_text(text.replace("{ least = 5, strike", "{ least = 15, strike", 1), "utf-8")
    with pytest.raises(DataError) as caught:
        load_all(tmp_path, CRAFTS, TABLES.targets)
    assert caught.value.place.endswith(".by_damage")


def test_a_campaign_of_ones_own_lies_beside_ours_and_goes_into_the_record(tmp_path: Path) -> None:
    (tmp_path / "carriers").mkdir()
    text = (FOLDER / "midway.toml").read_text(encoding="utf-8")
    (tmp_path / "carriers" / "mine.toml").write_text(text.replace('code = "midway"\nname', 'code = "mine"\nname', 1), "utf-8")
    game = Carriers.over(tmp_path)
    assert set(game.tables.campaigns) == {*CARRIER_CAMPAIGNS, "mine"} and set(game.own) == {"carriers/mine.toml"}
    assert set(GAME.with_own(game.own).tables.campaigns) == {*CARRIER_CAMPAIGNS, "mine"}
    with pytest.raises(BobError):
        Carriers.over(tmp_path / "carriers")


def own_aircraft(code: str, as_code: str) -> str:
    """A file with one aircraft of ours under a code of one's own."""
    text = (data_folder("tables") / "cards" / "classic_aircraft.toml").read_text(encoding="utf-8")
    part = next(part for part in text.split("[[aircraft]]") if f'code = "{code}"' in part)
    return "[[aircraft]]" + part.replace(f'code = "{code}"', f'code = "{as_code}"')


def test_ones_own_aircraft_and_target_sheets_serve_a_campaign_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "carriers").mkdir()
    text = (FOLDER / "convoys.toml").read_text(encoding="utf-8").replace('code = "convoys"', 'code = "mine"', 1)
    text = text.replace('sheet = "convoy"', 'sheet = "ferries"', 1).replace("L ju_87b", "L my_stuka")
    (tmp_path / "carriers" / "mine.toml").write_text(text, "utf-8")
    with pytest.raises(DataError, match="my_stuka"):
        Carriers.over(tmp_path)
    (tmp_path / "classic_aircraft.toml").write_text(own_aircraft("ju_87b", "my_stuka"), "utf-8")
    with pytest.raises(DataError, match="ferries"):
        Carriers.over(tmp_path)
    pages = (FOLDER.parent / "targets.toml").read_text(encoding="utf-8").split("[[target]]")
    convoy = next(part for part in pages if 'code = "convoy"' in part)
    (tmp_path / "targets.toml").write_text("[[target]]" + convoy.replace('code = "convoy"', 'code = "ferries"'), "utf-8")
    game = Carriers.over(tmp_path)
    assert set(game.own) == {"carriers/mine.toml", "targets.toml", "classic_aircraft.toml"}
    again = GAME.with_own(game.own)
    assert "my_stuka" in again.flights.tables.aircraft and "ferries" in again.tables.targets and "mine" in again.tables.campaigns
