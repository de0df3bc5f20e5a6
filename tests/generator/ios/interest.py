"""The values that an abstract IOS router names."""

from __future__ import annotations

from tests.generator.borders import Interest
from tests.generator.ios.model import Ace, Acl, Cos, Length, Marked, Prefix, Router
from tests.generator.names import FLAGS


def interest(router: Router) -> Interest:
    """What its class-maps and lists name."""
    found = Interest()
    for class_map in router.class_maps.values():
        for line in class_map.lines:
            match line.predicate:
                case Marked(values, precedence, _):
                    marks = [value << 3 for value in values] if precedence else list(values)
                    found.dscps += marks
                    found.patterns += [{"dscp": mark} for mark in marks]
                case Length(low, high):
                    found.lengths += [low, high]
                case Cos(values):
                    found.priorities += values
                case _:
                    pass
    for acl in router.acls.values():
        for entry in acl.entries:
            add(found, acl, entry)
    return found


def add(found: Interest, acl: Acl, entry: Ace) -> None:
    """The values of an entry, and the pattern it asks for."""
    pattern: dict[str, object] = {"version": acl.version}
    for side in ("src", "dst"):
        prefix: Prefix | None = getattr(entry, side)
        if prefix is not None:
            block = (prefix.value, prefix.wildcard)
            found.blocks[acl.version].append(block)
            pattern[side] = block
        test = getattr(entry, f"{side}_port")
        if test is not None:
            found.ports += test.numbers
            pattern[f"{side}_port"] = test.numbers[0]
    if entry.protocol is not None:
        found.protocols.append(entry.protocol)
        pattern["protocol"] = entry.protocol
    if entry.dscp is not None:
        found.dscps.append(entry.dscp)
        pattern["dscp"] = entry.dscp
    if entry.precedence is not None:
        found.dscps.append(entry.precedence << 3)
        pattern["dscp"] = entry.precedence << 3 | 1
    if entry.icmp is not None:
        both = (entry.icmp[0], entry.icmp[1] or 0)
        found.icmps.append(both)
        pattern["icmp_type"], pattern["icmp_code"] = both
    if entry.ttl is not None:
        found.ttls += entry.ttl.numbers
    bits = [*entry.flags_all, *entry.flags_any]
    if bits:
        pattern["tcp_flags"] = sum(FLAGS[name] for name, on in bits if on)
    if entry.fragments:
        pattern |= {"fragment_offset": 185, "payload_length": 24}
    found.patterns.append(pattern)
