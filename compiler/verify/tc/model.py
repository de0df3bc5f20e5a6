"""What a script sets up: qdiscs, classes, filters and actions, as the kernel would hold them.

Rates are in bit/s, sizes in bytes, handles and class ids are (major, minor) numbers. Each value
knows the line of the script that it stands in. Nothing here is shared with the code that writes
scripts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = [
    "Action",
    "Class",
    "Control",
    "Csum",
    "Filter",
    "Handle",
    "Key",
    "Pedit",
    "Police",
    "PortSetup",
    "Qdisc",
    "SetMark",
    "SetPriority",
    "Unreadable",
    "Value",
    "written",
]

Handle = tuple[int, int]
Value = int | str | tuple[int, ...] | bool


def written(handle: Handle) -> str:
    """A handle or a class id as `tc` writes it, in hexadecimal: `1:a`, or `1:` for a qdisc."""
    major, minor = handle
    return f"{major:x}:{minor:x}" if minor else f"{major:x}:"


class Unreadable(ValueError):  # noqa: N818  (said of a text, not of a failure of ours)
    """A line that is no tc command of a kind that is known here, or that tc would not take."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        """`line` counts from 1 (0: not known), `column` from 0."""
        super().__init__(message)
        self.line, self.column = line, column


@dataclass(frozen=True, slots=True)
class Qdisc:
    """A qdisc; no parent: at the root."""

    kind: str
    handle: Handle
    parent: Handle | None
    values: Mapping[str, Value]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Class:
    """A class of htb."""

    classid: Handle
    parent: Handle
    values: Mapping[str, Value]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Control:
    """`ok`, `drop`, `pipe`, `continue`, or `goto` a chain."""

    verb: str
    chain: int = 0


@dataclass(frozen=True, slots=True)
class Police:
    """A token bucket. `packets`: rate and burst count packets. `index` 0: a bucket of its own."""

    rate: int
    burst: int
    exceed: Control
    conform: Control
    mtu: int = 0
    overhead: int = 0
    packets: bool = False
    index: int = 0
    linklayer: str = ""


@dataclass(frozen=True, slots=True)
class Pedit:
    """Write the bits `mask` of the DS byte, where the header is `ip` (IPv4) or `ip6`."""

    header: str
    value: int
    mask: int


@dataclass(frozen=True, slots=True)
class Csum:
    """Put a checksum right; `headers` are those named."""

    headers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetPriority:
    """Choose a class."""

    classid: Handle


@dataclass(frozen=True, slots=True)
class SetMark:
    """Write the bits `mask` of the packet's mark."""

    value: int
    mask: int


Action = Control | Police | Pedit | Csum | SetPriority | SetMark


@dataclass(frozen=True, slots=True)
class Key:
    """One condition of a filter.

    Of flower and fw, `numbers` are value and mask, or (`form` "range") the ends of a range; of an
    address `form` is its version. Of u32 they are value and mask of a `mark`, or offset, bytes
    read, value and mask of what is `at` a place. Bits outside the mask are zero in the value, as
    the kernel keeps them.
    """

    name: str
    numbers: tuple[int, ...]
    form: str = ""


@dataclass(frozen=True, slots=True)
class Filter:
    """One filter of a hook (`ingress` or `egress`)."""

    hook: str
    chain: int
    pref: int
    protocol: str
    kind: str
    keys: tuple[Key, ...]
    actions: tuple[Action, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class PortSetup:
    """All that is set up on one interface; `name` is what the script calls the router's port."""

    name: str
    qdiscs: tuple[Qdisc, ...]
    classes: tuple[Class, ...]
    filters: tuple[Filter, ...]
    line: int = field(default=0, compare=False)
    priorities: Mapping[int, int] = field(default_factory=dict)
    """The priority of the tag of a VLAN device by skb->priority; 0 for what is not in it."""
