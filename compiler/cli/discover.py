"""Which files the paths of a command line lead to, and which of them are configs."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator

from qosc.cli.ignored import ignored_below
from qosc.source import SUFFIXES, decode
from qosc.tuples import NamedTuple

__all__ = ["Candidate", "by_name", "candidates", "holds_config", "is_config"]

_HEAD = 64_000
"""Bytes of a file that decide whether it is a config, where its name does not."""

_OTHERS = frozenset(
    (
        ".adoc",
        ".c",
        ".cc",
        ".cpp",
        ".css",
        ".csv",
        ".diff",
        ".go",
        ".h",
        ".htm",
        ".html",
        ".ini",
        ".j2",
        ".java",
        ".js",
        ".lock",
        ".lua",
        ".md",
        ".patch",
        ".pl",
        ".py",
        ".pyc",
        ".rb",
        ".rs",
        ".rst",
        ".sh",
        ".sum",
        ".svg",
        ".tex",
        ".toml",
        ".ts",
        ".yaml",
        ".yml",
    )
)
"""Ends of names that no config has. A document may quote one."""


class Candidate(NamedTuple):
    """A file that may be a config.

    `trouble` says why it cannot be read; `fatal` is whether a config may stay unchecked by that.
    `other`: it is no config. `met`: a folder that was named led to it.
    """

    path: str
    trouble: str = ""
    fatal: bool = True
    other: bool = False
    met: bool = False


def candidates(
    paths: Iterable[str],
    *,
    skip_others: bool = False,
    sorted_out: Callable[[Candidate], Candidate] = lambda found: found,
) -> Iterator[Candidate]:
    """Files as named, and the files of folders that are named, in a fixed order; `-` stays.

    Folders and files in a folder whose names begin with a dot, or that git ignores, are left out.
    With `skip_others` a file that is named is passed over, too, where it is no config; a file
    called `-` is that file, as a hook means no other. A file comes once, by the name that it is
    first met under.
    `sorted_out` has the last word on what is found, not on what is named (but with `skip_others`).
    """
    known: set[tuple[str, str, bool]] = set()
    for each in _every(paths, skip_others, sorted_out):
        # What a folder passes over is checked where it is named as well.
        place = each.path if each.path == "-" else os.path.realpath(each.path)
        key = place, each.trouble, each.other
        if key not in known:
            known.add(key)
            yield each


def _every(
    paths: Iterable[str], skip_others: bool, sorted_out: Callable[[Candidate], Candidate]
) -> Iterator[Candidate]:
    for given in paths:
        as_file = skip_others and given == "-" and os.path.isfile(given)
        path = os.path.join(os.curdir, given) if as_file else given
        if path == "-" or not os.path.isdir(path):
            other = skip_others and path != "-" and os.path.isfile(path) and not is_config(path)
            named = Candidate(path, other=other)
            yield sorted_out(named) if skip_others else named
            continue
        walked = sorted(_walk(path))
        parts = [sorted_out(each) for each in walked]
        yield from (each._replace(met=True) for each in parts)
        if all(each.other for each in parts):
            ends = ", ".join(SUFFIXES)
            trouble = f"no config in it (no name with {ends}, and no text that reads like one)"
            passed = sum(not each.other for each in walked)
            if passed:
                files = "1 config" if passed == 1 else f"{passed} configs"
                trouble = f"the settings pass over all that is in it ({files})"
            yield Candidate(path, trouble=trouble)


def _walk(top: str) -> Iterator[Candidate]:
    blocked: list[OSError] = []
    inside = os.path.join(os.path.realpath(top), "")
    ignored = ignored_below(top)
    for folder, folders, names in os.walk(top, onerror=blocked.append):
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".") and os.path.join(folder, name) not in ignored
        ]
        for name in folders:
            path = os.path.join(folder, name)
            if os.path.islink(path) and not os.path.realpath(path).startswith(inside):
                yield Candidate(path, "it is a link that leads out of the folder", fatal=False)
        for name in names:
            path = os.path.join(folder, name)
            if path in ignored:
                yield Candidate(path, other=True)
            elif not name.startswith("."):
                yield _met(path, inside)
    for error in blocked:
        yield Candidate(str(error.filename), error.strerror or str(error))


def _met(path: str, inside: str) -> Candidate:
    """A file of a folder. `inside` is the folder's real path with a separator at its end."""
    if by_name(path) is False:
        return Candidate(path, other=True)
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        if os.path.islink(path):
            return Candidate(path, "it is a link that leads nowhere", fatal=False)
        return Candidate(path, error.strerror or str(error))
    if os.path.islink(path) and not os.path.realpath(path).startswith(inside):
        return Candidate(path, "it is a link that leads out of the folder", fatal=False)
    if not stat.S_ISREG(mode):
        return Candidate(path, "it is no ordinary file", fatal=False)
    return Candidate(path, other=not is_config(path))


def by_name(path: str) -> bool | None:
    """Whether a file is a config as far as its name tells; None where it does not."""
    name = os.path.basename(path).lower()
    if name.endswith(SUFFIXES):
        return True
    return False if os.path.splitext(name)[1] in _OTHERS else None


def is_config(path: str) -> bool:
    """Whether a file is a router config: by the end of its name, else by what it holds.

    One that cannot be opened may be one.
    """
    known = by_name(path)
    if known is not None:
        return known
    try:
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return True
    return holds_config(head)


def holds_config(data: bytes) -> bool:
    """Whether a file whose name does not tell is a router config by how it begins."""
    from qosc.frontends.likeness import looks_like_config

    text, doubt = decode(data[:_HEAD])
    return doubt is None and looks_like_config(text)
