"""What every lowering of one port needs to know."""

from __future__ import annotations

from dataclasses import dataclass, field

from qosc.datapath.lengths import MAC_HEADER, Layer
from qosc.datapath.lines import Line
from qosc.ir import Device, Policy, Port, TrafficClass
from qosc.ir.leaves import join, resolve
from qosc.ledger import Ledger
from qosc.targets.tc.kernels import DEFAULT, Kernel
from qosc.targets.tc.lower.classify.budget import Budget
from qosc.targets.tc.model import ATM, Stab
from qosc.targets.tc.options import TcOptions

__all__ = ["Context", "child_policy"]


@dataclass(frozen=True, slots=True)
class Context:
    """One port of one device. `link` is the rate of its link in bit/s, where known."""

    device: Device
    port: Port
    options: TcOptions
    ledger: Ledger
    link: int | None
    mtu: int
    layer: Layer
    atm: ATM | None = None
    stab: Stab | None = None
    kernel: Kernel = DEFAULT
    tags: bool = False
    """Whether tagged frames are to be expected: VLANs below the port send through it, or its
    classes look at the tag."""
    line: Line | None = None
    """What all that leaves is bounded by; percentages are of `link`."""
    budget: Budget = field(default_factory=Budget)
    common: str = ""
    """What is lowered is of all devices of a script, and so is each of its meters: its name."""

    @property
    def frame(self) -> int:
        """Bytes that Linux counts for the largest packet."""
        return self.mtu + MAC_HEADER


def child_policy(
    device: Device, traffic_class: TrafficClass, path: str
) -> tuple[Policy, str] | None:
    """The child policy of a class and its path, unless it is missing or one of its own parents."""
    if traffic_class.child is None:
        return None
    policy = resolve(device, traffic_class.child)
    below = join(path, "child", f"{traffic_class.child.target} {traffic_class.child.name}")
    if not isinstance(policy, Policy) or f"policy-map {policy.name} > " in path + " > ":
        return None
    return policy, below
