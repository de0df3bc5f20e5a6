"""Two policies on one output, as IOS XR has them: the one that marks comes before the queues.

Source: Cisco, QoS Configuration Guide for NCS 4000 Series, "Dual Policy": an output has one policy
that marks and one that queues. The config names them in any order.
"""

from __future__ import annotations

from qosc.ir import Attachment, Policy, Port
from qosc.values import replace

__all__ = ["in_order"]


def in_order(ports: dict[str, Port], policies: dict[str, Policy]) -> dict[str, Port]:
    """The ports, with the policy that has queues behind the one that has none."""
    return {name: _port(port, policies) for name, port in ports.items()}


def _port(port: Port, policies: dict[str, Policy]) -> Port:
    if len(port.output) != 2:
        return port
    first, second = port.output
    if _queues(first, policies) and not _queues(second, policies):
        return replace(port, output=(second, first))
    return port


def _queues(stage: object, policies: dict[str, Policy]) -> bool:
    if not isinstance(stage, Attachment):
        return False
    policy = policies.get(stage.policy.name)
    return policy is not None and any(
        one.has_queue or one.child is not None for one in policy.classes
    )
