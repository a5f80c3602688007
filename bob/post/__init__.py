"""Games whose seats are days apart: sheets and answers as signed files, and the office that carries them.

A desk or another program opens a side's sheet with `read_sheet` and writes the answer with `write_answer`; both need the invitation of
the seat (`read_invitation`).
"""

from bob.post.answer import ENDING, answer_name, doubts, write_answer
from bob.post.keys import Invitation, SigningKey, read_invitation, write_invitation
from bob.post.office import Office, PostNews, invite_anew, open_post
from bob.post.sheet import PostSheet, SheetClaim, SheetHead, read_sheet, sheet_claimed
from bob.post.signed import PostError

__all__ = [
    "ENDING",
    "Invitation",
    "Office",
    "PostError",
    "PostNews",
    "PostSheet",
    "SheetClaim",
    "SheetHead",
    "SigningKey",
    "answer_name",
    "doubts",
    "invite_anew",
    "open_post",
    "read_invitation",
    "read_sheet",
    "sheet_claimed",
    "write_answer",
    "write_invitation",
]
