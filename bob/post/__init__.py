"""Games whose seats are days apart: sheets and answers as signed files, and the office that carries them.

A desk or another program opens a side's sheet with `read_turn_file` and writes the answer with `write_answer`; both need the invitation of
the seat (`read_invitation`).
"""

from bob.post.answer import ENDING, answer_name, doubts, write_answer
from bob.post.keys import Invitation, SigningKey, read_invitation, write_invitation
from bob.post.office import Office, PostNews, invite_again, open_post
from bob.post.signed import PostError
from bob.post.turn_file import TurnFile, TurnFileClaim, TurnFileHead, claimed_turn_file, read_turn_file

__all__ = [
    "ENDING",
    "Invitation",
    "Office",
    "PostError",
    "PostNews",
    "SigningKey",
    "TurnFile",
    "TurnFileClaim",
    "TurnFileHead",
    "answer_name",
    "claimed_turn_file",
    "doubts",
    "invite_again",
    "open_post",
    "read_invitation",
    "read_turn_file",
    "write_answer",
    "write_invitation",
]
