"""Address translation, by which classes on output see other addresses and ports.

Read from the lines, which the model leaves out. On a router of Cisco translation from inside to
outside comes after routing and before the output access list and queueing, that from outside to
inside after the input policy and before routing (Cisco document 6209, NAT Order of Operation): an
output always sees packets translated, an input never does. On an SRX, too, output filters come
behind NAT (Juniper, JUNOS Software Security Configuration Guide, "Step 2. The SPU for the Session
Processes the Packet").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from qosc.fields import Field
from qosc.ir import Device, Port, Test
from qosc.ir.leaves import leaves
from qosc.values import replace

__all__ = ["Before", "Nat", "Statement", "nat", "seen_translated"]

_SOURCE = frozenset((Field.SRC4,))
_DESTINATION = frozenset((Field.DST4,))
_SOURCE_PORT = frozenset((Field.SRC_PORT,))
_DESTINATION_PORT = frozenset((Field.DST_PORT,))
_ALL = frozenset((Field.SRC4, Field.DST4, Field.SRC6, Field.DST6, Field.SRC_PORT, Field.DST_PORT))
_OTHER_SIDE = {"inside": "outside", "outside": "inside", "enable": "enable"}
_ANY = "any"
"""The role of each interface where the config does not give them roles of this kind."""
_NAMES = {
    Field.SRC4: "source address",
    Field.SRC6: "source address",
    Field.DST4: "destination address",
    Field.DST6: "destination address",
    Field.SRC_PORT: "source port",
    Field.DST_PORT: "destination port",
}


class Statement(NamedTuple):
    """A statement that translates: its first words, its line, and all of it in single spaces."""

    head: str
    line: int
    text: str
    role: str = ""
    """What an interface has to be for it: empty for one of an inside and an outside."""

    def changed(self, leaving: str) -> frozenset[Field]:
        """The fields that may be others where packets leave by an interface of a role."""
        if self.role:
            return _ALL if leaving in (self.role, _ANY) else frozenset()
        if leaving not in ("inside", "outside"):
            return frozenset()
        words = self.text.split()
        ports = bool({"overload", "interface"}.intersection(words)) or words[4:6] in (
            ["static", "tcp"],
            ["static", "udp"],
        )
        source = (words[2:4] == ["outside", "source"]) is (leaving == "inside")
        fields = _SOURCE if source else _DESTINATION
        if ports:
            fields |= _SOURCE_PORT if source else _DESTINATION_PORT
        return fields


class Before(NamedTuple):
    """What an output sees otherwise than an input: the fields that it looks at and a statement that
    may have changed them.
    """

    fields: frozenset[Field]
    statement: Statement
    port: str

    @property
    def versions(self) -> frozenset[int]:
        """The IP versions that the statement is for."""
        return frozenset((4,) if self.statement.role in ("", "enable") else (4, 6))

    def __str__(self) -> str:
        named = sorted({_NAMES[field] for field in self.fields})
        return (
            f"NAT (`{self.statement.head}`, line {self.statement.line}) comes before the output of "
            f"{self.port}, which sees the {' and '.join(named)} that it gives"
        )


class Nat(NamedTuple):
    """The statements that translate, and what interfaces are by their heading, as it is and in
    lower case without spaces.
    """

    statements: tuple[Statement, ...] = ()
    by_line: Mapping[int, str] = MappingProxyType({})
    by_name: Mapping[str, str] = MappingProxyType({})

    def role(self, port: Port) -> str:
        """What an interface is: `inside`, `outside`, another role, or nothing."""
        return self.by_name.get(port.name.lower()) or self.by_line.get(port.origin.line, "")

    def before(self, device: Device, left: Port, entered: Port | None = None) -> Before | None:
        """What packets that leave by a port, and have come by another, meet before its output; None
        where the output looks at nothing that is translated.
        """
        if not self.statements or not left.output:
            return None
        out = self.role(left)
        into = self.role(entered) if entered is not None else ""
        tested = seen_translated(device, left)
        for one in self.statements if tested else ():
            leaving = _ANY if one.role == _ANY else out
            if entered is not None and leaving != _ANY and into != _OTHER_SIDE.get(out, into):
                continue
            if both := one.changed(leaving) & tested:
                return Before(both, one, left.name)
        return None


def seen_translated(device: Device, port: Port) -> frozenset[Field]:
    """The fields that translation may change, and that some stage of a port's output looks at."""
    tests = (leaf.value for leaf in leaves(device, replace(port, input=())))
    return _ALL & {value.field for value in tests if isinstance(value, Test)}


def nat(lines: Sequence[str], *, junos: bool) -> Nat:
    """What a text says of translation. Lists, pools and sets of rules are not looked into."""
    if junos:
        return Nat(tuple(_junos(lines)))
    by_line: dict[int, str] = {}
    by_name: dict[str, str] = {}
    statements: list[Statement] = []
    head, name = 0, ""
    for number, line in enumerate(lines, start=1):
        words = line.split()
        if not words:
            # A line may be of other blanks than those that begin a line below another.
            continue
        if line[:1] not in (" ", "\t", "!"):
            head, name = (
                (number, "".join(words[1:]).lower()) if words[0] == "interface" else (0, "")
            )
            statements += _statement(words, number)
        elif head and (role := _role(words)):
            by_line[head] = by_name[name] = role
    return Nat(tuple(statements), by_line, by_name)


def _statement(words: list[str], number: int) -> Iterator[Statement]:
    text = " ".join(words)
    if words[:2] == ["ip", "nat"] and words[2:3] == ["source"]:
        yield Statement("ip nat source", number, text, "enable")
    elif words[:2] == ["ip", "nat"] and words[3:4] in (["source"], ["destination"]):
        yield Statement(" ".join(words[:4]), number, text)
    elif words[:1] == ["nat64"]:
        yield Statement("nat64", number, text, "other family")
    elif words[:2] == ["ipv6", "nat"] and words[2:3] != ["translation"]:
        yield Statement("ipv6 nat", number, text, "other family")


def _role(words: list[str]) -> str:
    if words[:2] == ["ip", "nat"] and words[2:3] in (["inside"], ["outside"], ["enable"]):
        return words[2] if len(words) == 3 else ""
    return "other family" if words in (["nat64", "enable"], ["ipv6", "nat"]) else ""


def _junos(lines: Sequence[str]) -> Iterator[Statement]:
    """The first statement: who is translated is a matter of zones and rules, which are not read."""
    for number, line in enumerate(lines, start=1):
        words = line.split()
        of_set = words[:1] == ["set"] and (
            "security nat " in f"{line} " or "services nat " in f"{line} "
        )
        if of_set or words == ["nat", "{"]:
            yield Statement("nat", number, " ".join(words), _ANY)
            return
