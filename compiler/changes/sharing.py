"""Policers that several ports have in common: one bucket for the packets of all of them.

A JunOS filter that is not `interface-specific` has one instance for all interfaces that apply it
(Juniper, Interface-Specific Firewall Filter Instances Overview).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from qosc.ir import Device, RuleList
from qosc.source import NOWHERE, Span
from qosc.treatments.compare import Delta

__all__ = ["Sharing"]


class Sharing:
    """Which ports of a device share policers, by the names that ports have in `names`, or their
    own.
    """

    def __init__(self, device: Device, names: Mapping[str, str]) -> None:
        users: dict[str, dict[str, Span]] = {}
        self._metered: set[str] = set()
        for port in device.ports.values():
            name = names.get(port.name, port.name)
            for stage in (*port.input, *port.output):
                for rule in stage.rules if isinstance(stage, RuleList) else ():
                    if rule.policer is not None:
                        self._metered.add(name)
                        users.setdefault(rule.policer.shared, {}).setdefault(name, rule.origin)
        users.pop("", None)
        self._groups: dict[str, dict[tuple[str, ...], Span]] = {}
        for found in users.values():
            group = tuple(sorted(found))
            for name, origin in found.items() if len(group) > 1 else ():
                self._groups.setdefault(name, {}).setdefault(group, origin)

    def deltas(self, other: Sharing, name: str) -> Iterator[Delta]:
        """What a port shares here and otherwise in the other device, where both have policers."""
        before, after = self._groups.get(name, {}), other._groups.get(name, {})
        if before.keys() == after.keys() or name not in self._metered & other._metered:
            return
        yield Delta(
            "policers for several ports together",
            _words(before),
            _words(after),
            old_origin=next(iter(before.values()), NOWHERE),
            new_origin=next(iter(after.values()), NOWHERE),
        )


def _words(groups: Mapping[tuple[str, ...], Span]) -> str:
    return "; ".join(" and ".join(group) for group in sorted(groups)) or "none"
