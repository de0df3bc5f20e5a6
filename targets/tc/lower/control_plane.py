"""The control plane of IOS and lo0 of JunOS: packets to the machine itself, on every interface.

Behind the input of each port of the script comes a chain of a number of its own, `OWN_CHAIN`, that
tests the destination: an address of the device, or one of link scope. What it takes goes through
the policies of the control plane. Their meters are numbered, so that they are the same ones on all
interfaces.

The hook at the entry sees frames before IP does. What is for the machine by another reason than its
destination passes by: transit that expires or has options, groups and broadcasts of a subnet, what
is not IP. Frames with a VLAN tag are left to the device of their VLAN.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from qosc.datapath.doubts import doubts
from qosc.fields import Field
from qosc.ir import Device, Interval, Port, Test
from qosc.ir.leaves import join, leaves
from qosc.ledger import Entry, Fidelity, Ledger
from qosc.source import NOWHERE
from qosc.targets.tc.host import OWN_CHAIN, tells_own
from qosc.targets.tc.lower.classify.cells import cells
from qosc.targets.tc.lower.classify.chains import Chains, to
from qosc.targets.tc.lower.classify.decision import decide
from qosc.targets.tc.lower.context import Context
from qosc.targets.tc.lower.queueing.queues import Queues
from qosc.targets.tc.lower.stages import lower_stages
from qosc.targets.tc.model import Gact, Plan
from qosc.targets.tc.options import TcOptions
from qosc.targets.to_itself import destinations

__all__ = ["Plane", "own_entries", "plane_for", "settled"]

_NOT_IP = (
    "the filters for packets to the machine itself ask for IP destinations and untagged frames"
)
_SENT = "packets that the machine sends are not told from those that pass"
_UNSEEN = (
    "what comes for the machine by another reason passes the filters by: transit whose TTL expires "
    "or that has IP options, broadcasts of a subnet, groups outside 224.0.0.0/24 and ff02::/16, "
    "addresses that the router shares or is given (HSRP, VRRP, DHCP), ARP, IS-IS and other frames "
    "that are not IP. The policy sees them on the router. No bound is known"
)
_MOST_NAMED = 8
_APART = (
    "The filter of lo0.0 does not hold for a routing instance with a unit of lo0 (Juniper, "
    "Configuring Logical Units on the Loopback Interface for Routing Instances in Layer 3 VPNs; "
    "EX and QFX switches have one for all). What it does to 224.0.0.0/24, 255.255.255.255, "
    "fe80::/10 and ff02::/16, it does on their interfaces too, where apply is given these. No "
    "bound is known"
)
_OTHERS = (
    "the policy holds on the interfaces that apply is given; on the router, on all of them. For "
    "one without QoS of its own give {0}=INTERFACE, for each. The loopback interface needs none"
)


@dataclass(frozen=True, slots=True)
class Plane:
    """The control plane of a device, and the account of it: a copy for each port."""

    device: Device
    port: Port
    ledger: Ledger

    def add(self, context: Context, chains: Chains) -> None:
        """Put the chain that tests the destination into those of a hook, and its stages."""
        gate = chains.new(OWN_CHAIN)
        inside = replace(
            context,
            port=self.port,
            ledger=self.ledger,
            link=None,
            tags=False,
            common=self.port.name,
        )
        first = lower_stages(
            inside, chains, self.port.input, self.ledger.at(self.port.name, "input"), Queues()
        )
        if first is None:
            return
        decision = decide(self.device, destinations(self.device), "none", context.budget)
        for conjunction, _ in decision.entries:
            for cell in cells(conjunction):
                chains.add(gate, cell, (Gact(to(first)),), self.port.origin)


def plane_for(device: Device, port: Port, options: TcOptions) -> Plane:
    """The control plane for one port of the script."""
    return Plane(device, port, Ledger(leaves(device, port), doubts(options.profile)))


def settled(plane: Plane, plan: Plan) -> tuple[Entry, ...]:
    """The account of the control plane, once it is in a plan."""
    place = plane.ledger.at(plane.port.name)
    if not any(tells_own(command.node) for command in plan.commands):
        why = "a packet could change chain more often than the kernel allows"
        place.ledger.withdraw(place.path, why)
    place.at("output").rest(Fidelity.UNSUPPORTED, _SENT, "nothing")
    place.rest(Fidelity.UNSUPPORTED, "it is no part of what the filters do", "nothing")
    for leaf in leaves(plane.device, plane.port):
        if isinstance(leaf.value, Test) and _is_of_frames(leaf.value):
            place.ledger.withdraw(leaf.path, _NOT_IP, "matches nothing")
    return (*place.ledger.close(), *_rows(plane.device, plane.port))


def _is_of_frames(test: Test) -> bool:
    if test.field is Field.ETHERTYPE:
        return not any(
            isinstance(value, Interval) and value.low <= number <= value.high
            for value in test.values
            for number in (0x0800, 0x86DD)
        )
    return test.field in (Field.VLAN, Field.COS, Field.MPLS_EXP)


def _rows(device: Device, port: Port) -> Iterator[Entry]:
    if device.addresses_apart:
        apart = device.addresses_apart
        more = f" and {len(apart) - _MOST_NAMED} more" if len(apart) > _MOST_NAMED else ""
        yield Entry(
            join(port.name, "routing instances with a lo0 of their own"),
            Fidelity.APPROX,
            "nothing of what comes for them",
            "what is of link scope on their interfaces",
            f"left out: {', '.join(apart[:_MOST_NAMED])}{more}. {_APART}",
            NOWHERE,
        )
    yield Entry(
        join(port.name, "packets that no own address tells"),
        Fidelity.APPROX,
        "all that comes for the router",
        "what is sent to an address of the config, or of link scope",
        f"{_UNSEEN}. Other addresses: apply --own-address ADDRESS, for each",
        NOWHERE,
    )
    yield Entry(
        join(port.name, "interfaces"),
        Fidelity.APPROX,
        "all",
        "those that apply is given",
        _OTHERS.format(port.name),
        NOWHERE,
    )


def own_entries(plans: Iterable[Plan], own: Port) -> Iterator[Entry]:
    """The ports of a script whose plans lack the control plane."""
    for plan in plans:
        if not any(tells_own(command.node) for command in plan.commands):
            yield Entry(
                join(own.name, f"on {plan.port}"),
                Fidelity.UNSUPPORTED,
                "packets to the router itself",
                "nothing",
                "none of the filters of this port's input are set",
                own.origin,
            )
