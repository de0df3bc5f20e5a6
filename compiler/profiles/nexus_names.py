"""Names of classes and policies that a Nexus has without a line for them.

Sources: Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, "Using Modular QoS
CLI", tables of system-defined class maps of type queuing: queue N takes qos-group N, and the
default queue group 0. Cisco Nexus 7000 Series NX-OS Quality of Service Configuration Guide,
"Configuring Queuing and Scheduling": the queues of its line cards (`1p7q4t-out-q2`, `2q4t-7e-drop-
in-q1`) and of the fabric (`c-4q-7e-drop-in`) go by CoS, with a map that can be changed, so that
what is in them is not known without it; policies called `default-`. Cisco Nexus 3000 and 9000
Series NX-API REST SDK User Guide, Configuring QoS Class Maps: no other classes of type queuing.
Cisco Nexus 5000 Series NX-OS Quality of Service Configuration Guide, "Configuring QoS": the system
classes `class-fcoe`, `class-all-flood` and `class-ip-multicast`, and the policies `fcoe-default-in-
policy` and its like.
"""

from __future__ import annotations

import re

from qosc.patterns import pattern

__all__ = ["is_system_class", "is_system_policy", "queue_group"]

_GROUP = pattern(r"c-(?:out|in)-(?:8q-)?q(?:([1-7])|-default)", re.IGNORECASE)
_QUEUE = pattern(
    r"(?:c|\d[0-9a-z-]{0,60})-(?:in|out)-(?:[0-9a-z]{1,60}-){0,6}(?:p?q\d?(?:-default)?)"
    r"|c-\dq-\de-n?drop-(?:in|out)",
    re.IGNORECASE,
)
_SYSTEM = frozenset(("class-all-flood", "class-fcoe", "class-ip-multicast"))
_POLICY = pattern(r"(?:fcoe-)?default-[0-9a-z-]+-policy(?:-c)?", re.IGNORECASE)


def queue_group(name: str) -> int | None:
    """The qos-group that the queue of a name takes; None where it goes by something else."""
    match = _GROUP.fullmatch(name)
    return int(match[1] or 0) if match is not None else None


def is_system_class(name: str) -> bool:
    """Whether the system itself makes the class-map of a name."""
    return name in _SYSTEM or _QUEUE.fullmatch(name) is not None


def is_system_policy(name: str) -> bool:
    """Whether the system itself makes the policy-map of a name."""
    return _POLICY.fullmatch(name) is not None
