"""Statements that few configs have. What reads them is imported when the first one comes: a check
of a small config spends most of its time on imports.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from qosc.frontends.cisco.statements.account import Account
from qosc.frontends.cisco.table import Reader, readers
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.text.lines import Line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from qosc.frontends.cisco.catalyst.maps import SwitchMaps
    from qosc.frontends.cisco.catalyst.port import SwitchPort
    from qosc.frontends.cisco.legacy_queueing.frame_relay import FrameRelay
    from qosc.frontends.cisco.legacy_queueing.port_queues import PortQueues
    from qosc.frontends.cisco.legacy_queueing.queue_lists import QueueLists
    from qosc.frontends.cisco.ports.route_map import RouteMaps
    from qosc.ir import Attachment, FairQueue, Policy, Stage

__all__ = ["DeviceFeatures", "PortFeatures", "port_readers"]


@cache
def port_readers() -> dict[str, Reader]:
    """By keyword, who reads the statements of a port, of its circuits and of what it holds."""
    return readers(
        Mode.CONTROL_PLANE,
        Mode.DLCI,
        Mode.INTERFACE,
        Mode.PVC,
        Mode.SERVICE_INSTANCE,
        Mode.SYSTEM_QOS,
        Mode.VLAN_RANGE,
    )


class DeviceFeatures:
    """Queue lists, policy routing and the maps of a switch."""

    def __init__(self, account: Account, platform: str = "", *, whole: bool = False) -> None:
        self.account = account
        self.platform = platform
        self._whole = whole
        self._lists: QueueLists | None = None
        self._maps: SwitchMaps | None = None
        self._route_maps: RouteMaps | None = None
        self._frame_relay: FrameRelay | None = None
        self.ports: Collection[str] = ()
        """The names of all ports, once they are known."""
        self.bundles_each_link = False
        """Whether each member link of a bundle of IOS XR has the policies of the bundle."""

    @property
    def frame_relay(self) -> FrameRelay:
        """The map-classes of Frame Relay."""
        if self._frame_relay is None:
            from qosc.frontends.cisco.legacy_queueing.frame_relay import FrameRelay

            self._frame_relay = FrameRelay(self.account)
        return self._frame_relay

    def map_class(self, line: Line) -> None:
        """A line `map-class ...`."""
        self.frame_relay.section(line)

    def shaped_circuit(self, port: str, made: dict[str, Policy]) -> list[Attachment]:
        """What the map-class of a port does to it."""
        if self._frame_relay is None:
            return []
        attachments = self._frame_relay.output(port, self.ports)
        made.update((policy.name, policy) for _, policy in attachments if policy is not None)
        return [attachment for attachment, _ in attachments]

    def coming(self, port: str) -> tuple[Attachment, ...]:
        """What the map-class of a port does to packets that come in."""
        return () if self._frame_relay is None else (*self._frame_relay.input(port, self.ports),)

    def queue_list(self, line: Line) -> None:
        """A line `priority-list ...` or `queue-list ...`."""
        if self._lists is None:
            from qosc.frontends.cisco.legacy_queueing.queue_lists import QueueLists

            self._lists = QueueLists(self.account)
        self._lists.line(line)

    def switch(self, line: Line) -> None:
        """A global line of a switch."""
        if self.account.dialect.own_queue_lines:
            from qosc.frontends.cisco.dialects.eos import eos_line

            eos_line(line, self.account)
            return
        self.maps.line(line)

    @property
    def maps(self) -> SwitchMaps:
        """The maps of the switch."""
        if self._maps is None:
            from qosc.frontends.cisco.catalyst.maps import SwitchMaps

            self._maps = SwitchMaps(self.account, self.platform, whole=self._whole)
        return self._maps

    def switch_port(self, port: PortFeatures, *, output: bool) -> SwitchPort | None:
        """What a switch says of a port: its own lines, or what holds for all ports."""
        whole = self._maps.all_ports if self._maps is not None else None
        own = port.switch
        if own is not None:
            queues = output and whole is not None and not own.has_wrr()
            return whole if queues else own
        if output and whole is not None:
            return whole
        if self._maps is None or self._maps.enabled is None:
            return None
        from qosc.frontends.cisco.catalyst.port import SwitchPort

        return SwitchPort()

    def know(self, ports: Iterable[PortFeatures]) -> None:
        """Take note of what the ports trust, once all of them are read."""
        for port in ports:
            if port.switch is not None and port.switch.trust is not None:
                self.maps.trusted.add(port.switch.trust[0])

    def decide(
        self, policies: dict[str, Policy], trust_lines: dict[str, dict[str, Line]]
    ) -> dict[str, Policy]:
        """The policies, with what ports do to packets that a policy of theirs does not mark.

        `trust_lines` are the lines `trust ...` by policy and class.
        """
        if not trust_lines and (self._maps is None or not self._maps.after):
            return policies
        from qosc.frontends.cisco.catalyst.undecided import decided

        return decided(policies, trust_lines, self.maps)

    @property
    def route_maps(self) -> RouteMaps:
        """The route-maps that mark packets."""
        if self._route_maps is None:
            from qosc.frontends.cisco.ports.route_map import RouteMaps

            self._route_maps = RouteMaps(self.account)
        return self._route_maps

    def finish(self) -> dict[str, Policy]:
        """The policies that queue lists make; says what became of route-maps and maps."""
        if self._route_maps is not None:
            self._route_maps.finish()
        if self._maps is not None:
            self._maps.finish()
        if self._frame_relay is not None:
            self._frame_relay.finish()
        return self._lists.finish() if self._lists is not None else {}


class PortFeatures:
    """What a port says in such statements."""

    __slots__ = ("_queues", "switch")

    def __init__(self) -> None:
        self._queues: PortQueues | None = None
        self.switch: SwitchPort | None = None

    def assist(self) -> None:
        """AutoQoS sets what the port trusts, in lines that are not in the text."""
        if self.switch is None:
            from qosc.frontends.cisco.catalyst.port import SwitchPort

            self.switch = SwitchPort()
        self.switch.assisted = True

    def line(self, line: Line, account: Account) -> None:
        """A line that a switch or the queues of a port read; raises `Rejected`."""
        if account.dialect.own_queue_lines:
            from qosc.frontends.cisco.dialects.eos import eos_line

            eos_line(line, account)
            return
        if port_readers()[line.keyword] is Reader.SWITCH_PORT:
            if self.switch is None:
                from qosc.frontends.cisco.catalyst.port import SwitchPort

                self.switch = SwitchPort()
            self.switch.line(line, account)
            return
        if self._queues is None:
            from qosc.frontends.cisco.legacy_queueing.port_queues import PortQueues

            self._queues = PortQueues()
        self._queues.line(line)

    @property
    def takes_policy(self) -> bool:
        """Whether the output policy becomes a child of these queues."""
        return self._queues is not None and self._queues.rtp is not None

    def input(
        self, port: str, features: DeviceFeatures, policy: Attachment | None
    ) -> tuple[Stage, ...]:
        """What the port does to packets before anything else does. A `policy` sees them first."""
        stages = features.switch_port(self, output=False)
        if stages is None:
            return features.coming(port)
        if policy is not None:
            from qosc.frontends.cisco.catalyst.undecided import undecided

            undecided(stages, port, features.maps, policy.policy.name)
            return ()
        from qosc.frontends.cisco.catalyst.trust import trusted

        rules = trusted(stages, port, features.maps)
        return (rules,) if rules is not None else ()

    def output(
        self,
        port: str,
        inner: Attachment | None,
        features: DeviceFeatures,
        made: dict[str, Policy],
        fair: FairQueue | None,
    ) -> list[Attachment]:
        """The queues of the port; their policies go to `made`. `fair` is the port's fair queue."""
        own: list[tuple[Attachment | None, Policy]] = []
        if self._queues is not None:
            own += self._queues.policies(port, inner, fair)
        switch = features.switch_port(self, output=True)
        if switch is not None:
            from qosc.frontends.cisco.catalyst.output import switch_queues

            own += switch_queues(switch, port, features.maps, self.switch, queued=inner is not None)
        made.update((policy.name, policy) for _, policy in own)
        attached = [attachment for attachment, _ in own if attachment is not None]
        return attached + features.shaped_circuit(port, made)
