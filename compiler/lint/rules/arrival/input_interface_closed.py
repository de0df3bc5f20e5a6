"""A class that matches an input interface which is shut, missing or another port.

## What it does

Reports a `match input-interface` in a class of an applied policy where the whole config has no such
interface, and at info where it is shut down. Interfaces that the router makes by itself (virtual
access, the null and the loopback interfaces) are passed over. Where the policy looks at what comes
in by other ports alone, that is reported too.

## Why it matters

The class has no packet, and what it was meant for is in another class: the interface was often
renamed or moved to another slot.

## Example

```ios
class-map match-all LAB
 match input-interface FastEthernet0/2
policy-map WAN
 class LAB
  bandwidth percent 20
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
 service-policy output WAN
interface FastEthernet0/1
 ip address 198.51.100.1 255.255.255.0
end
```

## Use instead

```ios
class-map match-all LAB
 match input-interface FastEthernet0/1
policy-map WAN
 class LAB
  bandwidth percent 20
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
 service-policy output WAN
interface FastEthernet0/1
 ip address 198.51.100.1 255.255.255.0
end
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `match input-interface`: matches the
  interface that packets came in by.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.datapath.rates import kind_of
from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field
from qosc.ir import Attachment, Named, Port, PortKind
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.lint.facts.walk import leaf_tests
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS122", "input-interface-closed", Severity.WARNING, "0.1")

_WIRED = ("ethernet", "fastethernet", "gigabitethernet", "tengig", "serial", "fa", "gi", "te", "se")
_PLAIN = (PortKind.INTERFACE, PortKind.SUBINTERFACE)
_MADE = ("virtual", "null", "loopback", "dialer", "async", "group")


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return
    ports = {_key(port.name): port for port in context.device.ports.values()}
    reported: set[Span] = set()
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        for item in policy.classes if policy is not None and spots else ():
            for test in leaf_tests(context.device, item.match):
                if test.field is not Field.INPUT_INTERFACE or test.origin in reported:
                    continue
                names = [one.name for one in test.values if isinstance(one, Named)]
                if len(names) != 1:
                    continue
                away = _elsewhere(context, name, names[0])
                if away:
                    reported.add(test.origin)
                    yield RULE.at(
                        test.origin,
                        f"class {item.name} takes what comes in by {names[0][:60]}, and its policy "
                        f"looks at what comes in by {away}",
                        label="another port",
                        help="name the interface by which the packets come",
                    )
                    continue
                if kind_of(names[0]).startswith(_MADE):
                    continue
                port = ports.get(_key(names[0]))
                if port is None or port.shutdown:
                    reported.add(test.origin)
                    state = "which is not in this config" if port is None else "which is shut down"
                    yield RULE.at(
                        test.origin,
                        f"class {item.name} matches input-interface {names[0][:40]}, {state}",
                        label="nothing arrives",
                        severity=RULE.severity if port is None else Severity.INFO,
                        help="name the interface by which the packets come",
                    )


def _elsewhere(context: Context, policy: str, name: str) -> str:
    """A port of an input policy that is on ports of other names alone; else nothing."""
    ports = context.once(_inputs).get(policy, [])
    key = _key(name)
    if not ports or any(_is_part(_key(port.name), key) for port in ports):
        return ""
    return ports[0].name


def _is_part(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two names are of one interface, or of one and a subinterface of it."""
    numbers = {one[1].partition(".")[0], other[1].partition(".")[0]}
    whole = "." not in one[1] or "." not in other[1] or one[1] == other[1]
    return one[0] == other[0] and len(numbers) == 1 and whole


def _inputs(context: Context) -> dict[str, list[Port]]:
    """The ports of each policy that looks at what comes in and at nothing else.

    For `context.once`. A policy on a VLAN interface, a bundle or for the router itself sees what
    comes in by others.
    """
    ports_of_policy: dict[str, list[Port]] = {}
    others: set[str] = set()
    for port in context.index.busy:
        plain = port.kind in _PLAIN and kind_of(port.name).startswith(_WIRED) and not port.holds
        for stages in (port.input, port.output):
            for stage in stages:
                if isinstance(stage, Attachment):
                    ports_of_policy.setdefault(stage.policy.name, []).append(port)
                    if stages is port.output or not plain:
                        others.add(stage.policy.name)
    return {name: ports for name, ports in ports_of_policy.items() if name not in others}


def _key(name: str) -> tuple[str, str]:
    """An interface however its kind is abbreviated: two letters of it, and its numbers."""
    kind = kind_of(name)
    return kind[:2], name[len(kind) :].strip()
