"""Access lists: entries in their order, each a predicate over the packet."""

from __future__ import annotations

from qosc.fields import TOS_NAMES, Field
from qosc.frontends.cisco.acl.ip_names import (
    ICMP6_MESSAGES,
    ICMP_MESSAGES,
    IGMP_TYPES,
    PROTOCOLS,
    TCP_FLAGS,
    TCP_PORTS,
    UDP_PORTS,
)
from qosc.frontends.cisco.statements import Node, Part, Word
from qosc.frontends.cisco.statements.account import Rejected, at, code_point, equal, number, phrase
from qosc.frontends.cisco.table.dialect import IOS, Dialect
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import AccessEntry, AllOf, Interval, Masked, Opaque, Predicate, Test
from qosc.ir.fragments import later_fragments
from qosc.source import Span

__all__ = ["entry"]

_V6_PROTOCOLS = {**PROTOCOLS, "icmp": 58}
_ALL32 = 0xFFFFFFFF


def entry(
    grammar: str, line: Line, skip: int, label: str, dialect: Dialect = IOS
) -> AccessEntry | None:
    """The entry of a line whose words from `skip` on are an entry; None for a remark.

    IOS XR and NX-OS write networks as prefixes and `ipv4` for `ip`, test the length of a packet and
    have more names of ports (Cisco IOS XR IP Addresses and Services Command Reference, `permit
    (IPv4)`; Cisco Nexus 9000 Series NX-OS Security Configuration Guide, "Configuring IP ACLs"). A
    line that the grammar does not take raises `Rejected`.
    """
    node = phrase(grammar, line, skip, "")
    if node.name == "remark":
        return None
    if node.name in ("evaluate", "dynamic"):
        # Entries that a device makes while it runs.
        opaque = Opaque(node.name, node.word(), at(line, node))
        return AccessEntry(permit=True, match=opaque, label=label, origin=line.span())
    v6 = grammar == "access_ipv6"
    tests: list[Predicate] = []
    options: list[str] = []
    permit = True
    ends = _ENDS6 if v6 else _ENDS4
    side = 0
    version_at: Part | None = None
    if dialect.ios_words:
        _only_elsewhere(node)
    for part in node.children:
        if isinstance(part, Word):
            tests.append(Opaque("object-group", f"service {part.text}", at(line, part)))
            version_at = part
        elif part.name == "permit":
            permit = part.word() == "permit"
            version_at = part
        elif part.name in _PROTOCOL_RULES:
            version_at = part
            tests.extend(_protocol(line, part, _V6_PROTOCOLS if v6 else PROTOCOLS))
        elif part.name in _ENDPOINT_RULES:
            tests.extend(_endpoint(line, part, ends[side], _PORTS[side]))
            side += 1
        elif part.name in _ADDRESS_RULES:
            tests.extend(_address(line, part, ends[0]))
        elif part.name in ("counter", "log", "reflect", "sequence"):
            options.append(line.text[part.start : part.end].lower())
        else:
            tests.append(_option(line, part))
    tests = _together(line, tests, version_at, v6=v6)
    match = tests[0] if len(tests) == 1 else AllOf(tuple(tests), line.span())
    by_layer_3 = permit and dialect.later_fragments and later_fragments(match) is not None
    return AccessEntry(permit, match, label, tuple(options), by_layer_3, line.span())


_ENDS4, _ENDS6 = (Field.SRC4, Field.DST4), (Field.SRC6, Field.DST6)
_PORTS = (Field.SRC_PORT, Field.DST_PORT)
_FLAGS = Field.TCP_FLAGS
_PROTOCOL_RULES = frozenset(("protocol", "tcp", "udp", "icmp", "igmp"))
_ENDPOINT_RULES = frozenset(("endpoint", "tcp_endpoint", "udp_endpoint"))
_ADDRESS_RULES = frozenset(("any", "host", "network", "group"))


def _together(
    line: Line, tests: list[Predicate], version_at: Part | None, *, v6: bool
) -> list[Predicate]:
    """The tests of an entry; without a test of an address they say the version of IP."""
    fields = [test.field for test in tests if isinstance(test, Test)]
    ends = _ENDS6 if v6 else _ENDS4
    if ends[0] not in fields and ends[1] not in fields:
        origin = line.span() if version_at is None else at(line, version_at)
        tests.insert(0, equal(Field.VERSION, (6 if v6 else 4,), origin))
    return _flags_together(tests) if fields.count(_FLAGS) > 1 else tests


def _protocol(line: Line, node: Node, numbers: dict[str, int]) -> list[Predicate]:
    name = node.word() if node.name == "protocol" else node.name
    if name in ("ip", "ipv4", "ipv6"):
        return []
    value = numbers[name] if name in numbers else number(node, 0, 255, "a protocol")
    return [equal(Field.PROTOCOL, (value,), at(line, node))]


_ENDPOINTS_ALONE = _ENDPOINT_RULES | {"network"}
_ELSEWHERE = frozenset(("https", "ldp", "ssh"))
"""Names of ports that IOS XR, NX-OS or EOS have, and IOS has not."""


def _only_elsewhere(node: Node) -> None:
    """Refuse what IOS does not take: names of ports, prefixes of IPv4, and some options."""
    for part in node.nodes():
        word = ""
        if part.name in _ENDPOINTS_ALONE:
            where, *tests = (part,) if part.name == "network" else part.nodes()
            ports = [port.word() for test in tests for port in test.nodes()]
            prefix = where.name == "network" and "/" in where.word() and ":" not in where.word()
            word = next((port for port in ports if port in _ELSEWHERE), "")
            word = where.word() if prefix else word
        elif part.name in ("counter", "packet_length"):
            word = part.name.replace("_", "-")
        elif part.name == "protocol" and part.word() == "ipv4":
            word = "ipv4"
        if word:
            raise Rejected(part, f"`{word}` is not understood here")


def _endpoint(line: Line, node: Node, address: Field, port: Field) -> list[Predicate]:
    where, *ports = node.nodes()
    tests = _address(line, where, address)
    for test in ports:
        table = TCP_PORTS if node.name == "tcp_endpoint" else UDP_PORTS
        values = [
            table[p.word()] if p.word() in table else number(p, 0, 65535, "a port")
            for p in test.nodes()
        ]
        if test.name == "range" and values[0] > values[1]:
            raise Rejected(
                test, "the range ends below its beginning: what a router matches then is not public"
            )
        tests.append(Test(port, _compared(test.name, values, 65535), at(line, test)))
    return tests


def _compared(operator: str, values: list[int], top: int) -> tuple[Interval, ...]:
    """The values of a field that an operator of IOS lets through; `top` is the field's highest."""
    first = values[0]
    if operator == "eq":
        return tuple(Interval(value, value) for value in dict.fromkeys(values))
    if operator == "range":
        return (Interval(min(values[:2]), max(values[:2])),)
    if operator == "gt":
        return (Interval(first + 1, top),) if first < top else ()
    if operator == "lt":
        return (Interval(0, first - 1),) if first > 0 else ()
    kept, low = [], 0
    for value in sorted(set(values)):
        if low < value:
            kept.append(Interval(low, value - 1))
        low = value + 1
    return (*kept, Interval(low, top)) if low <= top else tuple(kept)


def _address(line: Line, node: Node, field: Field) -> list[Predicate]:
    """The tests of an address: none for `any`."""
    if node.name == "any":
        return []
    origin = at(line, node)
    words = node.words()
    if node.name == "group":
        side = "source" if field in (Field.SRC4, Field.SRC6) else "destination"
        return [Opaque("object-group", f"{side} {words[0].text}", origin)]
    if field in _ENDS6:
        return _address6(words[0], field, origin)
    if "/" in words[0].text:
        text, _, length = words[0].text.partition("/")
        if int(length) > 32:
            raise Rejected(words[0], f"`{words[0].text}` is not an IPv4 prefix")
        value = _ipv4(words[0]._replace(text=text))
        mask = _ALL32 & ~(_ALL32 >> int(length))
    else:
        value = _ipv4(words[0])
        mask = _ALL32 & ~_ipv4(words[1]) if len(words) > 1 else _ALL32
    return [Test(field, (Masked(value & mask, mask),), origin)] if mask else []


def _ipv4(word: Word) -> int:
    value = 0
    for part in word.text.split("."):
        octet = int(part)
        if octet > 255:
            raise Rejected(word, f"`{word.text}` is not an IPv4 address")
        value = value << 8 | octet
    return value


def _address6(word: Word, field: Field, origin: Span) -> list[Predicate]:
    from ipaddress import IPv6Network

    try:
        network = IPv6Network(word.text, strict=False)
    except ValueError:
        raise Rejected(word, f"`{word.text}` is not an IPv6 address") from None
    mask = int(network.netmask)
    value = int(network.network_address)
    return [Test(field, (Masked(value, mask),), origin)] if mask else []


def _option(line: Line, node: Node) -> Predicate:
    origin = at(line, node)
    name = node.name
    if name in ("dscp", "precedence"):
        field = Field(name)
        return equal(field, (code_point(field, node.nodes()[0]),), origin)
    if name == "tos":
        text = node.nodes()[0].word()
        value = TOS_NAMES[text] if text in TOS_NAMES else number(node.nodes()[0], 0, 15, "a TOS")
        return equal(Field.TOS, (value,), origin)
    if name == "fragments":
        return equal(Field.FRAGMENT, (1,), origin)
    if name in ("ttl", "packet_length"):
        field, top = (Field.TTL, 255) if name == "ttl" else (Field.LENGTH, 65535)
        values = [number(word, 0, top, f"a {field}") for word in node.words()]
        operator = node.nodes()[0].word()
        if operator == "range" and len(values) != 2:
            raise Rejected(node, f"`{name.replace('_', '-')} range` takes two numbers")
        return Test(field, _compared(operator, values, top), origin)
    if name in ("icmp_type", "icmp_message", "icmp6_message"):
        return _icmp(node, origin)
    if name == "igmp_type":
        text = node.word()
        kind = IGMP_TYPES[text] if text in IGMP_TYPES else number(node, 0, 15, "an IGMP type")
        return equal(Field.IGMP_TYPE, (kind,), origin)
    if name in ("established", "flag", "match_any", "match_all"):
        return _tcp_flags(node, origin)
    feature = {"time_range": "time-range", "ip_option": "ip-option"}.get(name, name)
    return Opaque(feature, " ".join(word.text for word in node.words()), origin)


def _icmp(node: Node, origin: Span) -> Predicate:
    code: int | None
    if node.name == "icmp_type":
        values = [number(word, 0, 255, "an ICMP type or code") for word in node.words()]
        kind, code = values[0], values[1] if len(values) > 1 else None
    else:
        table = ICMP_MESSAGES if node.name == "icmp_message" else ICMP6_MESSAGES
        kind, code = table[node.word()]
    kind_test = equal(Field.ICMP_TYPE, (kind,), origin)
    if code is None:
        return kind_test
    return AllOf((kind_test, equal(Field.ICMP_CODE, (code,), origin)), origin)


def _tcp_flags(node: Node, origin: Span) -> Test:
    """Flags as masks of which one must hold. `established` is ACK or RST."""
    if node.name == "established":
        flags = [TCP_FLAGS["ack"], TCP_FLAGS["rst"]]
        return Test(Field.TCP_FLAGS, tuple(Masked(bit, bit) for bit in flags), origin)
    if node.name == "flag":
        bit = TCP_FLAGS[node.word()]
        return Test(Field.TCP_FLAGS, (Masked(bit, bit),), origin)
    masks = []
    for word in node.words():
        bit = TCP_FLAGS[word.text[1:].lower()]
        masks.append(Masked(bit if word.text[0] == "+" else 0, bit))
    if node.name == "match_any":
        return Test(Field.TCP_FLAGS, tuple(masks), origin)
    value = mask = 0
    for item in masks:
        if mask & item.mask and (value ^ item.value) & item.mask:
            raise Rejected(node, "a flag cannot be both set and clear")
        value, mask = value | item.value, mask | item.mask
    return Test(Field.TCP_FLAGS, (Masked(value, mask),), origin)


def _flags_together(tests: list[Predicate]) -> list[Predicate]:
    """Flag words that stand side by side (`ack rst`) are alternatives, as in `established`.

    There are two such tests or more.
    """
    flags: list[Test] = []
    others: list[Predicate] = []
    for test in tests:
        if isinstance(test, Test) and test.field is _FLAGS:
            flags.append(test)
        else:
            others.append(test)
    values = tuple(dict.fromkeys(value for test in flags for value in test.values))
    both = Test(Field.TCP_FLAGS, values, flags[0].origin.to(flags[-1].origin))
    return [*others, both]
