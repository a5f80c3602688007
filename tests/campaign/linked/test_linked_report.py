"""The report of linked missions: the score sheet and every mission, in both languages."""

from __future__ import annotations

import pytest

from bob.campaigns.linked.kit import KIT
from bob.core.dice import Stream
from bob.core.match import Match
from bob.report.html import account_html
from bob.report.linked.content import LinkedContent
from bob.words import LANGUAGES, Words


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_tells_every_mission_and_how_it_ended(language: str) -> None:
    game, chance = KIT.make(), Stream.of(1, "report")
    match = Match.new(game, "poland_1939", 3, {"quick": True})
    assert Words(language)("campaign.report.goes_on")[1:] in LinkedContent(match, "axis", Words(language)).result
    while match.to_move:
        match.play(match.to_move[0], game.sample(match.position, match.to_move[0], chance))
    content = LinkedContent(match, "allied", Words(language))
    assert len(content.sections()) == 1 + len(match.position.missions)
    assert str(match.position.total) in content.result
    text = account_html(content)
    assert all(content.teller.target(line.target).partition(" (")[0] in text for line in match.position.missions)
