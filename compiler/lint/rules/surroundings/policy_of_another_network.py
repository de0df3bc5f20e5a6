"""A policy whose lists have the networks of other ports, and none of its own.

## What it does

Reports a policy on input all of whose classes match by access lists with the sources of networks
that other ports of the text are in, none of which is behind the port itself. On output it reports
one whose lists have the port's own network as source throughout, lists of IPv6 beside them.

## Why it matters

No class takes a packet. What comes in is in class-default, whose mark and queue all of it gets:
calls of phones are best effort from here on.

## Example

```ios
hostname r1
router ospf 1
 network 10.1.0.0 0.0.255.255 area 0
ip access-list extended PHONES
 permit udp 10.1.20.0 0.0.0.255 any range 16384 32767
class-map match-all VOICE
 match access-group name PHONES
policy-map MARK
 class VOICE
  set dscp ef
 class class-default
  set dscp default
interface FastEthernet0/0.10
 encapsulation dot1Q 10
 ip address 10.1.10.1 255.255.255.0
 service-policy input MARK
interface FastEthernet0/0.20
 encapsulation dot1Q 20
 ip address 10.1.20.1 255.255.255.0
```

## Use instead

```ios
hostname r1
router ospf 1
 network 10.1.0.0 0.0.255.255 area 0
ip access-list extended PHONES
 permit udp 10.1.20.0 0.0.0.255 any range 16384 32767
class-map match-all VOICE
 match access-group name PHONES
policy-map MARK
 class VOICE
  set dscp ef
 class class-default
  set dscp default
interface FastEthernet0/0.10
 encapsulation dot1Q 10
 ip address 10.1.10.1 255.255.255.0
interface FastEthernet0/0.20
 encapsulation dot1Q 20
 ip address 10.1.20.1 255.255.255.0
 service-policy input MARK
```

## Sources

- RFC 2827 and RFC 3704: packets that come from a network have its addresses as their source.
- Cisco IOS Security Command Reference, `permit (IP)`: the source stands before the destination.
- The config itself: the networks of its ports.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field
from qosc.ir import AccessEntry, Attachment, Policy, Reference
from qosc.ir.resolve import resolve
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import blocks
from qosc.lint.facts.lines.connected import asked_network, connected, networks_behind
from qosc.lint.facts.port_networks import Network
from qosc.lint.facts.walk import lists_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS902", "policy-of-another-network", Severity.WARNING, "0.1")

_ROUTING = ("router ", "ip route ", "spanning-tree ", "feature ")


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return
    by_lists: dict[str, bool] = {}
    for port in context.index.busy:
        for direction, stages in (("input", port.input), ("output", port.output)):
            for stage in stages:
                policy = _policy(context, stage)
                if policy is None:
                    continue
                # Most policies have no class of a list: no port is looked at for their sake.
                if policy.name not in by_lists:
                    by_lists[policy.name] = _has_lists(context, policy)
                own = networks_behind(context, port.name) if by_lists[policy.name] else ()
                if not own:
                    continue
                if direction == "input" and _is_elsewhere(context, policy, own):
                    what = "has the sources of other ports alone"
                    effect = (
                        f"no source in its lists is behind {port.name}: class-default takes all"
                    )
                elif direction == "output" and _is_backwards(context, policy, own):
                    what = "has sources that only what comes in has"
                    effect = f"what leaves {port.name} has its own network as destination"
                else:
                    continue
                yield RULE.at(
                    stage.origin,
                    f"{policy.title[:40]} on {direction} of {port.name[:30]} {what}",
                    effect=effect,
                    label="its lists are of other packets",
                    help="apply the policy where its packets pass, or change its lists",
                )


def _policy(context: Context, stage: object) -> Policy | None:
    if not isinstance(stage, Attachment):
        return None
    return context.device.policies.get(stage.policy.name)


def _has_lists(context: Context, policy: Policy) -> bool:
    """Whether an entry of a list with a source of IPv4 belongs to a class of a policy."""
    return any(
        asked_network(entry.match, Field.SRC4) is not None
        for item in policy.classes
        for one in lists_of(context.device, item.match)
        for entry in one.entries
        if entry.permit
    )


def _entries(context: Context, policy: Policy) -> list[list[AccessEntry]] | None:
    """The permitting entries of each class, but class-default; None where a class matches by
    something else than lists.
    """
    entries = []
    for item in policy.classes:
        if item.name == "class-default":
            continue
        match = item.match
        class_map = resolve(context.device, match) if isinstance(match, Reference) else None
        lines = getattr(getattr(class_map, "match", None), "operands", ())
        lists = list(lists_of(context.device, match))
        if not lines or len(lists) != len(lines):
            return None
        entries.append([entry for one in lists for entry in one.entries if entry.permit])
    return entries


def _is_elsewhere(context: Context, policy: Policy, own: Sequence[Network]) -> bool:
    classes = _entries(context, policy)
    if not classes or not any(block.head.startswith(_ROUTING) for block in context.once(blocks)):
        return False
    others = [one for each in context.once(connected).values() for one in each if one not in own]
    sources = [asked_network(one.match, Field.SRC4) for each in classes for one in each]
    return bool(sources) and all(
        source is not None
        and not any(_meet(source, network) for network in own)
        and any(network.holds(*source) for network in others)
        for source in sources
    )


def _is_backwards(context: Context, policy: Policy, own: Sequence[Network]) -> bool:
    """Whether all sources of IPv4 are in the port's network, and lists of IPv6 are beside each:
    without those it is the matter of own-network-ahead.
    """
    count = 0
    for item in policy.classes:
        lists = list(lists_of(context.device, item.match))
        entries = [entry for one in lists for entry in one.entries if entry.permit]
        if not entries:
            continue
        sources = [asked_network(entry.match, Field.SRC4) for entry in entries]
        known = [source for source in sources if source is not None]
        if not known or len(known) == len(sources):
            return False
        if not all(any(network.holds(*source) for network in own) for source in known):
            return False
        if any(asked_network(entry.match, Field.DST4) == (0, 0) for entry in entries):
            return False
        count += 1
    return count > 0


def _meet(source: tuple[int, int], network: Network) -> bool:
    common = source[1] & network.mask
    return source[0] & common == network.value & common
