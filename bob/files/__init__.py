"""One SQLite file per game, `NAME.bob1940`: every entry is on the disk before it is acknowledged, and damage is noticed.

A file holds the tables `meta` (form, header, the program's version), `entries` (row -1 repeats the header), `positions` (the position after
each entry, as a change from the one before) and `drafts` (planning not yet sealed, the layout of screens). Each text in it is *sealed*: a
line with a magic word, kind, number, length, CRC and checksum goes before its JSON, so that a broken file can be searched for whole entries
without SQLite. The checksum of an entry hashes the one before it, that of a position its entry's, and SQLite's `user_version` counts the
entries, so that a changed, moved or missing one is noticed. In a file that is locked by passphrases each sealed text is encrypted
(`cipher`), and one more table row, twice, holds the wrapped key of the parties.

A game is opened at its last position, without playing it again: it opens at once, and it opens when a later version has other rules. Then
the log says where those begin; earlier entries are shown as they were kept, and only their dice cannot be rolled again.

The rollback journal is emptied at each commit, so all acknowledged data is in the one file, even while it is open.
"""

from bob.files.cipher import Cipher, FileKey, Locked, Passphrases
from bob.files.disk import SaveError
from bob.files.formats import FORMAT
from bob.files.game_file import ENDING, Save
from bob.files.recovery import Recovered, recover

__all__ = ["ENDING", "FORMAT", "Cipher", "FileKey", "Locked", "Passphrases", "Recovered", "Save", "SaveError", "recover"]
