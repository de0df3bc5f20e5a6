"""A shaper of ten times, or a tenth, of the rate that the description of its port names.

## What it does

Reports a shaper of all that a port sends whose rate is ten times, or a tenth, of the one rate that
the description of the interface or the name of the policy has in words, and a shaper of more than
one and a half times the rate of the description. Of `shape peak` the rate that it sends at is
compared, CIR * (1 + Be / Bc). Of a tunnel without a rate in its description, that of the port which
its `tunnel source` names is compared. A description with several rates, or with that of the line
itself, is passed over; so are numbers of streets, lengths of cables and kinds of radio.

## Why it matters

A shaper above the rate of the circuit never holds a packet back: the provider drops what is too
much, calls and routing among it, and the queues below the shaper stay empty. One of a tenth leaves
most of the circuit unused.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map QUEUES
 class VOICE
  priority percent 20
policy-map WAN
 class class-default
  shape average 100000000
  service-policy QUEUES
interface GigabitEthernet0/0
 description circuit 4711, 10 Mbps
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map QUEUES
 class VOICE
  priority percent 20
policy-map WAN
 class class-default
  shape average 10000000
  service-policy QUEUES
interface GigabitEthernet0/0
 description circuit 4711, 10 Mbps
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `shape`: the rate is in bit/s.
- MEF 10.3, section 12: a provider polices at the bandwidth profile of the circuit.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import RateBase, show_rate
from qosc.datapath.lines import line_rate
from qosc.datapath.shapers import sent_rate
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Port
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import Place, places
from qosc.lint.facts.port_networks import block_lines
from qosc.lint.facts.titles import class_title
from qosc.lint.facts.words.named_rates import named_rates, near
from qosc.source import NOWHERE

__all__ = ["RULE", "check"]

RULE = Rule("QOS711", "rate-unlike-description", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        if policy is None or len(policy.classes) != 1 or policy.classes[0].shaper is None:
            continue
        item, shaper = policy.classes[0], policy.classes[0].shaper
        rate = shaper.rate
        sent = sent_rate(shaper)
        if rate.base is not RateBase.BPS or rate.default_by or rate.origin == NOWHERE:
            continue
        own = set(named_rates(policy.name)) if not policy.feature else set()
        if any(near(rate.value, one) for one in own) or sent is None:
            continue  # it is what its name says
        if len(own) == 1 and _tenfold(rate.value, *own):
            said, where, origin = own.pop(), "its name", policy.origin
        else:
            spot = next((one for one in spots if _named(context, one, sent.value)), None)
            if spot is None:
                continue
            said = _named(context, spot, sent.value)
            port = spot.port if named_rates(spot.port.description) else _below(context, spot.port)
            where, origin = f"the description of {port.name}", port.origin
        yield RULE.at(
            rate.origin,
            f"{class_title(policy, item)} {_what(rate.value, sent.value)}, not {show_rate(said)}",
            effect=f"{where} names {show_rate(said)}",
            label=f"not {show_rate(said)}",
            related=(Label(origin, f"names {show_rate(said)}"),),
            help=f"write {said}, or mend the words"
            if rate == sent
            else "write `shape average`, or mend the words",
        )


def _what(rate: int, sent: int) -> str:
    if rate == sent:
        return f"shapes to {show_rate(rate)}"
    return f"shapes to a peak of {show_rate(sent)}, for a rate of {show_rate(rate)}"


def _named(context: Context, spot: Place, rate: int) -> int:
    """The one rate of the description that a shaper cannot be meant for; 0 if there is none."""
    below = _below(context, spot.port)
    rates = set(named_rates(spot.port.description)) or set(named_rates(below.description))
    if len(rates) != 1 or spot.direction != "output" or spot.nested:
        return 0
    (said,) = rates
    line = line_rate(context.device, below, context.profile)
    if line is not None and line.rate <= said:
        return 0  # the rate of the line: a circuit below it is not named
    return said if _tenfold(rate, said) or (2 * rate > 3 * said and rate < 500 * said) else 0


def _below(context: Context, port: Port) -> Port:
    """The port that a tunnel sends from, by the line that names it; another port itself."""
    if context.source is not None and port.name.lower().startswith("tunnel"):
        for line in block_lines(context.source, port.origin.line):
            words = line.split()
            if words[:2] == ["tunnel", "source"]:
                return context.device.ports.get(" ".join(words[2:]), port)
    return port


def _tenfold(one: int, other: int) -> bool:
    return near(one, other * 10) or near(one * 10, other)
