"""A seat's part in a game hosted elsewhere, built from the messages to that seat alone. It knows no line, thread or clock: its owner
passes the messages in, and sends its own."""

from bob.driver.remote.base import AnyRemoteDriver, check_program, remote_driver
from bob.driver.remote.outbox import Outbox, Said
from bob.driver.remote.record import FarRecord
from bob.driver.remote.replica import RemoteReferee
from bob.driver.remote.revealed import match_revealed
from bob.driver.remote.side import RemoteDriver

__all__ = [
    "AnyRemoteDriver",
    "FarRecord",
    "Outbox",
    "RemoteDriver",
    "RemoteReferee",
    "Said",
    "check_program",
    "match_revealed",
    "remote_driver",
]
