"""NX-OS keeps class-maps and policy-maps of type queuing apart from those of type qos.

A class of type qos and one of type queuing may have one name, and often do: the first says which
packets get a qos-group, the second takes that qos-group (Cisco, Nexus 5000 Series NX-OS Quality of
Service Configuration Guide, "Policy Types" and the configuration examples). The model has one name
for an object; where both types have one, that of type queuing is called `type queuing NAME`, as the
config writes it behind `class-map` and `policy-map`.
"""

from __future__ import annotations

from collections.abc import Collection

from qosc.frontends.cisco.text.lines import Line

__all__ = ["is_queuing", "renamed"]

_PREFIX = "type queuing "


def is_queuing(line: Line) -> bool:
    """Whether a line `class-map ...`, `policy-map ...` or `service-policy ...` is of the type."""
    words = line.text.lower().split(None, 3 + line.negated)[1 + line.negated :]
    return len(words) > 1 and words[0] == "type" and words[1] in ("queuing", "queueing")


def renamed(name: str, twice: Collection[str]) -> str:
    """What an object of type queuing is called in the model; `twice` are names of both types."""
    return _PREFIX + name if name in twice else name
