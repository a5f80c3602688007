"""Games that are played elsewhere, at this desk: the line to their host, the room with its people, how one joins and invites."""

import bob.desk  # noqa: F401
