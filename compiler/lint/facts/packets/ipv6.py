"""Whether IPv6 is in use, as far as the lines of a Cisco config say so."""

from __future__ import annotations

from qosc.lint.engine.rule import Context

__all__ = ["IP4", "IP6", "ipv6_ports", "speaks_ipv6"]

from qosc.fields import Field
from qosc.ir import Interval, Test

IP4 = Test(Field.VERSION, (Interval(4, 4),))
IP6 = Test(Field.VERSION, (Interval(6, 6),))
"""The packets of each version."""


def speaks_ipv6(context: Context) -> bool:
    """Whether a line of the text is about IPv6, or there is no text to look at.

    Use through `context.once`.
    """
    return context.source is None or "ipv6" in context.source.text.lower()


def ipv6_ports(context: Context) -> frozenset[str]:
    """The ports that have an IPv6 address, and those that such a port is a part of.

    Use through `context.once`.
    """
    if context.source is None or not context.once(speaks_ipv6):
        return frozenset()
    lines = context.source.lines
    ports: set[str] = set()
    for port in context.device.ports.values():
        at = context.source.index(port.origin.line)
        for line in lines[at + 1 :] if at is not None else ():
            if line[:1] not in (" ", "\t", "!", ""):
                break
            words = line.split()
            if words[:2] in (["ipv6", "address"], ["ipv6", "enable"]):
                ports.update(name for name in (port.name, port.parent) if name)
                break
    return frozenset(ports)
