"""The low-level raid: its sheets, a wave through the sequence, the defence's table, strafing, victory, files that are wrong."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from bob.campaigns.land.campaign_data import RESULTS, ROWS
from bob.campaigns.land.sequence import row_of
from bob.campaigns.low_raid.campaign_data import ALARMS, ALERTED, SURPRISED, DefenceRow, LowRaidMission, load_raids
from bob.campaigns.low_raid.game import LowRaid
from bob.campaigns.low_raid.kit import KIT, RAIDS
from bob.campaigns.low_raid.orders import Allot, SendIn, StrafeTargets, TurnHome
from bob.campaigns.low_raid.position import DAMAGED, DESTROYED, LowRaidPosition, LowRaidTerms
from bob.campaigns.low_raid.sequence import bomb_cards, points
from bob.core.dice import Dice, ScriptedDice, SeededDice, Stream
from bob.core.errors import BobError, DataError, Refused
from bob.core.resources import data_folder

FOLDER = data_folder("tables") / "campaign"
GAME = LowRaid()
CARDS = GAME.tables.cards
WHOLE = CARDS.deck.whole


def begun(page: str = "croydon", **options: object) -> LowRaidPosition:
    return GAME.setup(page, options, SeededDice(Stream.of(1, "raid")))[0]


def allotted(position: LowRaidPosition, target: str) -> LowRaidPosition:
    for raider in position.raiders:
        GAME.check(position, "axis", Allot(raider.number, target))
        GAME.apply(position, "axis", Allot(raider.number, target), ScriptedDice([]))
    return position


def face_of(row: str, **wanted: object) -> int:
    """The number by which the deck's first face of that row is drawn from a whole deck."""
    for number, code in enumerate(WHOLE, 1):
        face = CARDS.deck.faces[code]
        if row_of(face) == row and all(getattr(face, name) == value for name, value in wanted.items()):
            return number
    raise AssertionError(row)


class OneCard:
    """Dice by which the defence draws a card that is named, and all else falls by a stream."""

    def __init__(self, row: str) -> None:
        self.first = face_of(row)
        self.rest = SeededDice(Stream.of(7, "rest"))
        self.ledger = self.rest.ledger

    def roll(self, purpose: str, count: int = 2, *, sides: int = 6, by: str = "") -> object:
        if purpose == "low_raid.dice.defence":
            return ScriptedDice([self.first], self.ledger).roll(purpose, count, sides=sides, by=by)
        return self.rest.roll(purpose, count, sides=sides, by=by)


def sent_in(position: LowRaidPosition, row: str) -> LowRaidPosition:
    dice: Dice = OneCard(row)  # type: ignore[assignment]
    GAME.check(position, "axis", SendIn())
    GAME.apply(position, "axis", SendIn(), dice)
    return position


def with_row(mission: LowRaidMission, alarm: str, row: str, effect: DefenceRow) -> LowRaid:
    """The game with one row of a table of the defence changed."""
    defence = {name: {**rows, row: effect} if name == alarm else rows for name, rows in mission.defence.items()}
    return LowRaid(replace(GAME.tables, campaigns={mission.code: replace(mission, defence=defence)}))


# ---- the sheets


@pytest.mark.rule("CAM-DAT-15")
@pytest.mark.rule("CAM-26.0c")
@pytest.mark.parametrize("code", RAIDS)
def test_every_entry_of_a_raid(code: str) -> None:
    mission = GAME.tables.campaigns[code]
    assert mission.origin == "designed" and len(mission.why) > 20 and set(mission.name) == set(mission.brief) == {"en", "fr"}
    assert len(mission.wave) >= 2 and len(mission.target) >= 3
    for target in mission.target:
        assert list(target.points) == list(RESULTS) and [level.vp for level in target.levels] == sorted(
            {level.vp for level in target.levels}
        )
    for alarm in ALARMS:
        assert set(mission.defence[alarm]) == set(ROWS)

    def cost(row: DefenceRow) -> int:
        return row.lowered + row.cards + row.damaged + 2 * row.destroyed

    assert all(cost(mission.defence[ALERTED][row]) > cost(mission.defence[SURPRISED][row]) for row in ROWS), (
        "surprise must be worth something"
    )
    assert mission.wave[0].alarm == SURPRISED


def test_all_raids_that_ship_are_listed() -> None:
    assert tuple(GAME.tables.campaigns) == tuple(sorted(RAIDS))


# ---- a wave


@pytest.mark.rule("CAM-26.0b")
def test_a_wave_goes_in_when_every_aircraft_has_its_target() -> None:
    position = begun()
    assert GAME.to_move(position) == ("axis",) and len(position.raiders) == 6, "3 L/W are six aircraft"
    with pytest.raises(Refused, match="CAM-26"):
        GAME.check(position, "axis", SendIn())
    allotted(position, "hangars")
    assert SendIn() in GAME.choices(position, "axis").listed
    with pytest.raises(Refused):
        GAME.check(position, "axis", Allot(0, "hangars"))
    with pytest.raises(Refused):
        GAME.check(position, "axis", Allot(9, "hangars"))
    with pytest.raises(Refused):
        GAME.check(position, "axis", Allot(0, "moon"))
    with pytest.raises(Refused):
        GAME.check(position, "axis", TurnHome())


@pytest.mark.rule("CAM-26.0a")
@pytest.mark.rule("CAM-26.0b")
def test_each_aircraft_draws_its_bombing_cards_without_flak_and_only_the_defence_card_hurts() -> None:
    """Bf 110s, Level 2 and one more at Very Low: three cards each. A MANEUVERING does nothing to a wave that comes as a surprise."""
    position = sent_in(allotted(begun(), "works"), "maneuvering")
    line = position.log[0]
    assert not line.damaged and not line.destroyed and position.lost == 0
    assert [len(run.results) for run in line.runs] == [3] * 6
    target = GAME.mission(position).target_of("works")
    assert position.damage == {"works": sum(target.points[result] for run in line.runs for result in run.results)}


@pytest.mark.rule("CAM-26.0b")
def test_the_defence_shoots_down_damages_and_costs_cards_by_its_row() -> None:
    position = sent_in(allotted(begun(), "hangars"), "oots")
    line = position.log[0]
    assert (len(line.damaged), len(line.destroyed)) == (1, 1) and (position.lost, position.hurt) == (1, 1)
    assert len(line.runs) == 5 and line.destroyed[0] not in [run.aircraft for run in line.runs]
    spoiled = sent_in(allotted(begun(), "hangars"), "barrel_roll").log[0]
    assert sum(len(run.results) for run in spoiled.runs) == 18 - 2


@pytest.mark.rule("CAM-26.0b")
def test_a_damaged_bomber_bombs_with_the_rating_of_its_damaged_side() -> None:
    position = begun("kenley")
    whole, hurt = position.raiders[0], replace(position.raiders[0], status=DAMAGED)
    assert (bomb_cards(CARDS, whole, "very_low"), bomb_cards(CARDS, hurt, "very_low")) == (3, 2)
    assert bomb_cards(CARDS, whole, "medium") == 2


def test_lowered_results_lose_a_level_and_a_miss_stays_one() -> None:
    mission = GAME.tables.campaigns["croydon"]
    plain = sent_in(allotted(begun(), "works"), "maneuvering").log[0]
    game = with_row(mission, SURPRISED, "maneuvering", DefenceRow(lowered=1))
    position = allotted(begun(), "works")
    game.apply(position, "axis", SendIn(), OneCard("maneuvering"))  # type: ignore[arg-type]
    before = [result for run in plain.runs for result in run.results]
    after = [result for run in position.log[0].runs for result in run.results]
    assert after == [RESULTS[max(0, RESULTS.index(result) - 1)] for result in before] and before != after


def test_fewer_aircraft_than_the_row_says_are_all_there_are() -> None:
    mission = GAME.tables.campaigns["croydon"]
    game = with_row(mission, SURPRISED, "maneuvering", DefenceRow(destroyed=6, damaged=6, cards=12))
    position = allotted(begun(), "works")
    game.apply(position, "axis", SendIn(), OneCard("maneuvering"))  # type: ignore[arg-type]
    assert position.lost == 6 and not position.log[0].runs and position.wave == 2, "nobody is left to come back"


# ---- coming back


def test_a_wave_that_comes_back_to_strafe_finds_the_defence_awake() -> None:
    position = sent_in(allotted(begun(), "field"), "maneuvering")
    assert GAME.choices(position, "axis").listed == (StrafeTargets(), TurnHome())
    assert GAME.view(position, "axis").alarm == ALERTED
    before = position.damage["field"]
    GAME.apply(position, "axis", StrafeTargets(), OneCard("maneuvering"))  # type: ignore[arg-type]
    line = position.log[1]
    assert line.strafing and sum(len(run.results) for run in line.runs) == 6 * 2 - 1, "two Bursts each, one card lost"
    strafe = GAME.mission(position).target_of("field").strafe
    assert position.damage["field"] - before == strafe * sum(result == "hit" for run in line.runs for result in run.results)
    assert position.wave == 2


@pytest.mark.rule("CAM-21.71d")
def test_bombers_in_formation_do_not_strafe() -> None:
    position = sent_in(allotted(begun("kenley"), "hangars"), "maneuvering")
    assert position.wave == 2 and StrafeTargets() not in GAME.choices(position, "axis").listed


def test_without_strafing_each_wave_goes_home() -> None:
    assert sent_in(allotted(begun(strafing=False), "hangars"), "maneuvering").wave == 2


def test_the_alerted_defence_may_be_chosen() -> None:
    position = sent_in(allotted(begun(alarm="alerted"), "hangars"), "half_loop")
    assert position.log[0].lowered == 1


# ---- victory


@pytest.mark.rule("CAM-26.0c")
def test_victory_is_the_targets_less_the_own_losses() -> None:
    mission = GAME.tables.campaigns["croydon"]
    position = LowRaidPosition("croydon", LowRaidTerms(), damage={"hangars": 6, "works": 3}, lost=1, hurt=1)
    assert points(position, mission) == 5 - 2 - 1
    assert [mission.end(total) for total in (-5, 5, 6, 9, 10, 13, 14)] == [
        "failure",
        "failure",
        "slight",
        "slight",
        "success",
        "success",
        "triumph",
    ]


@pytest.mark.parametrize("code", RAIDS)
def test_a_sound_leader_does_better_than_chance(code: str) -> None:
    def mean(sound: bool) -> float:
        total = 0.0
        for seed in range(40):
            dice, stream = SeededDice(Stream.of(seed, "dice")), Stream.of(seed, "chance")
            position, _ = GAME.setup(code, {}, dice)
            leader = KIT.player("sound", "axis", "1", GAME)
            while GAME.outcome(position) is None:
                view, choices = GAME.view(position, "axis"), GAME.choices(position, "axis")
                orders = [d.order for d in leader.orders(view, choices, 0)] if sound else [GAME.sample(position, "axis", stream)]
                for order in orders:
                    GAME.check(position, "axis", order)
                    GAME.apply(position, "axis", order, dice)
                GAME.invariants(position)
            outcome = GAME.outcome(position)
            assert outcome is not None
            total += outcome.points["axis"]
        return total / 40

    assert mean(sound=True) > mean(sound=False) + 0.5


def test_a_page_reads_back() -> None:
    position = sent_in(allotted(begun(), "works"), "oots")
    assert GAME.parse(GAME.dump(position)) == position
    assert any(raider.status == DESTROYED for raider in position.raiders) or position.lost
    with pytest.raises(BobError):
        GAME.parse(GAME.dump(position).replace('sheet = "croydon"', 'sheet = "moon"'))


# ---- files

WRONG = [
    ('at = "raf_airfield:Croydon"', 'at = "raf_airfield:Atlantis"', "at"),
    ('side = "axis"', 'side = "moon"', "side"),
    ('aircraft = ["3 L/W bf_110c_4b"]', 'aircraft = ["3 L/W hurricane_i"]', "wave[0].aircraft[0]"),
    ('aircraft = ["3 L/W bf_110c_4b"]', 'aircraft = ["3 L/W bf_110c"]', "wave[0].aircraft[0]"),
    ('aircraft = ["3 L/W bf_110c_4b"]', "aircraft = []", "wave[0].aircraft"),
    ('alarm = "surprised"', 'alarm = "asleep"', "wave[0].alarm"),
    ('altitude = "very_low"', 'altitude = "high"', "wave[0].aircraft[0]"),
    ("oots = {", "ufo = {", "defence.surprised.oots"),
    ("destroyed = 1 }", "destroyed = 9 }", "defence.surprised.ace_pilot.destroyed"),
    ("[defence.alerted]", "[defence.asleep]", "defence.alerted"),
    ('code = "slight"', 'code = "modest"', "victory"),
    ("hit = 1, direct = 2", "direct = 2", "target[0].points.hit"),
    ("least = 0", "least = 1", "target[0].levels[0].least"),
    ("levels = [", "levels = [7, ", "target[0].levels[0]"),
    ("lost = 2", "lost = -2", "lost"),
    ("hurt = 1", 'hurt = 1\ncolour = "red"', "colour"),
]


@pytest.mark.parametrize(("right", "wrong", "place"), WRONG)
def test_a_wrong_raid_names_the_place(right: str, wrong: str, place: str, tmp_path: Path) -> None:
    (tmp_path / "low_raid").mkdir()
    path = tmp_path / "low_raid" / "croydon.toml"
    text = (FOLDER / "low_raid" / "croydon.toml").read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_raids(tmp_path, CARDS)
    assert caught.value.file == str(path) and caught.value.place == place


def test_a_raid_of_ones_own_lies_beside_ours_and_goes_into_the_record(tmp_path: Path) -> None:
    (tmp_path / "low_raid").mkdir()
    text = (FOLDER / "low_raid" / "croydon.toml").read_text(encoding="utf-8")
    (tmp_path / "low_raid" / "mine.toml").write_text(text.replace('code = "croydon"', 'code = "mine"'), "utf-8")
    game = LowRaid.over(tmp_path)
    assert set(game.tables.campaigns) == {*RAIDS, "mine"} and set(game.own) == {"low_raid/mine.toml"}
    again = GAME.with_own(game.own)
    assert set(again.tables.campaigns) == {*RAIDS, "mine"}
    shutil.rmtree(tmp_path / "low_raid")
    with pytest.raises(BobError):
        LowRaid.over(tmp_path)


def test_ones_own_aircraft_fly_a_raid_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "low_raid").mkdir()
    text = (FOLDER / "low_raid" / "croydon.toml").read_text(encoding="utf-8")
    (tmp_path / "low_raid" / "mine.toml").write_text(
        text.replace('code = "croydon"', 'code = "mine"').replace("L/W bf_110c_4b", "L/W my_110"), "utf-8"
    )
    with pytest.raises(DataError, match="my_110"):
        LowRaid.over(tmp_path)
    cards = (FOLDER.parent / "cards" / "classic_aircraft.toml").read_text(encoding="utf-8").split("[[aircraft]]")
    card = next(part for part in cards if 'code = "bf_110c_4b"' in part)
    (tmp_path / "classic_aircraft.toml").write_text("[[aircraft]]" + card.replace('code = "bf_110c_4b"', 'code = "my_110"'), "utf-8")
    game = LowRaid.over(tmp_path)
    assert set(game.own) == {"low_raid/mine.toml", "classic_aircraft.toml"}
    position, _ = GAME.with_own(game.own).setup("mine", {}, SeededDice(Stream.of(1, "mine")))
    assert {raider.aircraft for raider in position.raiders} == {"my_110"}
