"""The example of `docs/post.md`: a program that knows no more than that page plays by post."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.post.posted import Posted

PAGE = Path(__file__).parents[2] / "docs" / "post.md"


def test_the_example_reads_a_sheet_and_answers_it(tmp_path: Path) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    (tmp_path / "player.py").write_text(source, "utf-8")
    posted = Posted.begun(tmp_path, "lesson")
    posted.call()
    for seat in ("luftwaffe", "raf", "luftwaffe"):
        files = [posted.sheet_file(seat), posted.out / seat / f"{seat}-invitation.json", posted.inbox / f"{seat}.jsonl"]
        done = subprocess.run([sys.executable, "player.py", *map(str, files)], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        posted.call()
    assert [order["code"] for _, order in posted.orders()] == ["seal", "done", "done"]
    page = posted.sheet_file("raf")
    page.write_text(page.read_text("ascii").replace("Biggin Hill", "Manston"), "ascii")
    files = [page, posted.out / "raf" / "raf-invitation.json", posted.inbox / "raf.jsonl"]
    done = subprocess.run([sys.executable, "player.py", *map(str, files)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0, "a forged sheet is seen"
