"""class-map: what a class matches.

IOS XR writes `match dscp ipv4 ...` where IOS writes `match ip dscp ...`, and takes several values
where IOS takes one (Cisco IOS XR Modular Quality of Service Command Reference, `match dscp`,
`match qos-group`). NX-OS types its class-maps and writes lists and ranges of values with commas and
hyphens (Cisco Nexus 5000 Series NX-OS Quality of Service Configuration Guide, `class-map type qos`,
`match dscp`). Classes of type qos and of type queuing are told apart by their names alone here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from qosc.fields import UDP, Field
from qosc.frontends.cisco.dialects.typed_names import is_queuing, renamed
from qosc.frontends.cisco.statements import Node, Word
from qosc.frontends.cisco.statements.account import (
    Account,
    Rejected,
    at,
    code_point,
    distinct,
    equal,
    field_number,
    number,
    phrase,
    unquoted,
)
from qosc.frontends.cisco.statements.interface_names import canonical
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import (
    AllOf,
    AnyOf,
    Anything,
    ClassMap,
    Interval,
    Masked,
    Named,
    Not,
    Opaque,
    Predicate,
    Reference,
    RefKind,
    Test,
)
from qosc.patterns import pattern
from qosc.source import Span

__all__ = ["ClassMaps"]

ARP = 0x0806


class _Building:
    __slots__ = ("any", "criteria", "description", "origin")

    def __init__(self, origin: Span) -> None:
        self.any = False
        self.criteria: list[Predicate] = []
        """In the order of their lines; one that stands there twice is no other criterion."""
        self.description = ""
        self.origin = origin


def _of_no_kind(line: Line) -> Rejected | None:
    """What to say of `class-map match-anny V`: it is the kind that is wrong, and not the name."""
    words = line.text.split()
    if line.negated or len(words) != 3 or not words[1].lower().startswith("match"):
        return None
    start = line.text.index(words[1])
    kind = Word(words[1], start, start + len(words[1]))
    return Rejected(kind, "not understood", expected=("match-all", "match-any"))


_BY_SYSTEM = pattern(r"system-cpp-[\w-]{1,100}|non-client-nrt-class")
"""Class-maps of the Catalyst 3650, 3850 and 9000 that the system makes, and prints without a match
line: their packets are those of queues to the CPU (Cisco, QoS Configuration Guide 16.5, Catalyst
9300, "Configuring Control Plane Policing": "One or more CPU queues are part of each class-map"), or
what `match non-client-nrt` of the 3850 says.
"""


class ClassMaps:
    """Collects class-maps. One that is opened again is added to."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._found: dict[str, _Building] = {}
        self._queuing: dict[str, _Building] = {}
        """Those of type queuing, which have names of their own."""

    @property
    def twice(self) -> frozenset[str]:
        """The names that a class-map of type queuing shares with another."""
        return frozenset(self._queuing.keys() & self._found.keys())

    def section(self, line: Line) -> None:
        """A line `class-map ...` with what is below it."""
        try:
            node = phrase("class_map", line)
        except Rejected as error:
            self._account.rejected(line, _of_no_kind(line) or error)
            return
        if node.name == "typed_class_map":
            reason = f"class-maps of type {node.word().split()[0]} are not in the model"
            for below in line.walk():
                if not below.unknown:
                    self._account.recognised(below, reason)
            return
        self._account.modelled(line)
        name = unquoted(node.word())
        class_maps = self._queuing if " type " in line.text and is_queuing(line) else self._found
        if line.negated:
            class_maps.pop(name, None)
            return
        target = class_maps.setdefault(name, _Building(line.span()))
        kind = node.find("kind")
        if kind is not None:
            target.any = kind.word() == "match-any"
        for child in line.children:
            if not child.unknown:
                self._statement(target, child)

    def _statement(self, target: _Building, line: Line) -> None:
        try:
            node = phrase("class_map", line)
            if node.name == "description":
                target.description = "" if line.negated else node.word()
            else:
                if self._account.dialect.ios_words:
                    _ios_alone(node)
                by_number = self._account.dialect.ip_protocols
                self._criterion(target, line, _match(line, node, by_number=by_number))
        except Rejected as error:
            self._account.rejected(line, error)
            if line.keyword == "match" and not line.negated:
                # The class must not take more, or other, packets for lack of this line.
                words = line.text.split(None, 1)[1:]
                kept = Opaque("not understood", " ".join(words), line.span())
                target.criteria.append(kept)
        else:
            self._account.modelled(line)

    def _criterion(self, target: _Building, line: Line, match: Predicate) -> None:
        if self._account.nbar:
            from qosc.frontends.cisco.mqc.nbar import with_ports

            match = with_ports(self._account, match)
        if line.negated:
            target.criteria = [one for one in target.criteria if one != match]
        else:
            target.criteria.append(match)

    def finish(self) -> dict[str, ClassMap]:
        """The class-maps in the order of the config.

        One without a match line is taken to match nothing, in either kind: it has no criterion that
        a packet could meet. Those that the system makes are another matter (`_BY_SYSTEM`).
        """
        done = {}
        twice = self.twice
        queuing = [(renamed(name, twice), building) for name, building in self._queuing.items()]
        for name, building in (*self._found.items(), *queuing):
            operands = distinct(building.criteria)
            if not operands and _BY_SYSTEM.fullmatch(name) is not None:
                operands = (Opaque("class-map of the system", name, building.origin),)
            match: AllOf | AnyOf = (
                AnyOf(operands, building.origin)
                if building.any or not operands
                else AllOf(operands, building.origin)
            )
            done[name] = ClassMap(name, match, building.description, building.origin)
        return done


def _ios_alone(node: Node) -> None:
    """Arista, EOS User Manual, "Quality of Service": `match (policy-map class)`."""
    family = node.find("family_access_group")
    if family is not None:
        raise Rejected(family, "only Arista EOS writes `match ip access-group`")


def _match(line: Line, node: Node, *, by_number: bool) -> Predicate:
    """`by_number`: whether `match protocol` names IP protocols, and not what NBAR knows."""
    criterion = node.nodes()[0]
    origin = at(line, criterion)
    protocols = _ip_protocols(criterion, origin) if by_number else None
    match = protocols or _CRITERIA[criterion.name](line, criterion, origin)
    return Not(match, at(line, node)) if node.name == "match_not" else match


_Lower = Callable[[Line, Node, Span], Predicate]


def _list(word: Word, ends: Callable[[Word], int]) -> list[Interval]:
    """The values of `1-3,5`; `ends` reads one number."""
    intervals = []
    for piece in re.finditer(r"(\d+)(?:-(\d+))?", word.text):
        pair = []
        for group in (1, 2) if piece[2] else (1,):
            start, end = (word.start + at for at in piece.span(group))
            pair.append(ends(Word(piece[group], start, end)))
        intervals.append(Interval(min(pair), max(pair)))
    return intervals


def _values(field: Field, what: str) -> _Lower:
    def lower(_line: Line, node: Node, origin: Span) -> Predicate:
        intervals: list[Interval] = []
        for part in node.children:
            word = part.words()[0] if isinstance(part, Node) else part
            intervals += _list(word, lambda end: field_number(field, end, what))
        return Test(field, tuple(intervals), origin)

    return lower


def _code_points(field: Field, *, version: int = 0) -> _Lower:
    """`ip` in front restricts the match to IPv4 (QoS command reference, `match dscp`)."""

    def value(word: Word) -> int:
        return code_point(field, Node("", (word,), word.start, word.end))

    def lower(_line: Line, node: Node, origin: Span) -> Predicate:
        intervals: list[Interval] = []
        for part in node.nodes():
            if part.name == "list":
                intervals += _list(part.words()[0], value)
            else:
                point = code_point(field, part)
                intervals.append(Interval(point, point))
        test = Test(field, tuple(intervals), origin)
        if not version:
            return test
        return AllOf((equal(Field.VERSION, (version,), origin), test), origin)

    return lower


def _rtp(_line: Line, node: Node, origin: Span) -> Predicate:
    """UDP packets to even ports of a window (QoS command reference, `match ip rtp`).

    NX-OS writes the window as a range (Cisco Nexus 5000 Series NX-OS Quality of Service
    Configuration Guide, `match ip rtp`).
    """
    start, *size = node.words()
    if size:
        source = "QoS command reference, match ip rtp"
        low = number(start, 2000, 65535, "the first RTP port", source)
        high = low + number(size[0], 0, 16383, "the range of RTP ports", "match ip rtp")
        ports = [Interval(low, min(high, 65535))]
    else:
        ports = _list(start, lambda end: number(end, 2000, 65535, "an RTP port"))
    tests = (
        equal(Field.VERSION, (4,), origin),
        equal(Field.PROTOCOL, (UDP,), origin),
        Test(Field.DST_PORT, tuple(ports), origin),
        Test(Field.DST_PORT, (Masked(0, 1),), origin),
    )
    return AllOf(tests, origin)


def _length_range(_line: Line, node: Node, origin: Span) -> Predicate:
    """`match packet length 64-128` of NX-OS."""
    word = node.words()[0]
    values = _list(word, lambda end: number(end, 0, 65535, "a packet length"))
    return Test(Field.LENGTH, tuple(values), origin)


def _length(_line: Line, node: Node, origin: Span) -> Predicate:
    low, high = node.find("minimum"), node.find("maximum")
    bottom = number(low, 0, 65535, "a packet length") if low else 0
    top = number(high, 0, 65535, "a packet length") if high else 65535
    if bottom > top:
        raise Rejected(node, "the least length is above the greatest")
    return Test(Field.LENGTH, (Interval(bottom, top),), origin)


def _ranges(field: Field) -> _Lower:
    def lower(_line: Line, node: Node, origin: Span) -> Predicate:
        intervals: list[Interval] = []
        for word in node.words():
            intervals += _list(word, lambda end: number(end, 0, 4095, "a VLAN"))
        return Test(field, tuple(intervals), origin)

    return lower


def _mac(field: Field) -> _Lower:
    def lower(_line: Line, node: Node, origin: Span) -> Predicate:
        value = int("".join(part.zfill(4) for part in node.word().split(".")), 16)
        return equal(field, (value,), origin)

    return lower


def _protocol(_line: Line, node: Node, origin: Span) -> Predicate:
    """Only protocols that one header field tells apart are looked into; NBAR is opaque.

    With a word on the payload (`http url`) the registered port says too little. Those of `rtp` are
    few (Cisco IOS Quality of Service Solutions Command Reference, `match protocol rtp`).
    """
    name = node.word().lower()
    text = node.find("text")
    if text is None:
        if name in ("ip", "ipv6"):
            return equal(Field.VERSION, (4 if name == "ip" else 6,), origin)
        if name == "arp":
            return equal(Field.ETHERTYPE, (ARP,), origin)
    if text is not None:
        sub = text.word().lower().partition(" ")[0]
        if name == "rtp" and not any(word.startswith(sub) for word in _RTP):
            raise Rejected(text, f"`{text.word()}` is not understood here", expected=_RTP[:3])
        return Opaque("protocol", f"{name} {text.word()}", origin)
    from qosc.frontends.cisco.mqc.nbar_protocols import likely

    return Opaque("protocol", name, origin, likely=likely(name, origin))


_RTP = ("audio", "payload-type", "video", "in-app-hierarchy")


def _ip_protocols(node: Node, origin: Span) -> Predicate | None:
    """`match protocol` of IOS XR: one or more IP protocols, by number or by name.

    Source: Cisco IOS XR Modular Quality of Service Command Reference, `match protocol`.
    """
    if node.name != "protocol":
        return None
    from qosc.frontends.cisco.acl.ip_names import PROTOCOLS

    text = node.find("text")
    words = [node.word().lower(), *(text.word().lower().split() if text is not None else ())]
    if words == ["ipv4"]:
        return equal(Field.VERSION, (4,), origin)
    numbers = [
        int(word) if word.isdecimal() and len(word) < 4 else PROTOCOLS.get(word, 256)
        for word in words
    ]
    return equal(Field.PROTOCOL, tuple(numbers), origin) if max(numbers) < 256 else None


def _other(_line: Line, node: Node, origin: Span) -> Predicate:
    text = node.find("text")
    feature = " ".join(word.text for word in node.words())
    return Opaque(feature, text.word() if text else "", origin)


def _reference(kind: RefKind) -> _Lower:
    def lower(line: Line, node: Node, _origin: Span) -> Predicate:
        word = node.words()[0]
        return Reference(kind, unquoted(word.text), at(line, word))

    return lower


_CRITERIA: dict[str, _Lower] = {
    "any": lambda _line, _node, origin: Anything(origin),
    "access_group": _reference(RefKind.ACCESS_LIST),
    "family_access_group": _reference(RefKind.ACCESS_LIST),
    "class_ref": _reference(RefKind.CLASS_MAP),
    "ip_dscp": _code_points(Field.DSCP, version=4),
    "ip6_dscp": _code_points(Field.DSCP, version=6),
    "dscp": _code_points(Field.DSCP),
    "ip_precedence": _code_points(Field.PRECEDENCE, version=4),
    "ip6_precedence": _code_points(Field.PRECEDENCE, version=6),
    "precedence": _code_points(Field.PRECEDENCE),
    "rtp": _rtp,
    "rtp_range": _rtp,
    "cos": _values(Field.COS, "a CoS"),
    "cos_inner": _values(Field.COS_INNER, "a CoS"),
    "exp": _values(Field.MPLS_EXP, "an EXP"),
    "qos_group": _values(Field.QOS_GROUP, "a qos-group"),
    "discard_class": _values(Field.DISCARD_CLASS, "a discard-class"),
    "traffic_class": _values(Field.TRAFFIC_CLASS, "a traffic-class"),
    "input_interface": lambda _line, node, origin: Test(
        Field.INPUT_INTERFACE, (Named(canonical(node.word())),), origin
    ),
    "protocol": _protocol,
    "length": _length,
    "length_range": _length_range,
    "vlan": _ranges(Field.VLAN),
    "vlan_inner": _ranges(Field.VLAN_INNER),
    "fr_dlci": _values(Field.FR_DLCI, "a DLCI"),
    "fr_de": lambda _line, _node, origin: equal(Field.FR_DE, (1,), origin),
    "atm_clp": lambda _line, _node, origin: equal(Field.ATM_CLP, (1,), origin),
    "source_mac": _mac(Field.SRC_MAC),
    "destination_mac": _mac(Field.DST_MAC),
    "other": _other,
}
