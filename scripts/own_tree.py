"""Scripts that write what the code says have to run the code of their own tree."""

from __future__ import annotations

import sys
from pathlib import Path

import qosc

__all__ = ["require"]

ROOT = Path(__file__).resolve().parent.parent


def require() -> None:
    """SystemExit with status 2 where another copy of qosc would be asked than the one here."""
    asked = Path(qosc.__file__).resolve().parent
    if asked != ROOT / "compiler":
        print(
            f"{Path(sys.argv[0]).name}: this Python has qosc in {asked}, not this tree; "
            "pip install -e '.[test]' links the tree into an environment",
            file=sys.stderr,
        )
        raise SystemExit(2)
