"""The colours of a chart: the plotting table, the same at night, and high contrast for print in one ink."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours by their purpose. With `patterns`, tints give way to hatching and stipple."""

    name: str
    paper: str
    sea: str
    land: str
    far: str
    coast: str
    water: str
    ink: str
    quiet: str
    red: str
    slate: str
    brass: str
    brass_ink: str
    luftwaffe: str
    grid: float
    patterns: bool = False


TABLE = Palette(
    name="table",
    paper="#F7F2E4",
    sea="#C8D2CC",
    land="#EFE6CF",
    far="#E2D6B8",
    coast="#57564A",
    water="#8FA19B",
    ink="#2B2A26",
    quiet="#625D4D",
    red="#A33B2E",
    slate="#445A66",
    brass="#B08D3E",
    brass_ink="#6E5316",
    luftwaffe="#2B2A26",
    grid=0.13,
)

NIGHT = Palette(
    name="night",
    paper="#121816",
    sea="#16211F",
    land="#2A322C",
    far="#222924",
    coast="#8E8C78",
    water="#40544F",
    ink="#E9E2CC",
    quiet="#A09B86",
    red="#D0675A",
    slate="#86A3B0",
    brass="#D2B15E",
    brass_ink="#D2B15E",
    luftwaffe="#E9E2CC",
    grid=0.11,
)

CONTRAST = Palette(
    name="contrast",
    paper="#FFFFFF",
    sea="#FFFFFF",
    land="#FFFFFF",
    far="#FFFFFF",
    coast="#000000",
    water="#000000",
    ink="#000000",
    quiet="#000000",
    red="#000000",
    slate="#000000",
    brass="#000000",
    brass_ink="#000000",
    luftwaffe="#000000",
    grid=0.22,
    patterns=True,
)

BY_NAME = {palette.name: palette for palette in (TABLE, NIGHT, CONTRAST)}
