"""Questions about which packets a predicate, a class or a mark concerns, answered exactly.

`PacketSpace(device).region(predicate)` is a set of packets with `&`, `|`, `-`, `~`, `<=`, `==`,
`is_empty()` and `witness()`. `partition` gives the regions of a policy's classes, `image` what
marks make of a region, `describe_region` a region in the words of the config, `class_witnesses` a
packet for each class. Importing this package does not import the engine: making a space does.
"""

from __future__ import annotations

from qosc.packets.marking import LowBits, image
from qosc.packets.packet import Packet
from qosc.packets.policy import ClassRegion, class_witnesses, partition
from qosc.packets.space import PacketSpace, Region
from qosc.packets.words import describe_region, vocabulary

__all__ = [
    "ClassRegion", "LowBits", "Packet", "PacketSpace", "Region", "class_witnesses",
    "describe_region", "image", "partition", "vocabulary",
]  # fmt: skip
