"""Runs of a tc script that are cut short on a real kernel, at every place or at drawn ones.

`sweep` boots once, and applies a device's script hundreds of times in the guest: a command fails or
a signal comes behind each change that the script makes. What stands on the interfaces afterwards is
compared with what stood there before.
"""

from __future__ import annotations

from tests.stopped.boot import STANDS, Found, namespaces, sweep
from tests.stopped.devices import SMALL, Device, whole

__all__ = ["SMALL", "STANDS", "Device", "Found", "namespaces", "sweep", "whole"]
