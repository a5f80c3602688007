"""A seat's part in a game hosted elsewhere, built from the messages to that seat alone. It knows no line, thread or clock: its owner
passes the messages in, and sends its own."""

from bob.driver.remote.base import Afar, afar, check_program
from bob.driver.remote.outbox import Outbox, Said
from bob.driver.remote.record import FarRecord
from bob.driver.remote.replica import RefereeAfar
from bob.driver.remote.revealed import match_told
from bob.driver.remote.side import FarSitting

__all__ = ["Afar", "FarRecord", "FarSitting", "Outbox", "RefereeAfar", "Said", "afar", "check_program", "match_told"]
