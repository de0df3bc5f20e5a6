"""Regular expressions that are compiled when they are first used.

A short run needs few of them, and compiling one takes longer than looking through a short config.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

__all__ = ["pattern"]


class _Late:
    """Stands for a compiled pattern; compiles it when one of its methods is first asked for."""

    def __init__(self, text: str, flags: int = 0) -> None:
        self._made_of = text, flags

    def __getattr__(self, name: str) -> Any:
        made = re.compile(*self._made_of)
        # From now on these are found without coming here.
        self.match, self.search, self.fullmatch = made.match, made.search, made.fullmatch
        self.findall, self.finditer, self.sub = made.findall, made.finditer, made.sub
        return getattr(made, name)


if TYPE_CHECKING:
    from re import compile as pattern
else:
    pattern = _Late
