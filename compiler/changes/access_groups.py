"""Access groups of two texts, which decide what reaches a queue and are not followed.

A list that is called otherwise, or whose remarks, `log` or numbers change, filters as before; the
object groups and time ranges that its entries name are looked at, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from qosc.changes.definitions import Definitions, Key
from qosc.changes.model import Change, Way
from qosc.changes.pairing import Pairing
from qosc.changes.unfollowed import Line, apart, not_decided, places
from qosc.datapath.crossing.access_groups import access_groups
from qosc.ir import Device
from qosc.ir.leaves import has_qos
from qosc.platforms import is_junos
from qosc.treatments.compare import Delta
from qosc.values import replace

__all__ = ["Filters"]

_LIST = re.compile(r"(?:(?:ip|ipv4|ipv6|mac) access-l\w*(?: (?:sta\w*|ext\w*))?|access-l\w*) (\S+)")
_ENTRY = re.compile(r"(?:\d+ )?(?:permit|perm?|deny|den|evaluate|dynamic)\b")
"""How entries begin, in a text that has lost its indentation."""


class _Said(NamedTuple):
    """Lines that filter a port on one side, and what of them counts: no names of lists."""

    lines: tuple[Line, ...]
    key: tuple[object, ...]


class _Text:
    """One side: the statements of each port, and the lines of each list."""

    def __init__(self, device: Device, lines: Sequence[str]) -> None:
        self.device = device
        self.path = next((port.origin.path for port in device.ports.values()), "")
        self._groups = access_groups(lines, junos=is_junos(device.platform))
        self._lists = _lists(lines)
        self._definitions = Definitions(lines)
        self._known: dict[str, _Said] = {}

    def said(self, name: str, side: str) -> _Said:
        """What filters a port on one side."""
        lines: list[Line] = []
        key: list[object] = []
        for one in self._groups.of(self.device.ports[name], side):
            lines.append(Line(one.line, one.text))
            key.append(one.text.partition(" ")[0])
            for each in one.lists:
                listed = self._list(each)
                lines += listed.lines
                key.append(listed.key)
        return _Said(tuple(lines), tuple(key))

    def _list(self, name: str) -> _Said:
        if name not in self._known:
            self._known[name] = self._new_list(name)
        return self._known[name]

    def _new_list(self, name: str) -> _Said:
        own_lines: list[Line] = []
        key = _entries([entry for _, _, entry in self._lists.get(name, ())])
        named: dict[Key, tuple[str, ...]] = {}
        for number, text, entry in self._lists.get(name, ()):
            own_lines.append(Line(number, text))
            for word in entry.lower().split():
                for one in (("name", word), ("evaluate", word)):
                    if one not in named and (lines := self._definitions.whole(one)):
                        named[one] = lines
                        own_lines += [Line(number, f"{lines[0]}: {line}") for line in lines[1:]]
        return _Said(tuple(own_lines), (*key, *named.values()))


class Filters:
    """What two devices, with the lines of their texts, say of access groups."""

    def __init__(
        self,
        devices: tuple[Device, Device],
        pairing: Pairing,
        texts: tuple[Sequence[str], Sequence[str]],
    ) -> None:
        self._old, self._new = (
            _Text(device, lines) for device, lines in zip(devices, texts, strict=True)
        )
        self._any_qos = any(
            has_qos(port) for side in (self._old, self._new) for port in side.device.ports.values()
        )
        self._found: dict[tuple[object, ...], tuple[Change, list[str]]] = {}
        for pair in pairing.pairs:
            for side in ("input", "output"):
                self._compare(pair.old, pair.new, side)

    def changes(self) -> Iterator[Change]:
        """What differs, one change for all ports with the same lines; not decided.

        Ports without QoS are among them: their packets meet the QoS of the others.
        """
        for (side, *_), (change, names) in self._found.items():
            way = Way(ingress=tuple(names)) if side == "input" else Way(egress=tuple(names))
            yield replace(change, ways=(way,))

    def _compare(self, old: str, new: str, side: str) -> None:
        before, after = self._old.said(old, side), self._new.said(new, side)
        if before.key == after.key or not self._any_qos:
            return
        gone, come = apart(before.lines, after.lines), apart(after.lines, before.lines)
        deltas = not_decided("access-group", gone, come)
        if not deltas:
            deltas = (Delta("access-group", "its order", "another order", decided=False),)
        change = Change(
            "undecided",
            (),
            deltas,
            "packets that an access-group filters",
            reason="access-groups are not followed: what they deny reaches no queue",
            at_output=side == "output",
            old_lines=places(self._old.path, gone),
            new_lines=places(self._new.path, come),
        )
        key = (side, *(delta.key for delta in deltas))
        self._found.setdefault(key, (change, []))[1].append(old)


def _lists(lines: Sequence[str]) -> Mapping[str, list[tuple[int, str, str]]]:
    """The entries of each list by its name, whatever its kind, with the number of the line and
    their words; remarks are none.
    """
    entries: dict[str, list[tuple[int, str, str]]] = {}
    name = head = ""
    for number, line in enumerate(lines, start=1):
        words = line.split()
        if not words or words[0].startswith("!"):
            continue
        text = " ".join(words)
        said = None if line[0].isspace() else _LIST.match(text)
        if said is not None:
            name, head = said[1], text
            kept = entries.setdefault(name, [])
            entry = text[said.end() :].lstrip()
            if entry and not entry.startswith("rem"):
                kept.append((number, text, entry))
        elif not line[0].isspace() and _ENTRY.match(text) is None:
            name = ""
        elif name and not _numbered(text)[1].startswith("rem"):
            entries[name].append((number, f"{head}: {text}", text))
    return entries


def _entries(entries: Sequence[str]) -> tuple[str, ...]:
    """The entries in the order in which they are looked at, without what does not count: `log`,
    and their numbers where these say no other order.
    """
    split = [_numbered(_unlogged(entry)) for entry in entries]
    numbers = [number for number, _ in split if number is not None]
    if numbers == sorted(numbers) and len(numbers) in (0, len(split)):
        return tuple(words for _, words in split)
    return tuple(f"{number} {words}" for number, words in split)


def _numbered(entry: str) -> tuple[int | None, str]:
    """The number of an entry, and its other words with the first in full."""
    first, _, rest = entry.partition(" ")
    number = int(first) if first.isdecimal() and len(first) < 10 and rest else None
    words = entry if number is None else rest
    first, blank, rest = words.partition(" ")
    full = next(
        (word for word in ("permit", "deny") if len(first) > 2 and word.startswith(first)), first
    )
    return number, f"{full}{blank}{rest}"


def _unlogged(entry: str) -> str:
    words = entry.split()
    while words and words[-1] in ("log", "log-input"):
        words.pop()
    return " ".join(words)
