"""The first page of a mission: its story, the flights and their origins, clouds, aims, the advanced rules in force, a track of turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bob.report.hexes.board import overview
from bob.report.hexes.forces import FlownAircraft
from bob.report.pieces.naming import side_name
from bob.report.pieces.paper import PiecePages, ground
from bob.report.pieces.rows import PieceRow, row_table, turn_track
from bob.tactical.hexes.mat import on_mat
from bob.tactical.hexes.position import SWITCHES, HexTerms
from bob.words import Words

_MAP = 90.0
"""The least room that the small sheet is drawn in; else it has a page of its own."""


def mission_page(pages: PiecePages, terms: HexTerms, flown: list[FlownAircraft], text: str) -> None:
    """Draw one page, or more where many fly."""
    words = pages.words
    page = pages.begin("mission")
    page.y = 20.0
    if text:
        page.y = page.write(text, (page.left, page.y, page.right, page.y + 22), 3.5, up=0.0) + 4.0
    turn_track(page, words("pieces.turns"), terms.turns)
    in_day = any(one.unit for one in flown)
    for line in _set_up(terms, words, in_day):
        page.y = page.write(line, (page.left, page.y, page.right, page.y + 10), 3.0, up=0.0) + 1.4
    in_force = [words(f"hexes.option.{name}") for name in SWITCHES if getattr(terms, name)]
    if terms.structure:
        in_force.append(words("pieces.label", label=words("hexes.option.structure"), text=str(terms.structure)))
    wording = words(
        "pieces.label", label=words("hex_pieces.mission.in_force"), text=", ".join(in_force) or words("hex_pieces.mission.none")
    )
    page.y = page.write(wording, (page.left, page.y, page.right, page.y + 12), 3.0, "semibold", up=0.0) + 3.0
    heads = words(f"hex_pieces.mission.{'columns_day' if in_day else 'columns'}").split("|")
    rows = [PieceRow(_row(one, flown, terms, words), ground(one.side)) for one in flown]
    page = row_table(pages, page, heads, rows)
    if page.height - page.y < _MAP:
        page = pages.begin("mission")
        page.y = 15.0
    overview(page, terms, flown, (page.left, page.y + 5.0, page.right, page.height - 14), words("card.direction.N"))


def _set_up(terms: HexTerms, words: Words, in_day: bool) -> Iterator[str]:
    """Yield the set-up of the table; an engagement of the day counts no points."""

    def text_of(name: str, **values: object) -> str:
        return words(f"hex_pieces.mission.{name}", **values)

    yield text_of("sheet", columns=terms.columns, rows=terms.rows)
    if terms.clouds:
        yield text_of("clouds_at", hexes=" ".join(at.label for at in terms.clouds))
    if terms.cloud_count:
        yield text_of("clouds_laid", count=terms.cloud_count)
    if terms.wind is not None:
        yield text_of("wind", to=words(f"hexes.facing.{terms.wind.to}"), force=terms.wind.force)
    if terms.new_clouds:
        yield text_of("new_clouds")
    for ship in terms.ships:
        yield text_of("ship", side=side_name(words, ship.side), at=ship.at.label, structure=ship.structure)
    if terms.first is not None:
        yield text_of("first", side=side_name(words, terms.first))
    for player in terms.players:
        if player.cards:
            yield text_of("more_cards", seat=side_name(words, player.seat), count=player.cards)
    if terms.hit_goes_home:
        yield text_of("home")
    if terms.limit:
        yield text_of("limit", points=terms.limit)
    if in_day:
        yield text_of("result")
        return
    yield text_of("score")
    for aim in terms.aims:
        of, edge = words(f"hex_pieces.of.{aim.of}"), words(f"hex_pieces.edge.{aim.edge}")
        name = "ship_aim" if aim.kind == "ship" else aim.kind
        yield text_of(name, side=side_name(words, aim.side), points=str(aim.points).replace("-", "−"), of=of, edge=edge)
    for side, points in sorted(terms.handicap.items()):
        yield text_of("handicap", side=side_name(words, side), points=points)


def _row(one: FlownAircraft, flown: Sequence[FlownAircraft], terms: HexTerms, words: Words) -> list[str]:
    a = one.aircraft
    start = words("hex_pieces.mission.to_place")
    if on_mat(terms, a.at):
        key = "hex_pieces.mission.at_level" if terms.altimeter else "hex_pieces.mission.at"
        start = words(key, at=a.at.label, level=a.level, facing=words(f"hexes.facing.{a.facing}"))
    more = [one.unit] if one.unit else []
    if one.leader:
        more.append(one.leader)
    if a.wingman_of >= 0:
        more.append(words("hex_pieces.dash.wingman", leader=flown[a.wingman_of].label))
    if one.formation >= 0:
        more.append(words("hex_pieces.mission.formation", number=one.formation + 1))
    return [one.label, a.dash.name, side_name(words, one.seat), start, ", ".join(more)]
