"""Access groups: lists outside QoS that drop packets on their way in or out.

Read from the lines, which the model leaves out. The list on input comes before the input policy
and routing, the one on output before the output policy (Cisco document 6209, NAT Order of
Operation, has both): what a list denies reaches no queue.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple

from qosc.ir import Port

__all__ = ["AccessGroup", "access_groups"]

_SIDES = MappingProxyType({"in": "input", "ingress": "input", "out": "output", "egress": "output"})
_FAMILIES = frozenset(("ip", "ipv4", "ipv6", "mac"))
_OTHER_MODES = (
    "router ",
    "line ",
    "template ",
    "port-profile ",
    "policy-map ",
    "class-map ",
    "wlan ",
    "control-plane",
    "service-template ",
    "route-map ",
    "vlan ",
    "end",
)
"""Lines that leave an interface, in a text that has lost its indentation."""


class AccessGroup(NamedTuple):
    """One such statement: `input` or `output`, its lists, its line and its words."""

    side: str
    lists: tuple[str, ...]
    line: int
    text: str

    def __str__(self) -> str:
        return f"`{self.text}` (line {self.line})"


class AccessGroups:
    """The statements of a text, by the interface that they stand under."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._by_line: dict[int, dict[str, AccessGroup]] = {}
        self._by_name: dict[str, dict[str, AccessGroup]] = {}
        held: dict[str, AccessGroup] | None = None
        flush = True
        for number, line in enumerate(lines, start=1):
            kind, _, name = line.partition(" ")
            if line[:1] in ("!", ""):
                continue
            if _is(kind.lower(), "interface", 3) and name.strip():
                held = self._by_name.setdefault("".join(name.split()).lower(), {})
                self._by_line[number] = held
                flush = True
            elif held is None:
                continue
            elif line[0] in (" ", "\t"):
                flush = False
                _add(held, line.split(), number)
            elif flush and not line.startswith(_OTHER_MODES):
                _add(held, line.split(), number)
            else:
                held = None

    def of(self, port: Port | None, side: str) -> tuple[AccessGroup, ...]:
        """Those of a port on `input` or `output`; one for each family of addresses."""
        if port is None:
            return ()
        held = self._by_name.get(port.name.lower()) or self._by_line.get(port.origin.line, {})
        return tuple(one for one in held.values() if one.side == side)


def access_groups(lines: Sequence[str], *, junos: bool) -> AccessGroups:
    """What a text says of them; nothing of JunOS, whose filters are all in the model."""
    return AccessGroups(() if junos else lines)


def _add(held: dict[str, AccessGroup], words: list[str], number: int) -> None:
    """What a line below an interface changes; the last one of a family and a side counts."""
    gone, words = words[:1] == ["no"], words[1:] if words[:1] == ["no"] else words
    at = 2 if words[1:2] == ["port"] else 1
    if len(words) <= at or words[0] not in _FAMILIES or not _is_statement(words[at]):
        return
    place = next((at for at, word in enumerate(words) if at > 1 and word in _SIDES), 0)
    side = _SIDES[words[place]] if place else ""
    key = f"{' '.join(words[:at])} {side}"
    if gone:
        held.pop(key, None)
    elif side:
        lists = tuple(word for word in words[at + 1 : place] if word != "common")
        held[key] = AccessGroup(side, lists, number, " ".join(words[: place + 1]))


def _is(word: str, keyword: str, least: int) -> bool:
    """Whether a word is a keyword, or its first letters."""
    return len(word) >= least and keyword.startswith(word)


def _is_statement(word: str) -> bool:
    return _is(word, "access-group", 8) or _is(word, "traffic-filter", 4)
