"""Questions about which packets a predicate, a class or a mark concerns, answered exactly.

`PacketSpace(device).region(predicate)` is a set of packets with `&`, `|`, `-`, `~`, `<=`, `==`,
`is_empty()` and `witness()`. `partition` gives the regions of a policy's classes, `image` what
marks make of a region, `describe_region` a region in the words of the config, `class_witnesses` a
packet for each class. What is named here is imported on first use, and the engine when a space is
made.

The modules, in the order in which they are best read:

- without regions: `packet` is one packet; `quick` guesses packets that answer a question, `sample`
  asks all 64 DSCPs at once, `rivals` says which predicates can have a packet in common. A question
  that one of them answers makes no diagram;
- regions: `layout` gives each bit of a header its variable, `diagrams` has sets over these and the
  count of what they cost, `build` makes them of predicates, `space` wraps them as regions;
  `budget` has the errors of a question that costs too much;
- what is asked of regions: `policy` has those of classes, `marking` what marks make of them,
  `witness` a likely packet of one;
- regions in words: `fieldwise` reads a diagram field by field, `products` and `covers` make a few
  products of it, `phrases` words them; `words` puts a region in the words of a config, whose
  conditions `terms` lists.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qosc.packets.budget import NoRoomError, UndecidedError
    from qosc.packets.marking import LowBits, image, preimage
    from qosc.packets.packet import Packet
    from qosc.packets.policy import ClassRegion, class_witnesses, partition
    from qosc.packets.space import PacketSpace, Region
    from qosc.packets.terms import vocabulary
    from qosc.packets.words import describe_region

__all__ = [
    "ClassRegion",
    "LowBits",
    "NoRoomError",
    "Packet",
    "PacketSpace",
    "Region",
    "UndecidedError",
    "class_witnesses",
    "describe_region",
    "image",
    "partition",
    "preimage",
    "vocabulary",
]

_MODULES = {
    "NoRoomError": "budget",
    "UndecidedError": "budget",
    "LowBits": "marking",
    "image": "marking",
    "preimage": "marking",
    "Packet": "packet",
    "ClassRegion": "policy",
    "class_witnesses": "policy",
    "partition": "policy",
    "PacketSpace": "space",
    "Region": "space",
    "vocabulary": "terms",
    "describe_region": "words",
}


def __getattr__(name: str) -> Any:
    # A check of most configs has no use for regions.
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
