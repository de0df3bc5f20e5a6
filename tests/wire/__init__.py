"""Frames of Ethernet as bytes, and back: what the packet tests send and capture.

Written from the RFCs and IEEE 802.1Q alone. It imports nothing of the compiler, so that what the
compiler believes of a header is not trust_lines here as well.
"""

from __future__ import annotations

from tests.wire.build import frame
from tests.wire.packet import Label, Packet, Vlan, carried, is_fragment
from tests.wire.read import WireError, parse

__all__ = ["Label", "Packet", "Vlan", "WireError", "carried", "frame", "is_fragment", "parse"]
