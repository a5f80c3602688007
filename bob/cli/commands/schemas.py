"""`bob schemas`: JSON Schemas of the files that people write, for editors that complete and check them."""

from __future__ import annotations

import argparse
from pathlib import Path

from bob.cli import Parser
from bob.core.atomic_files import put_files
from bob.core.errors import UsageError
from bob.core.text import neat
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("--out", metavar=words("cli.folder_meta"), help=words("cli.schemas.out"))


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.schemas import FILES, write_schemas

    if args.out is None:
        rows = [[f"{file.name}.json", words(f"schemas.title.{file.name}"), " ".join(file.shipped)] for file in FILES]
        print(neat([words(f"cli.schemas.{head}") for head in ("schema", "file", "examples_of")], rows))
        print("\n" + words("cli.schemas.note"))
        return 0
    folder = Path(args.out)
    if not folder.is_dir():
        raise UsageError("error.no_folder", path=args.out)
    made = put_files({folder / name: text for name, text in write_schemas(words).items()})
    print(words("cli.schemas.written", count=len(made), path=args.out))
    return 0
