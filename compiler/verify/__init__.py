"""Translation validation: a script is read back and compared with the model, packet by packet.

`verify(...)` gives the differences. The script is read by code of its own (`verify.tc`), which
knows what tc and the kernel do and nothing of how scripts are written.

In the order in which a script is looked at:

- the text: `scripts` parts it into the commands of each port and the rest, `frame` compares the
  rest with that of a script made anew, `tc` reads the commands and runs them on sets of packets;
- the device: `joined` asks whether a port has all that its packets meet, `behind` adds what
  packets to the router itself meet, `account` says what the ledger excuses;
- both: `check` goes through the ports; `packets` compares what becomes of each packet, `queueing`
  the queues and their scheduler; a difference is of `found`;
- the outcome: `codes` has a page for each kind of difference, `report` makes diagnostics of them;
- `state` does the same with what stands on a machine in place of a script.
"""

from __future__ import annotations

from qosc.verify.check import Verified, verify
from qosc.verify.found import Difference
from qosc.verify.tc.model import Unreadable

__all__ = ["Difference", "Unreadable", "Verified", "verify"]
