"""What a class is called in a message, in the words of its system."""

from __future__ import annotations

from collections.abc import Sequence

from qosc.diagnostics import first_names
from qosc.ir import Policy, TrafficClass

__all__ = ["class_title", "elsewhere"]

_NAMED = 3
"""So many of the other places are named; the rest is counted."""


def class_title(policy: Policy, item: TrafficClass) -> str:
    """`class V of policy-map P`, `best-effort of scheduler-map M`, `shaping-rate of ge-0`.

    A traffic control profile, and a shaped interface of JunOS, have one class for all.
    """
    if policy.feature.startswith("scheduler-map "):
        return f"{item.name} of {policy.title}"
    if policy.feature.startswith(("traffic-control-profile ", "shaping-rate of ")):
        return policy.title
    return f"class {item.name} of {policy.title}"


def elsewhere(lines: Sequence[int]) -> str:
    """Where else the same stands, by its lines: `the same stands in line 5, 8, 11 and 2 more`."""
    return f"the same stands in line {first_names(lines, _NAMED)}"
