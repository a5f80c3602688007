"""A sitting seen from afar: what one seat has of a game that is played elsewhere, made from the messages to that seat alone. It knows of
no line, thread or clock: whoever keeps the line hands the messages in, and carries away what is to be said."""

from bob.driver.remote.base import Afar, afar, check_program
from bob.driver.remote.outbox import Outbox, Said
from bob.driver.remote.record import FarRecord
from bob.driver.remote.replica import RefereeAfar
from bob.driver.remote.revealed import match_told
from bob.driver.remote.side import FarSitting

__all__ = ["Afar", "FarRecord", "FarSitting", "Outbox", "RefereeAfar", "Said", "afar", "check_program", "match_told"]
