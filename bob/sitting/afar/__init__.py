"""A sitting seen from afar: what one seat has of a game that is played elsewhere, made from the messages to that seat alone. It knows of
no line, thread or clock: whoever keeps the line hands the messages in, and carries away what is to be said."""

from bob.sitting.afar.outbox import Outbox, Said
from bob.sitting.afar.record import FarRecord
from bob.sitting.afar.replica import RefereeAfar
from bob.sitting.afar.revealed import match_told
from bob.sitting.afar.side import FarSitting
from bob.sitting.afar.told import Afar, afar, check_program

__all__ = ["Afar", "FarRecord", "FarSitting", "Outbox", "RefereeAfar", "Said", "afar", "check_program", "match_told"]
