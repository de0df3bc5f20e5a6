"""The text that `collect.sh` writes, taken apart.

It is the output of another machine, which may be cut off, of another release of tc, or edited: what
is not understood is kept with its line, and whatever is missing is said to be missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from qosc.verify.tc.model import Unreadable

__all__ = ["VERSION", "Line", "Link", "Part", "Room", "State", "take_apart"]

VERSION = 1
"""Of the text's form."""
_FIRST = re.compile(r"qosc-state ([0-9]{1,9})")
_BEGIN = re.compile(r"== begin ([a-z0-9-]+) (\S+)")
_END = re.compile(r"== end ([0-9]{1,3})")
_LINK = re.compile(r"([0-9]{1,10}): (\S+): <")
_ADDRESS = re.compile(r" link/\S+ ([0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){5})(?= |$)")
_PRIORITIES = re.compile(r" egress-qos-map \{([ 0-9:]*+)\}")
_FLAGS = re.compile(r" vlan protocol \S+ id [0-9]+ (?:<([A-Z_,]*+)>)?")
_PRIORITY = re.compile("([0-9]{1,10}):([0-7])")
_ALTERNATIVE = re.compile(r" altname (\S+)")

Line = tuple[int, str]
"""A line of the text, with its number."""


@dataclass(frozen=True, slots=True)
class Part:
    """The output of one program. `status` is its exit status, None where the text was cut off."""

    line: int
    lines: tuple[Line, ...]
    status: int | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """An interface: its number, its name, other names, and its MAC address."""

    number: str
    name: str
    alternatives: tuple[str, ...] = ()
    address: str = ""
    priorities: Mapping[int, int] = field(default_factory=dict)
    """The priority of the tag of a VLAN device by skb->priority (egress-qos-map)."""
    early: bool = False
    """Whether it is a VLAN device that may write its tag before filters of output see a packet
    (reorder_hdr off)."""


@dataclass(slots=True)
class Room:
    """What `apply` remembers of an interface: the port, and whether it waits or was cut off."""

    number: str
    port: str = ""
    own: bool = False
    waits: bool = False
    cut_off: bool = False


@dataclass(slots=True)
class State:
    """All of the text. `whole`: it has its end. `strange` are lines that stand in no part."""

    parts: dict[tuple[str, str], Part] = field(default_factory=dict)
    whole: bool = False
    strange: list[int] = field(default_factory=list)

    def part(self, kind: str, of: str) -> Part | None:
        """A part that is there from its beginning to its end."""
        known = self.parts.get((kind, of))
        return known if known is not None and known.status is not None else None

    def words(self, of: str) -> str:
        """The first line of a part of the system, such as the kernel's release."""
        part = self.part("system", of)
        return next((text for _, text in part.lines if text.strip()), "") if part else ""

    def links(self) -> tuple[Link, ...]:
        """The interfaces of the machine."""
        part = self.part("system", "links")
        names = {of for kind, of in self.parts if kind == "qdisc"}
        return tuple(_links(part.lines, names)) if part else ()

    def rooms(self) -> tuple[Room, ...]:
        """What `apply` remembers, of this start of the machine."""
        part = self.part("system", "apply")
        return tuple(room for room in _rooms(part.lines) if room.own) if part else ()


def take_apart(lines: Sequence[str]) -> State:
    """The parts of a text. Raises Unreadable for one that `collect.sh` did not write."""
    first = _FIRST.fullmatch(lines[0].strip()) if lines else None
    if first is None:
        raise Unreadable("not what the script of verify --collector writes", 1)
    if int(first[1]) != VERSION:
        message = f"a dump of version {int(first[1])}: this qosc reads version {VERSION}"
        raise Unreadable(message, 1)
    state = State()
    key: tuple[str, str] | None = None
    begun = 0
    held: list[Line] = []
    for number, text in enumerate(lines[1:], 2):
        begin, end = _BEGIN.fullmatch(text), _END.fullmatch(text)
        if begin or text == "== done":
            if key is not None:
                _keep(state, key, Part(begun, tuple(held)))
            key = (begin[1], begin[2]) if begin else None
            begun, held = number, []
            state.whole = state.whole or not begin
        elif end and key is not None:
            _keep(state, key, Part(begun, tuple(held), int(end[1])))
            key, held = None, []
        elif key is not None:
            if text.strip():
                held.append((number, text))
        elif text.strip():
            state.strange.append(number)
    if key is not None:
        _keep(state, key, Part(begun, tuple(held)))
    return state


def _keep(state: State, key: tuple[str, str], part: Part) -> None:
    """The first of two parts of one name counts; the other is strange."""
    if key in state.parts:
        state.strange.append(part.line)
    else:
        state.parts[key] = part


def _links(lines: Sequence[Line], names: set[str]) -> Iterator[Link]:
    for _, text in lines:
        link = _LINK.match(text)
        if link is None:
            continue
        name = link[2]
        if name not in names:
            # name@other: what the device stands on, or its peer.
            name = name.rpartition("@")[0] or name
        address = _ADDRESS.search(text)
        others = tuple(_ALTERNATIVE.findall(text.replace("\\", " ")))
        match = _PRIORITIES.search(text)
        pairs = _PRIORITY.findall(match[1]) if match else ()
        priorities = {int(one): int(two) for one, two in pairs}
        flags = _FLAGS.search(text)
        early = flags is not None and "REORDER_HDR" not in (flags[1] or "").split(",")
        yield Link(link[1], name, others, address[1].lower() if address else "", priorities, early)


def _rooms(lines: Sequence[Line]) -> Iterator[Room]:
    """The first line is the machine's start; a room of another start is of other interfaces."""
    boot = lines[0][1].strip() if lines else ""
    room: Room | None = None
    for _, text in lines[1:]:
        kind, _, rest = text.partition(" ")
        if kind == "interface":
            if room is not None:
                yield room
            room = Room(rest.strip())
        elif room is None:
            continue
        elif kind == "who":
            room.own = rest.strip() == boot
        elif kind == "port":
            room.port = rest
        elif kind == "unconfirmed":
            room.waits = True
        elif kind == "doing":
            room.cut_off = True
    if room is not None:
        yield room
