"""Runs `qosc diff` on texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.command import run

__all__ = ["changes", "compared", "diff"]


def diff(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Status, output and errors of the command, run in a folder."""
    return run("diff", *arguments, cwd=folder)


def compared(folder: Path, old: str, new: str, *options: str) -> tuple[int, dict[str, Any]]:
    """Status and the JSON of two texts."""
    (folder / "old.cfg").write_text(old)
    (folder / "new.cfg").write_text(new)
    status, out, err = diff(folder, "old.cfg", "new.cfg", "--format", "json", *options)
    assert status in (0, 1), err
    document: dict[str, Any] = json.loads(out)
    assert document["changed"] is (status == 1)
    return status, document["devices"][0]


def changes(folder: Path, old: str, new: str, *options: str) -> dict[str, dict[str, str]]:
    """By the packets of each change, what differs: `old -> new` by name."""
    _, device = compared(folder, old, new, *options)
    return {
        change["packets"]: {
            one["name"]: f"{one['old']} -> {one['new']}" for one in change["differences"]
        }
        for change in device["changes"]
    }
