"""A match with its seats, driven without screen, thread or clock: persons, players of the program, programs over lines. All messages to
a seat are made in `messages` and `seat_log`, from the views and events of that seat, and are numbered for it alone."""

from bob.driver.interface import AnyDriver, AnyRecord, AnyScreen
from bob.driver.local import FLIERS, OUTSIDE, SEATS, TYPED, Driver, seats_held, two_sided
from bob.driver.local_messages import Accepted, EventMessage, Message, Over, Question, TakenBack, as_json
from bob.driver.players import Company, Thought
from bob.driver.seat_file import SeatFile, is_seat_file, read_seat_file, write_seat_file
from bob.driver.seat_log import SeatLog, heard_by
from bob.driver.typed_dice import ALIKE, REST, AskDice, DiceBrokenOff
from bob.driver.whole_matches import PlayedOut, driver_among, play_out

__all__ = [
    "ALIKE",
    "FLIERS",
    "OUTSIDE",
    "REST",
    "SEATS",
    "TYPED",
    "Accepted",
    "AnyDriver",
    "AnyRecord",
    "AnyScreen",
    "AskDice",
    "Company",
    "DiceBrokenOff",
    "Driver",
    "EventMessage",
    "Message",
    "Over",
    "PlayedOut",
    "Question",
    "SeatFile",
    "SeatLog",
    "TakenBack",
    "Thought",
    "as_json",
    "driver_among",
    "heard_by",
    "is_seat_file",
    "play_out",
    "read_seat_file",
    "seats_held",
    "two_sided",
    "write_seat_file",
]
