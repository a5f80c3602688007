"""The contract: sorted choices that pass the check, records, replay, undo, pages, copies, the end; random play; secrets; words."""

from __future__ import annotations

from typing import Any

import pytest

from bob.campaigns.linked import Campaign
from bob.campaigns.linked import orders as o
from bob.campaigns.linked.position import BATTLE, BOMBING, FLAK, OPTIONS, CampaignPosition
from bob.campaigns.linked.telling import OWN_EVENTS, CampaignTeller
from bob.core.codec import encode
from bob.core.dice import SeededDice, Stream
from bob.core.errors import BobError, Refused, UsageError
from bob.core.game import REFEREE, secret_free
from bob.core.match import Match
from bob.tactical.cards import orders as c
from bob.tactical.cards.telling import CardTeller
from bob.words import Words
from tests.campaign.linked.build import CAMPAIGNS, GAME, TABLES, Desk, describe, enemy_of
from tests.sizes import fifth

CODES = sorted(code for code in CAMPAIGNS if code != "long_trial")
KEEN = ("attack", "gunner_attack", "compare", "speed_step", "manoeuvre", "react", "fire", "pick_bomber", "evade")
DULL = ("discard", "give_up", "climb", "change_altitude", "dive", "redline")


def settings(seed: int) -> tuple[str, dict[str, Any]]:
    s = Stream.of(seed, "settings")
    options: dict[str, Any] = {"quick": s.below(2) == 0, "scale": 1 + (s.below(4) == 0)}
    for name in ("bonus_cards", "wingmen", "oots_answered_as_ims"):
        if s.below(3) == 0:
            options[name] = True
    if s.below(4) == 0:
        options["flip"] = "exceed"
    return CODES[seed % len(CODES)], options


def sampled(position: CampaignPosition, seat: str, bots: Stream) -> Any:
    """A random order, in dogfights a keen one, so that they come to shots."""
    if position.phase != BATTLE or bots.below(4) == 0:
        return GAME.sample(position, seat, bots)
    listed = GAME.choices(position, seat).listed
    return bots.choose([x for x in listed if x.code not in DULL and getattr(x, "altitude", "medium") == "medium"] or listed)


def match(seed: int, campaign: str = "", orders: int = 100_000, **options: Any) -> Match[CampaignPosition]:
    code, laid_over = (campaign, options) if campaign else settings(seed)
    made = Match.new(GAME, code, seed, laid_over)
    bots = Stream.of(seed, "bots")
    while made.to_move and orders:
        seat = bots.choose(made.to_move)
        made.play(seat, sampled(made.position, seat, bots))
        orders -= 1
    return made


@pytest.mark.parametrize("seed", range(fifth(40)))
def test_random_campaigns_hold_every_invariant_and_end(seed: int) -> None:
    code, options = settings(seed)
    dice, bots = SeededDice(Stream.of(seed, "game")), Stream.of(seed, "bots")
    position, _ = GAME.setup(code, options, dice)
    count = 0
    while to_move := GAME.to_move(position):
        seat = bots.choose(to_move)
        assert GAME.choices(position, seat).listed
        GAME.apply(position, seat, sampled(position, seat, bots), dice)
        GAME.invariants(position)
        count += 1
        assert count < 20_000
    outcome = GAME.outcome(position)
    assert outcome is not None and set(outcome.points) == {"axis", "allied"}
    assert outcome.code == f"campaign.outcome.{CAMPAIGNS[code].result(position.total)}"
    assert outcome.points["allied"] - outcome.points["axis"] == position.total
    assert all(GAME.choices(position, seat).listed == () for seat in ("axis", "allied"))


ABSURD = [
    o.PickArrow(-1),
    o.PickArrow(99),
    o.PickOption(0),
    o.PickOption(-7),
    o.Declare("sideways"),
    o.LayFlak("thick"),
    o.PickBombing(99, "tight"),
    o.PickBombing(0, "wild"),
    c.Act(77),
    c.Attack("no_card", 0),
    c.StartAltitude(9, "moon"),
    c.React("nothing"),
]


@pytest.mark.parametrize("seed", range(4))
def test_absurd_orders_are_refused_in_words(seed: int) -> None:
    code, options = settings(seed)
    dice, bots = SeededDice(Stream.of(seed, "game")), Stream.of(seed, "bots")
    position, _ = GAME.setup(code, options, dice)
    for _ in range(80):
        if not GAME.to_move(position):
            break
        for seat in GAME.seats(position):
            for order in ABSURD:
                if order not in GAME.choices(position, seat).listed:
                    with pytest.raises(Refused) as caught:
                        GAME.check(position, seat, order)
                    assert all(caught.value.describe(Words(language)) for language in ("en", "fr"))
        seat = bots.choose(GAME.to_move(position))
        GAME.apply(position, seat, GAME.sample(position, seat, bots), dice)


@pytest.mark.parametrize(
    ("campaign", "options", "key"),
    [
        ("nowhere", {}, "campaign.error.no_campaign"),
        ("trial", {"colour": 1}, "campaign.error.no_option"),
        ("trial", {"scale": 0}, "error.codec"),
        ("trial", {"flip": "never"}, "error.codec"),
        ("trial", {"scale": "many"}, "error.codec"),
    ],
)
def test_a_wrong_set_up_is_an_error(campaign: str, options: dict[str, Any], key: str) -> None:
    with pytest.raises(BobError) as caught:
        Desk(campaign, **options)
    assert caught.value.key == key and str(caught.value)


def test_undo_is_free_while_the_bombing_is_planned() -> None:
    made = Match.new(GAME, "channel_convoys_1940", 3, {"quick": True})
    made.play("axis", o.PickArrow(1))
    assert made.undo_refused() is not None
    for seat in ("axis", "allied"):
        made.play(seat, o.PickOption(None))
    made.play("allied", o.LayFlak("dispersed"))
    assert made.undo_refused() == "game.undo_dice" and made.position.phase == BOMBING
    before = GAME.dump(made.position)
    order = GAME.choices(made.position, "axis").listed[0]
    made.play("axis", order)
    if made.position.phase == BOMBING:
        made.undo()
        assert GAME.dump(made.position) == before


@pytest.mark.parametrize("seed", range(5))
def test_a_position_is_a_page_and_back_and_a_copy_is_its_own(seed: int) -> None:
    code, options = settings(seed)
    dice, bots = SeededDice(Stream.of(seed, "game")), Stream.of(seed, "bots")
    position, _ = GAME.setup(code, options, dice)
    for number in range(400):
        if number % 16 == 0 or position.phase != BATTLE or not GAME.to_move(position):
            page = GAME.dump(position)
            parsed = GAME.parse(page)
            GAME.invariants(parsed)
            assert GAME.dump(parsed) == page
            copy = position.copy()
            assert copy == position
            if GAME.to_move(copy):
                seat = GAME.to_move(copy)[0]
                GAME.apply(copy, seat, GAME.sample(copy, seat, bots), SeededDice(Stream.of(1, "other")))
            assert GAME.dump(position) == page
        if not GAME.to_move(position):
            break
        seat = bots.choose(GAME.to_move(position))
        GAME.apply(position, seat, sampled(position, seat, bots), dice)


@pytest.mark.parametrize("text", ["", "mission = 2", "campaign = x", "colour = 3", 'campaign = "trial"', "[battle]\nx"])
def test_a_bad_page_is_an_error(text: str) -> None:
    with pytest.raises(BobError) as caught:
        GAME.parse(text)
    assert str(caught.value)


def test_a_page_of_another_campaign_is_an_error() -> None:
    page = GAME.dump(Desk().position).replace("trial", "elsewhere")
    with pytest.raises(UsageError):
        GAME.parse(page)


def test_the_shipped_game_has_the_shipped_sheets() -> None:
    shipped = set(Campaign().campaigns)
    assert shipped == {"poland_1939", "channel_convoys_1940", "airfields_1940", "london_1940"}


# ---- secrets


def twin_of(position: CampaignPosition, seat: str) -> CampaignPosition:
    """The same position but for the campaign's own secrets that the seat cannot know."""
    twin = position.copy()
    other = enemy_of(seat)
    if position.phase == OPTIONS and other in position.picks:
        left = [n for n in CAMPAIGNS[position.campaign].options[other] if n not in position.used[other]]
        twin.picks[other] = next((n for n in left if n != position.picks[other]), None)
    if position.flak is not None and seat == position.attacker:
        twin.flak = "tight" if position.flak != "tight" else "dispersed"
    if position.phase == BOMBING and seat == position.defender:
        twin.patterns = {number: "tight" if pattern != "tight" else "normal" for number, pattern in position.patterns.items()}
    return twin


@pytest.mark.parametrize("seed", range(fifth(10)))
def test_a_seat_learns_nothing_of_what_it_cannot_know(seed: int) -> None:
    """Twins that differ only in the hidden look the same: view, choices, log, who owes a decision."""
    code, options = settings(seed)
    dice, bots = SeededDice(Stream.of(seed, "game")), Stream.of(seed, "bots")
    position, _ = GAME.setup(code, options, dice)
    differed = count = 0
    while GAME.to_move(position) and count < 600:
        seat = bots.choose(GAME.to_move(position))
        order = sampled(position, seat, bots)
        for watcher in GAME.seats(position) if position.phase != BATTLE or count % 10 == 0 else ():
            twin = twin_of(position, watcher)
            assert secret_free(GAME.view(twin, watcher)) == secret_free(GAME.view(position, watcher))
            assert GAME.choices(twin, watcher) == GAME.choices(position, watcher) and GAME.to_move(twin) == GAME.to_move(position)
            if twin == position:
                continue
            differed += 1
            mine, before = position.copy(), dice.stream.count
            if order not in GAME.choices(twin, seat).listed:
                continue
            one = GAME.apply(mine, seat, order, SeededDice(Stream(dice.stream.key, before)))
            two = GAME.apply(twin, seat, order, SeededDice(Stream(dice.stream.key, before)))
            if mine.phase == position.phase and mine.mission == position.mission:
                assert [encode(e) for e in one if watcher in e.to] == [encode(e) for e in two if watcher in e.to]
                assert secret_free(GAME.view(mine, watcher)) == secret_free(GAME.view(twin, watcher))
        GAME.apply(position, seat, order, dice)
        count += 1
    assert differed > 0


def test_hands_and_flak_stay_hidden_in_a_mission() -> None:
    made = match(11, "poland_1939", 60)
    assert made.position.battle is not None
    for seat in ("axis", "allied"):
        seen = GAME.view(made.position, seat)
        assert seen.battle == GAME.cards.view(made.position.battle, seat) and seen.battle.draw_pile is None
        for craft, shown in zip(made.position.battle.crafts, seen.battle.aircraft, strict=True):
            assert (shown.cards is not None) == (("axis", "allied")[craft.seat] == seat)
        for _, event in made.log(seat):
            assert event.code not in ("flak_chosen",) or seat == "allied" or made.position.mission > 1
    truth = GAME.view(made.position, REFEREE)
    assert truth.flak == made.position.flak and truth.battle is not None and truth.battle.draw_pile is not None


def test_an_unused_flak_pattern_is_never_told() -> None:
    desk = Desk()
    desk.fly(1, flak="tight")
    desk.down(*desk.own("axis"))
    desk.land()
    assert not any(event.code == "flak" for event in desk.events)
    assert all(event.to == ("allied",) for event in desk.events if event.data.get("pattern") == "tight")


# ---- words


def test_every_order_and_event_is_told_in_both_languages() -> None:
    events: set[str] = set()
    orders: set[str] = set()
    for seed in range(60):
        code, _ = settings(seed)
        tellers = [
            CampaignTeller(Words(language), CAMPAIGNS[code], CardTeller(Words(language), TABLES, lambda n: f"#{n}"))
            for language in ("en", "fr")
        ]
        for entry in match(seed).entries:
            for teller in tellers:
                if entry.order is not None:
                    assert teller.order(entry.order, entry.seat)
                    orders.add(entry.order.code)
                for event in entry.events:
                    assert teller.event(event)
                    events.add(event.code)
        if seed >= 5 and OWN_EVENTS - {"no_arrows", "initiative_passes"} <= events and {k.code for k in o.OWN} <= orders:  # type: ignore[attr-defined]
            break
    else:
        raise AssertionError(OWN_EVENTS - events)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_sheets_are_told(language: str) -> None:
    words = Words(language)
    for code, campaign in CAMPAIGNS.items():
        teller = CampaignTeller(words, campaign, CardTeller(words, TABLES))
        assert teller.campaign() and teller.game() and all(teller.target(target) for target in campaign.targets)
        for side in ("axis", "allied"):
            lines = [teller.option(side, number) for number in campaign.options[side]]
            assert all(lines) and teller.option(side, None) == "–", code
    assert all(teller.phase(phase) for phase in ("arrow", "options", "declare", "flak", "battle", "bombing", "over"))
    assert all(teller.setting(name) for name in ("scale", "quick", "bonus_cards", "wingmen", "flip", "oots_answered_as_ims"))


# ---- the quick resolution


def test_a_quick_dogfight_ends_at_once_with_whole_aircraft_books() -> None:
    desk = Desk("london_1940", quick=True)
    desk.do(o.PickArrow(1))
    desk.options(allied=1)
    assert desk.position.phase == FLAK
    events = desk.do(o.LayFlak("normal"))
    assert desk.position.phase == BOMBING or desk.position.mission == 2
    assert len(describe(events, "revealed")) == 2 + 2 + 2 + 2
    assert len(describe(events, "game_turn")) <= 6
    GAME.invariants(desk.position)


def test_quick_and_played_dogfights_cost_about_the_same() -> None:
    """Played by pilots that shoot whenever they can."""
    losses = []
    for quick in (True, False):
        down = 0
        for seed in range(6):
            dice, bots = SeededDice(Stream.of(seed, "game")), Stream.of(seed, "bots")
            position, _ = GAME.setup("channel_convoys_1940", {"quick": quick}, dice)
            while to_move := GAME.to_move(position):
                seat = to_move[0]
                order = GAME.sample(position, seat, bots)
                if position.phase == BATTLE:
                    listed = GAME.choices(position, seat).listed
                    level = [x for x in listed if x.code not in DULL and getattr(x, "altitude", "medium") == "medium"]
                    keen = [x for x in level if x.code in KEEN]
                    order = bots.choose([x for x in keen if x.code == "attack"] or keen or level or listed)
                down += sum(event.code == "shot_down" for event in GAME.apply(position, seat, order, dice))
        losses.append(down)
    assert 0.5 < losses[0] / losses[1] < 2, losses
