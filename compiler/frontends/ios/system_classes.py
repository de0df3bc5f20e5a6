"""Class-maps that a Nexus has without a line for them: the names of its queues.

Source: Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, "Using Modular QoS
CLI", tables of system-defined class maps of type queuing: queue N takes qos-group N, and the
default queue group 0. The queues of a Nexus 7000 (`1p7q4t-out-q2`) go by CoS, with a map that
can be changed: what is in them is not known without it.
"""

from __future__ import annotations

import re

from qosc.fields import Field
from qosc.frontends.ios.lowering import equal
from qosc.ir import AnyOf, ClassMap, Opaque, Policy, Predicate, Reference, RefKind
from qosc.source import Span

__all__ = ["system_classes"]

_GROUPS = re.compile(r"c-(?:out|in)-(?:8q-)?q(?:([1-7])|-default)$")
_CARDS = re.compile(r"(?:\dp)?\dq\dt-(?:in|out)-(?:pq\d|q\d|q-default)$")


def _match(name: str, origin: Span) -> Predicate | None:
    found = _GROUPS.match(name)
    if found is not None:
        return equal(Field.QOS_GROUP, (int(found[1] or 0),), origin)
    if _CARDS.match(name):
        return Opaque("queue of the line card", name, origin)
    return None


def system_classes(
    policies: dict[str, Policy], defined: dict[str, ClassMap]
) -> dict[str, ClassMap]:
    """The class-maps that the policies name, the device brings, and the text does not define."""
    found: dict[str, ClassMap] = {}
    for policy in policies.values():
        for one in policy.classes:
            where = one.match
            if not isinstance(where, Reference) or where.target is not RefKind.CLASS_MAP:
                continue
            if where.name in defined or where.name in found:
                continue
            match = _match(where.name, where.origin)
            if match is not None:
                found[where.name] = ClassMap(
                    where.name, AnyOf((match,), where.origin), "", where.origin
                )
    return found
