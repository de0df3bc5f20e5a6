"""What happens on each port, in figures: the device of a config with its platform's rules worked
out.

A front end says what the config says, and a profile what its platform does. Here both come
together: defaults are filled in, percentages are taken of what they are of, classes divide what
their parent carries. Back ends, `show`, `verify` and rules read the result and do not work it out
again.

In the order in which a device goes through it:

- ports: `units` joins a unit to the port that it is all of, `unit_trees` makes one tree of units
  with queues, `circuits` gives an ATM circuit its queue; `renamed` and `crossing` say
  what packets of one port are at another;
- rates: `rates` has the speed that percentages are taken of, `lines` the speed that the line sends
  at, `unknown_link` what holds where nobody knows either;
- classes: `denied` has what an entry that denies does in the list of a class;
- policies: `nesting` and `applied` find each kind of place that a policy is applied at, `defaults`
  and `fill` complete it there, `doubts` and `assumed` say which of these values releases differ in;
- figures, for those who read the device: `shares`, `strict_share`, `service_rates` and `shapers`
  for what classes may send, `meters` for token buckets, `queues` for depths and drop curves,
  `lengths` for what counts as the length of a packet.
"""

from __future__ import annotations

from qosc.datapath.defaults import with_defaults
from qosc.datapath.rates import link_rate

__all__ = ["link_rate", "with_defaults"]
