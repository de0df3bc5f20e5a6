"""What the shapers of a traffic control profile count of a packet (`overhead-accounting`).

Source: Juniper, Configuring Static Shaping Parameters to Account for Overhead in Downstream Traffic
Rates: frames are the default; the bytes are -120 to 124, rounded up to a multiple of 4.
"""

from __future__ import annotations

from itertools import pairwise

from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node

__all__ = ["count_overhead"]

_BYTES = ("bytes", "frame-mode-bytes", "cell-mode-bytes")
_COUNTED = ("overhead-accounting", "frame-mode", *_BYTES)
"""Words that are counted as the model does, where no number of bytes is beside them."""
_SMALLEST = 60
"""The bytes of the smallest Ethernet frame, without FCS: where a byte more is the largest part."""
_CELLS = (
    "shapers of the profile count cells of 53 bytes for 48 of a packet; here the frame, which is "
    "off by 76.7% at packets of 60 bytes (two cells)"
)


def count_overhead(profile: Node, account: Account) -> None:
    """Frames without an adjustment are what the model counts; all else is told."""
    said = profile.get("overhead-accounting")
    for node in said.walk() if said is not None else ():
        if not node.known:
            continue
        reasons = [_CELLS] if "cell-mode" in node.words else []
        reasons += _adjusted(node.words)
        if reasons:
            account.recognised(node, "; ".join(reasons))
        elif node.words[0] in _COUNTED:
            account.modelled(node)


def _adjusted(words: tuple[str, ...]) -> list[str]:
    value = next((two for one, two in pairwise(words) if one in _BYTES), "0")
    size = value.removeprefix("-")
    if not (size.isascii() and size.isdecimal() and len(size) < 4):
        return ["the bytes that shapers of the profile add to a packet are no number"]
    number = -(-int(value) // 4) * 4
    if not number:
        return []
    reason = (
        f"shapers of the profile count {number} bytes for each packet on top of layer 2; here 0, "
        f"which is off by {abs(number) / _SMALLEST:.1%} at packets of {_SMALLEST} bytes"
    )
    return [reason]
