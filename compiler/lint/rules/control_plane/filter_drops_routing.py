"""A filter of the loopback interface that drops a routing protocol of the same config.

## What it does

Reports an input filter of `lo0` on a device that runs BGP, OSPF or RIP, where no term accepts any
packet of the protocol. Whether BGP needs the filter of `family inet` or that of `family inet6` is
told by the addresses of its neighbours. Where the config has none of these, as with
`apply-groups`, it is reported only if no family lets BGP through.

## Why it matters

The filter of `lo0` sees all that comes for the router itself, on each interface; a routing instance
with a unit of lo0 of its own has the filter of that unit, and the others that of lo0.0. With the
packets of a routing protocol dropped the neighbours are lost within their hold time, and the routes
with them; the commit that does it takes the way back as well.

## Example

```junos
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/30; } } }
    lo0 { unit 0 { family inet { filter { input protect; } } } }
}
protocols {
    ospf {
        area 0 { interface ge-0/0/0; }
    }
}
firewall {
    family inet {
        filter protect {
            term ssh {
                from { protocol tcp; destination-port ssh; }
                then accept;
            }
            term rest { then { discard; } }
        }
    }
}
```

## Use instead

```junos
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/30; } } }
    lo0 { unit 0 { family inet { filter { input protect; } } } }
}
protocols {
    ospf {
        area 0 { interface ge-0/0/0; }
    }
}
firewall {
    family inet {
        filter protect {
            term routing {
                from { protocol ospf; }
                then accept;
            }
            term ssh {
                from { protocol tcp; destination-port ssh; }
                then accept;
            }
            term rest { then { discard; } }
        }
    }
}
```

## Sources

- RFC 6192, section 3 and appendix A.2: the filter of lo0 permits the router's own protocols before
  the last term discards the rest.
- Juniper, Configuring Logical Units on the Loopback Interface for Routing Instances in Layer 3
  VPNs: which filter a routing instance uses, with and without a loopback interface of its own.
- RFC 4271 (BGP: TCP port 179), RFC 2328 (OSPF: protocol 89), RFC 2453 (RIP: UDP port 520).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Port, RuleList
from qosc.lint.engine.rule import Context
from qosc.lint.engine.rule import Rule as LintRule
from qosc.lint.engine.undecided import deciding, packet_space
from qosc.lint.facts.guards import guarded, instances_of_lo0
from qosc.lint.facts.packets.fates import passes
from qosc.lint.facts.routing import Routing, routing

if TYPE_CHECKING:
    from qosc.packets import PacketSpace

__all__ = ["RULE", "check"]

RULE = LintRule("QOS317", "filter-drops-routing", Severity.WARNING, "0.1")

_FAMILIES = {"inet": 4, "inet6": 6}


def check(context: Context) -> Iterator[Diagnostic]:
    ports = guarded(context)
    everything = context.once(routing) if ports else []
    for port in ports if everything else ():
        stages = _filters(port)
        protocols = _seen(context, port, everything)
        for version, stage in stages.items():
            with deciding(context, RULE, stage.origin, stage.feature[:80]):
                space = context.once(packet_space)
                lost = [
                    one
                    for one in protocols
                    if min(one.packets) == version and _is_lost(space, stages, one)
                ]
                if lost:
                    yield _finding(port, stage, lost)


def _filters(port: Port) -> dict[int, RuleList]:
    """The filters of a port by the version of IP that they see."""
    filters: dict[int, RuleList] = {}
    for stage in port.input:
        if isinstance(stage, RuleList) and stage.feature.startswith("filter "):
            version = _FAMILIES.get(stage.feature.split(" ")[1])
            if version is not None:
                filters[version] = stage
    return filters


def _seen(context: Context, port: Port, protocols: list[Routing]) -> list[Routing]:
    """The protocols whose packets the filters of a unit of lo0 see."""
    units = context.once(instances_of_lo0)
    own = units.get(port.name)
    if own is not None:
        return [one for one in protocols if one.instance == own]
    others = set(units.values())
    return [one for one in protocols if one.instance not in others]


def _is_lost(space: PacketSpace, stages: dict[int, RuleList], one: Routing) -> bool:
    return all(
        version in stages and not passes(space, stages[version], space.region(packets))
        for version, packets in one.packets.items()
    )


def _finding(port: Port, stage: RuleList, lost: list[Routing]) -> Diagnostic:
    names = " and ".join(one.name for one in lost)
    name = stage.feature.split(" ", 2)[-1][:40]
    return RULE.at(
        stage.origin,
        f"filter {name} on {port.name} accepts no packet of {names} of this router",
        label="drops what the router needs",
        related=tuple(Label(one.origin, f"{one.name} runs here") for one in lost),
        help=f"accept {names} in a term before the one that discards",
    )
