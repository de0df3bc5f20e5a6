"""What the packets meet that are for the router itself."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.ir import Attachment, Policy, Port, PortKind, RuleList
from qosc.lint.engine.rule import Context
from qosc.lint.facts.junos.protocols import units_of_instances

__all__ = ["guarded", "guards", "instances_of_lo0"]


def guarded(context: Context) -> list[Port]:
    """The control plane, and the units of lo0."""
    return [port for port in context.index.busy if port.kind is PortKind.CONTROL_PLANE]


def guards(context: Context) -> Iterator[tuple[Port, Policy | RuleList]]:
    """Each policy (as it is written) and each filter that they meet, with its port."""
    for port in guarded(context):
        for stage in port.input:
            if isinstance(stage, Attachment):
                policy = context.device.policies.get(stage.policy.name)
                if policy is not None:
                    yield port, policy
            else:
                yield port, stage


def instances_of_lo0(context: Context) -> dict[str, str]:
    """The routing instance of each unit of lo0 that one names. Use through `context.once`."""
    return units_of_instances(context)
