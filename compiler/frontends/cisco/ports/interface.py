"""Interfaces, subinterfaces, ATM circuits and the control plane: the ports of a device."""

from __future__ import annotations

from collections.abc import Collection

from qosc.amounts import Rate
from qosc.frontends.cisco.ports.circuits import (
    CIRCUIT,
    circuit_name,
    circuit_of,
    circuits,
    inherit,
)
from qosc.frontends.cisco.ports.interface_ranges import ranged
from qosc.frontends.cisco.ports.on_demand import DeviceFeatures, port_readers
from qosc.frontends.cisco.ports.port_lines import PortLines
from qosc.frontends.cisco.ports.port_statements import PortStatements, argument
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.statements.account import (
    Account,
    Rejected,
    number,
    phrase,
)
from qosc.frontends.cisco.statements.interface_names import canonical, parent, spelt_out
from qosc.frontends.cisco.table import Reader
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import Policy, Port, PortKind, SupportState
from qosc.patterns import pattern

__all__ = ["Ports"]

_INTERFACE, _SUBINTERFACE = PortKind.INTERFACE, PortKind.SUBINTERFACE

_SEVERAL = pattern(r"\d\s*[-,]")
"""NX-OS writes several ports without `range`."""


_OF_SWITCH = frozenset(("map", "min-reserve", "queue-set", "srr-queue"))
"""Words behind `mls qos` that no interface knows."""


def _of_switch(line: Line) -> bool:
    """Whether a line says something of the whole switch, wherever it stands."""
    words = line.text.lower().split(None, 3 + line.negated)
    at = line.negated + line.keyword.count(" ") + 1
    return len(words) > at and words[at] in _OF_SWITCH


class Ports:
    """Collects ports. An interface that is opened again is added to."""

    def __init__(self, account: Account, features: DeviceFeatures) -> None:
        self._account = account
        self._features = features
        self._found: dict[str, PortLines] = {}
        self._vc_classes: dict[str, PortLines] = {}
        self._channels: dict[str, Rate] = {}
        self._system: PortLines | None = None
        self._system_lines: list[Line] = []
        self._class_lines: list[tuple[str, Line]] = []
        self._statements = PortStatements()
        self.policies: dict[str, Policy] = {}
        """Policies that lines of the ports make, once the ports are finished."""
        self.interfaces = 0
        """How many `interface` lines there are."""

    def section(self, line: Line) -> None:
        """A line `interface ...` or `control-plane` with what is below it."""
        name = line.text.partition(" ")[2]
        if line.keyword == "control-plane" or line.negated or not spelt_out(name):
            self._other_section(line)
            return
        self.interfaces += 1
        self._account.modelled(line)
        above = parent(name)
        self._below(self._open(name, _SUBINTERFACE if above else _INTERFACE, above, line), line)

    def _other_section(self, line: Line) -> None:
        """A line whose name is not one port's, or not spelt out."""
        written = argument(line)
        # Most names are one word with a number: no need to take the line apart.
        if " " in written or not written[-1:].isdigit():
            try:
                written = phrase("interface", line).word()
            except Rejected as error:
                self._account.rejected(line, error)
                return
        if line.keyword == "control-plane":
            name, above, kind = f"control-plane {written}".strip(), "", PortKind.CONTROL_PLANE
        else:
            self.interfaces += 1
            name = canonical(written)
            if name.lower().startswith("range"):
                self._range(line, ranged(written[len("range") :]))
                return
            several = ranged(written) if _SEVERAL.search(written) else []
            if len(several) > 1:
                self._range(line, several)
                return
            above = parent(name)
            kind = _SUBINTERFACE if above else _INTERFACE
        self._account.modelled(line)
        if line.negated:
            self._found.pop(name, None)
            return
        self._below(self._open(name, kind, above, line), line)

    def _range(self, line: Line, names: list[str]) -> None:
        """Each interface of a range gets all of its lines; these are reported once."""
        if not names:
            self._account.recognised(line, "this range of interfaces is not in the model")
            return
        self._account.modelled(line)
        self._each(names, line, line.children)

    def _each(
        self,
        names: Collection[str],
        line: Line,
        lines: list[Line],
        kind: PortKind | None = None,
        above: str = "",
    ) -> None:
        """Give each port the lines, which are reported once. Without a kind its name tells."""
        account = self._account
        for name in names:
            if line.negated:
                self._found.pop(name, None)
                continue
            of = above or parent(name)
            self._lines(
                self._open(name, kind or (_SUBINTERFACE if of else _INTERFACE), of, line), lines
            )
            self._account = Account(account.dialect)
        self._account = account

    def finish(self, frames: Collection[str], twice: Collection[str]) -> dict[str, Port]:
        """The ports in the order of the config.

        `frames` are the policies of type network-qos that set the size of frames and nothing else,
        `twice` the names of policies of type queuing that others have too.
        """
        self._features.ports = self._found.keys()
        self._features.know(port.features for port in self._found.values())
        for line, policy in self._statements.frames:
            if policy not in frames:
                self._account.recognised(line, "policies of type network-qos are not in the model")
        self._whole_switch()
        if twice:
            for port in self._found.values():
                port.of_queuing(twice)
        if self._features.bundles_each_link:
            for name, port in self._found.items():
                port.per_link = name.startswith("Bundle-")
        if self._channels or any(port.bundle for port in self._found.values()):
            from qosc.frontends.cisco.ports.bundles import set_speeds

            set_speeds(self._found, self._channels, self._features.platform)
        used = inherit(self._found, self._vc_classes)
        for name, line in self._class_lines:
            if name not in used:
                self._account.recognised(line, "no circuit takes the class")
        for line, name in self._statements.class_uses:
            if name not in self._vc_classes:
                self._account.recognised(line, "there is no such vc-class")
        return {
            name: port.value(self.policies, self._features) for name, port in self._found.items()
        }

    def _open(self, name: str, kind: PortKind, above: str, line: Line) -> PortLines:
        port = self._found.get(name)
        if port is None:
            port = self._found[name] = PortLines(name, kind, above, line.span())
            port.speed_by_name = self._account.dialect.speed_by_name
        return port

    def vc_class(self, line: Line) -> None:
        """A line `vc-class atm NAME` with what is below it."""
        try:
            name = phrase("interface", line).word()
        except Rejected as error:
            self._account.rejected(line, error)
            return
        if line.negated:
            self._account.modelled(line)
            self._vc_classes.pop(name, None)
            return
        self._account.modelled(line)
        circuit = self._vc_classes.setdefault(
            name, PortLines(name, PortKind.CIRCUIT, "", line.span())
        )
        self._below(circuit, line)
        self._class_lines += [(name, one) for one in line.walk() if not one.unknown]

    def system(self, line: Line) -> None:
        """A line `system qos`: its policies hold for the switch ports without one of their own
        (Cisco Nexus 5000 Series NX-OS Quality of Service Configuration Guide, System QoS).
        """
        self._account.modelled(line)
        if self._system is None:
            self._system = PortLines("system qos", PortKind.INTERFACE, "", line.span())
        self._below(self._system, line)
        self._system_lines += [one for one in line.walk() if not one.unknown]

    def _whole_switch(self) -> None:
        if self._system is None:
            return
        ports = [port for port in self._found.values() if port.name.startswith("Ethernet")]
        if not ports:
            for line in self._system_lines:
                if self._account.state(line) is not SupportState.RECOGNISED:
                    self._account.recognised(line, "there is no switch port in the text")
        for port in ports:
            for own, common in (
                (port.policies, self._system.policies),
                (port.queuing, self._system.queuing),
            ):
                own.update({way: common[way] for way in own if own[way] is None})

    def _below(self, target: PortLines, line: Line) -> None:
        self._lines(target, line.children)

    def _lines(self, target: PortLines, lines: list[Line]) -> None:
        for child in lines:
            if child.unknown:
                continue
            try:
                self._line(target, child, lines)
            except Rejected as error:
                self._account.rejected(child, error)
            else:
                self._account.modelled(child)

    def _line(self, target: PortLines, line: Line, siblings: list[Line]) -> None:
        reader = port_readers().get(line.keyword)
        if reader is Reader.PORT:
            self._statements.read(self._account, target, line)
        elif reader is Reader.CIRCUIT:
            self._circuit(target, line)
        elif reader is Reader.MEMBER:
            self._member(target, line)
        elif reader is Reader.POLICY_ROUTING:
            target.routing = self._features.route_maps.use(line)
            if target.routing is None:
                self._account.irrelevant(line)
        elif reader is Reader.FRAME_RELAY:
            self._features.frame_relay.port(target.name, line)
        elif reader in (Reader.SWITCH_PORT, Reader.PORT_QUEUES):
            self._switch(target, line)
        else:
            from qosc.frontends.cisco.ports.elsewhere import elsewhere

            elsewhere(self._account, line, siblings, target.features)

    def _member(self, target: PortLines, line: Line) -> None:
        """A line that may make the port a member link of another. Raises `Rejected`."""
        from qosc.frontends.cisco.ports.bundles import bundle_of

        bundle = bundle_of(line, target.name)
        if bundle or line.keyword != "ppp multilink":
            target.bundle, target.member_at = bundle, line.span()
            return
        from qosc.frontends.cisco.ports.elsewhere import elsewhere

        elsewhere(self._account, line, [], target.features)

    def controller(self, line: Line) -> None:
        """A line `controller T1 0/0/0` with channels below it."""
        from qosc.frontends.cisco.ports.bundles import channels

        self._channels |= channels(self._account, line)

    def _spokes(self, target: PortLines, line: Line) -> None:
        """`ip nhrp map group ...` with a policy: a port stands for each spoke of the group."""
        from qosc.frontends.cisco.ports.elsewhere import spokes

        group, policy = spokes(line)
        if not group:
            self._account.irrelevant(line)
            return
        name = f"{target.name} nhrp group {group}"
        self._found.pop(name, None)
        if policy is not None:
            port = self._open(name, PortKind.CIRCUIT, target.name, line)
            port.policies["output"] = policy

    def _switch(self, target: PortLines, line: Line) -> None:
        """A line of a switch; raises `Rejected`."""
        if line.keyword in ("mls qos", "qos") and _of_switch(line):
            # Notes and terminal sessions go on flush left behind an interface.
            if self._account is self._features.account:
                self._features.switch(line)
            return
        target.features.line(line, self._account)

    def _circuit(self, target: PortLines, line: Line) -> None:
        """`pvc [name] vpi/vci`; without a VPI it is 0. `frame-relay interface-dlci number`.

        A service instance has its frames like a subinterface (Cisco, Carrier Ethernet
        Configuration Guide, `service instance ethernet`).
        """
        if line.keyword in ("ip nhrp", "nhrp map"):
            self._spokes(target, line)
            return
        if line.keyword == "vlan-range":
            self._vlans(target, line)
            return
        node = phrase("interface", line)
        if node.name == "dlci":
            number_of = number(node.words()[0], 16, 1007, "a DLCI", "ITU-T Q.922")
            self._open_circuit(target, f"{target.name} dlci {number_of}", line)
            return
        if node.name == "service_instance":
            number_of = number(node.words()[0], 1, 10**6, "a service instance")
            name = f"{target.name} service instance {number_of}"
            self._open_circuit(target, name, line, PortKind.SUBINTERFACE)
            return
        if node.name == "pvc_range":
            self._circuit_range(target, line, node)
            return
        pair = next(word for word in node.words() if CIRCUIT.fullmatch(word.text))
        self._open_circuit(target, circuit_name(target.name, circuit_of(pair)), line)

    def _circuit_range(self, target: PortLines, line: Line, node: Node) -> None:
        """Each circuit of a range gets the lines of the range, then those of its own."""
        ranged_lines = [child for child in line.children if child.keyword != "pvc-in-range"]
        names = [circuit_name(target.name, circuit) for circuit in circuits(node)]
        self._each(names, line, ranged_lines, PortKind.CIRCUIT, target.name)
        for child in line.children:
            if child.keyword == "pvc-in-range" and not child.unknown:
                self._lines(target, [child])

    def _vlans(self, target: PortLines, line: Line) -> None:
        """Each VLAN of a range gets all of its lines; these are reported once."""
        from qosc.frontends.cisco.ports.vlan_range import OfVlan, vlans_of

        names = {f"{target.name} vlan {vlan}": vlan for vlan in vlans_of(line)}
        self._each(names, line, line.children, _SUBINTERFACE, target.name)
        for name in () if line.negated else names:
            self._found[name].encapsulation = f"dot1q {names[name]}"
            self._found[name].features = OfVlan(target)

    def _open_circuit(
        self, target: PortLines, name: str, line: Line, kind: PortKind = PortKind.CIRCUIT
    ) -> None:
        if line.negated:
            self._found.pop(name, None)
            return
        self._below(self._open(name, kind, target.name, line), line)
