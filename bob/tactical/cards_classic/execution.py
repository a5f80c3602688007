"""Work at the table that every chapter of a flight shares: cards by their kind, mini-hands, open draws, damage, lost positions."""

from __future__ import annotations

from bob.core.dice import Dice
from bob.core.errors import Refusal, Refused
from bob.tactical.cards import movement
from bob.tactical.cards.damage import deal, leave
from bob.tactical.cards.execution import CardRun
from bob.tactical.cards.position import NOBODY, Craft, Following
from bob.tactical.cards_classic.data import ActionFace
from bob.tactical.cards_classic.position import OVERHEAD, FlightPosition, Sortie


def flight_refused(why: Refusal) -> Refused:
    return Refused(f"flight.refuse.{why[0]}", rule=why[1])


def kind_of(face: str) -> str:
    """The kind of a face: what orders name."""
    return face.partition(".")[0]


def kinds(craft: Craft) -> list[str]:
    """The kinds of card in a hand, each once, in the order of the hand."""
    return list(dict.fromkeys([face.partition(".")[0] for face in craft.hand]))


class FlightRun(CardRun):
    """One order of a flight being carried out."""

    __slots__ = ()
    position: FlightPosition

    def __init__(self, position: FlightPosition, dice: Dice) -> None:
        super().__init__(position, dice)

    def sortie(self, craft: Craft) -> Sortie:
        return self.position.sorties[craft.number]

    # ---- cards

    def _take(self, craft: Craft, card: str) -> str:
        """Take the first face of that kind out of a hand."""
        for at, face in enumerate(craft.hand):
            if face.partition(".")[0] == card:
                craft.hand = craft.hand[:at] + craft.hand[at + 1 :]
                return face
        raise ValueError(card)

    def spend(self, craft: Craft, card: str) -> None:
        self.position.played.append(self._take(craft, card))

    def throw(self, craft: Craft, card: str) -> None:
        self.position.discard.append(self._take(craft, card))

    def mini_hand(self, craft: Craft, count: int, why: str) -> None:
        """Draw a mini-hand for one attack or defence (CAM-S.2b); never fewer than none (CAM-GAP-22)."""
        self.draw(craft, max(0, count), why)

    def empty(self, craft: Craft) -> None:
        """Discard the rest of a mini-hand (CAM-GAP-45). A Leader's hand stays."""
        if craft.hand and not self.position.leads(craft):
            self.position.discard.extend(craft.hand)
            self.tell("mini_hand_done", aircraft=craft.number, cards=craft.hand)
            craft.hand = ()

    def open_draw(self, count: int) -> tuple[str, ...]:
        """Draw `count` cards for all to see; they stay on the table until they are resolved (CAM-GAP-62)."""
        if count <= 0:
            return ()
        position = self.position
        self.refill(count)
        cards = tuple(position.pile[: -count - 1 : -1])
        del position.pile[-count:]
        position.played.extend(cards)
        return cards

    def faces(self, cards: tuple[str, ...]) -> list[ActionFace]:
        known = self.position.deck.faces
        return [known[card] for card in cards]

    # ---- damage

    def hurt(self, craft: Craft, points: int, by: int) -> None:
        """Damage by another aircraft or by FLAK, and all that follows from it at once: ordnance dropped, the Formation or the Element left
        (CAM-S.5b, CAM-20.55c)."""
        if points <= 0 or craft.out:
            return
        damaged = craft.damaged
        deal(self, craft, points, 1 - craft.party)
        if craft.out:
            self.sortie(craft).felled_by = by
            self.lost(craft)
        elif craft.damaged and not damaged:
            sortie = self.sortie(craft)
            if craft.bomber:
                if sortie.formation != NOBODY:
                    sortie.formation = NOBODY
                    self.tell("left_formation", "CAM-17.28a", aircraft=craft.number)
            elif sortie.load:
                self.drop_load(craft, "damaged")  # CAM-15.2f, CAM-18.22a; Bombers keep theirs (CAM-15.2g)

    def drop_load(self, craft: Craft, why: str) -> None:
        """An aircraft is rid of its bomb or torpedo without effect (CAM-18.22b)."""
        self.sortie(craft).load = ""
        self.tell("jettisoned", aircraft=craft.number, why=why)

    def lost(self, craft: Craft) -> None:
        """Leave the Wingman of a lost Leader alone, as the edition says (CAM-S.2g, CAM-GAP-65)."""
        position = self.position
        self.sortie(craft).formation = NOBODY
        position.discard.extend(craft.hand)
        craft.hand = ()
        wingman = position.wingman_of(craft)
        if wingman is None or position.flight.edition.lone_wingman == "flies_on":
            return
        if position.flight.edition.lone_wingman == "leaves":
            self.go(wingman)
        else:
            self.empty(wingman)
            craft.wingman = wingman.leader = NOBODY
            self.tell("takes_the_lead", aircraft=wingman.number)
            self.draw(wingman, wingman.now.performance, "opening")

    def go(self, craft: Craft) -> None:
        """An aircraft leaves for good; hand and ordnance go with it (CAM-S.7a)."""
        self.empty(craft)
        leave(self.position, craft, "left")
        self.sortie(craft).load = ""
        self.tell("went", aircraft=craft.number)

    # ---- positions

    def part(self, craft: Craft, why: str) -> None:
        """Give up its Position."""
        if craft.holds != NOBODY:
            self.tell("parted", aircraft=craft.number, target=craft.holds, why=why)
            craft.holds, craft.level = NOBODY, 0

    def shift(self, craft: Craft, up: bool, why: str, pay: tuple[str, ...] = (), drawing: bool = True) -> None:
        """Change the altitude of an Element; its Wingman goes with it, whatever moves it (CAM-S.2f)."""
        movement.change(self, craft, up, why, pay, drawing)
        self.keep_together()
        self.settle_following()

    def keep_together(self) -> None:
        """Put Wingmen where their Leaders are."""
        crafts = self.position.crafts
        for craft in crafts:
            if craft.leader != NOBODY and not craft.out and not crafts[craft.leader].out:
                craft.altitude = crafts[craft.leader].altitude

    def settle_following(self) -> None:
        """Pass by the aircraft that cannot follow, and end their Positions: pinned ones, and those whose card forbids the band
        (CAM-S.6a, CAM-S.6b)."""
        position = self.position
        while isinstance(position.pending, Following):
            following = position.pending
            craft = position.crafts[following.queue[0][0]]
            if not pinned(position, craft) and reaches(position, craft, 1 if following.climb else -1):
                return
            following.decided.append(craft.number)
            movement.lose_hold(self, craft)
            movement.settle(self, following)


def reaches(position: FlightPosition, craft: Craft, way: int) -> bool:
    """Return whether its card lets an aircraft fly a band higher or lower (CAM-16.22)."""
    low, high = position.bands[craft.number]
    return low <= craft.altitude + way <= high


def pinned(position: FlightPosition, craft: Craft) -> bool:
    """Return whether its altitude is fixed: an FA, and a torpedo FB that is to drop or has dropped (CAM-17.24a, CAM-21.53, CAM-S.6b)."""
    if craft.bomber:
        return True
    if position.leg not in ("bomb_turn", "egress"):
        return False
    for member in position.element(craft):
        sortie = position.sorties[member.number]
        if sortie.zone == OVERHEAD and sortie.low:
            if position.leg == "bomb_turn" and sortie.load == "torpedo":
                return True
            if sortie.bombed == "torpedo":
                return True
    return False
