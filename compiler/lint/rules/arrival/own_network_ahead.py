"""A class for packets that come in by a port and are for the network of the same port.

## What it does

Reports a class of an input policy, or a term of an input filter, all of whose entries match
destinations in the network of the port itself, and one of output all of whose entries match
sources there. Each port that the policy is on must be so, and none may have subinterfaces: packets
from one of them to another leave by it. Entries for the port's own address are for the router, and
are passed over.

## Why it matters

A host sends to its own network without the router. Source and destination of the list are the
wrong way round: the class takes nothing, and what was meant for it has no mark or no queue.

## Example

```ios
ip access-list extended PHONES
 permit udp any 192.0.2.0 0.0.0.255 range 16384 32767
class-map match-all VOICE
 match access-group name PHONES
policy-map LAN
 class VOICE
  set dscp ef
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy input LAN
```

## Use instead

```ios
ip access-list extended PHONES
 permit udp 192.0.2.0 0.0.0.255 any range 16384 32767
class-map match-all VOICE
 match access-group name PHONES
policy-map LAN
 class VOICE
  set dscp ef
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy input LAN
```

## Sources

- RFC 1122, section 3.3.1.1: a host sends to a destination on its own network directly.
- Cisco IOS Security Command Reference, `permit`: the source stands before the destination.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field
from qosc.ir import AllOf, Attachment, Masked, Port, Predicate, Reference, RuleList, Test
from qosc.ir.resolve import resolve
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.nat import translations
from qosc.lint.facts.port_networks import Network, port_networks
from qosc.lint.facts.walk import leaf_tests, lists_of
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS123", "own-network-ahead", Severity.WARNING, "0.1")

_WHOLE = (1 << 32) - 1


def check(context: Context) -> Iterator[Diagnostic]:
    networks = context.once(port_networks)
    # A port with subinterfaces is left by what came in by another of them.
    above = {port.parent for port in context.device.ports.values()}
    judged = networks.keys() - above
    used: dict[tuple[str, str], list[Port]] = {}
    rules: dict[tuple[int, str], tuple[RuleList, list[Port]]] = {}
    for port in context.index.busy:
        for direction, stages in (("input", port.input), ("output", port.output)):
            for stage in stages:
                if isinstance(stage, Attachment):
                    used.setdefault((stage.policy.name, direction), []).append(port)
                elif stage.feature.startswith("filter "):
                    rules.setdefault((id(stage), direction), (stage, []))[1].append(port)
    both = {name for name, direction in used if direction == "input"} & {
        name for name, direction in used if direction == "output"
    }
    for (name, direction), ports in used.items():
        policy = context.device.policies.get(name)
        if policy is None or name in both or not all(port.name in judged for port in ports):
            continue
        for item in policy.classes:
            entries = _entries(context, item.match)
            yield from _told(
                context, f"class {item.name} of {policy.title}", entries, ports, direction
            )
    for (_, direction), (stage, ports) in rules.items():
        if all(port.name in judged for port in ports):
            for rule in stage.rules:
                title = f"this term of {stage.feature[:60]}"
                yield from _told(context, title, [(rule.match, rule.origin)], ports, direction)


def _entries(context: Context, match: Predicate) -> list[tuple[Predicate, Span]]:
    """The entries that permit of a class whose every line is an access list; else nothing."""
    class_map = resolve(context.device, match) if isinstance(match, Reference) else None
    lines = getattr(getattr(class_map, "match", None), "operands", ())
    if not lines or len(list(lists_of(context.device, match))) != len(lines):
        return []
    return [
        (entry.match, entry.origin)
        for access_list in lists_of(context.device, match)
        for entry in access_list.entries
        if entry.permit
    ]


def _told(
    context: Context,
    title: str,
    entries: Sequence[tuple[Predicate, Span]],
    ports: Sequence[Port],
    direction: str,
) -> Iterator[Diagnostic]:
    field = Field.DST4 if direction == "input" else Field.SRC4
    networks = context.once(port_networks)
    tests = [one for match, _ in entries for one in leaf_tests(context.device, match)]
    places = [one.origin for one in tests if one.field is field and one.origin != NOWHERE]
    if not entries or (direction == "input" and _translated(context, tests)):
        return
    if not all(
        any(_is_of(context, match, field, one) for one in networks[port.name])
        for match, _ in entries
        for port in ports
    ):
        return
    shown = str(networks[ports[0].name][0])
    way = "arrives on" if direction == "input" else "leaves by"
    side = "destination" if direction == "input" else "source"
    yield RULE.at(
        places[0] if places else entries[0][1],
        f"{title}: {side} is in the network of {ports[0].name} itself",
        effect=f"no packet that {way} this port has its {side} in {shown}",
        label=f"the {side} is there already",
        help="exchange source and destination, if they were mixed up",
    )


def _translated(context: Context, tests: Sequence[Test]) -> bool:
    """Whether NAT sends on what is addressed to one of the destinations."""
    outside = [net for one in context.once(translations) for net in one.outside]
    return any(
        int(net.network_address) & value.mask == value.value & int(net.netmask)
        for test in tests
        if test.field is Field.DST4
        for value in test.values
        if isinstance(value, Masked)
        for net in outside
    )


def _is_of(context: Context, match: Predicate, field: Field, network: Network) -> bool:
    """Whether an entry asks for addresses of a network, and not for the port's own."""
    if not isinstance(match, (AllOf, Test)):
        return False
    asked = [test for test in leaf_tests(context.device, match) if test.field is field]
    return (
        len(asked) == 1
        and bool(asked[0].values)
        and all(
            isinstance(value, Masked)
            and network.holds(value.value, value.mask)
            and not (value.mask == _WHOLE and value.value == network.own)
            for value in asked[0].values
        )
    )
