"""Class of service for a port that the text has only by its channels.

## What it does

Reports a port below `class-of-service interfaces` that stands nowhere below `interfaces`, where
channels of it do (`xe-0/0/4:0` for `xe-0/0/4`) that have no class of service.

## Why it matters

A port that is channelized is not there under its old name. The channels have default classifiers
and queues.

## Example

```junos
set version 20.2R3
set interfaces xe-0/0/4:0 unit 0 family inet address 192.0.2.1/30
set class-of-service interfaces xe-0/0/4 shaping-rate 2g
```

## Use instead

```junos
set version 20.2R3
set interfaces xe-0/0/4:0 unit 0 family inet address 192.0.2.1/30
set class-of-service interfaces xe-0/0/4:0 shaping-rate 2g
```

## Sources

- Juniper, Junos OS Ethernet Interfaces User Guide, channelizing interfaces: the interfaces of the
  channels are named with a colon and the number of the channel.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.statements import below, line_of, span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS995", "port-before-channels", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    there: dict[str, int] = {}
    for one, _ in below(context, "interfaces", "*"):
        there.setdefault(one.words[1], line_of(context, one, 2))
    named: dict[str, int] = {}
    for one, rest in below(context, "class-of-service", "interfaces"):
        named.setdefault(rest[0], line_of(context, one, 3))
    channels: dict[str, str] = {}
    for port in there:
        before, mark, _ = port.partition(":")
        if mark and port not in named:
            channels.setdefault(before, port)
    for port, line in named.items():
        channel = channels.get(port)
        if channel is not None and port not in there:
            yield RULE.at(
                span_of(context, line),
                f"class-of-service has {port}, and interfaces has {channel}",
                effect=f"{channel} has the default classifiers and queues",
                label="no port of this name",
                related=(Label(span_of(context, there[channel]), "the port"),),
                help=f"write {channel}",
            )
