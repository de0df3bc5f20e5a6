"""Patterns of a settings file: for the paths of configs, and for the names of interfaces."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import lru_cache

from qosc.patterns import pattern as late

__all__ = ["any_path", "interface_matches", "object_matches", "path_matches"]


def any_path(patterns: Iterable[str], path: str) -> bool:
    """Whether one of the patterns takes a path."""
    return any(path_matches(pattern, path) for pattern in patterns)


def path_matches(pattern: str, path: str) -> bool:
    """Whether a pattern takes a path; both have `/` between their parts.

    As in .gitignore: a pattern without `/` is for a name in any folder, another one begins at the
    folder of the settings; `*` and `?` stand for no `/`, `**` for any folders. What takes a folder
    takes all that is in it.

    >>> path_matches("r*.cfg", "wan/r1.cfg"), path_matches("wan", "wan/r1.cfg")
    (True, True)
    >>> path_matches("wan/*.cfg", "old/wan/r1.cfg"), path_matches("**/wan/*", "old/wan/r1.cfg")
    (False, True)
    """
    parts = [part for part in pattern.split("/") if part not in ("", ".")]
    if not parts:
        return pattern.startswith(".")
    if "/" not in pattern.rstrip("/"):
        parts = ["**", *parts]
    return _parts_match(tuple(parts), tuple(path.split("/")))


def _parts_match(pattern: tuple[str, ...], path: tuple[str, ...]) -> bool:
    """Whether the pattern takes the beginning of a path: so many steps as both have parts."""
    reached = {0}
    for part in pattern:
        if part == "**":
            reached = set(range(min(reached), len(path) + 1))
        else:
            reached = {at + 1 for at in reached if at < len(path) and fnmatchcase(path[at], part)}
        if not reached:
            return False
    # `a/**` is what is in a, not a itself.
    return pattern[-1] != "**" or len(path) in reached


_TYPE_AND_NUMBER = late(r"([A-Za-z-]+) ?(\d.*)", re.DOTALL)


@lru_cache
def _names(pattern: str) -> tuple[str, ...]:
    from qosc.frontends.cisco.statements.interface_names import canonical

    match = _TYPE_AND_NUMBER.fullmatch(pattern)
    if match is None:
        return (pattern.lower(),)
    spelt = canonical(f"{match[1]}0").removesuffix("0") + match[2]
    return (pattern.lower(), spelt.lower())


def interface_matches(pattern: str, name: str) -> bool:
    """Whether a pattern takes the name of a port. The type may be shortened as on a router where a
    number follows; `*` stands for `/` and `.` too, and the case does not matter.

    >>> interface_matches("Gi0/0*", "GigabitEthernet0/0.100"), interface_matches("ge-*", "ge-0/0/1")
    (True, True)
    """
    return any(fnmatchcase(name.lower(), each) for each in _names(pattern))


_INTERFACE = "interface "


def object_matches(pattern: str, line: str) -> bool:
    """Whether a pattern takes a line of a config, blanks and an opening brace aside; the name
    behind `interface` may be shortened.

    >>> object_matches("interface Gi0/*", "interface GigabitEthernet0/1")
    True
    """
    words = " ".join(line.removesuffix("{").split())
    if fnmatchcase(words, pattern):
        return True
    both = pattern.startswith(_INTERFACE) and words.startswith(_INTERFACE)
    return both and interface_matches(pattern[len(_INTERFACE) :], words[len(_INTERFACE) :])
