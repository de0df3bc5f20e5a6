"""`ip nbar port-map` and `ip nbar custom`: the ports that NBAR knows a protocol by.

Sources: Cisco IOS Quality of Service Solutions Command Reference, `ip nbar port-map` (the ports
take the place of the well-known ones, up to 16 of them) and `ip nbar custom` (a protocol of the
user's own, by the ports of one side or of both).
"""

from __future__ import annotations

from dataclasses import replace

from qosc.fields import Field
from qosc.frontends.cisco.statements.account import Account, Rejected
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import AllOf, AnyOf, Interval, Not, Opaque, Predicate, Test

__all__ = ["nbar", "with_ports"]

_CARRIERS = {"tcp": 6, "udp": 17}
_SIDES = {"source": (Field.SRC_PORT,), "destination": (Field.DST_PORT,)}
_BOTH = (Field.SRC_PORT, Field.DST_PORT)
_HIGHEST = 65_535


def nbar(account: Account, line: Line) -> None:
    """A line `ip nbar ...`: what it says of a protocol's ports goes to `account.nbar`."""
    words = line.text.lower().split()[2 + line.negated :]
    try:
        if words[:1] == ["port-map"]:
            _port_map(account, line, words[1:])
        elif words[:1] == ["custom"]:
            _custom(account, line, words[1:])
        else:
            account.irrelevant(line)
    except Rejected as error:
        account.rejected(line, error)


def _port_map(account: Account, line: Line, words: list[str]) -> None:
    if len(words) < 2 + (not line.negated) or words[1] not in _CARRIERS:
        raise Rejected(None, "a protocol, tcp or udp, and its ports are needed")
    key = words[0], words[1]
    account.nbar.pop(key, None)
    if not line.negated:
        account.nbar[key] = _ports(line, words[1], _BOTH, words[2:])
    account.modelled(line)


def _custom(account: Account, line: Line, words: list[str]) -> None:
    """`custom NAME [source|destination] tcp|udp [range] PORT...`; what looks into the payload, or
    at a host's name, is no matter of ports.
    """
    name, *rest = words or [""]
    fields = _SIDES.get(rest[0], _BOTH) if rest else _BOTH
    rest = rest[1:] if fields is not _BOTH else rest
    if not rest or rest[0] not in _CARRIERS:
        account.irrelevant(line)
        return
    account.nbar.pop((name, rest[0]), None)
    if not line.negated:
        account.nbar[name, rest[0]] = _ports(line, rest[0], fields, rest[1:])
    account.modelled(line)


def _ports(line: Line, carrier: str, fields: tuple[Field, ...], words: list[str]) -> Predicate:
    """Packets of the carrier with one of the ports at one of the ends."""
    ranged = words[:1] == ["range"]
    numbers = [int(word) for word in words[ranged:] if word.isdecimal() and len(word) < 6]
    fits = numbers and len(numbers) == len(words) - ranged and max(numbers) <= _HIGHEST
    if not fits or (ranged and len(numbers) != 2):
        raise Rejected(None, f"a port is a number from 0 to {_HIGHEST}")
    values = (
        (Interval(min(numbers), max(numbers)),)
        if ranged
        else tuple(Interval(number, number) for number in numbers)
    )
    origin = line.span()
    ends = tuple(Test(field, values, origin) for field in fields)
    protocol = _CARRIERS[carrier]
    by_carrier = Test(Field.PROTOCOL, (Interval(protocol, protocol),), origin)
    return AllOf((by_carrier, AnyOf(ends, origin) if len(ends) > 1 else ends[0]), origin)


def with_ports(account: Account, match: Predicate) -> Predicate:
    """The criterion of a class-map with the ports that the config gives its protocol."""
    if isinstance(match, Not):
        return replace(match, operand=with_ports(account, match.operand))
    if not isinstance(match, Opaque) or match.feature != "protocol":
        return match
    given = [
        account.nbar[match.argument, one]
        for one in _CARRIERS
        if (match.argument, one) in account.nbar
    ]
    if not given:
        return match
    return replace(match, likely=given[0] if len(given) == 1 else AnyOf(tuple(given), match.origin))
