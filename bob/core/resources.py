"""The location of the shipped data: one function for a wheel, an editable install and a checkout."""

from __future__ import annotations

from pathlib import Path

from bob.core.errors import BobError

_PACKAGE = Path(__file__).resolve().parent.parent


def data_folder(name: str) -> Path:
    """The folder `maps` or `tables`, wherever the program is installed.

    Raises BobError when the installation lacks it.
    """
    for base in (_PACKAGE / "_shipped", _PACKAGE.parent):
        folder = base / name
        if folder.is_dir():
            return folder
    raise BobError("error.no_data_folder", name=name, folder=str(_PACKAGE))
