"""What JunOS conditions outside the model hang on: statements elsewhere in the config.

`source-class` and `destination-class` are given by routing policies (Juniper, Source Class Usage
Overview), and `interface-group` by the number of a group on an interface (Juniper, Filtering
Packets Received on a Set of Interface Groups). Statements are taken as `set` lines have them,
whether the text has braces or not; what is inherited from groups is that of the group.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

__all__ = ["FEATURES", "defining", "statements"]

FEATURES = ("source-class", "destination-class", "interface-group")
"""The conditions whose definitions are looked for."""
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?+|[{};]|[^\s{};"]++')
_DEEPEST = 100


def defining(lines: Iterable[str]) -> Iterator[tuple[tuple[str, str], str]]:
    """The kind and name of what a statement defines, and the statement. Without a use of such a
    condition there is none.
    """
    kept = list(lines)
    if not any(feature in line for line in kept for feature in FEATURES):
        return
    for words in statements(kept):
        if "policy-options" in words[:4] or "forwarding-table" in words[:4]:
            yield ("routing-policy", ""), " ".join(words)
        elif words[-3:-1] == ["filter", "group"]:
            yield ("interface-group", words[-1]), " ".join(words)


def statements(lines: Iterable[str]) -> Iterator[list[str]]:
    """The words of each statement from the top of the config on, of braces and of `set` lines."""
    above: list[list[str]] = []
    words: list[str] = []
    for line in lines:
        stripped = line.strip()
        if stripped.startswith(("#", "/*", "*")):
            continue
        if not above and stripped.startswith(("set ", "deactivate ")):
            yield [word for word in _TOKEN.findall(stripped) if word not in ";{}"][1:]
            continue
        for part in _TOKEN.findall(stripped):
            if part == "{" and len(above) < _DEEPEST:
                above.append(words)
                words = []
            elif part == "}":
                words = []
                if above:
                    above.pop()
            elif part == ";":
                yield [word for outer in above for word in outer] + words
                words = []
            elif part != "{":
                words.append(part)
