"""The configs of a folder, on disk or at a revision, and what else lies there."""

from __future__ import annotations

import os
from typing import NamedTuple

from qosc.cli.discover import by_name, candidates, holds_config
from qosc.cli.files import UnreadableError
from qosc.cli.revisions import blob, files_at, is_revision, split_revision

__all__ = ["Folder", "configs_of", "is_config_at"]


class Folder(NamedTuple):
    """The paths of configs by their names in the folder, and of files that are no configs."""

    configs: dict[str, str]
    others: tuple[str, ...]


def configs_of(path: str) -> Folder | None:
    """What is in a folder, of the file system or `REV:folder`; None for what is no folder.

    UnreadableError for a file that may be a config and cannot be opened.
    """
    if is_revision(path):
        return _at_revision(*split_revision(path))
    if path == "-" or not os.path.isdir(path):
        return None
    configs: dict[str, str] = {}
    others = []
    for one in candidates([path]):
        if one.trouble and one.fatal and one.met:
            raise UnreadableError(one.path, one.trouble)
        if one.other or (one.trouble and one.met):
            others.append(one.path)
        elif not one.trouble:
            configs[os.path.relpath(one.path, path).replace(os.sep, "/")] = one.path
    return Folder(configs, tuple(others))


def _at_revision(revision: str, path: str) -> Folder | None:
    files = files_at(revision, path)
    if files is None:
        return None
    configs: dict[str, str] = {}
    others = []
    for name in files:
        # As of a folder on disk, what begins with a dot is left out.
        if any(part.startswith(".") for part in name.split("/")):
            continue
        where = f"{revision}:{path.rstrip('/')}/{name}"
        if is_config_at(where):
            configs[name] = where
        else:
            others.append(where)
    return Folder(configs, tuple(others))


def is_config_at(path: str) -> bool:
    """Whether a file `REV:path` is a router config: by its name, else by what it holds."""
    known = by_name(path)
    return holds_config(blob(path)) if known is None else known
