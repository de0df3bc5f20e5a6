"""A git repository with a router's config and ten changes to it, each a commit with a tag.

python scripts/review_history.py FOLDER

The tags are v0 (examples/review/branch.cfg) to v10. Names and dates of commits are fixed, so that
the repository is the same wherever it is made. docs/review.md shows what `qosc diff` says of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BASE = ROOT / "examples" / "review" / "branch.cfg"
NAME = "branch.cfg"


class Step(NamedTuple):
    """A commit: its subject, and pairs of a text and what stands in its place afterwards."""

    subject: str
    edits: tuple[tuple[str, str], ...]


_VOICE = """\
 class VOICE
  police cir 600000 bc 18000 conform-action transmit exceed-action drop
"""
_GUESTS = """\
 class GUESTS
  set dscp cs1
"""
STEPS = (
    Step("Give voice 640 kbit/s", (("  priority 512\n", "  priority 640\n"),)),
    Step(
        "Call the class of orders by its new name",
        (
            ("class-map match-all ORDERS", "class-map match-all BUSINESS"),
            (" class ORDERS", " class BUSINESS"),
        ),
    ),
    Step(
        "Let phones signal by TLS",
        ((" permit tcp any any eq 5060\n", " permit tcp any any range 5060 5061\n"),),
    ),
    Step(
        "Add a class for video",
        (
            (
                "!\npolicy-map FROM-LAN",
                "class-map match-all VIDEO\n match ip dscp af41\n!\npolicy-map FROM-LAN",
            ),
            (
                "  bandwidth percent 30\n",
                "  bandwidth percent 30\n class VIDEO\n  bandwidth percent 20\n",
            ),
        ),
    ),
    Step(
        "Sort the classes by name",
        (
            (
                " class BUSINESS\n  bandwidth percent 30\n class VIDEO\n  bandwidth percent 20\n",
                " class VIDEO\n  bandwidth percent 20\n class BUSINESS\n  bandwidth percent 30\n",
            ),
        ),
    ),
    Step("Order a line of 5 Mbit/s", (("shape average 2000000", "shape average 5000000"),)),
    Step("Ask guests first", ((_VOICE + _GUESTS, _GUESTS + _VOICE),)),
    Step(
        "Take more addresses for guests",
        ((" permit ip 10.0.9.0 0.0.0.255 any", " permit ip 10.0.8.0 0.0.1.255 any"),),
    ),
    Step(
        "Write voice as match-all, as the template has it",
        (("match-any VOICE", "match-all VOICE"),),
    ),
    Step("Go to IOS XE 16.9", (("version 15.4", "version 16.9"),)),
)


def texts() -> list[str]:
    """The config after each step, that of v0 first."""
    found = [BASE.read_text(encoding="utf-8")]
    for step in STEPS:
        text = found[-1]
        for old, new in step.edits:
            if old not in text:
                raise ValueError(f"{step.subject}: there is no {old!r}")
            text = text.replace(old, new)
        found.append(text)
    return found


def make(folder: Path) -> None:
    """Make the repository in a folder, in place of what is there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _git(folder, "init", "-q", "-b", "main")
    subjects = ["Keep the config of the branch", *(step.subject for step in STEPS)]
    for number, (subject, text) in enumerate(zip(subjects, texts(), strict=True)):
        (folder / NAME).write_text(text, encoding="utf-8")
        _git(folder, "add", NAME)
        _git(folder, "commit", "-q", "-m", subject)
        _git(folder, "tag", f"v{number}")


def _git(folder: Path, *arguments: str) -> None:
    person = {
        f"GIT_{who}_{what}": value
        for who in ("AUTHOR", "COMMITTER")
        for what, value in (
            ("NAME", "operator"),
            ("EMAIL", "operator@example.net"),
            ("DATE", "2026-01-05T08:00:00Z"),
        )
    }
    # Neither what a user has set nor a hook of the repository around counts here.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment = {
        **kept,
        **person,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
    }
    subprocess.run(["git", *arguments], cwd=folder, env=environment, check=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    make(Path(sys.argv[1]))
