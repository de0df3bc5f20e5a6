"""The loss priority of packets that nothing gives one.

Default classifiers of JunOS give the packets that they take a loss priority. No public source gives
that of the others: packets that no classifier or filter takes, such as those that are not IP, and
those of the router itself. (Juniper, Setting Packet Loss Priority, has the least significant bit of
the CoS value, which is what the default classifier does; of J Series, that unlisted code points go
to queue 0, and nothing of their loss priority.)
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.fields import Field
from qosc.ir import Attachment, Device, Policy, Port, Predicate, RuleList, TrafficClass
from qosc.ir.leaves import join, resolve
from qosc.ledger import Entry, Fidelity
from qosc.platforms import is_junos
from qosc.profiles import Profile
from qosc.targets.entries import fields_read

__all__ = ["unmarked_loss"]

_NOTE = (
    "no public source gives the loss priority of packets that no classifier and no filter gives "
    "one; the port goes by it. A filter term or a classifier that takes all packets says it"
)


def unmarked_loss(device: Device, port: Port, profile: Profile) -> tuple[Entry, ...]:
    """The entry of the loss priority that such packets have, where a port of JunOS goes by it."""
    if not is_junos(profile.name) or not _goes_by_it(device, port):
        return ()
    path = join(port.name, "loss priority by default")
    return (Entry(path, Fidelity.UNKNOWN, "what its platform gives", "low", _NOTE, port.origin),)


def _goes_by_it(device: Device, port: Port) -> bool:
    """Whether a drop profile, a rewrite rule, a filter or a policer of the port looks at it."""
    for stage in (*port.input, *port.output):
        if isinstance(stage, RuleList):
            for rule in stage.rules:
                colours = rule.policer.meter.colours if rule.policer is not None else None
                known = (colours.green, colours.yellow) if colours is not None else ()
                if _reads(device, rule.match, *known):
                    return True
        elif isinstance(stage, Attachment):
            policy = resolve(device, stage.policy)
            if isinstance(policy, Policy) and any(
                _looks(device, traffic_class) for traffic_class in _classes(device, policy)
            ):
                return True
    return False


def _classes(device: Device, policy: Policy) -> Iterator[TrafficClass]:
    """The classes of a policy and of all below it, each policy once."""
    waiting, seen = [policy], {policy.name}
    while waiting:
        for traffic_class in waiting.pop().classes:
            yield traffic_class
            child = (
                resolve(device, traffic_class.child) if traffic_class.child is not None else None
            )
            if isinstance(child, Policy) and child.name not in seen:
                seen.add(child.name)
                waiting.append(child)


def _looks(device: Device, traffic_class: TrafficClass) -> bool:
    if traffic_class.wred is not None and traffic_class.wred.field is Field.LOSS_PRIORITY:
        return True
    return _reads(device, traffic_class.match, *(limit.match for limit in traffic_class.limits))


def _reads(device: Device, *predicates: Predicate | None) -> bool:
    return any(
        Field.LOSS_PRIORITY in fields_read(device, each) for each in predicates if each is not None
    )
