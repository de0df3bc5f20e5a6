"""Where published material is, beside the repository: configs, papers, and pairs of commits.

A test that reads it is marked `shared` with the name of its folder, and is left out where that is
not there, as in a plain clone. What such a test holds is held of configs of our own by another one.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["CORPUS", "HISTORY", "SEEDS", "is_there"]

_SHARED = Path(__file__).resolve().parents[2] / "shared"
CORPUS, SEEDS, HISTORY = (_SHARED / name for name in ("corpus", "seeds", "history"))


def is_there(name: str) -> bool:
    """Whether the folder of that name is beside the repository."""
    return (_SHARED / name).is_dir()
