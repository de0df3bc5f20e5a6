"""Named objects of Cisco that act on packets, or say on which: where each is defined, and who names
it.

An object has an effect through its users alone. A kind here is one that the model holds only as
parts of its users, or not at all; class-maps, policy-maps, access lists and the lists of priority
and custom queueing are in the index.
"""

from __future__ import annotations

import re

from qosc.lint.engine.rule import Context
from qosc.patterns import pattern
from qosc.source import Span
from qosc.tuples import NamedTuple

__all__ = ["Defined", "Kind", "defined", "named_by"]


class Kind(NamedTuple):
    """A kind of object: the words for it, what is left undone without a user, and who would be one.
    `defines` begins its lines; `uses` finds the names that a line uses.
    """

    words: str
    effect: str
    user: str
    defines: str
    uses: str

    @property
    def acts(self) -> bool:
        """Whether objects of the kind act on packets, or say by what packets are known."""
        return self.words not in ("time-range", "object-group")


_KINDS = (
    Kind(
        "aggregate policer",
        "it limits nothing",
        "`police aggregate` in a class",
        r"(?:mls[ ]+)?qos[ ]+aggregate-policer",
        r"\bpolice[ ]+aggregate[ ]+(\S+)",
    ),
    Kind(
        "DSCP mutation map",
        "no DSCP is translated by it",
        "`mls qos dscp-mutation` on a port",
        r"mls[ ]+qos[ ]+map[ ]+dscp-mutation",
        r"\bmls[ ]+qos[ ]+dscp-mutation[ ]+(\S+)",
    ),
    Kind(
        "table-map",
        "no mark is written by it",
        "`table` in a `set` line or a policer",
        r"table-map",
        r"\btable[ ]+(\S+)",
    ),
    Kind(
        "map-class",
        "no circuit is shaped or queued by it",
        "`class` of a circuit, or `frame-relay class`",
        r"map-class[ ]+frame-relay",
        r"\bclass[ ]+(\S+)",
    ),
    Kind(
        "vc-class",
        "no circuit is shaped by it",
        "`class-vc` of a circuit, or `class-int`",
        r"vc-class[ ]+atm",
        r"\bclass(?:-(?:vc|int|range|bundle))?[ ]+(\S+)",
    ),
    Kind(
        "custom protocol",
        "no class has packets by it",
        "`match protocol` in a class-map",
        r"ip[ ]+nbar[ ]+custom",
        r"\bprotocol[ ]+(\S+)",
    ),
    Kind(
        "time-range",
        "no entry goes by its times",
        "`time-range` in an entry",
        r"time-range",
        r"\btime-range[ ]+(\S+)",
    ),
    Kind(
        "object-group",
        "no entry matches by it",
        "an entry",
        r"object-group(?:[ ]+(?:network|service|ip|ipv4|ipv6|address|port))*",
        r"\b(?:object-group|group-object|addrgroup|portgroup)[ ]+(\S+)",
    ),
)
_HINTS = (
    *("aggregate", "dscp-mutation", "table", "map-class", " class", "vc-class", "nbar custom"),
    *("protocol ", "time-range", "object-group", "group-object", "addrgroup", "portgroup"),
)
"""One of these is in each line that defines or uses an object."""
_DEFINES = pattern(
    "(?:" + "|".join(f"({kind.defines})" for kind in _KINDS) + r")[ ]+(?P<name>\S+)",
    re.IGNORECASE,
)
_USES = tuple(pattern(kind.uses, re.IGNORECASE) for kind in _KINDS)


class Defined(NamedTuple):
    """An object: its kind, its name as written, the place of its first line."""

    kind: Kind
    name: str
    place: Span


def defined(context: Context) -> dict[tuple[str, str], Defined]:
    """The objects by the words for their kind and their name in small letters. Use through
    `context.once`.
    """
    source = context.source
    found: dict[tuple[str, str], Defined] = {}
    for index in _lines(context):
        line = source.lines[index] if source is not None else ""
        said = _DEFINES.match(line)
        if source is None or said is None:
            continue
        kind = next(kind for at, kind in enumerate(_KINDS, start=1) if said[at] is not None)
        key = (kind.words, said["name"].lower())
        if key not in found:
            found[key] = Defined(kind, said["name"], source.words(source.number(index)))
    return found


def named_by(context: Context) -> dict[tuple[str, str], int]:
    """The number of the first line that uses each object, by the keys of `defined`. Use through
    `context.once`.
    """
    source = context.source
    found: dict[tuple[str, str], int] = {}
    for index in _lines(context):
        line = source.lines[index] if source is not None else ""
        if source is None or line[:1] == "!" or _DEFINES.match(line) is not None:
            continue
        for kind, uses in zip(_KINDS, _USES, strict=True):
            for name in uses.findall(line):
                found.setdefault((kind.words, name.lower()), source.number(index))
    return found


def _lines(context: Context) -> list[int]:
    """The lines that may define or use an object."""
    source = context.source
    takes = context.profile.takes
    if source is None or takes.junos_statements or not takes.cisco_lines:
        return []
    return context.once(_hinted)


def _hinted(context: Context) -> list[int]:
    return [] if context.source is None else context.source.holding(*_HINTS)
