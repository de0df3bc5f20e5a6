"""Names of interfaces on Linux: what a script takes for one."""

from __future__ import annotations

import re

__all__ = ["CHARACTERS", "LONGEST", "is_device"]

CHARACTERS = "A-Za-z0-9_.:@-"
"""What a name is made of, as in the brackets of a pattern of the shell. The kernel takes more
(net/core/dev.c, dev_valid_name), but none that needs no quotes."""
LONGEST = 15
"""IFNAMSIZ of Linux, without the zero at the end."""

_NAME = re.compile(rf"(?!-)[{CHARACTERS}]{{1,{LONGEST}}}")


def is_device(name: str) -> bool:
    """Whether a script takes this for the name of an interface.

    >>> is_device("eth0.100"), is_device("-x"), is_device(".."), is_device("a b")
    (True, False, False, False)
    """
    return name not in (".", "..") and _NAME.fullmatch(name) is not None
