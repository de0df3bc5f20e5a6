"""An entry of a control-plane list for a protocol or a peer that the device does not have.

## What it does

Reads the access lists of the policy at `control-plane`, and reports an entry for another interior
routing protocol than the only one that runs, where no class takes that one; for a neighbor of BGP
or a server of NTP that is none, while the real one is in no entry; for the hellos of HSRP of the
other version; for the port of SNMP traps, which the router sends and does not get; and for sessions
from networks that the lines of vty do not admit. It also reports a policy on output of the control
plane that is called for its protection, where none is on input.

## Why it matters

The packets that were meant are in another class, mostly the one that is held to little for all
junk: under load adjacencies go down, and operators cannot reach the router.

## Example

```ios
hostname r1
class-map match-any COPP-ROUTING
 match access-group name COPP-ROUTING
policy-map COPP
 class COPP-ROUTING
  police 512000 16000 conform-action transmit exceed-action drop
 class class-default
  police 1000000 31250 conform-action transmit exceed-action drop
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.0
router eigrp 10
 network 192.0.2.0 0.0.0.255
ip access-list extended COPP-ROUTING
 permit ospf any any
control-plane
 service-policy input COPP
end
```

## Use instead

```ios
hostname r1
class-map match-any COPP-ROUTING
 match access-group name COPP-ROUTING
policy-map COPP
 class COPP-ROUTING
  police 512000 16000 conform-action transmit exceed-action drop
 class class-default
  police 1000000 31250 conform-action transmit exceed-action drop
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.0
router eigrp 10
 network 192.0.2.0 0.0.0.255
ip access-list extended COPP-ROUTING
 permit eigrp any any
control-plane
 service-policy input COPP
end
```

## Sources

- RFC 2281, section 5, and Cisco IOS First Hop Redundancy Protocols Configuration Guide, HSRP
  Version 2: version 1 sends to 224.0.0.2, version 2 to 224.0.0.102.
- RFC 3411 and the registry of port numbers of IANA: agents are asked at UDP port 161, and send
  notifications to 162.
- Cisco IOS Quality of Service Solutions Configuration Guide, Control Plane Policing: the policy on
  input is for packets that the device gets.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import blocks, place
from qosc.lint.facts.lines.entries import Entry, entries
from qosc.lint.facts.lines.own_services import Services, services
from qosc.lint.facts.lines.policies import classes, matched_lists, named
from qosc.lint.facts.routing import routing
from qosc.patterns import pattern
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS972", "list-for-absent-service", Severity.WARNING, "0.1")

_IGP = ("ospf", "eigrp")
_POLICY = "service-policy "
_GUARD = pattern(r"(?i).*(?:copp|control|cpp)")
_VERSIONS = {"224.0.0.2": 1, "224.0.0.102": 2}
_SHELLS = ("22", "telnet", "23")
_HSRP = ("1985", "hsrp")


class _Wrong(NamedTuple):
    """An entry: what is wrong with it, what becomes of the packets that were meant, and which
    protocol runs in place of its own.
    """

    number: int
    what: str
    effect: str
    runs: str = ""


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return
    names: list[str] = []
    for block in context.once(blocks):
        if block.head.startswith("control-plane"):
            names += [line.split()[2] for _, line in block.starting(f"{_POLICY}input ")]
            if not names:
                yield from _outward(context, list(block.starting(f"{_POLICY}output ")))
    if not names:
        return
    entries = _entries(context, names)
    own = context.once(services)
    for one in _wrong(entries, own) if entries else ():
        yield RULE.at(
            place(context, one.number),
            one.what,
            effect=one.effect,
            label="not of this device",
            related=tuple(
                Label(each.origin, f"{each.name} runs here")
                for each in context.once(routing)
                if each.name == one.runs
            ),
            help="write what the device runs and talks to",
        )


def _outward(context: Context, lines: list[tuple[int, str]]) -> Iterator[Diagnostic]:
    for number, line in lines:
        if _GUARD.match(line.split()[-1]):
            yield RULE.at(
                place(context, number),
                "the policy of the control plane is on output, and none is on input",
                effect="it limits what the device sends; nothing limits what it gets",
                label="not what comes in",
                help="apply it on input",
            )


def _entries(context: Context, names: list[str]) -> list[Entry]:
    """The permitting entries of all lists that the classes of some policies match."""
    policies, matched = named(context, "policy-map"), context.once(matched_lists)
    lists = context.once(entries)
    listed: list[Entry] = []
    for name in names:
        for item in classes(policies[name]) if name in policies else ():
            for own in matched.get(item.name, ()):
                listed += [one for one in lists.get(own, ()) if one.permit]
    return listed


def _wrong(entries: list[Entry], own: Services) -> Iterator[_Wrong]:
    if any(one.protocol == "ip" for one in entries):
        return  # what is meant may be taken by that
    yield from _other_igp(entries, own)
    bgp = [one for one in entries if "bgp" in one.ports or "179" in one.ports]
    yield from _other_host(bgp, own.bgp, "BGP", "a neighbor")
    ntp = [one for one in entries if "ntp" in one.ports or "123" in one.ports]
    yield from _other_host(ntp, own.ntp, "NTP", "a server")
    asked = any(one.to in ("snmp", "161") for one in entries)
    for one in entries:
        if one.to in _HSRP and own.hsrp and _VERSIONS.get(one.target, own.hsrp) != own.hsrp:
            yield _Wrong(
                one.number,
                f"the entry is for HSRP version {_VERSIONS[one.target]}, the device has {own.hsrp}",
                "its hellos miss the class, and the gateway flaps when they are dropped",
            )
        elif one.to in ("snmptrap", "162") and one.protocol == "udp" and own.snmp and not asked:
            yield _Wrong(
                one.number,
                "the entry is for SNMP traps, which the device sends; no entry is for SNMP",
                "what stations ask of the device misses the class",
            )
        elif _is_shut_out(one, own):
            yield _Wrong(
                one.number,
                f"the lines of vty admit nobody from {one.written[:40]}",
                "sessions of those who are admitted miss the class",
            )


def _is_shut_out(one: Entry, own: Services) -> bool:
    """Whether an entry is for sessions from where the lines of vty admit nobody."""
    if one.to not in _SHELLS or not own.shells or one.source is None:
        return False
    return not any(_meet(one.source, network) for network in own.shells)


def _other_igp(entries: list[Entry], own: Services) -> Iterator[_Wrong]:
    runs = [name for name in _IGP if name in own.routing]
    if len(runs) != 1 or any(one.protocol == runs[0] for one in entries):
        return
    for one in entries:
        if one.protocol in _IGP:
            yield _Wrong(
                one.number,
                f"the entry is for {one.protocol.upper()}, and the device runs {runs[0].upper()}",
                f"{runs[0].upper()} misses the class: adjacencies go down when it is dropped",
                runs[0].upper(),
            )


def _other_host(
    entries: list[Entry], hosts: frozenset[int], name: str, what: str
) -> Iterator[_Wrong]:
    """Entries for one host that is none of some, where none of those has an entry."""
    if not hosts or not entries or any(one.source is None for one in entries):
        return
    single = [one for one in entries if one.source is not None and one.source[1] == 0xFFFFFFFF]
    sources = [one.source for one in entries if one.source is not None]
    left = [host for host in hosts if not any(_meet(each, (host, -1)) for each in sources)]
    for one in single:
        if left and one.source is not None and one.source[0] not in hosts:
            yield _Wrong(
                one.number,
                f"the entry is for {name} of {one.written[:40]}, which is not {what}",
                f"{name} of {what} misses the class",
            )
            return


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    common = one[1] & other[1]
    return one[0] & common == other[0] & common
