"""The layers that the table shows, as a model that keys, chips and menus share."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

import bob.desk  # noqa: F401


@dataclass(frozen=True, slots=True)
class LayerKind:
    """A layer, the key that usually switches it, and whether it is shown from the start."""

    name: str
    key: str
    shown: bool = False


LAYERS = (
    LayerKind("names", "N", True),
    LayerKind("grid", "D", True),
    LayerKind("sectors", "X", True),
    LayerKind("weather", "Z", True),
    LayerKind("rdf", "R"),
    LayerKind("observers", "O"),
    LayerKind("hf", "H"),
    LayerKind("vhf", "V"),
    LayerKind("guns", "G"),
    LayerKind("balloons", "B"),
    LayerKind("lanes", "L"),
    LayerKind("targets", "T"),
    LayerKind("fuel", "F"),
)
"""Every layer that can be switched, in the order of the legend."""

USUAL_ANGELS = 18
"""The height at which RDF coverage is shown at first."""

KEYS = {
    **{f"table.{layer.name}": layer.key for layer in LAYERS},
    "table.nearer": "+ | =",
    "table.farther": "- | _",
    "table.whole": "Home",
    "table.higher": "A",
    "table.lower": "Shift+A",
}
"""The usual keys of the table, by the code of the action."""


class Layers(QObject):
    """The layers shown, the height of the RDF coverage, and the Sector whose radio circles are drawn (None for all)."""

    changed = Signal()
    toggled = Signal(str, bool)
    height_changed = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown = {layer.name for layer in LAYERS if layer.shown}
        self._angels = USUAL_ANGELS
        self._sector: str | None = None

    @property
    def shown(self) -> frozenset[str]:
        return frozenset(self._shown)

    def is_shown(self, name: str) -> bool:
        """Return whether a layer is shown. Raises KeyError for an unknown one."""
        if all(layer.name != name for layer in LAYERS):
            raise KeyError(name)
        return name in self._shown

    def set_shown(self, name: str, shown: bool) -> None:
        """Show a layer or not. Raises KeyError for an unknown one."""
        if self.is_shown(name) == shown:
            return
        (self._shown.add if shown else self._shown.discard)(name)
        self.toggled.emit(name, shown)
        self.changed.emit()

    def toggle(self, name: str) -> None:
        """Switch a layer. Raises KeyError for an unknown one."""
        self.set_shown(name, not self.is_shown(name))

    def show_only(self, names: frozenset[str]) -> None:
        """Show just these layers."""
        for layer in LAYERS:
            on = layer.name in names
            if (layer.name in self._shown) != on:
                (self._shown.add if on else self._shown.discard)(layer.name)
                self.toggled.emit(layer.name, on)
        self.changed.emit()

    @property
    def angels(self) -> int:
        return self._angels

    def set_angels(self, angels: int) -> None:
        """Set the height at which RDF coverage is shown: an even number from 0 to 34."""
        angels = max(0, min(34, angels - angels % 2))
        if angels != self._angels:
            self._angels = angels
            self.height_changed.emit(angels)
            self.changed.emit()

    @property
    def sector(self) -> str | None:
        return self._sector
