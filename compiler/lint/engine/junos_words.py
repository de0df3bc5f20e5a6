"""What kinds of thing a JunOS text has beside the model, by words that stand in it.

A quick look at the text: the rules on statements outside of the model are imported only where the
text has the word without which they have nothing to say.
"""

from __future__ import annotations

__all__ = ["WORDS", "text_traits"]

WORDS = {
    "text-flow-control": ("congestion-notification-profile", "no-loss"),
    "text-limit": ("bandwidth-limit",),
    "text-families": ("inet6",),
    "text-firewall": ("firewall",),
    "text-description": ("description",),
    "text-nat": (" nat ", "nat {"),
    "text-vlans": ("vlan", "max-queues-per-interface", "802.3ad"),
    "text-protocols": ("protocols",),
    "text-cos": ("class-of-service",),
    "text-application-control": ("application-traffic-control",),
    "text-groups": ("groups",),
    "text-storm-control": ("storm-control-profiles",),
}
"""The traits, and the words of which one stands in the text."""


def text_traits(text: str) -> set[str]:
    """The traits of a JunOS text."""
    return {trait for trait, words in WORDS.items() if any(word in text for word in words)}
