"""Names of interfaces on Linux: what a script takes for one."""

from __future__ import annotations

import re

__all__ = ["BATCH_CHARACTERS", "LONGEST", "is_device"]

LONGEST = 15
"""Bytes of a name: IFNAMSIZ of Linux, without the zero at the end."""
BATCH_CHARACTERS = "A-Za-z0-9_.:@-"
"""What a name is made of where it goes through sed and `tc -batch`, as in the brackets of a pattern
of the shell: `tc -batch` drops quotes and takes # for the beginning of a comment."""

_NEVER = re.compile(rb"[\0/:\s\xa0]")
_IN_BATCH = re.compile(rf"[{BATCH_CHARACTERS}]+")


def is_device(name: str, *, batch: bool = False) -> bool:
    """Whether an interface can have this name, by the kernel's rule (net/core/dev.c,
    dev_valid_name), which asks bytes; with `batch`, whether a batch file can hold it, too.

    >>> is_device("eth0.100"), is_device("wan+$(x)"), is_device(".."), is_device("a b")
    (True, True, False, False)
    >>> is_device("wan+", batch=True)
    False
    """
    try:
        data = name.encode()
    except UnicodeEncodeError:
        return False
    if not 0 < len(data) <= LONGEST or name in (".", "..") or _NEVER.search(data):
        return False
    return not batch or _IN_BATCH.fullmatch(name) is not None
