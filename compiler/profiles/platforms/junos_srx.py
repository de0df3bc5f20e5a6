"""Juniper SRX Series: what differs from MX is in `junos_tables`."""

from __future__ import annotations

from qosc.profiles.model import BUFFER_BELOW_SHAPER, BUFFER_TIME, SLOW_BUFFER_TIME
from qosc.profiles.platforms import junos_mx

__all__ = ["PROFILE"]

PROFILE = junos_mx.PROFILE._replace(
    buffer_time=BUFFER_TIME,
    slow_buffer_time=SLOW_BUFFER_TIME,
    buffer_below_shaper=BUFFER_BELOW_SHAPER,
)
