"""The ranges of RDF, observers and radio, by height: from tables/sensors.toml."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bob.core.errors import phrase
from bob.core.resources import data_folder
from bob.data.toml_files import Node, read_toml

Ranges = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Sensors:
    """Ranges in hexes. A height between two lines of `ranges` takes the lower line."""

    chain_home: Ranges
    chain_home_low: Ranges
    arc: float
    low_ceiling: int
    offshore: int
    observers: dict[str, int]
    hf: int
    hf_bonus: int
    vhf: int

    @classmethod
    def load(cls, path: Path | None = None) -> Sensors:
        """From that file, else the shipped table. Raises DataError."""
        node = read_toml(path if path is not None else data_folder("tables") / "sensors.toml")
        home, low, corps, radio = (node.table(key) for key in ("chain_home", "chain_home_low", "observer_corps", "radio"))
        ranges = corps.table("ranges")
        return cls(
            _ranges(home),
            _ranges(low),
            home.number("arc", 1, 360),
            low.whole("ceiling", 0, 40),
            corps.whole("offshore", 0, 10),
            {weather: ranges.whole(weather, 0, 10) for weather in ranges},
            radio.whole("hf", 1, 50),
            radio.whole("hf_bonus", 0, 20),
            radio.whole("vhf", 1, 50),
        )

    def _ranges_of(self, kind: str) -> Ranges:
        return self.chain_home if kind == "chain_home" else self.chain_home_low

    def band(self, kind: str, angels: int) -> int:
        """The height of the line that a height takes; -1 where the station sees nothing."""
        if kind == "chain_home_low" and angels > self.low_ceiling:
            return -1
        return max((height for height, _ in self._ranges_of(kind) if height <= angels), default=-1)

    def reach(self, kind: str, angels: int, mobile: bool = False) -> int:
        """The range of a station at a height, in hexes (OPS-B5.3, OPS-B5.4); of a mobile one half of it (OPS-C7.2)."""
        band = self.band(kind, angels)
        return 0 if band < 0 else dict(self._ranges_of(kind))[band] // (2 if mobile else 1)

    def radio(self, fit: str, bonuses: int = 0, emergency: bool = False) -> int:
        """The range of a Sector's radio, in hexes; HF gains with each of the two radio events in force (OPS-A1.hf, OPS-B6.2). From an
        emergency room it is half (OPS-C7.2)."""
        full = self.vhf if fit == "vhf" else self.hf + self.hf_bonus * bonuses
        return full // 2 if emergency else full


def _ranges(node: Node) -> Ranges:
    found: list[tuple[int, int]] = []
    for i, pair in enumerate(node.list_of("ranges", list)):
        if len(pair) != 2 or not all(isinstance(v, int) and v >= 0 for v in pair) or (found and pair[0] <= found[-1][0]):
            node.fail(f"ranges[{i}]", phrase("expect.height_ranges"), pair)
        found.append((pair[0], pair[1]))
    return tuple(found)
