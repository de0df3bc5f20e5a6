"""Rules that judge policies and lists of rules where they are in force.

They go by the ports that have a pipeline. Where a text has none, and no list of rules that stands
for those in force, they have nothing to say whatever its policies are like, and their modules are
not imported.
"""

from __future__ import annotations

__all__ = ["PLACED"]

PLACED = frozenset(
    (
        "QOS108",
        "QOS112",
        "QOS113",
        "QOS116",
        "QOS123",
        "QOS401",
        "QOS402",
        "QOS404",
        "QOS446",
        "QOS447",
        "QOS451",
        "QOS516",
        "QOS604",
        "QOS608",
        "QOS721",
        "QOS724",
    )
)
"""Their codes."""
