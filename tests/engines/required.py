"""What a machine must have for a test: it is skipped without it, but fails where CI promises it."""

from __future__ import annotations

import os
import shutil

import pytest

__all__ = ["need", "need_programs"]


def need(what: str, reason: str | None) -> None:
    """Skip where `reason` says why there is no `what`; fail with QOSC_REQUIRE_ENGINES=1."""
    if reason is None:
        return
    if os.environ.get("QOSC_REQUIRE_ENGINES") == "1":
        pytest.fail(f"{what} is required: {reason}")
    pytest.skip(reason)


def need_programs(*names: str) -> None:
    """The same for programs, which Debian has in packages of their names."""
    absent = [name for name in names if shutil.which(name) is None]
    need(", ".join(absent), f"not here (Debian packages): {' '.join(absent)}" if absent else None)
