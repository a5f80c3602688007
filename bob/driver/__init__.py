"""A match with its seats, driven without screen, thread or clock: persons, players of the program, programs over lines. All messages to
a seat are made in `messages` and `seat_log`, from the views and events of that seat, and are numbered for it alone."""

from bob.driver.interface import AnyRecord, AnyScreen, AnySitting
from bob.driver.local import FLIERS, OUTSIDE, SEATS, TYPED, Sitting, seats_kept, two_sided
from bob.driver.messages import Accepted, Message, Over, Question, TakenBack, Told, as_json
from bob.driver.players import Company, Thought
from bob.driver.seat_file import SeatFile, is_seat_file, read_seat_file, write_seat_file
from bob.driver.seat_log import SeatLog, heard
from bob.driver.typed_dice import ALIKE, REST, AskDice, DiceBrokenOff
from bob.driver.whole_matches import PlayedOut, among, play_out

__all__ = [
    "ALIKE",
    "FLIERS",
    "OUTSIDE",
    "REST",
    "SEATS",
    "TYPED",
    "Accepted",
    "AnyRecord",
    "AnyScreen",
    "AnySitting",
    "AskDice",
    "Company",
    "DiceBrokenOff",
    "Message",
    "Over",
    "PlayedOut",
    "Question",
    "SeatFile",
    "SeatLog",
    "Sitting",
    "TakenBack",
    "Thought",
    "Told",
    "among",
    "as_json",
    "heard",
    "is_seat_file",
    "play_out",
    "read_seat_file",
    "seats_kept",
    "two_sided",
    "write_seat_file",
]
