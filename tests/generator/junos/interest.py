"""The values that an abstract JunOS router names."""

from __future__ import annotations

from tests.generator.borders import Interest
from tests.generator.junos.model import Address, Classifier, From, JunosRouter
from tests.generator.names import FLAGS


def interest(router: JunosRouter) -> Interest:
    """What its classifiers and filters name."""
    found = Interest()
    for port in router.ports:
        for each in port.unit.classifiers:
            codes(found, each)
        for each in (*port.unit.input_filters, *port.unit.output_filters):
            for term in each.terms:
                conditions(found, term.conditions, each.version, router)
    return found


def codes(found: Interest, each: Classifier) -> None:
    """The code points of a classifier, as DSCPs."""
    shift = 3 if each.kind == "inet-precedence" else 0
    values = [code << shift for _, _, row in each.rows for code in row]
    found.dscps += values
    found.patterns += [{"dscp": value} for value in values]


def conditions(found: Interest, wanted: From, version: int, router: JunosRouter) -> None:
    """The values of a term, and the pattern it asks for."""
    pattern: dict[str, object] = {"version": version}
    listed = router.prefix_lists[wanted.prefix_list] if wanted.prefix_list else ()
    for side, addresses in (("src", wanted.src or listed), ("dst", wanted.dst)):
        blocks = [block(each, version) for each in addresses]
        found.blocks[version] += blocks
        if blocks:
            pattern[side] = blocks[0]
    for side, spans in (
        ("src_port", wanted.src_port or wanted.port),
        ("dst_port", wanted.dst_port or wanted.dst_port_except),
    ):
        found.ports += [number for each in spans for number in each]
        if spans:
            pattern[side] = spans[0][0]
    for name, values in (
        ("protocol", wanted.protocols),
        ("dscp", wanted.dscps or tuple(each << 3 for each in wanted.precedences)),
        ("icmp_type", wanted.icmp_types),
        ("icmp_code", wanted.icmp_codes),
    ):
        if values:
            pattern[name] = values[0]
    found.protocols += wanted.protocols
    found.dscps += wanted.dscps
    found.dscps += [each << 3 for each in wanted.precedences]
    found.icmps += [(each, (wanted.icmp_codes or (0,))[0]) for each in wanted.icmp_types]
    found.lengths += [number for each in wanted.lengths for number in each]
    found.ttls += [number for each in wanted.ttls for number in each]
    if wanted.flags is not None:
        pattern["tcp_flags"] = sum(FLAGS[name] for name in wanted.flags.on)
    if wanted.is_fragment:
        pattern |= {"fragment_offset": 185, "payload_length": 24}
    if wanted.first_fragment:
        pattern |= {"more_fragments": True, "payload_length": 32}
    found.patterns.append(pattern)


def block(each: Address, version: int) -> tuple[int, int]:
    """The value and wildcard of a prefix."""
    width = 32 if version == 4 else 128
    return each.value, (1 << width - each.bits) - 1
