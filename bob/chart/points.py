"""The places of a chart: airfields, RDF stations, targets and landmarks, each kind with its own symbol."""

from __future__ import annotations

from collections.abc import Callable

from bob.chart.draft import Draft
from bob.chart.labels import NameSpot
from bob.chart.marks import Glyph, Lettering, Point, Style
from bob.data.theatre import Place

_FIGHTER = ("fighter",)


def airfields(draft: Draft) -> None:
    """Sector stations, RAF airfields and Luftwaffe fields."""
    p, t, words = draft.palette, draft.theatre, draft.words
    station = draft.style("station", fill=p.red, stroke=p.ink, width=0.26, ground=p.paper)
    fighter = draft.style("fighter", fill=p.slate, stroke=p.ink, width=0.24, ground=p.paper)
    other = draft.style("other", fill=p.slate, stroke=p.slate, width=0.24, ground=p.land)
    cross = draft.style("luftwaffe", fill=p.luftwaffe, ground=p.paper)
    bold = draft.lettering("station", "bold", 2.85, p.ink)
    plain = draft.lettering("airfield", "regular", 2.05, p.ink)
    slim = draft.lettering("airfield-other", "regular", 1.85, p.slate)
    german = draft.lettering("luftwaffe", "italic", 2.0, p.ink)
    for place in _seen(draft, "sector_station"):
        _point(draft, "airfields", place, station, "sector_station", 3.5, 10, bold, move=0.0)
    for place in _seen(draft, "raf_airfield"):
        if place.extra.get("command") in _FIGHTER:
            _point(draft, "airfields", place, fighter, "airfield", 2.2, 50, plain)
        else:
            _point(draft, "airfields", place, other, "field", 1.75, 66, slim)
    for place in _seen(draft, "luftwaffe_airfield"):
        _point(draft, "airfields", place, cross, "balkenkreuz", 2.1, 60, german)
    seen = {place.kind for place in t.places}
    for key, style, shape, size in (
        ("sector_station", station, "sector_station", 3.5),
        ("raf_fighter", fighter, "airfield", 2.4),
        ("raf_other", other, "field", 2.0),
        ("luftwaffe_airfield", cross, "balkenkreuz", 2.3),
    ):
        if key.replace("raf_fighter", "raf_airfield").replace("raf_other", "raf_airfield") in seen:
            draft.legend("air", words(f"map.legend.{key}"), Glyph(style, shape, (0, 0), size))


def rdf(draft: Draft) -> None:
    """Chain Home as lattice masts, Chain Home Low as a beam."""
    p, words = draft.palette, draft.words
    style = draft.style("rdf", fill=p.brass_ink, stroke=p.brass_ink, width=0.2, ground=p.paper)
    home = draft.lettering("rdf", "semibold", 2.05, p.brass_ink)
    low = draft.lettering("rdf-low", "regular", 1.9, p.brass_ink)
    for place in _seen(draft, "chain_home"):
        _point(draft, "rdf", place, style, "mast", 3.7, 41, home)
    for place in _seen(draft, "chain_home_low"):
        _point(draft, "rdf", place, style, "beam", 2.7, 42, low, move=3.0)
    draft.legend("rdf", words("map.legend.chain_home"), Glyph(style, "mast", (0, 0), 3.8))
    draft.legend("rdf", words("map.legend.chain_home_low"), Glyph(style, "beam", (0, 0), 3.0))


_TARGETS = (
    ("headquarters", "flag", 2.3, 54),
    ("port", "anchor", 2.4, 68),
    ("docks", "crane", 2.2, 70),
    ("oil", "tank", 2.0, 72),
    ("power", "bolt", 2.3, 73),
    ("factory", "works", 2.0, 74),
    ("rail", "rails", 2.1, 76),
)


def targets(draft: Draft) -> None:
    """Draw the targets of raids beside airfields, RDF and towns, by kind."""
    p = draft.palette
    style = draft.style("target", fill=p.ink, stroke=p.ink, width=0.22, ground=p.paper)
    look = draft.lettering("target", "regular", 1.8, p.ink)
    for kind, shape, size, priority in _TARGETS:
        for place in _seen(draft, kind):
            _point(draft, "targets", place, style, shape, size, priority, look, move=2.6, drop=True)
        draft.legend("targets", draft.words(f"map.legend.{kind}"), Glyph(style, shape, (0, 0), size * 1.4))


_FEATURES: dict[str, tuple[str, float]] = {
    "headland": ("headland", 1.3),
    "hill": ("hill", 1.7),
    "monument": ("monument", 2.0),
    "rail": ("junction", 1.9),
}


def landmarks(draft: Draft) -> None:
    """Draw a navigator's landmarks by day. Bays, rivers, lakes and islands are names only; towns are left to the layer of towns."""
    p, words = draft.palette, draft.words
    style = draft.style("landmark", fill=p.quiet, stroke=p.quiet, width=0.2, ground=p.paper)
    land = draft.lettering("landmark", "italic", 1.95, p.quiet)
    water = draft.lettering("landmark-water", "italic", 1.95, p.slate)
    for place in _seen(draft, "landmark"):
        feature = place.extra.get("feature", "headland")
        if feature == "town" and "towns" in draft.shown:
            continue
        shape, size = _FEATURES.get(feature, ("", 0.0))
        if shape:
            _point(draft, "landmarks", place, style, shape, size, 80, land, move=2.2, drop=True)
        else:
            look = land if feature in ("island", "town") else water
            draft.wish(78, "landmarks", place.name, look, _spots_over(draft, (place.x, place.y)))
    for key, shape in (("landmark", "headland"), ("hill", "hill"), ("monument", "monument")):
        draft.legend("targets", words(f"map.legend.{key}"), Glyph(style, shape, (0, 0), _FEATURES[shape][1] * 1.4))


def _seen(draft: Draft, kind: str) -> list[Place]:
    return [place for place in draft.theatre.of_kind(kind) if draft.visible(place)]


def _point(
    draft: Draft,
    layer: str,
    place: Place,
    style: Style,
    shape: str,
    size: float,
    priority: float,
    look: Lettering,
    *,
    move: float = 1.4,
    drop: bool = False,
) -> None:
    draft.symbol(priority, layer, style, shape, (place.x, place.y), size, place.name, look, move=move, drop=drop)


def _spots_over(draft: Draft, at: Point) -> Callable[[Lettering], list[NameSpot]]:
    """Spots on and about a point that has no symbol."""
    x, y = draft.frame.to_paper(at)

    def spots(look: Lettering) -> list[NameSpot]:
        drop = 0.35 * look.size
        moves = ((0, 0), (0, -1.5), (0, 1.5), (3, 0), (-3, 0), (3, -2), (-3, -2), (3, 2), (-3, 2), (0, -3), (0, 3))
        return [NameSpot((x + dx, y + dy + drop), "middle", 0.0, 0.35 * i) for i, (dx, dy) in enumerate(moves)]

    return spots
