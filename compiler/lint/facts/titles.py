"""What a class is called in a message, in the words of its system."""

from __future__ import annotations

from qosc.ir import Policy, TrafficClass

__all__ = ["class_title"]


def class_title(policy: Policy, item: TrafficClass) -> str:
    """`class V of policy-map P`, `best-effort of scheduler-map M`, `shaping-rate of ge-0`.

    A traffic control profile, and a shaped interface of JunOS, have one class for all.
    """
    if policy.feature.startswith("scheduler-map "):
        return f"{item.name} of {policy.title}"
    if policy.feature.startswith(("traffic-control-profile ", "shaping-rate of ")):
        return policy.title
    return f"class {item.name} of {policy.title}"
