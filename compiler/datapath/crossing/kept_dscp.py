"""DSCP transparency: switches whose packets leave with the DSCP that they came with.

The DSCP that the switch works with chooses the queue and is not written into the packet. Source:
Cisco, Catalyst 3750 Switch Command Reference, `mls qos rewrite ip dscp`: with the `no` form the
DSCP of the outgoing packet is that of the incoming packet, while queues and the CoS of the outgoing
frame go by the internal DSCP.
"""

from __future__ import annotations

from qosc.ir import Device, Residue
from qosc.source import Span

__all__ = ["is_kept_dscp", "kept_dscp"]


def kept_dscp(device: Device) -> Span | None:
    """The line by which packets keep the DSCP that they came with; None where there is none."""
    return next((one.origin for one in device.residue if is_kept_dscp(one)), None)


def is_kept_dscp(residue: Residue) -> bool:
    """Whether a line is that one, which only switches know. Front ends leave it unread in its `no`
    form alone, since the other is the default.
    """
    return "rewrite ip dscp" in " ".join(residue.text.lower().split())
