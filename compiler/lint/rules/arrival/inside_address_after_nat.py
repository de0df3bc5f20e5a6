"""A class that matches inside addresses on a port that has translated them already.

## What it does

Reports an entry of an access list with inside sources, in a class of an output policy on a port
with `ip nat outside`, where `ip nat inside source list` translates these sources.

## Why it matters

The addresses are translated before the output policy looks at a packet. The entry takes nothing:
calls of the inside wait with all else.

## Example

```ios
hostname r1
ip access-list extended PHONES
 permit udp 192.168.1.0 0.0.0.255 any range 16384 32767
class-map match-all VOICE
 match access-group name PHONES
policy-map OUT
 class VOICE
  priority percent 20
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
 ip nat outside
 service-policy output OUT
interface FastEthernet0/0
 ip address 192.168.1.1 255.255.255.0
 ip nat inside
ip nat inside source list 1 interface Serial0/0 overload
access-list 1 permit 192.168.1.0 0.0.0.255
end
```

## Use instead

```ios
hostname r1
ip access-list extended PHONES
 permit udp any any range 16384 32767
class-map match-all VOICE
 match access-group name PHONES
policy-map OUT
 class VOICE
  priority percent 20
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
 ip nat outside
 service-policy output OUT
interface FastEthernet0/0
 ip address 192.168.1.1 255.255.255.0
 ip nat inside
ip nat inside source list 1 interface Serial0/0 overload
access-list 1 permit 192.168.1.0 0.0.0.255
end
```

## Sources

- Cisco document 6209, NAT Order of Operation: from inside to outside, translation comes before the
  output access list and before queueing.
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Address
from typing import NamedTuple

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import Attachment, Masked, Predicate
from qosc.ir.resolve import POLICY_LEVELS
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.port_networks import block_lines
from qosc.lint.facts.walk import leaf_tests, lists_of
from qosc.patterns import pattern
from qosc.source import SourceText, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS124", "inside-address-after-nat", Severity.WARNING, "0.1")

_TRANSLATED = pattern(r"ip nat inside source list (\S+)")
_WHOLE = (1 << 32) - 1
_HEAD = pattern(r"ip access-list (?:standard|extended) (\S+)")
_ENTRY = pattern(
    r"(?:access-list (\S+)|\s+(?:\d+)?) ?(permit|deny)[ ]+(?:ip[ ]+)?(\d+(?:\.\d+){3})"
    r"(?:[ ]+(\d+(?:\.\d+){3}))?"
)


class _Inside(NamedTuple):
    """Sources that an entry of a list of NAT permits."""

    value: int
    mask: int
    origin: Span


def check(context: Context) -> Iterator[Diagnostic]:
    source = context.source
    if source is None or not context.profile.ios_statements.value:
        return
    names = {said[1] for said in map(_TRANSLATED.match, source.lines) if said is not None}
    inside = list(_inside(source, names)) if names else []
    reported: set[Span] = set()
    for port in context.index.busy if inside else ():
        lines = block_lines(source, port.origin.line)
        if any(line.strip() == "ip nat outside" for line in lines):
            for stage in port.output:
                if isinstance(stage, Attachment):
                    yield from _of_policy(context, stage, port.name, inside, reported)


def _inside(source: SourceText, names: set[str]) -> Iterator[_Inside]:
    """What the lists permit; they need not be of QoS, so that the model may not have them."""
    current = ""
    for number, line in source.numbered():
        head = _HEAD.match(line)
        if line[:1] not in (" ", "\t"):
            current = head[1] if head is not None else ""
        said = _ENTRY.match(line)
        if said is None or said[2] != "permit" or (said[1] or current) not in names:
            continue
        try:
            value, wildcard = int(IPv4Address(said[3])), int(IPv4Address(said[4] or 0))
        except ValueError:
            continue
        mask = ~wildcard & _WHOLE
        if mask:
            place = Span(source.path, number, 1, number, len(line) + 1)
            yield _Inside(value & mask, mask, place)


def _of_policy(
    context: Context, stage: Attachment, port: str, inside: list[_Inside], reported: set[Span]
) -> Iterator[Diagnostic]:
    level = [stage.policy.name]
    for _ in range(POLICY_LEVELS):
        policies = [context.device.policies.get(name) for name in dict.fromkeys(level)]
        items = [item for one in policies if one is not None for item in one.classes]
        level = [item.child.name for item in items if item.child is not None]
        for item in items:
            for access_list in lists_of(context.device, item.match):
                for entry in access_list.entries:
                    by = _translating(context, entry.match, inside) if entry.permit else None
                    if by is not None and entry.origin not in reported:
                        reported.add(entry.origin)
                        yield _finding(item.name, port, entry.origin, by)


def _finding(name: str, port: str, origin: Span, by: Span) -> Diagnostic:
    return RULE.at(
        origin,
        f"class {name} matches inside addresses, which {port} has translated",
        effect="NAT comes before the output policy: the class never matches them",
        label="translated before",
        related=(Label(by, "the sources that are translated"),),
        help="mark on the inside port, and match the DSCP here",
    )


def _translating(context: Context, match: Predicate, inside: list[_Inside]) -> Span | None:
    """The line of NAT that has all sources that an entry of a class asks for."""
    tests = [test for test in leaf_tests(context.device, match) if test.field is Field.SRC4]
    if len(tests) != 1 or len(tests[0].values) != 1:
        return None
    (value,) = tests[0].values
    if not isinstance(value, Masked):
        return None
    for one in inside:
        if one.mask & value.mask == one.mask and value.value & one.mask == one.value:
            return one.origin
    return None
