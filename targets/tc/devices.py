"""Names of interfaces on Linux: what a script takes for one."""

from __future__ import annotations

import re

__all__ = ["ALTERNATIVE_LONGEST", "BATCH_CHARACTERS", "LONGEST", "is_device", "is_told"]

LONGEST = 15
"""Bytes of a name: IFNAMSIZ of Linux, without the zero at the end."""
ALTERNATIVE_LONGEST = 127
"""Bytes of an alternative name: ALTIFNAMSIZ of Linux, without the zero at the end."""
BATCH_CHARACTERS = "A-Za-z0-9_.:@-"
"""What a name is made of where it goes through sed and `tc -batch`, as in the brackets of a pattern
of the shell: `tc -batch` drops quotes and takes # for the beginning of a comment."""

_NEVER = re.compile(rb"[\0/:\s\xa0]")
_ADDRESS = re.compile(r"[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}")
_IN_BATCH = re.compile(rf"[{BATCH_CHARACTERS}]+")


def is_device(name: str, *, batch: bool = False) -> bool:
    """Whether an interface can have this name, by the kernel's rule (net/core/dev.c,
    dev_valid_name), which asks bytes; with `batch`, whether a batch file can hold it, too.

    >>> is_device("eth0.100"), is_device("wan+$(x)"), is_device(".."), is_device("a b")
    (True, True, False, False)
    >>> is_device("wan+", batch=True)
    False
    """
    return _is_name(name, LONGEST) and (not batch or _IN_BATCH.fullmatch(name) is not None)


def _is_name(name: str, longest: int) -> bool:
    try:
        data = name.encode()
    except UnicodeEncodeError:
        return False
    known = name not in (".", "..") and not _NEVER.search(data)
    return known and 0 < len(data) <= longest


def is_told(name: str, *, batch: bool = False) -> bool:
    """Whether an interface can be told so: by its name, an alternative name or its MAC address.

    The script asks the kernel for the name behind the latter two, so that a batch file holds them.

    >>> is_told("02:00:00:00:00:01"), is_told("enp0s31f6-to-the-provider"), is_told("a:b")
    (True, True, False)
    """
    if _ADDRESS.fullmatch(name):
        return True
    if not _is_name(name, ALTERNATIVE_LONGEST):
        return False
    return not batch or not is_device(name) or is_device(name, batch=True)
