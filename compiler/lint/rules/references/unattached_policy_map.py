"""A policy-map that is attached nowhere.

## What it does

Reports each policy-map that no `service-policy` line names, under an interface or in a class of
another policy. It is silent for an excerpt, which is a config without any interface, and for
policies that a line outside the model names.

## Why it matters

Nothing the policy says happens to any packet. A policy for a WAN link that was taken off during a
test, and not put back, leaves the link without protection under congestion.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 bandwidth 512
 ip address 192.0.2.1 255.255.255.252
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 bandwidth 512
 ip address 192.0.2.1 255.255.255.252
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `policy-map`: a policy acts once it is
  attached with `service-policy`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Policy, RefKind
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.excerpts import built_in_policy, mentioned
from qosc.lint.facts.names import meant_policy_maps

__all__ = ["RULE", "check"]


RULE = Rule("QOS005", "unattached-policy-map", Severity.INFO, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return
    elsewhere = {word for residue in context.device.residue for word in residue.text.split()}
    # One that was meant by a misspelt name is reported with that name.
    elsewhere.update(context.once(meant_policy_maps).values())
    # What is used in a way that is not in the model: by an interface set, say.
    used = {f"{name.kind} {name.name}" for name in context.device.names if name.by}
    idle = list(context.index.unused(RefKind.POLICY_MAP))
    if any(isinstance(definition, Policy) and definition.feature for definition in idle):
        used |= _lists_elsewhere(context)
    elsewhere |= mentioned(context, {definition.name for definition in idle})
    for definition in idle:
        if definition.name in elsewhere or _in_force_unnamed(context, definition.name):
            continue
        if isinstance(definition, Policy) and definition.feature:
            if definition.feature in used:
                continue
            yield RULE.at(
                definition.origin,
                f"{definition.feature} is used on no interface",
                effect="nothing in it happens to any packet",
                label="not referenced",
                help="use it on an interface, or remove it",
            )
            continue
        yield RULE.at(
            definition.origin,
            f"policy-map {definition.name} is attached nowhere",
            effect="nothing in it happens to any packet",
            label="no service-policy names it",
            help=f"attach it: service-policy output {definition.name} (or input), or remove it",
        )


_LISTS = {"priority-group": "priority-list", "custom-queue-list": "queue-list"}


def _lists_elsewhere(context: Context) -> set[str]:
    """The lists that lines outside the model use, such as those of an idle map-class."""
    pairs = (pair for residue in context.device.residue for pair in pairwise(residue.text.split()))
    return {f"{_LISTS[word]} {number}" for word, number in pairs if word in _LISTS}


def _in_force_unnamed(context: Context, name: str) -> bool:
    """Whether the system applies a policy without a line that says so.

    NX-OS does with `default-out-policy` and its like until another one is applied (Cisco Nexus
    7000 Series NX-OS QoS Configuration Guide, Configuring Queuing and Scheduling), and systems do
    with the policy of their control plane.
    """
    return built_in_policy(context, name)
