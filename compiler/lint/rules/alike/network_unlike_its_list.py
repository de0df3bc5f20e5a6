"""A network of an access list whose digits are transposed from those of all the others.

## What it does

Reports an entry of an access list with an address whose first two numbers are those of at least
three other entries, and of 80 % of all, but for two digits that changed places, where the common
one is private and this one is not: `192.186.13.0` among networks of `192.168`.

## Why it matters

The packets of that network are in another class, and no packet is in the one that was written.

## Example

```ios
access-list 101 permit ip any 192.168.10.0 0.0.0.255
access-list 101 permit ip any 192.168.11.0 0.0.0.255
access-list 101 permit ip any 192.168.12.0 0.0.0.255
access-list 101 permit ip any 192.186.13.0 0.0.0.255
access-list 101 permit ip any 192.168.14.0 0.0.0.255
class-map match-all SERVERS
 match access-group 101
policy-map LAN
 class SERVERS
  set dscp af31
interface FastEthernet0/0
 service-policy input LAN
```

## Use instead

```ios
access-list 101 permit ip any 192.168.10.0 0.0.0.255
access-list 101 permit ip any 192.168.11.0 0.0.0.255
access-list 101 permit ip any 192.168.12.0 0.0.0.255
access-list 101 permit ip any 192.168.13.0 0.0.0.255
access-list 101 permit ip any 192.168.14.0 0.0.0.255
class-map match-all SERVERS
 match access-group 101
policy-map LAN
 class SERVERS
  set dscp af31
interface FastEthernet0/0
 service-policy input LAN
```

## Sources

- RFC 1918, section 3: 10/8, 172.16/12 and 192.168/16 are the private networks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import AccessEntry, Device, Interval, Masked, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.majority import majority
from qosc.lint.facts.walk import leaf_tests

__all__ = ["RULE", "check"]

RULE = Rule("QOS703", "network-unlike-its-list", Severity.WARNING, "0.1")


class _Network(NamedTuple):
    """The first two numbers of an address that an entry asks for."""

    entry: AccessEntry
    first: int
    second: int

    @property
    def words(self) -> str:
        return f"{self.first}.{self.second}"

    @property
    def private(self) -> bool:
        return (
            self.first == 10
            or (self.first, self.second) == (192, 168)
            or (self.first == 172 and 16 <= self.second < 32)
        )


def check(context: Context) -> Iterator[Diagnostic]:
    for each in context.device.access_lists.values():
        for side in (Field.SRC4, Field.DST4):
            networks = [
                network
                for entry in each.entries
                for network in _networks(context.device, entry, side)
            ]
            parted = majority(networks, lambda one: one.words)
            if parted is None or not parted[0][0].private:
                continue
            common = parted[0][0]
            for one in parted[1]:
                if not one.private and _transposed(one, common):
                    yield RULE.at(
                        one.entry.origin,
                        f"access-list {each.name} has a network of {one.words} among "
                        f"{len(parted[0])} of {common.words}",
                        label="digits changed places",
                        related=(Label(common.entry.origin, f"{common.words} here"),),
                        help=f"write {common.words} if it was meant",
                    )


def _transposed(one: _Network, other: _Network) -> bool:
    """Whether two digits of one of the two numbers changed places."""
    pairs = [(one.first, other.first), (one.second, other.second)]
    differing = [(str(own), str(common)) for own, common in pairs if own != common]
    if len(differing) != 1:
        return False
    ((own, common),) = differing
    return len(own) == len(common) and sorted(own) == sorted(common)


def _networks(device: Device, entry: AccessEntry, side: Field) -> Iterator[_Network]:
    for test in leaf_tests(device, entry.match):
        yield from _of_test(entry, test) if test.field is side else ()


def _of_test(entry: AccessEntry, test: Test) -> Iterator[_Network]:
    for value in test.values:
        if isinstance(value, Masked) and value.mask >> 16 == 0xFFFF:
            yield _Network(entry, value.value >> 24, value.value >> 16 & 255)
        elif isinstance(value, Interval) and value.low >> 16 == value.high >> 16:
            yield _Network(entry, value.low >> 24, value.low >> 16 & 255)
