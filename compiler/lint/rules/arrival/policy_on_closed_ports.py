"""A policy that hangs on ports alone which are shut down.

## What it does

Reports a policy-map of a whole config where each port that it is applied to is shut down, or is
part of a port that is.

## Why it matters

No packet meets it. Where the line has moved to another port, the policy was left behind.

## Example

```ios
hostname r1
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 shutdown
 service-policy output WAN
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
end
```

## Use instead

```ios
hostname r1
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy output WAN
end
```

## Sources

- Cisco IOS Interface and Hardware Component Command Reference, `shutdown`: all functions of the
  interface are disabled.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, Device, Port
from qosc.lint.engine.rule import Context, Rule
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS019", "policy-on-closed-ports", Severity.INFO, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return
    users: dict[str, list[tuple[Port, Span]]] = {}
    for port in context.index.busy:
        for stage in (*port.input, *port.output):
            if isinstance(stage, Attachment) and not stage.default_by:
                users.setdefault(stage.policy.name, []).append((port, stage.policy.origin))
    for name, ports in users.items():
        policy = context.device.policies.get(name)
        if (
            policy is None
            or policy.feature
            or not all(_closed(context.device, p) for p, _ in ports)
        ):
            continue
        port, origin = ports[0]
        more = f" and {len(ports) - 1} more" if len(ports) > 1 else ""
        yield RULE.at(
            origin,
            f"policy-map {name[:40]} hangs on {port.name[:24]}{more} alone, shut down",
            effect="no packet meets the policy",
            label="shut down",
            related=(Label(port.origin, "this port is shut down"),),
            help="apply it to the port that is in use, or leave it for later",
        )


def _closed(device: Device, port: Port) -> bool:
    above = device.ports.get(port.parent)
    return port.shutdown or (above is not None and above.shutdown)
