"""Access lists that nothing names, where the others of the text say which class should."""

from __future__ import annotations

from qosc.lint.engine.rule import Context
from qosc.lint.facts.lines.blocks import blocks
from qosc.lint.facts.lines.policies import matched_lists
from qosc.lint.facts.words.misspelt import is_slip
from qosc.patterns import pattern

__all__ = ["wanted_by"]

_FAMILY = pattern(r"(?<![0-9a-z])(?:ip)?v[46](?![0-9a-z])")
_OWN = ("access-class ",)
_STATION = "snmp-server community "


def _own(context: Context) -> frozenset[str]:
    """The lists of those who may log in to the device. Use through `context.once`."""
    names: set[str] = set()
    for block in context.once(blocks):
        names |= {line.split()[1] for _, line in block.starting(*_OWN)}
        if block.head.startswith(_STATION):
            names.add(block.head.split()[-1])
    return frozenset(names)


def wanted_by(context: Context, name: str) -> str:
    """Why an idle list should be named by a class; empty where nothing says so.

    It is the list for the other version of IP of one that a class matches alone, where another
    class has both of its own; or its number is a slip from that of a list for logging in, which a
    class matches.
    """
    matched, low = context.once(matched_lists), name.lower()
    if low.isdigit():
        for class_map, lists in matched.items():
            for other in lists:
                if other in context.once(_own) and is_slip(low, other):
                    return f"class {class_map[:30]} matches {other}, the list of who may log in"
        return ""
    twin = _twin(low)
    if not twin or not any(_twin(one) in lists for lists in matched.values() for one in lists):
        return ""
    for class_map, lists in matched.items():
        if twin in lists:
            return f"class {class_map[:30]} matches {twin[:30]} alone, and others match both"
    return ""


def _twin(name: str) -> str:
    """The name of the list for the other version of IP; empty for a name without a version."""
    said = _FAMILY.search(name)
    if said is None:
        return ""
    at = said.end() - 1
    return f"{name[:at]}{10 - int(name[at])}{name[at + 1 :]}"
