"""What happens on each port, in figures: the device of a config with its platform's rules worked
out.

A front end says what the config says, and a profile what its platform does. Here both come
together: defaults are filled in, percentages are taken of what they are of, classes divide what
their parent carries. Back ends, `show`, `verify` and rules read the result and do not work it out
again.
"""

from __future__ import annotations

from qosc.datapath.defaults import with_defaults
from qosc.datapath.rates import link_rate
from qosc.datapath.units import joined

__all__ = ["joined", "link_rate", "with_defaults"]
