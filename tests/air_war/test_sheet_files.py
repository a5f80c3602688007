"""The files of the land campaigns: every entry of what ships, what the source reveals, and that a wrong file names its place."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from bob.campaigns.carriers.campaign_data import CARRIER_EFFECTS
from bob.campaigns.land.campaign_data import EFFECTS, FIXED, RAID, RECON, RESULTS, ROWS, LandCampaign, WarTables
from bob.campaigns.land.campaign_files import AIR_ARM_OF, Crafts, force, laid_over, load_war, shipped_war, side_of
from bob.campaigns.land.kit import KIT
from bob.campaigns.linked.campaign_data import shipped_campaigns
from bob.campaigns.linked.kit import KIT as LINKED
from bob.campaigns.sides import SIDES
from bob.core.errors import DataError, UsageError
from bob.core.resources import data_folder
from bob.data.toml_files import read_toml
from bob.tactical.cards_classic.data import classic_tables
from bob.words import LANGUAGES, Words

FOLDER = data_folder("tables") / "campaign"
CRAFTS: Crafts = classic_tables().aircraft
WAR: WarTables = shipped_war(CRAFTS)
CAMPAIGNS = list(WAR.campaigns.values())


def row_of(face: str) -> str:
    """The row of the Missions table that a face of the deck belongs to (CAM-24.44a, CAM-24.44b)."""
    card = classic_tables().deck.faces[face].card
    return f"ims_{card.bursts}b" if card.title == "ims" else card.title


CARDS_OF = {row: sum(row_of(face) == row for face in classic_tables().deck.whole) for row in ROWS}


# ---- what ships


def test_campaigns_are_listed_by_their_days_and_the_other_sides_raids_last() -> None:
    codes = list(KIT.scenarios(Words("en")))
    days = [WAR.campaigns[code].period[0].first for code in codes[:-1]]
    assert days == sorted(days) and codes[-1] == "counter_raids" and set(codes) == set(WAR.campaigns)
    assert set(LINKED.scenarios(Words("en"))) == set(shipped_campaigns())


@pytest.mark.rule("CAM-DAT-09")
@pytest.mark.rule("CAM-24.2")
def test_the_six_sheets_of_1940_are_there_and_hold_what_a_sheet_holds() -> None:
    assert list(WAR.campaigns) == ["autumn", "channel_battle", "counter_raids", "eagle_attack", "london", "sector_airfields"]
    for campaign in CAMPAIGNS:
        assert campaign.missions == 6 and len(campaign.period) == 2 and campaign.origin == "designed" and campaign.why
        assert set(campaign.name) == set(campaign.brief) == {"en", "fr"}
        for side in SIDES:
            bombs = side == next(target.attacker for target in campaign.target if target.kind == RAID)
            assert sorted(campaign.resources(side)) == list(range(1, 10 if bombs else 11))
            clouds = [found.number for found in campaign.resources(side).values() if found.effect("clouds")]
            assert clouds == ([] if bombs else [10]), "Clouds over Target are the Defender's (CAM-24.53d)"


@pytest.mark.parametrize("sheet", CAMPAIGNS, ids=lambda sheet: sheet.code)
def test_every_entry_of_a_sheet(sheet: LandCampaign) -> None:
    for period in sheet.period:
        assert period.first.year == period.last.year == 1940 and set(period.missions) == set(ROWS)
        for number in set(period.missions.values()):
            assert sum(CARDS_OF[row] for row, found in period.missions.items() if found == number) >= 8, (period.code, number)  # CAM-S.3e
    drawn = {number for period in sheet.period for number in period.missions.values()}
    assert drawn == {target.number for target in sheet.target}, "an entry that no card draws"
    for target in sheet.target:
        assert target.place is not None and target.at, target.name
        assert (target.sheet in WAR.targets) == (target.kind in (RAID, RECON))
        for flown in (*target.attackers, *target.defenders):
            card = CRAFTS[flown.aircraft]
            assert card.year <= 1940 and card.origin == "designed" and len(card.source) > 10
            assert target.altitude in [("very_low", "low", "medium", "high", "very_high")[band] for band in card.bands], target.name


@pytest.mark.rule("CAM-GAP-63")
@pytest.mark.parametrize("sheet", CAMPAIGNS, ids=lambda sheet: sheet.code)
def test_a_defender_has_fighters_for_every_mission_by_his_resources(sheet: LandCampaign) -> None:
    attackers = {target.attacker for target in sheet.target if target.kind == RAID}
    assert len(attackers) == 1, "one side bombs"
    attacker = attackers.pop()
    with_aircraft = {side: sum(bool(found.effect("elements")) for found in sheet.resources(side).values()) for side in SIDES}
    defender = SIDES[1 - SIDES.index(attacker)]
    assert with_aircraft[defender] >= sheet.missions and with_aircraft[attacker] >= 4


def test_raids_start_where_their_bombs_can_be_dropped() -> None:
    """Divers from Medium or Low, torpedoes of a Medium from Very Low, Level by fighters not above a dive away from Low."""
    display = classic_tables().display
    for campaign in CAMPAIGNS:
        for target in campaign.target:
            if target.kind != RAID:
                continue
            band = ("very_low", "low", "medium", "high", "very_high").index(target.altitude)
            for flown in target.attackers:
                card = CRAFTS[flown.aircraft]
                modes = [mode for mode in card.front.bombs if card.formed and display.allowed(mode, band, formed=True)]
                assert modes or not card.formed, (campaign.code, target.number, flown.aircraft)
                if "dive" in card.front.bombs:
                    assert target.altitude in ("medium", "low")


@pytest.mark.rule("CAM-DAT-08")
@pytest.mark.rule("CAM-21.92a")
@pytest.mark.rule("CAM-21.92b")
@pytest.mark.rule("CAM-21.92c")
def test_every_target_sheet() -> None:
    for code, card in WAR.targets.items():
        assert set(card.points) == set(RESULTS) and card.points["miss"] == 0, code
        assert card.points["hit"] < card.points["direct"] < card.points["vital"], code
        assert len(card.levels) == (0 if card.fleet else 4) and len(card.why) > 10
        worths = [level.vp for level in card.levels]
        assert worths == sorted(set(worths)) and worths[:1] in ([], [0]), code
        assert all(set(level.name) == {"en", "fr"} for level in card.levels)
    used = {target.sheet for land in CAMPAIGNS for target in land.target if target.sheet is not None}
    assert used >= {"rail", "docks", "airfield", "rdf", "factory", "battery", "barges", "freighter", "destroyer"}


@pytest.mark.rule("CAM-DAT-08")
def test_what_the_source_reveals_of_targets_stands() -> None:
    ground, rail, docks = WAR.targets["ground_forces"], WAR.targets["rail"], WAR.targets["docks"]
    assert [level.least for level in ground.levels] == [0, 2, 4, 6] and ground.number == "3A"
    assert [level.code for level in ground.levels] == ["untouched", "reduced", "disrupted", "shattered"]
    assert (ground.levels[1].vp, ground.levels[3].vp) == (1, 5)
    assert (rail.area_flak, rail.target_flak, rail.points["hit"], rail.points["direct"], rail.number) == (1, 3, 1, 3, "3B")
    assert (rail.level(4).code, rail.level(4).vp) == ("damaged", 3)
    assert (docks.level(8).name["en"], docks.level(8).vp) == ("Heavy damage", 6)
    assert WAR.targets["freighter"].number == "4A" and WAR.targets["freighter"].naval
    assert WAR.targets["destroyer"].points["direct"] == 4 and WAR.targets["destroyer"].naval
    assert (WAR.targets["battleship"].target_flak, WAR.targets["battleship"].strafe) == (4, 1)
    assert WAR.targets["carrier_fleet"].fleet and not WAR.targets["forward_bases"].naval


@pytest.mark.rule("CAM-21.81")
@pytest.mark.rule("CAM-21.82")
@pytest.mark.rule("CAM-21.82b")
def test_levels_of_ground_forces_by_points_and_what_they_are_worth() -> None:
    """CAM-EX-17 and CAM-EX-18: only the level finally reached scores."""
    ground = WAR.targets["ground_forces"]
    found = [ground.level(points).name["en"] for points in (0, 1, 2, 3, 4, 5, 6, 9)]
    assert found == ["Untouched", "Untouched", "Reduced", "Reduced", "Disrupted", "Disrupted", "Shattered", "Shattered"]
    assert [ground.level(points).vp for points in (2, 6)] == [1, 5]


@pytest.mark.rule("CAM-DAT-10")
@pytest.mark.rule("CAM-24.32")
def test_the_award_table() -> None:
    awards = WAR.awards
    assert awards.of("fighter", "p_40b").destroyed == 5 and awards.of("medium", "g4m").destroyed == 10
    assert awards.of("fighter_bomber", "ju_87b").destroyed > awards.of("fighter", "bf_109e_4").destroyed  # CAM-17.13c
    assert all(award.damaged < award.destroyed for award in awards.classes.values())
    assert awards.classes["fighter"].home == 0 < awards.classes["fighter_bomber"].home


@pytest.mark.rule("CAM-DAT-07")
@pytest.mark.rule("CAM-19.21a")
@pytest.mark.rule("CAM-19.22a")
@pytest.mark.rule("CAM-19.23")
def test_every_counter() -> None:
    arms = set(AIR_ARM_OF.values())
    known = {(AIR_ARM_OF[card.nation], card.type) for card in CRAFTS.values() if card.nation in AIR_ARM_OF}
    for counter in WAR.counters:
        assert counter.air_arm in arms and len(counter.faces) == 2 and len(counter.why) > 5
        assert counter.type is None or (counter.air_arm, counter.type) in known, counter.code
        assert counter.type is not None or counter.skilled_face is None, counter.code
        if counter.air_arm in ("raf", "luftwaffe") and counter.type is not None:
            assert sum(face.skilled for face in counter.faces) == 1 and counter.skilled_face is not None and counter.skilled_face.unit
    for arm, service in (("raf", "air"), ("raf", "navy"), ("luftwaffe", "air"), ("regia_aeronautica", "air")):
        fill = [counter for counter in WAR.counters if (counter.air_arm, counter.service) == (arm, service) and counter.type is None]
        assert len(fill) >= 2, (arm, service)
    codes = {counter.code for counter in WAR.counters}
    assert {"malan", "lock", "carbury", "lacey", "frantisek", "urbanowicz", "galland", "moelders", "wick", "rubensdoerffer"} <= codes


@pytest.mark.rule("CAM-19.31")
@pytest.mark.rule("CAM-19.3a")
def test_crews_are_for_heavy_bombers_alone() -> None:
    heavy = {card.type for card in CRAFTS.values() if card.kind == "heavy"}
    for counter in WAR.counters:
        if counter.crew:
            assert counter.type is None or counter.type in heavy, counter.code
    assert {counter.code for counter in WAR.counters if counter.crew and counter.type == "fw_200"} == {"jope", "fliegel", "petersen"}


def test_men_flew_what_they_fly_with_a_resource() -> None:
    counters = {counter.code: counter for counter in WAR.counters}
    for campaign in CAMPAIGNS:
        for resource in campaign.resource:
            for effect in resource.effect("pilot"):
                types = {CRAFTS[flown.aircraft].type for flown in resource.effect("elements") if flown.aircraft is not None}
                assert effect.pilot is not None and counters[effect.pilot].type in types, (campaign.code, resource.number)


# ---- the notation


@pytest.mark.rule("CAM-24.46b")
@pytest.mark.rule("CAM-24.46c")
@pytest.mark.rule("CAM-25.63c")
def test_the_notation_of_the_sheets() -> None:
    """CAM-EX-39: 2 L/W are two Leaders with a Wingman each; L is a lone Leader; a bare number is so many aircraft."""
    assert force("2 L/W ju_87b") == {"aircraft": "ju_87b", "count": 2, "wingmen": True}
    assert force("L/W ju_87b") == {"aircraft": "ju_87b", "count": 1, "wingmen": True}
    assert force("L bf_109e_4") == {"aircraft": "bf_109e_4", "count": 1, "wingmen": False}
    assert force("3 L bf_109e_4") == {"aircraft": "bf_109e_4", "count": 3, "wingmen": False}
    assert force("4 do_17z") == {"aircraft": "do_17z", "count": 4, "wingmen": True}
    for wrong in ("do_17z", "0 do_17z", "2  do_17z", "2 L/L do_17z", "L/W", "4 Do 17Z", "", 4, None):
        assert force(wrong) is None


# ---- each family is reached


@pytest.mark.parametrize(
    ("family", "reached"),
    [
        ("level", lambda card, target: card.kind == "fighter" and "level" in card.front.bombs and target.kind == RAID),
        ("dive", lambda card, target: "dive" in card.front.bombs and target.kind == RAID),
        ("torpedo", lambda card, target: card.torpedo and target.sheet == "freighter" and target.altitude == "very_low"),
        ("saturation", lambda card, target: "saturation" in card.front.bombs and target.kind == RAID and card.formation_size == 2),
        ("saturation against a ship", lambda card, target: "saturation" in card.front.bombs and target.sheet == "freighter"),
        ("heavy", lambda card, target: card.kind == "heavy" and target.kind == RAID),
        ("norden", lambda card, target: card.norden),
        ("recon", lambda card, target: card.kind == "recon" and target.kind == RECON and card.front.look >= target.looks_needed),
        ("fixed", lambda card, target: target.kind in FIXED),
        ("dogfight", lambda card, target: target.kind == "dogfight"),
        ("scout", lambda card, target: target.kind == "scout" and target.award),
        ("rescue", lambda card, target: target.kind == "rescue" and target.award),
        ("strafing", lambda card, target: target.sheet in ("airfield", "rdf") and not card.formed and card.front.bursts),
        ("gunner", lambda card, target: card.front.gunner and target.kind == "dogfight"),
        ("help for a fighter-bomber", lambda card, target: card.kind == "fighter_bomber"),
        ("naval target with bombs", lambda card, target: target.sheet == "destroyer"),
    ],
)
def test_each_family_of_rules_is_reached_by_a_shipped_sheet(family: str, reached: object) -> None:
    found = [
        (campaign.code, target.number)
        for campaign in CAMPAIGNS
        for target in campaign.target
        for flown in (*target.attackers, *target.defenders)
        if reached(CRAFTS[flown.aircraft], target)  # type: ignore[operator]
    ]
    assert found, family


@pytest.mark.rule("CAM-19.34b")
def test_a_heavy_entry_brings_three_so_that_a_crew_is_drawn() -> None:
    counts = [
        flown.count
        for campaign in CAMPAIGNS
        for target in campaign.target
        for flown in target.attackers
        if CRAFTS[flown.aircraft].kind == "heavy"
    ]
    assert counts == [3]


def test_sheets_reach_scouts_and_rescues_of_both_kinds_everywhere() -> None:
    for campaign in CAMPAIGNS:
        kinds = {target.kind for target in campaign.target}
        assert {"raid", "dogfight", "rescue"} <= kinds and kinds & {"scout", "recon"}, campaign.code


# ---- files that are wrong


def copied(folder: Path) -> Path:
    target = folder / "campaign"
    shutil.copytree(FOLDER, target)
    return target


LAND = "land/channel_battle.toml"
WRONG = [
    (LAND, 'code = "channel_battle"', "code = 3", "code"),
    (LAND, "missions = 6", "missions = 0", "missions"),
    (LAND, 'origin = "designed"', 'origin = "guessed"', "origin"),
    (LAND, 'fr = "La bataille de la Manche', 'de = "La bataille de la Manche', "name.fr"),
    (LAND, 'attackers = ["2 L/W ju_87b"]', 'attackers = ["2 ju_87b"]', "target[0].attackers[0]"),
    (LAND, 'attackers = ["2 L/W ju_87b"]', 'attackers = ["2 L/W ufo"]', "target[0].attackers[0]"),
    (LAND, 'attackers = ["2 L/W ju_87b"]', 'attackers = ["two Stukas"]', "target[0].attackers[0]"),
    (LAND, 'attackers = ["2 L/W ju_87b"]', 'attackers = ["L/W hurricane_i"]', "target[0].attackers[0]"),
    (LAND, 'attackers = ["2 L/W ju_87b"]', "attackers = 2", "target[0].attackers"),
    (LAND, 'attackers = ["2 L/W ju_87b"]', "attackers = []", "target[0].attackers"),
    (LAND, 'attackers = ["4 ju_88a"]', 'attackers = ["L/W ju_88a"]', "target[9].attackers[0]"),
    (LAND, 'altitude = "medium"', 'altitude = "very_high"', "target[0].attackers[0]"),
    (LAND, 'at = "landmark:South Foreland"', 'at = "landmark:Atlantis"', "target[0].at"),
    (LAND, 'sheet = "freighter"', 'sheet = "moon"', "target[0].sheet"),
    (LAND, 'sheet = "freighter"', 'sheet = "carrier_fleet"', "target[0].sheet"),
    (LAND, 'sheet = "freighter"', 'sheet = "freighter"\nplace = [50.0, 1.0]', "target[0].place"),
    (LAND, "turns = [8, 7]", "turns = [8]", "target[0].turns"),
    (LAND, 'altitude = "medium"', 'altitude = "heaven"', "target[0].altitude"),
    (LAND, "number = 2\n", "number = 1\n", "target[1].number"),
    (LAND, "maneuvering = 1\n", "maneuvering = 99\n", "period[0].missions.maneuvering"),
    (LAND, "oots = 8\n", "", "period[0].missions.oots"),
    (LAND, "first = 1940-07-10", "first = 1940-08-10", "period[0].last"),
    (LAND, "least = -11", "least = 10", "performance"),
    (LAND, 'code = "draw"', 'code = "tie"', "performance"),
    (LAND, 'kind = "clouds"', 'kind = "fog"', "resource[18].effects[0].kind"),
    (LAND, 'kind = "clouds"', 'kind = "clouds", amount = 1', "resource[18].effects[0].amount"),
    (LAND, 'kind = "out_turns", amount = -1', 'kind = "out_turns"', "resource[6].effects[0].amount"),
    (LAND, 'kind = "clouds"', 'kind = "clouds", force = "L/W bf_109e_3"', "resource[18].effects[0].force"),
    (LAND, 'effects = [{ kind = "clouds" }]', "effects = []", "resource[18].effects"),
    (LAND, 'pilot = "moelders"', 'pilot = "richthofen"', "resource[3].effects[1].pilot"),
    (LAND, 'force = "L/W bf_109e_3"', 'force = "L/W spitfire_i"', "resource[0].effects[0].force[0]"),
    (LAND, 'force = "L/W bf_109e_3"', 'force = "4 bf_109e_3"', "resource[0].effects[0].force"),
    (LAND, 'side = "axis"\nnumber = 2', 'side = "axis"\nnumber = 1', "resource[1].number"),
    (LAND, "missions = 6", 'missions = 6\ncolour = "red"', "colour"),
    ("targets.toml", "area_flak = 1", "area_flak = -1", "target[0].area_flak"),
    ("targets.toml", "hit = 1, direct = 3", "direct = 3", "target[0].points.hit"),
    ("targets.toml", "least = 4, vp = 3", "least = 2, vp = 3", "target[0].levels"),
    ("targets.toml", "levels = [", "levels = [7, ", "target[0].levels[0]"),
    ("targets.toml", "least = 0, vp = 0", "vp = 0", "target[0].levels[0].least"),
    ("targets.toml", 'code = "docks"', 'code = "rail"', "target[1].code"),
    ("targets.toml", "naval = true\nfleet = true", "naval = true", "target[12].levels"),
    ("pilots.toml", 'type = "spitfire"', 'type = "zeppelin"', "counter[0].type"),
    ("pilots.toml", 'type = "spitfire"\n', "", "counter[0].type"),
    ("pilots.toml", 'skills = ["A", "BU"]', 'skills = ["A", "TD"]', "counter[0].faces[0].skills"),
    ("pilots.toml", 'skills = ["A", "BU"]', 'skills = ["A", "A"]', "counter[0].faces[0].skills[1]"),
    ("pilots.toml", 'nationality = "south_africa"', 'nationality = "mars"', "counter[0].faces[0].nationality"),
    ("pilots.toml", 'air_arm = "raf"', 'air_arm = "navy"', "counter[0].air_arm"),
    ("awards.toml", "destroyed = 14", "destroyed = -1", "classes.heavy.destroyed"),
    ("awards.toml", "recon = {", "scout = {", "classes.recon"),
]


@pytest.mark.parametrize(
    ("name", "right", "wrong", "place"), WRONG, ids=[f"{name}-{place}-{i}" for i, (name, _, _, place) in enumerate(WRONG)]
)
def test_a_wrong_file_names_itself_and_the_place(name: str, right: str, wrong: str, place: str, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_war(folder, CRAFTS)
    assert caught.value.file == str(path) and caught.value.place == place


def test_two_sheets_of_one_code_are_an_error(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    shutil.copy(folder / LAND, folder / "land" / "second.toml")
    with pytest.raises(DataError, match=r"second\.toml"):
        load_war(folder, CRAFTS)


# ---- one's own folder


def test_a_folder_of_ones_own_is_laid_over_ours(tmp_path: Path) -> None:
    (tmp_path / "land").mkdir()
    text = (FOLDER / LAND).read_text(encoding="utf-8")
    (tmp_path / "land" / "mine.toml").write_text(
        text.replace('code = "channel_battle"', 'code = "mine"').replace('"freighter"', '"ferry"'), "utf-8"
    )
    whole = (FOLDER / "targets.toml").read_text(encoding="utf-8").split("[[target]]")
    ferry = next(part for part in whole if 'code = "freighter"' in part).replace('"freighter"', '"ferry"')
    (tmp_path / "targets.toml").write_text(f"[[target]]{ferry}", "utf-8")
    tables = laid_over(tmp_path, CRAFTS)
    assert set(tables.campaigns) == {*WAR.campaigns, "mine"} and "ferry" in tables.targets and tables.awards == WAR.awards
    assert set(tables.own) == {"land/mine.toml", "targets.toml"}


def test_a_counter_of_ones_own_keeps_skilled_whom_our_resources_bring(tmp_path: Path) -> None:
    parts = (FOLDER / "pilots.toml").read_text(encoding="utf-8").split("[[counter]]")
    moelders = next(part for part in parts if 'code = "moelders"' in part)
    (tmp_path / "pilots.toml").write_text("[[counter]]" + re.sub(r"skills = \[[^]]*\]", "skills = []", moelders), "utf-8")
    with pytest.raises(DataError, match="moelders") as caught:
        laid_over(tmp_path, CRAFTS)
    assert caught.value.file == str(tmp_path / "pilots.toml")


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        laid_over(tmp_path, CRAFTS)


def test_each_side_has_the_aircraft_it_should() -> None:
    assert side_of(CRAFTS["br_20"]) == "axis" and side_of(CRAFTS["swordfish"]) == "allied"
    assert read_toml(FOLDER / "awards.toml").data["origin"] == "designed"


@pytest.mark.rule("CAM-17.24b")
def test_bombers_fly_at_the_altitude_that_their_target_gives() -> None:
    """The low raid on Kenley and the one on Biggin Hill by Dorniers of the same type are flown at their own heights."""
    from bob.campaigns.land.mission import groups
    from bob.campaigns.land.position import AirWarPosition, AirWarTerms

    for page, number, altitude in (("eagle_attack", 13, "very_low"), ("sector_airfields", 9, "medium"), ("eagle_attack", 5, "low")):
        position = AirWarPosition(page, AirWarTerms(), target=number, picks={"axis": None, "allied": None})
        made = groups(position, WAR, CRAFTS)
        assert [(group.aircraft, group.count, group.altitude, group.free) for group in made] == [("do_17z", 4, altitude, False)]


def test_every_effect_that_a_resource_can_have_is_said_in_both_languages() -> None:
    for language in LANGUAGES:
        words = Words(language)
        assert all(words.has(f"air_war.effect.{kind}") for kind in EFFECTS)
        assert all(words.has(f"carriers.effect.{kind}") for kind in CARRIER_EFFECTS)
