"""One SQLite file per game, `NAME.bob1940`: every entry is on the disk before it is acknowledged, and damage is noticed.

A file holds the tables `meta` (form, header, the program's version), `entries` (row -1 repeats the header) and `drafts` (planning not
yet sealed, the layout of screens). Each text in it is *sealed*: a line with a magic word, kind, number, length, CRC and checksum goes
before its JSON, so that a broken file can be searched for whole entries without SQLite. The checksum of an entry hashes the one
before it, and SQLite's `user_version` counts the entries, so that a changed, moved or missing one is noticed.

The rollback journal is emptied at each commit, so all that was acknowledged lies in the one file, even while it is open.
"""

from bob.save.disk import SaveError
from bob.save.file import ENDING, FORMAT, Save
from bob.save.recovery import Recovered, recover

__all__ = ["ENDING", "FORMAT", "Recovered", "Save", "SaveError", "recover"]
