"""A class for BGP at the control plane that takes one of the two directions of a session.

## What it does

Reports a list of a control-plane policy with an entry for TCP port 179 on one side only, source or
destination, on a router that runs BGP, where packets with the port on the other side are not in the
class and a later class of the policy drops packets. A router that says who opens its sessions
(`transport connection-mode`) is not judged.

## Why it matters

Either router may open the session. The one that opens it has a port of its own, and 179 is on the
side of the other: whether the session is in its class is a matter of who was first.

## Example

```ios
hostname core
ip access-list extended BGP
 permit tcp host 192.0.2.2 any eq bgp
class-map match-all BGP
 match access-group name BGP
policy-map COPP
 class BGP
  police 512000 16000 conform-action transmit exceed-action drop
 class class-default
  police 64000 3000 conform-action transmit exceed-action drop
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.252
router bgp 65001
 neighbor 192.0.2.2 remote-as 65002
control-plane
 service-policy input COPP
```

## Use instead

```ios
hostname core
ip access-list extended BGP
 permit tcp host 192.0.2.2 any eq bgp
 permit tcp host 192.0.2.2 eq bgp any
class-map match-all BGP
 match access-group name BGP
policy-map COPP
 class BGP
  police 512000 16000 conform-action transmit exceed-action drop
 class class-default
  police 64000 3000 conform-action transmit exceed-action drop
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.252
router bgp 65001
 neighbor 192.0.2.2 remote-as 65002
control-plane
 service-policy input COPP
```

## Sources

- RFC 4271, section 8.2.1: both ends listen on port 179 and both open connections; section 6.8: of
  two the one that the router with the higher identifier has opened is kept.
- Cisco Nexus 7000, the default policy of the control plane: its list `copp-system-p-acl-bgp`
  permits BGP by the destination port and by the source port.

"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import TCP, Field
from qosc.ir import AccessEntry, Interval, Policer, Policy, Verdict
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.guards import guards
from qosc.lint.facts.walk import leaf_tests, lists_of
from qosc.patterns import pattern
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS613", "one-side-of-bgp", Severity.WARNING, "0.1")

_BGP = 179
_RUNS = pattern(r"(?m)^router bgp \d")
_SIDES = (Field.SRC_PORT, Field.DST_PORT)


def check(context: Context) -> Iterator[Diagnostic]:
    if context.source is None or _RUNS.search(context.source.text) is None:
        return
    if "connection-mode" in context.source.text:
        return  # who opens the sessions is settled
    reported: set[Span] = set()
    for _, policy in guards(context):
        if not isinstance(policy, Policy):
            continue
        drops = [any(map(_drops, item.policers)) or item.drop for item in policy.classes]
        for number, item in enumerate(policy.classes):
            if not any(drops[number + 1 :]):
                continue
            sides: dict[Field, AccessEntry] = {}
            for access_list in lists_of(context.device, item.match):
                for entry in access_list.entries:
                    for side in _sides(context, entry):
                        sides.setdefault(side, entry)
            if len(sides) != 1:
                continue
            ((side, entry),) = sides.items()
            if entry.origin in reported or _elsewhere(context, policy, side):
                continue
            reported.add(entry.origin)
            here, there = ("source", "destination") if side is _SIDES[0] else _SIDES_IN_WORDS
            yield RULE.at(
                entry.origin,
                f"class {item.name[:30]} of {policy.title[:40]} takes BGP by {here} port only",
                effect=f"a session with {there} port 179 is in a class further down, which drops",
                label=f"the {here} port alone",
                help=f"add an entry with 179 as the {there} port",
            )


_SIDES_IN_WORDS = ("destination", "source")


def _sides(context: Context, entry: AccessEntry) -> tuple[Field, ...]:
    """The sides on which an entry takes BGP packets: both where it asks for no port of TCP."""
    if not entry.permit:
        return ()
    tests = list(leaf_tests(context.device, entry.match))
    protocols = [one for one in tests if one.field is Field.PROTOCOL]
    if protocols and not any(
        isinstance(value, Interval) and value.low <= TCP <= value.high
        for one in protocols
        for value in one.values
    ):
        return ()
    ports = [one for one in tests if one.field in _SIDES]
    if not ports:
        return _SIDES
    asked = tuple(
        one.field
        for one in ports
        for value in one.values
        if isinstance(value, Interval) and value.low <= _BGP <= value.high
    )
    return asked if len(asked) == len(ports) else ()


def _elsewhere(context: Context, policy: Policy, side: Field) -> bool:
    """Whether an entry of another class of the policy takes BGP by the other side alone."""
    return any(
        side not in sides
        for item in policy.classes
        for one in lists_of(context.device, item.match)
        for entry in one.entries
        if (sides := _sides(context, entry))
    )


def _drops(policer: Policer) -> bool:
    outcomes = (policer.conform, policer.exceed, policer.violate)
    return any(one is not None and one.verdict is Verdict.DROP for one in outcomes)
