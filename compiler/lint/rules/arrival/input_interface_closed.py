"""A class that takes what comes in by an interface which is shut down, or is not there.

## What it does

Reports a `match input-interface` in a class of an applied policy where the whole config has no such
interface, and at info where it is shut down. Interfaces that the router makes by itself (virtual
access, the null and the loopback interfaces) are passed over.

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
from qosc.ir import Named
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.lint.facts.walk import leaf_tests
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS122", "input-interface-closed", Severity.WARNING, "0.1")

_MADE = ("virtual", "null", "loopback", "dialer", "async", "group")


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return
    ports = {_key(port.name): port for port in context.device.ports.values()}
    told: set[Span] = set()
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        for item in policy.classes if policy is not None and spots else ():
            for test in leaf_tests(context.device, item.match):
                if test.field is not Field.INPUT_INTERFACE or test.origin in told:
                    continue
                names = [one.name for one in test.values if isinstance(one, Named)]
                if len(names) != 1 or kind_of(names[0]).startswith(_MADE):
                    continue
                port = ports.get(_key(names[0]))
                if port is None or port.shutdown:
                    told.add(test.origin)
                    state = "which is not in this config" if port is None else "which is shut down"
                    yield RULE.at(
                        test.origin,
                        f"class {item.name} takes what comes in by {names[0][:60]}, {state}",
                        label="nothing comes in",
                        severity=RULE.severity if port is None else Severity.INFO,
                        help="name the interface by which the packets come",
                    )


def _key(name: str) -> tuple[str, str]:
    """An interface however its kind is abbreviated: two letters of it, and its numbers."""
    kind = kind_of(name)
    return kind[:2], name[len(kind) :].strip()
