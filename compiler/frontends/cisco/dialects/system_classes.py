"""Class-maps that a Nexus has without a line for them: the names of its queues and system classes
(`qosc.profiles.nexus_names`, with the sources).
"""

from __future__ import annotations

from qosc.fields import Field
from qosc.frontends.cisco.statements.account import equal
from qosc.ir import AnyOf, ClassMap, Opaque, Policy, Predicate, Reference, RefKind
from qosc.profiles.nexus_names import is_system_class, queue_group
from qosc.source import Span

__all__ = ["system_classes"]


def _match(name: str, origin: Span) -> Predicate | None:
    group = queue_group(name)
    if group is not None:
        return equal(Field.QOS_GROUP, (group,), origin)
    if is_system_class(name):
        return Opaque("queue of the line card", name, origin)
    return None


def system_classes(
    policies: dict[str, Policy], defined: dict[str, ClassMap]
) -> dict[str, ClassMap]:
    """The class-maps that the policies name, the device brings, and the text does not define."""
    classes: dict[str, ClassMap] = {}
    for policy in policies.values():
        for one in policy.classes:
            where = one.match
            if not isinstance(where, Reference) or where.target is not RefKind.CLASS_MAP:
                continue
            if where.name in defined or where.name in classes:
                continue
            match = _match(where.name, where.origin)
            if match is not None:
                classes[where.name] = ClassMap(
                    where.name, AnyOf((match,), where.origin), "", where.origin
                )
    return classes
