"""What packets to the router itself meet behind the input of each port: its control plane, lo0."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from qosc.ir import Device, Port, Predicate
from qosc.ledger import Entry
from qosc.packets.diagrams import Diagram
from qosc.targets.to_itself import destinations, plane_of
from qosc.verify.account import Account
from qosc.verify.packets.match import Predicates
from qosc.verify.packets.router import Router
from qosc.verify.packets.space import HeaderSpace
from qosc.verify.packets.tree import Leaf, Outcomes, State, always, choose

__all__ = ["Behind", "plane_in"]


def plane_in(device: Device, ports: Iterable[Port], ledger: Iterable[Entry]) -> Port | None:
    """The control plane that is in a script for these ports, as the ledger says."""
    plane = plane_of(device, ports)
    if plane is None:
        return None
    account = Account(device, plane, {entry.path: entry for entry in ledger})
    return None if account.all_missing(plane.name) else plane


@dataclass
class Behind:
    """The stages of the control plane, with what the ledger says of them."""

    plane: Port
    account: Account
    _routers: list[Router] = field(default_factory=list)
    _match: Predicate | None = None

    def stages(
        self,
        space: HeaderSpace,
        device: Device,
        predicates: Predicates,
        start: Diagram,
        *,
        tracing: bool,
    ) -> Callable[[State], Outcomes]:
        """What comes after the last stage of a port's input, for the packets of `start`."""
        router = Router(
            space=space,
            device=device,
            port=self.plane,
            account=self.account,
            predicates=predicates,
            side="input",
            queues={},
            bounds={},
            rates={},
            link=None,
            start=start,
            tracing=tracing,
        )
        self._routers.append(router)
        if self._match is None:
            self._match = destinations(device)
        own = predicates.of(self._match)
        own &= ~space.have("tagged") & ~space.have("labelled")

        def then(state: State) -> Outcomes:
            passed = always(Leaf(dropped=False, state=state), start)
            return choose(own, router.outcomes(state), passed)

        return then

    @property
    def excused(self) -> Diagram:
        """The packets that a decision of these stages excuses, once they were run."""
        first, *others = self._routers
        excused_tests = first.excused
        for each in others:
            excused_tests |= each.excused
        return excused_tests
