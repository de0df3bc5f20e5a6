"""The words of the config that a predicate is made of."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.ir import AccessList, AllOf, AnyOf, ClassMap, Device, Not, Predicate, Reference, Test
from qosc.ir.resolve import resolve

__all__ = ["vocabulary"]


def vocabulary(device: Device, *predicates: Predicate) -> Iterator[Predicate]:
    """The predicates that stand in `predicates` and in what they refer to, each once.

    A reference gives the matches of what it names, not itself: `precedence 5`, not `access-list
    182`. The order is that of the config; cycles end where they close.
    """
    work = list(reversed(predicates))
    seen: set[Predicate] = set()
    while work:
        item = work.pop()
        if isinstance(item, Test):
            yield item
        elif isinstance(item, Reference):
            if item in seen:
                continue
            seen.add(item)
            target = resolve(device, item)
            if isinstance(target, ClassMap):
                work.append(target.match)
            elif isinstance(target, AccessList):
                work.extend(entry.match for entry in reversed(target.entries))
            else:
                yield item
        elif isinstance(item, Not):
            work.append(item.operand)
        elif isinstance(item, (AllOf, AnyOf)):
            for part in item.operands:
                if isinstance(part, Reference):
                    break
            else:
                yield item
            work.extend(reversed(item.operands))
        else:
            yield item
