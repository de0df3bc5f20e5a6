"""Packets as people write them.

    udp 10.0.0.1:5060 > 192.0.2.7:16384-32767 dscp ef len 200
    tcp 10.1.0.0/16 > any:443 flags syn
    ip6 [2001:db8::1]:5060 > 2001:db8:7::/48
    proto=47 src=10.0.0.1 dscp=af41,af42 frag=later
    dscp ef
    class VOICE
    not matched

Protocol, source and destination, then pairs of a key and its values, in any order; `key=value` is
the same as `key value`. What is not said is anything, but for a label of MPLS: a packet of which
anything is said has none, unless `exp` is among the words. `class NAME` is the packets that a class
of that name takes, `not matched` those that only default classes take; more words narrow them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from ipaddress import ip_network

from qosc.fields import (
    DSCP_NAMES,
    LOSS_PRIORITIES,
    PRECEDENCE_NAMES,
    PROTOCOL_NAMES,
    TCP_FLAG_NAMES,
    WIDTHS,
    Field,
)
from qosc.ir import AllOf, Interval, Masked, Named, Not, Predicate, Test
from qosc.ir.describe import describe_match

__all__ = ["Asked", "NotationError", "asked"]

Value = Interval | Masked | Named

PROTOCOLS = {name: number for number, name in PROTOCOL_NAMES.items()} | {"icmp6": 58}
_VERSIONS = {"ip": 0, "ip4": 4, "ipv4": 4, "ip6": 6, "ipv6": 6}
_FIELDS = {
    "dscp": Field.DSCP,
    "precedence": Field.PRECEDENCE,
    "prec": Field.PRECEDENCE,
    "tos": Field.TOS,
    "ecn": Field.ECN,
    "ttl": Field.TTL,
    "len": Field.LENGTH,
    "length": Field.LENGTH,
    "cos": Field.COS,
    "vlan": Field.VLAN,
    "sport": Field.SRC_PORT,
    "dport": Field.DST_PORT,
    "type": Field.ICMP_TYPE,
    "code": Field.ICMP_CODE,
    "exp": Field.MPLS_EXP,
    "de": Field.FR_DE,
    "dlci": Field.FR_DLCI,
    "clp": Field.ATM_CLP,
    "qos-group": Field.QOS_GROUP,
    "discard-class": Field.DISCARD_CLASS,
    "ethertype": Field.ETHERTYPE,
}
_NAMES: dict[Field, dict[str, int]] = {
    Field.DSCP: {**DSCP_NAMES, "df": 0, "be": 0, "cs0": 0, "va": 44, "le": 1},
    Field.PRECEDENCE: PRECEDENCE_NAMES,
}
"""RFC 2474, 2597, 3246, 5865 (VOICE-ADMIT), 8622 (LE)."""
_FRAGMENTS = {
    "later": (Test(Field.FRAGMENT, (Interval(1, 1),)),),
    "first": (Test(Field.FIRST_FRAGMENT, (Interval(1, 1),)),),
    "no": (
        Test(Field.FRAGMENT, (Interval(0, 0),)),
        Test(Field.FIRST_FRAGMENT, (Interval(0, 0),)),
    ),
}
_TEXTS = ("proto", "protocol", "src", "dst", "flags", "frag", "class", "fc", "loss-priority")
KEYS = (*_FIELDS, *_TEXTS)
"""The keys that are understood; `fc` is the forwarding class of JunOS."""
_TOKEN = re.compile(r"->|>|(?:(?!->)[^\s>])+")
_ENDPOINT = re.compile(r"(?:\[(?P<six>[^\]]*)\]|(?P<host>[^:]*))(?::(?P<ports>[^:]*))?")


class NotationError(ValueError):
    """The words are no packet; the message names the word, its column, and what is understood."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a packet is asked to be: all of `tests`; `taken_by` names a class that is to take it.

    `unmatched`: none but default classes take it.
    """

    tests: tuple[Test, ...] = ()
    taken_by: str = ""
    unmatched: bool = False

    any_label: bool = False

    @property
    def unlabelled(self) -> bool:
        """Whether the packet is told by what stands behind no MPLS label."""
        return bool(self.tests) and not self.any_label

    @property
    def predicate(self) -> Predicate:
        """What the packets are before any class has looked at them."""
        if not self.unlabelled:
            return AllOf(self.tests)
        return AllOf((*self.tests, Not(Test(Field.MPLS_EXP, (Interval(0, 7),)))))

    @property
    def words(self) -> str:
        """The packet in full, as it was understood."""
        parts = [describe_match(test) for test in self.tests]
        if self.taken_by:
            parts.insert(0, f"taken by class {self.taken_by}")
        if self.unmatched:
            parts.insert(0, "taken by default classes only")
        if self.unlabelled:
            parts.append("no MPLS label")
        return ", ".join(parts) or "any packet"


def asked(text: str) -> Asked:
    """The packets that `text` describes. Raises NotationError."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self._tokens = [(token.group(), token.start() + 1) for token in _TOKEN.finditer(text)]
        self._at = 0
        self._tests: list[Test] = []
        self._taken_by = ""
        self._unmatched = False
        self._any_label = False

    def read(self) -> Asked:
        while self._at < len(self._tokens):
            self._next()
        return Asked(tuple(self._tests), self._taken_by, self._unmatched, self._any_label)

    def _next(self) -> None:
        word, column = self._take()
        low = word.lower()
        key, equals, _ = low.partition("=")
        if equals and key in KEYS:
            self._pair(key, word.partition("=")[2], column + len(key) + 1)
        elif low == "not" and self._peek().lower() == "matched":
            self._take()
            self._unmatched = True
        elif low in ("unmatched", "any") and self._peek() not in (">", "->"):
            self._unmatched = self._unmatched or low == "unmatched"
        elif self._peek() in (">", "->"):
            self._take()
            self._endpoint(word, column, "src")
            self._endpoint(*self._take("an address behind '>'"), "dst")
        elif low in _VERSIONS:
            if _VERSIONS[low]:
                self._test(Field.VERSION, Interval(_VERSIONS[low], _VERSIONS[low]))
        elif low in PROTOCOLS:
            self._test(Field.PROTOCOL, Interval(PROTOCOLS[low], PROTOCOLS[low]))
        elif low in KEYS:
            self._pair(low, *self._take(f"a value behind {word!r}"))
        else:
            raise self._wrong(word, column)

    def _peek(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""

    def _take(self, wanted: str = "") -> tuple[str, int]:
        if self._at == len(self._tokens):
            raise NotationError(f"the packet ends where {wanted} is expected")
        self._at += 1
        return self._tokens[self._at - 1]

    def _wrong(self, word: str, column: int) -> NotationError:
        near = get_close_matches(word.lower(), [*KEYS, *PROTOCOLS, *_VERSIONS], 1)
        help_ = f"did you mean {near[0]!r}?" if near else f"keys are {', '.join(KEYS)}"
        return NotationError(f"column {column}: {word!r} is not understood; {help_}")

    def _test(self, field: Field, *values: Value) -> None:
        self._tests.append(Test(field, values))

    # Keys

    def _pair(self, key: str, value: str, column: int) -> None:
        field = _FIELDS.get(key)
        self._any_label = self._any_label or field is Field.MPLS_EXP
        if value.lower() in ("any", "*"):
            return
        if field is not None:
            self._test(field, *self._numbers(field, value, column))
        elif key in ("proto", "protocol"):
            named = PROTOCOLS.get(value.lower())
            one = (Interval(named, named),) if named is not None else None
            self._test(Field.PROTOCOL, *(one or self._numbers(Field.PROTOCOL, value, column)))
        elif key in ("src", "dst"):
            self._endpoint(value, column, key)
        elif key == "flags":
            self._flags(value, column)
        elif key == "frag":
            fragment = _FRAGMENTS.get(value.lower())
            if fragment is None:
                raise NotationError(f"column {column}: frag is one of no, first, later")
            self._tests += fragment
        elif key == "class":
            self._taken_by = value
        elif key == "fc":
            self._test(Field.FORWARDING_CLASS, Named(value))
        else:
            if value not in LOSS_PRIORITIES:
                known = ", ".join(LOSS_PRIORITIES)
                raise NotationError(f"column {column}: loss-priority is one of {known}")
            self._test(Field.LOSS_PRIORITY, Named(value))

    def _flags(self, value: str, column: int) -> None:
        bits = 0
        for name in value.lower().replace("+", ",").split(","):
            if name not in TCP_FLAG_NAMES:
                known = ", ".join(TCP_FLAG_NAMES)
                raise NotationError(f"column {column}: {name!r} is no TCP flag; there are {known}")
            bits |= 1 << TCP_FLAG_NAMES.index(name)
        self._test(Field.TCP_FLAGS, Interval(bits, bits))

    def _numbers(self, field: Field, text: str, column: int) -> list[Value]:
        """Numbers, ranges and names, separated by commas."""
        most = (1 << WIDTHS[field]) - 1
        names = _NAMES.get(field, {})
        values: list[Value] = []
        for part in text.lower().split(","):
            ends = [part] if part in names else part.split("-", 1)
            numbers = [names.get(end, _number(end)) for end in ends]
            low, high = numbers[0], numbers[-1]
            if low is None or high is None or not low <= high <= most:
                named = " or a name such as ef" if names else ""
                raise NotationError(
                    f"column {column}: {part!r} is no value of {field}: a number from 0 to {most}, "
                    f"a range such as 1-2{named} is"
                )
            values.append(Interval(low, high))
        return values

    # Addresses

    def _endpoint(self, text: str, column: int, side: str) -> None:
        endpoint = _ENDPOINT.fullmatch(text)
        plain = endpoint is None or (endpoint["six"] is None and text.count(":") > 1)
        host, ports = (
            (text, None) if plain or endpoint is None else (endpoint["six"], endpoint["ports"])
        )
        if not plain and endpoint is not None and host is None:
            host = endpoint["host"]
        if host.lower() not in ("", "any", "*"):
            field, value = _address(host, side, column)
            self._test(field, value)
        if ports is not None and ports not in ("any", "*"):
            field = Field.SRC_PORT if side == "src" else Field.DST_PORT
            self._test(field, *self._numbers(field, ports, column))


def _number(text: str) -> int | None:
    try:
        if text[:2] == "0x":
            return int(text, 16)
        return int(text) if text.isascii() and text.isdecimal() else None
    except ValueError:
        return None


def _address(text: str, side: str, column: int) -> tuple[Field, Value]:
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        raise NotationError(
            f"column {column}: {text!r} is no address: 10.0.0.1, 10.1.0.0/16, 10.0.0.1:5060 and "
            "[2001:db8::1]:5060 are"
        ) from None
    field = Field(f"{side}{network.version}")
    return field, Masked(int(network.network_address), int(network.netmask))
