"""The sheets, the patterns and the quick table: what the shipped files hold, and that a wrong file names its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bob.campaigns.linked.campaign_data import OUTCOMES, load_campaign_file, load_campaigns
from bob.campaigns.linked.patterns import load_patterns
from bob.campaigns.linked.quick import load_quick
from bob.core.errors import DataError
from bob.core.resources import data_folder
from bob.data.toml_files import Node, read_toml
from tests.campaign.linked.build import CAMPAIGNS, TABLES, TRIAL

FOLDER = data_folder("tables") / "campaigns"
SHIPPED = [campaign for code, campaign in CAMPAIGNS.items() if "trial" not in code]


def test_the_campaigns_of_1940_and_poland_are_there() -> None:
    assert [campaign.code for campaign in SHIPPED] == ["airfields_1940", "channel_convoys_1940", "london_1940", "poland_1939"]
    for campaign in SHIPPED:
        assert campaign.initiative == "axis" and 4 <= campaign.missions <= 10
        assert all(len(campaign.options[side]) >= 5 for side in ("axis", "allied"))
        assert {arrow.side for arrow in campaign.arrows.values()} == {"axis", "allied"}


@pytest.mark.rule("DIF-297")
def test_poland_keeps_what_the_source_reveals() -> None:
    campaign = CAMPAIGNS["poland_1939"]
    starts = [a.number for a in campaign.arrows.values() if a.side == "axis" and a.launch is None]
    assert sorted(starts) == [1, 2, 3, 4, 6] and campaign.initiative == "axis"
    target = campaign.targets[campaign.arrows[3].target]
    assert (target.type, target.damaged, target.destroyed, target.flak) == ("airfield", 4, 8, 2)
    assert [(f.aircraft, f.count) for f in target.interceptors] == [("p_11c", 1)]
    assert [(f.aircraft, f.count) for f in campaign.arrows[3].bombers] == [("ju_87b", 1)]
    assert [(e.kind, e.aircraft, e.count) for e in campaign.options["axis"][1].effects] == [("aircraft", "bf_110c", 1)]
    assert [(e.kind, e.aircraft, e.count) for e in campaign.options["allied"][2].effects] == [("aircraft", "p_11c", 1), ("late", None, 0)]
    assert set(target.from_source) == {"type", "bombs", "flak", "interceptors"}


def test_every_shipped_target_has_its_place_on_a_map() -> None:
    for campaign in SHIPPED:
        places = [target.place for target in campaign.targets.values()]
        assert None not in places and len(set(places)) == len(places)


def entries(node: Node) -> list[dict[str, object]]:
    tables = [node.data, node.data["victory"]]
    return [*tables, *[row for key in ("target", "arrow", "option") for row in node.data[key]]]


def test_whatever_is_designed_says_why_and_only_poland_has_a_source() -> None:
    for path in sorted(FOLDER.glob("*_19*.toml")):
        for entry in entries(read_toml(path)):
            assert entry["origin"] == "designed" and len(str(entry["why"])) > 10
            assert path.stem == "poland_1939" or "from_source" not in entry
    assert read_toml(FOLDER / "quick.toml").data["origin"] == "designed"


def test_every_target_can_be_destroyed_and_bombs_do_not_always_do_it() -> None:
    """Bombing Normal without loss damages every target but does not destroy it; Tight does."""
    for campaign in SHIPPED:
        for arrow in campaign.arrows.values():
            target = campaign.targets[arrow.target]
            bombs = sum(TABLES.aircraft[f.aircraft].front.bombs * f.count for f in arrow.bombers)
            assert target.damaged <= bombs < target.destroyed <= 2 * bombs, (campaign.code, arrow.number, bombs)


def test_the_aircraft_flew_then() -> None:
    for campaign in SHIPPED:
        year = int(campaign.code[-4:])
        assert all(TABLES.aircraft[code].year <= year for code in campaign.aircraft), campaign.code


def test_a_result_falls_into_one_row_of_the_table() -> None:
    for campaign in SHIPPED:
        found = [campaign.result(total) for total in range(-400, 401)]
        assert list(dict.fromkeys(found)) == list(OUTCOMES)


WRONG = [
    ('code = "trial"', "code = 3"),
    ('fr = "Essai"', 'de = "Probe"'),
    ("missions = 4", "missions = 0"),
    ("turns = 6", "turns = 99"),
    ('initiative = "axis"', 'initiative = "germany"'),
    ('initiative = "axis"', 'initiative = "axis"\ncolour = "red"'),
    ('why = "for the tests"', ""),
    ('origin = "designed"', 'origin = "guessed"'),
    ('origin = "source"', 'origin = "source"\nwhy = "x"'),
    ('origin = "source"', 'origin = "source"\nfrom_source = ["shape"]'),
    ("axis_minor = -149", "axis_minor = -50"),
    ("allied_major = 150", "allied_major = 100"),
    ("bombs = [5, 10]", "bombs = [10, 5]"),
    ("bombs = [5, 10]", "bombs = [5]"),
    ("bombs = [5, 10]", "bombs = [5, 10]\nplace = [51.0]"),
    ("bombs = [5, 10]", "bombs = [5, 10]\nplace = [151.0, 1.0]"),
    ("flak = 2", "flak = -1"),
    ('type = "airfield"', 'type = "moon"'),
    ('code = "town"', 'code = "field"'),
    ('interceptors = [{ aircraft = "f4u_corsair", count = 1 }]', "interceptors = []"),
    ('{ aircraft = "f4u_corsair", count = 1 }', '{ aircraft = "b_24d", count = 1 }'),
    ('{ aircraft = "f4u_corsair", count = 1 }', '{ aircraft = "ufo", count = 1 }'),
    ('{ aircraft = "f4u_corsair", count = 1 }', '{ aircraft = "f4u_corsair", count = 0 }'),
    ('{ aircraft = "f4u_corsair", count = 1 }', '{ aircraft = "a6m5_zeke", count = 1 }'),
    ('{ aircraft = "defiant_i", count = 1 }', '{ aircraft = "a6m5_zeke", count = 1 }'),
    ("number = 2\n", "number = 1\n"),
    ('from = "field"', 'from = "town"'),
    ('from = "field"', 'from = "nowhere"'),
    ('from = "field"', 'from = "depot"'),
    ('target = "fleet"', 'target = "depot"'),
    ('bombers = [{ aircraft = "b5n2", count = 1 }]', "bombers = []"),
    ('{ aircraft = "bf_109e", count = 1 }', '{ aircraft = "a6m5_zeke", count = 1 }'),
    ('{ aircraft = "bf_110c", count = 1 }]\norigin', '{ aircraft = "b5n2", count = 1 }]\norigin'),
    ('{ aircraft = "b_24d", count = 2 }', '{ aircraft = "b5n2", count = 2 }'),
    ('kind = "altitude"', 'kind = "magic"'),
    ('kind = "altitude"', 'kind = "altitude", amount = 1'),
    ('{ kind = "altitude" }', '{ kind = "altitude" }, { kind = "winds", amount = 1 }'),
    ('effects = [{ kind = "altitude" }]', "effects = []"),
    ('kind = "shortage", amount = 1', 'kind = "shortage", amount = 5'),
    ('whose = "own", amount = 2', 'whose = "ours", amount = 2'),
    ('pilot = "veteran"', 'pilot = "malan"'),
    ('pilot = "veteran"', 'pilot = "nobody"'),
    ('aircraft = "spitfire_i", count = 1 }]', 'aircraft = "bf_109e", count = 1 }]'),
    ('side = "axis"\nnumber = 2\n', 'side = "axis"\nnumber = 1\n'),
    ('from = "start"\ntarget = "field"', 'from = "town"\ntarget = "field"'),
]


@pytest.mark.parametrize(("right", "wrong"), WRONG)
def test_a_wrong_sheet_names_file_and_place(right: str, wrong: str, tmp_path: Path) -> None:
    text = TRIAL.read_text(encoding="utf-8")
    assert right in text
    path = tmp_path / "trial.toml"
    changed = text.replace(right, wrong, 1)
    if 'from = "start"\ntarget = "field"' in right:
        changed = re.sub(r'(number = 3\nside = "axis"\nfrom = )"start"', r'\1"field"', changed)
    path.write_text(changed, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_campaign_file(path, TABLES)
    assert str(path) in str(caught.value) and caught.value.place


def test_a_code_used_by_two_sheets_is_an_error(tmp_path: Path) -> None:
    for name in ("one.toml", "two.toml"):
        (tmp_path / name).write_bytes(TRIAL.read_bytes())
    with pytest.raises(DataError, match=r"two\.toml"):
        load_campaigns(tmp_path, TABLES)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("share = [1, 2]", "share = [0, 2]"),
        ("share = [1, 2]", "share = [1]"),
        ('hits = ["tight"]', 'hits = ["wild"]'),
        ("[bombing.tight]", "[bombing.wild]"),
        ('rule = "DIF-331"', ""),
        ('rule = "DIF-331"', 'rule = "DIF-331"\nodd = 1'),
    ],
)
def test_wrong_patterns_are_an_error(right: str, wrong: str, tmp_path: Path) -> None:
    text = (FOLDER / "patterns.toml").read_text(encoding="utf-8")
    assert right in text
    path = tmp_path / "patterns.toml"
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(DataError):
        load_patterns(path)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("least = -99", "least = 0"),
        ("least = 9\n", "least = 12\n"),
        ("hits = 3", "hits = 33"),
        ("bomber = 3", "bomber = 7"),
        ('origin = "designed"', 'origin = "source"'),
        ("[aim]", "[aims]"),
    ],
)
def test_a_wrong_quick_table_is_an_error(right: str, wrong: str, tmp_path: Path) -> None:
    text = (FOLDER / "quick.toml").read_text(encoding="utf-8")
    assert right in text
    path = tmp_path / "quick.toml"
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(DataError):
        load_quick(path)
