"""Translation validation: a script is read back and compared with the model, packet by packet.

`verify(...)` gives the differences. The script is read by code of its own (`verify.tc`), which
knows what tc and the kernel do and nothing of how scripts are written.
"""

from __future__ import annotations

from qosc.verify.check import Verified, verify
from qosc.verify.found import Difference
from qosc.verify.tc.model import Unreadable

__all__ = ["Difference", "Unreadable", "Verified", "verify"]
