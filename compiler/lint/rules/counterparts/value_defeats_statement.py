"""A figure or mask with which a limit, buffer or match of JunOS has no effect.

## What it does

Reports a storm control level that is the whole rate of its port; a prefix action whose two prefix
lengths are the same, so that it has one policer; a MAC address that ends in zeros, matched in all
of its 48 bits; a `delay-buffer-rate` of a tenth of the guaranteed rate or less, or of the shaping
rate where there is none; and a drop profile that drops most packets of a nearly empty queue, which
is told for information where only packets of a higher loss priority meet it.

## Why it matters

The figure is in another unit or place than it was meant: the limit holds nothing back, the match
has no packets, the buffer has no room.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family ethernet-switching storm-control LIMIT
set forwarding-options storm-control-profiles LIMIT all bandwidth-level 1000000
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family ethernet-switching storm-control LIMIT
set forwarding-options storm-control-profiles LIMIT all bandwidth-level 10000
```

## Sources

- Juniper, CLI Reference, storm-control-profiles, and bandwidth (storm control of older switches):
  the level is in kbit/s of the combined storm traffic.
- Juniper, Policy Framework Configuration Guide, Configuring Policer Actions for Specific Address
  Prefixes: 2 to the power of source- or destination-prefix-length less subnet-prefix-length
  policers are made.
- Juniper, CLI Reference, delay-buffer-rate: without it the buffer is worked out for the guaranteed
  rate, or for the shaping rate where there is none.
- IEEE 802, clause 8: the first 24 bits of a MAC address are the OUI of the manufacturer.
- The figures themselves, for the drop profile and the tenth: no page of a vendor has these bounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.datapath.rates import link_rate
from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.statements import below, span_of
from qosc.lint.facts.junos.values import bits

__all__ = ["RULE", "check"]

RULE = Rule("QOS949", "value-defeats-statement", Severity.WARNING, "0.1")


_LOW, _MOST = 30, 50
"""Per cent of the queue, and of the packets dropped at it."""


def check(context: Context) -> Iterator[Diagnostic]:
    yield from _storms(context)
    yield from _actions(context)
    yield from _addresses(context)
    yield from _buffers(context)
    yield from _drops(context)


def _storms(context: Context) -> Iterator[Diagnostic]:
    device = context.device
    speeds: dict[str, int] = {}
    unknown: set[str] = set()
    for one, rest in below(context, "interfaces", "*"):
        if rest[-2:-1] != ("storm-control",) or len(rest) < 3:
            continue
        port = device.ports.get(one.words[1])
        speed = link_rate(device, port, context.profile) if port is not None else None
        if speed is None:
            unknown.add(rest[-1])
        else:
            speeds[rest[-1]] = max(speed, speeds.get(rest[-1], 0))
    for name in unknown:
        speeds.pop(name, None)
    for one, rest in below(context, "forwarding-options", "storm-control-profiles"):
        if rest[-2:-1] != ("bandwidth-level",) or rest[0] not in speeds:
            continue
        level = bits(rest[-1])
        if level is not None and level * 1000 >= speeds[rest[0]]:
            yield _tell(
                context,
                one.line,
                f"storm-control-profiles {rest[0]}: {level} kbit/s is the whole rate of its ports",
                "no storm is ever limited",
            )


def _actions(context: Context) -> Iterator[Diagnostic]:
    lengths: dict[str, dict[str, tuple[str, int]]] = {}
    for one, rest in below(context, "firewall", "family"):
        if rest[1:2] == ("prefix-action",) and len(rest) == 5:
            lengths.setdefault(rest[2], {})[rest[3]] = (rest[4], one.line)
    for name, places in lengths.items():
        whole = places.get("subnet-prefix-length")
        for side in ("destination", "source"):
            each = places.get(f"{side}-prefix-length")
            if whole is not None and each is not None and whole[0] == each[0]:
                yield _tell(
                    context,
                    each[1],
                    f"prefix-action {name} has one policer: both prefix lengths are {each[0]}",
                    "all hosts of the subnet share the rate that is meant for each",
                )


def _addresses(context: Context) -> Iterator[Diagnostic]:
    for one, rest in below(context, "firewall", "family"):
        address = rest[-1].lower()
        if (
            len(rest) > 2
            and rest[-2:-1] in (("source-mac-address",), ("destination-mac-address",))
            and address.endswith((":00:00:00/48", ":00:00:00"))
            and not address.startswith(("00:00:00:", "01:"))
            and address[1:2] in "014589cd"  # not one that somebody has given by hand
        ):
            yield _tell(
                context,
                one.line,
                f"{rest[-1]} is one address, not all of a manufacturer",
                "hardly any device has it: the term matches no packet",
            )


def _buffers(context: Context) -> Iterator[Diagnostic]:
    rates: dict[str, dict[str, tuple[int, int]]] = {}
    for one, rest in below(context, "class-of-service", "traffic-control-profiles"):
        rate = bits(rest[-1])
        if len(rest) == 3 and rate is not None:
            rates.setdefault(rest[0], {})[rest[1]] = (rate, one.line)
    for name, places in rates.items():
        given = places.get("delay-buffer-rate")
        shaped = places.get("guaranteed-rate", places.get("shaping-rate"))
        if given is not None and shaped is not None and given[0] * 10 <= shaped[0]:
            yield _tell(
                context,
                given[1],
                f"{name} has buffers for {given[0] * 100 // shaped[0]} % of its rate",
                "its queues overflow in short bursts",
            )


def _drops(context: Context) -> Iterator[Diagnostic]:
    low = {
        rest[-1]
        for _, rest in below(context, "class-of-service", "schedulers")
        if rest[1:2] == ("drop-profile-map",) and rest[3] in ("low", "any")
    }
    for one, rest in below(context, "class-of-service", "drop-profiles"):
        if rest[1:2] == ("fill-level",) and rest[3:4] == ("drop-probability",) and len(rest) > 4:
            fill, chance = rest[2], rest[4]
            if not (fill.isdecimal() and chance.isdecimal()):
                continue
            if 0 < int(fill[:3]) <= _LOW and _MOST <= int(chance[:3]) < 100:
                yield _tell(
                    context,
                    one.line,
                    f"drop-profiles {rest[0]} drops {chance} % with the queue filled to {fill} %",
                    "most packets are lost while the queue is nearly empty",
                    None if rest[0] in low else Severity.INFO,
                )


def _tell(
    context: Context, line: int, message: str, effect: str, severity: Severity | None = None
) -> Diagnostic:
    return RULE.at(
        span_of(context, line),
        message,
        effect=effect,
        label="this figure",
        help="look up the unit and the order of the two figures",
        severity=severity,
    )
