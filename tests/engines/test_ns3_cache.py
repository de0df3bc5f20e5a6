"""Whose programs the ns-3 engine runs. Needs no engine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from qosc.lab.ns3.cache import UnsafeError, is_ours, safe_folder


def test_a_folder_that_others_can_write_to_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "ns3"
    safe_folder(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    with pytest.raises(UnsafeError, match="other users can write"):
        safe_folder(folder)


def test_a_folder_of_another_user_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(UnsafeError, match="belongs to another user"):
        safe_folder(tmp_path)


def test_a_program_that_is_not_ours_alone_is_removed(tmp_path: Path) -> None:
    good, shared, link = tmp_path / "good", tmp_path / "shared", tmp_path / "link"
    for path, mode in ((good, 0o700), (shared, 0o777)):
        path.write_text("#!/bin/sh\n", encoding="utf-8")
        path.chmod(mode)
    link.symlink_to(good)
    assert [is_ours(path) for path in (good, shared, link)] == [True, False, False]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good"]
