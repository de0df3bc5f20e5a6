"""Names of files made of names in a config: one scheme for all back ends."""

from __future__ import annotations

import re

__all__ = ["FileNames", "slug"]

_LONGEST = 60


def slug(text: str) -> str:
    """A name of a file, without an ending: lower-case letters, digits, and dashes between them.

    It needs no quotes in a shell, is no option, and is one file on every system.

    >>> slug("ATM1/0.108 pvc 4/108"), slug("../$(x)"), slug("--")
    ('atm1-0-108-pvc-4-108', 'x', 'port')
    """
    letters = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return letters[:_LONGEST].strip("-") or "port"


class FileNames:
    """Gives out slugs that differ."""

    __slots__ = ("_taken",)

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, text: str) -> str:
        """The slug of a text, with a number behind it where it is taken: `x`, `x-2`, `x-3`."""
        wanted = slug(text)
        candidate, number = wanted, 2
        while candidate in self._taken:
            candidate, number = f"{wanted}-{number}", number + 1
        self._taken.add(candidate)
        return candidate
