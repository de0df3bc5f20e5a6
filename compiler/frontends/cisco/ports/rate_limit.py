"""Committed access rate: `rate-limit` lines and the access lists of its own.

Order of the lines on an interface is the order of the rules. CAR takes IP packets only (Cisco IOS
Quality of Service Solutions Configuration Guide, "Configuring Committed Access Rate").
"""

from __future__ import annotations

from qosc.amounts import Burst, Rate
from qosc.fields import Field
from qosc.frontends.cisco.mqc.marks import outcome
from qosc.frontends.cisco.statements import Node, Word
from qosc.frontends.cisco.statements.account import (
    Account,
    Rejected,
    at,
    bits,
    code_point,
    equal,
    number,
    phrase,
)
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import (
    AccessEntry,
    AccessList,
    Algorithm,
    AllOf,
    Masked,
    Meter,
    Outcome,
    Policer,
    Predicate,
    Reference,
    RefKind,
    Rule,
    Test,
)

__all__ = ["RateLimitLists", "rate_limit"]

_RATE = "QoS command reference, rate-limit"
_RANGES = (
    (8_000, 10**13, "a CAR rate"),
    (1_000, 512_000_000, "the normal burst"),
    (0, 1_024_000_000, "the extended burst"),
)
_MOST = 10**12
_EXP_LISTS = 200


def rate_limit(account: Account, line: Line) -> tuple[str, Rule]:
    """The direction (`input`, `output`) and the rule of a `rate-limit` line; raises `Rejected`.

    The rate is in bit/s, the bursts are in bytes.
    """
    node = phrase("rate_limit", line)
    direction = node.nodes()[0].word()
    rate, normal, most = node.words()
    meter = Meter(
        Algorithm.CAR,
        Rate(bits(rate, 1, "a CAR rate", _RATE), origin=at(line, rate)),
        cbs=Burst(number(normal, 0, _MOST, "the normal burst", _RATE), origin=at(line, normal)),
        ebs=Burst(number(most, 0, _MOST, "the extended burst", _RATE), origin=at(line, most)),
        origin=line.span(rate.start, most.end),
    )
    conform, exceed = (_action(account, line, node, name) for name in ("conform", "exceed"))
    policer = Policer(meter, conform, exceed, origin=line.span())
    for word, (low, high, what) in zip((rate, normal, most), _RANGES, strict=True):
        if not low <= int(word.text) <= high and account.state(line) is None:
            # No router takes it; what was meant is plain, and kept.
            reason = f"{what} is a number from {low} to {high} ({_RATE})"
            account.rejected(line, Rejected(word, reason))
    return direction, Rule(_match(line, node), policer, origin=line.span())


def _action(account: Account, line: Line, node: Node, name: str) -> Outcome:
    action = node.find(name)
    assert action is not None  # noqa: S101 - the grammar asks for both
    return outcome(account, line, action.nodes()[0])


def _match(line: Line, node: Node) -> Predicate:
    given = node.nodes()[1]
    ip = equal(Field.VERSION, (4,), at(line, given))
    if given.name == "access_group":
        word = given.words()[0]
        return Reference(RefKind.ACCESS_LIST, word.text, at(line, word))
    if given.name == "rate_limit_group":
        word = given.words()[0]
        rate_limit_list = Reference(RefKind.RATE_LIMIT_LIST, word.text, at(line, word))
        # Lists from 200 on look at the label before the IP header.
        return (
            rate_limit_list
            if int(word.text) >= _EXP_LISTS
            else AllOf((ip, rate_limit_list), at(line, given))
        )
    if given.name == "dscp":
        value = code_point(Field.DSCP, given.nodes()[0])
        return AllOf((ip, equal(Field.DSCP, (value,), at(line, given))), at(line, given))
    if given.name == "qos_group":
        value = number(given.words()[0], 0, 99, "a qos-group", _RATE)
        return AllOf((ip, equal(Field.QOS_GROUP, (value,), at(line, given))), at(line, given))
    return equal(Field.VERSION, (4,), line.span())


class RateLimitLists:
    """`access-list rate-limit N`: precedences (1-99), a MAC address (100-199) or EXP (200-299).

    A list holds one entry; a later line replaces it (QoS command reference, `access-list
    rate-limit`). A mask has one bit per precedence, 1 for precedence 0 (J. Boney, Cisco IOS in a
    Nutshell).
    """

    def __init__(self, account: Account) -> None:
        self._account = account
        self.found: dict[str, AccessList] = {}

    def line(self, line: Line) -> None:
        """A line `access-list rate-limit ...`."""
        try:
            node = phrase("rate_limit", line, keyword="access-list rate-limit")
            word, value = node.words()
            index = number(word, 1, 299, "a rate-limit access list", _RATE)
            test = _list_test(line, node, index, value)
        except Rejected as error:
            self._account.rejected(line, error)
            return
        self._account.modelled(line)
        name = str(index)
        self.found.pop(name, None)
        if not line.negated:
            entry = AccessEntry(permit=True, match=test, label="1", origin=line.span())
            self.found[name] = AccessList(name, (entry,), line.span())


def _list_test(line: Line, node: Node, index: int, value: Word) -> Test:
    origin = at(line, value)
    if 100 <= index <= 199:
        if "." not in value.text:
            raise Rejected(value, "lists 100 to 199 take a MAC address")
        address = int("".join(part.zfill(4) for part in value.text.split(".")), 16)
        return Test(Field.SRC_MAC, (Masked(address, (1 << 48) - 1),), origin)
    field = Field.PRECEDENCE if index < 100 else Field.MPLS_EXP
    if "." in value.text:
        raise Rejected(value, "only lists 100 to 199 take a MAC address")
    if node.name == "list_mask":
        mask = int(value.text, 16)
        return equal(field, [bit for bit in range(8) if mask >> bit & 1], origin)
    return equal(field, (number(value, 0, 7, f"a {field} value", _RATE),), origin)
