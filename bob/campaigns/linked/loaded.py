"""The campaign of linked missions as it is played from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from bob.campaigns.linked.campaign_data import shipped_campaigns
from bob.campaigns.linked.game import Campaign
from bob.campaigns.linked.hidden import hidden
from bob.campaigns.linked.kit import CAMPAIGNS, CampaignKit
from bob.campaigns.linked.officers import LinkedOfficer, outlooks_of
from bob.campaigns.linked.orders import OWN, sort_key
from bob.campaigns.linked.telling import CampaignTeller
from bob.campaigns.matches import LOTS
from bob.campaigns.sides import SIDES
from bob.core.dice import Stream
from bob.core.errors import UsageError
from bob.core.game import Choices, Game
from bob.core.kit import Casting, Contest, Decision, Player, Setting, Teller, WorldChange, cast, game_of
from bob.tactical.cards.kit import PILOTS
from bob.tactical.cards.linking import ALLIED, CardTeller
from bob.tactical.cards.loaded import CardFlier
from bob.words import Words


class Flyer:
    """Plays a side of a campaign: a pilot for its dogfights, and for all else an officer, or lots."""

    on_entry: Callable[[int, int], None] | None = None

    def __init__(self, name: str, seat: str, seed: str, game: Campaign) -> None:
        self.name, self.seat, self.seed = name, seat, seed
        self._pilot = CardFlier(PILOTS[0] if name == LOTS else name, seat, seed, game.cards)
        self._officer = LinkedOfficer(seat, seed, game, outlooks_of(game)) if name != LOTS else None

    def orders(self, view: Any, choices: Choices, number: int) -> list[Decision]:
        if not any(isinstance(order, OWN) for order in choices.listed):
            return self._pilot.orders(view.battle, choices, number)
        if self._officer is not None:
            return self._officer.decide(view, choices, number)
        return [Decision(Stream.of(f"{self.seed}/{number}", f"flyer/{self.seat}").choose(choices.listed), "staff.why.chance")]


class LoadedCampaignKit(CampaignKit):
    """The campaign of linked missions."""

    def make(self, own: Path | None = None) -> Campaign:
        if own is not None:
            raise UsageError("play.other_game", option=str(own), game=self.name)
        return Campaign()

    def scenarios(self, words: Words) -> Mapping[str, str]:
        sheets = shipped_campaigns()
        return {code: words.of(sheets[code].name) for code in CAMPAIGNS}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        return cast({side: side for side in SIDES}, ALLIED, PILOTS[0])

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        played = game_of(Campaign, game)
        return Flyer(name, seat, seed, played)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        played = game_of(Campaign, game)
        return CampaignTeller(words, played.campaigns[scenario], CardTeller(words, played.cards.tables))

    def sort_key(self, order: Any) -> Any:
        return sort_key(order)

    def hidden(self, game: Game[Any], seat: str) -> Mapping[str, WorldChange]:
        played = game_of(Campaign, game)
        return hidden(played, seat)

    def contest(self) -> Contest:
        return Contest(
            (
                *(Setting(code, {"quick": True}) for code in CAMPAIGNS),
                *(Setting(code, {"bonus_cards": True, "wingmen": True}) for code in CAMPAIGNS),
                *(Setting(code, {"scale": 2, "oots_answered_as_ims": True, "flip": "exceed"}) for code in CAMPAIGNS),
                *(Setting(code, {"quick": True, "scale": 6}) for code in CAMPAIGNS),
                Setting("poland_1939", {"scale": 4}),
            ),
            most=60000,
        )
