"""The files of the carrier campaigns: read in the notation of the printed sheets, checked, frozen."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bob.campaigns.carriers.campaign_data import (
    LARGE,
    NO_STRIKE,
    SMALL,
    WITH_AIRCRAFT,
    WITH_AMOUNT,
    CarrierBase,
    CarrierCampaign,
    CarrierResource,
    CarrierTables,
    FlightOperation,
)
from bob.campaigns.land.campaign_data import Flyers, TargetCard
from bob.campaigns.land.campaign_files import CampaignReader, Crafts, over, shipped_war
from bob.campaigns.sides import SIDES
from bob.core.errors import DataError, phrase
from bob.core.own_files import own_files
from bob.core.resources import data_folder

OWN_FILES = ("carriers/*.toml", "targets.toml", "pilots.toml")
"""The files of the carrier campaigns that a user may lay over ours."""


class CarrierReader(CampaignReader):
    """Reads a carrier campaign."""

    def carriers(self, targets: Mapping[str, TargetCard]) -> CarrierCampaign:
        """The campaign of the file. Raises DataError."""
        self._spell_all()
        campaign = self.top.read(CarrierCampaign)
        for side in SIDES:
            fleets = [base.code for base in campaign.base if base.fleet and base.side == side]
            if len(fleets) != 1:
                self.fail("base", phrase("expect.one_fleet", side=side), ", ".join(fleets) or phrase("expect.nothing"))
        for i, base in enumerate(campaign.base):
            self._check_base(base, f"base[{i}]", targets)
        seen: set[tuple[str, str]] = set()
        for i, operation in enumerate(campaign.operation):
            if (operation.side, operation.code) in seen:
                self.fail(f"operation[{i}].code", phrase("expect.once"), operation.code)
            seen.add((operation.side, operation.code))
            self._check_operation(operation, f"operation[{i}]", campaign)
        for side in SIDES:
            sizes = {found.size for found in campaign.operations(side).values()}
            for size in (LARGE, SMALL, NO_STRIKE):  # CAM-25.42a
                if size not in sizes:
                    self.fail("operation", phrase("expect.operation_of", side=side, size=size))
            self.of_side(campaign.scout[side].aircraft, side, f"scout.{side}.aircraft")
            self.of_side(campaign.scout[side].gains, side, f"scout.{side}.gains")
        for i, resource in enumerate(campaign.resource):
            self._check_resource(resource, f"resource[{i}]")
        if campaign.no_resource in {resource.number for resource in campaign.resource}:
            self.fail("no_resource", phrase("expect.once"), campaign.no_resource)
        return campaign

    def _spell_all(self) -> None:
        """The forces of bases, Operations, scouts and Resources, and the places of bases."""
        for at, row in self.rows("base"):
            self.find_place(row, at)
            states = row.get("by_damage", [])
            for k, state in enumerate(states if isinstance(states, list) else ()):
                if isinstance(state, dict):
                    self.spell_out(state, "strike", f"{at}.by_damage[{k}]")
                    self.spell_out(state, "cap", f"{at}.by_damage[{k}]")
            drawn = row.get("drawn_cap", {})
            for card in sorted(drawn) if isinstance(drawn, dict) else ():
                self.spell_out(drawn, card, f"{at}.drawn_cap")
        for at, row in self.rows("operation"):
            self.spell_out(row, "strike", at)
            self.spell_out(row, "cap", at)
        scouts = self.top.maybe("scout", dict) or {}
        for side in sorted(scouts):
            if isinstance(scouts[side], dict):
                self.spell_out(scouts[side], "aircraft", f"scout.{side}")
                self.spell_out(scouts[side], "gains", f"scout.{side}")
        self.spell_effects()

    def _check_base(self, base: CarrierBase, at: str, targets: Mapping[str, TargetCard]) -> None:
        if base.sheet not in targets:
            self.fail(f"{at}.sheet", phrase("expect.one_of", choices=", ".join(targets)), base.sheet)
        if base.fleet and (base.by_damage or base.drawn_cap is not None or base.track.out is None):
            self.fail(f"{at}.track.out" if base.track.out is None else at, phrase("expect.fleet_by_operations"), base.code)
        if base.fleet and not targets[base.sheet].fleet:
            self.fail(f"{at}.sheet", phrase("expect.sheet_of_fleet"), base.sheet)
        if base.by_damage and base.by_damage[0].least:
            self.fail(f"{at}.by_damage[0].least", phrase("expect.whole", least=0, most=0), base.by_damage[0].least)
        forces: list[tuple[str, tuple[Flyers, ...]]] = []
        for k, state in enumerate(base.by_damage):
            forces += [(f"{at}.by_damage[{k}].strike", state.strike), (f"{at}.by_damage[{k}].cap", state.cap)]
        forces += [(f"{at}.drawn_cap.{card}", flyers) for card, flyers in (base.drawn_cap or {}).items()]
        for place, flyers in forces:
            self.of_side(flyers, base.side, place)

    def _check_operation(self, operation: FlightOperation, at: str, campaign: CarrierCampaign) -> None:
        self.of_side(operation.strike, operation.side, f"{at}.strike")
        self.of_side(operation.cap, operation.side, f"{at}.cap")
        if (operation.size == NO_STRIKE) == bool(operation.strike):
            self.fail(f"{at}.strike", phrase("expect.nothing" if operation.strike else "expect.force"))
        enemies = [base.code for base in campaign.base if base.side != operation.side]
        if operation.size != NO_STRIKE and operation.target not in enemies:
            self.fail(f"{at}.target", phrase("expect.one_of", choices=", ".join(enemies)), operation.target)

    def _check_resource(self, resource: CarrierResource, at: str) -> None:
        if not resource.effects:
            self.fail(f"{at}.effects", phrase("expect.effects_of_resource"))
        for k, effect in enumerate(resource.effects):
            place = f"{at}.effects[{k}]"
            if (effect.aircraft is not None) != (effect.kind in WITH_AIRCRAFT):
                self.fail(f"{place}.force", phrase("expect.nothing" if effect.aircraft is not None else "expect.force"), effect.aircraft)
            if (effect.amount != 0) != (effect.kind in WITH_AMOUNT):
                self.fail(f"{place}.amount", phrase("expect.nothing" if effect.amount else "expect.value"), effect.amount)
            if effect.aircraft is not None:
                if not resource.side:
                    self.fail(f"{at}.side", phrase("expect.one_of", choices=", ".join(SIDES)))
                self.of_side((Flyers(effect.aircraft),), resource.side, f"{place}.force")


def load_carriers(path: Path, crafts: Crafts, targets: Mapping[str, TargetCard]) -> CarrierCampaign:
    """The carrier campaign of a file. Raises DataError."""
    return CarrierReader(path, crafts).carriers(targets)


def load_all(folder: Path, crafts: Crafts, targets: Mapping[str, TargetCard]) -> dict[str, CarrierCampaign]:
    """All carrier campaigns of a folder by code. Raises DataError."""
    pages: dict[str, CarrierCampaign] = {}
    for path in sorted((folder / "carriers").glob("*.toml")):
        campaign = load_carriers(path, crafts, targets)
        if campaign.code in pages:
            raise DataError(path, "code", phrase("expect.once"), campaign.code)
        pages[campaign.code] = campaign
    return pages


_SHIPPED: list[tuple[Crafts, CarrierTables]] = []


def shipped_carriers(crafts: Crafts) -> CarrierTables:
    """The campaigns that ship with the program, of these aircraft."""
    for known, tables in _SHIPPED:
        if known is crafts:
            return tables
    war = shipped_war(crafts)
    pages = load_all(data_folder("tables") / "campaign", crafts, war.targets)
    _SHIPPED.append((crafts, CarrierTables(pages, war.targets, war.counters, {})))
    return _SHIPPED[-1][1]


def carriers_over(folder: Path, crafts: Crafts) -> CarrierTables:
    """Our campaigns, target sheets and counters with a user's own over them. Raises DataError."""
    ours = shipped_carriers(crafts)
    targets, counters = over(folder, crafts, ours.targets, ours.counters)
    pages = {**ours.campaigns, **load_all(folder, crafts, targets)}
    return CarrierTables(pages, targets, counters, own_files(folder, OWN_FILES))
