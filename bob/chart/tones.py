"""The tones of a room beside the colours of its chart, one look a theme."""

from __future__ import annotations

from dataclasses import dataclass

from bob.chart.palette import BY_NAME, Palette


@dataclass(frozen=True, slots=True)
class Look:
    """The tones of a room beside the colours of its chart."""

    name: str
    chart: Palette
    room: str
    """Behind everything."""
    panel: str
    """Paper on the wall: docks, lists."""
    inset: str
    """Fields to write in, lists to choose from."""
    ink: str
    quiet: str
    line: str
    strip: str
    """The strip at the top."""
    far_strip: str
    """The same in the Luftwaffe's room."""
    strip_ink: str
    strip_quiet: str
    brass: str
    on_brass: str
    red: str
    red_segment: str
    yellow_segment: str
    blue_segment: str
    chosen: str
    on_chosen: str
    dial: str
    dial_ink: str
    dark: bool = False
    plain: bool = False
    """High contrast: no tints, thick edges."""

    def segment(self, colour: str) -> str:
        """The tone of a five-minute segment: `red`, `yellow`, `blue`."""
        return {"red": self.red_segment, "yellow": self.yellow_segment, "blue": self.blue_segment}[colour]


_TABLE = Look(
    "table", BY_NAME["table"],
    room="#DDD6C1", panel="#F4EEDD", inset="#FBF8EE", ink="#2B2A26", quiet="#5F5A4B", line="#C3BAA0",
    strip="#35423D", far_strip="#474A4D", strip_ink="#F3ECD6", strip_quiet="#B9BFAE", brass="#B08D3E", on_brass="#221D0E", red="#9F382B",
    red_segment="#C0392B", yellow_segment="#E0B030", blue_segment="#2F6EA5",
    chosen="#E4D5A6", on_chosen="#2B2A26", dial="#F7F2E4", dial_ink="#2B2A26",
)  # fmt: skip
_NIGHT = Look(
    "night", BY_NAME["night"],
    room="#0D1211", panel="#171E1C", inset="#101614", ink="#E9E2CC", quiet="#A09B86", line="#37413C",
    strip="#0A0F0E", far_strip="#15171A", strip_ink="#EDE6CF", strip_quiet="#97978A", brass="#D2B15E", on_brass="#191509", red="#E0766A",
    red_segment="#D2574A", yellow_segment="#E3BB4E", blue_segment="#4F8FC6",
    chosen="#3D3A26", on_chosen="#F3ECD6", dial="#1B2321", dial_ink="#E9E2CC", dark=True,
)  # fmt: skip
_CONTRAST = Look(
    "contrast", BY_NAME["contrast"],
    room="#FFFFFF", panel="#FFFFFF", inset="#FFFFFF", ink="#000000", quiet="#000000", line="#000000",
    strip="#000000", far_strip="#000000", strip_ink="#FFFFFF", strip_quiet="#FFFFFF", brass="#000000", on_brass="#FFFFFF", red="#000000",
    red_segment="#A00000", yellow_segment="#F0C000", blue_segment="#003C8C",
    chosen="#000000", on_chosen="#FFFFFF", dial="#FFFFFF", dial_ink="#000000", plain=True,
)  # fmt: skip
LOOKS = {look.name: look for look in (_TABLE, _NIGHT, _CONTRAST)}
