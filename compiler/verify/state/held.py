"""What stands on a machine, held to the config and to the script that `compile` makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from qosc.ir import Device, Port
from qosc.ledger import Entry
from qosc.profiles import Profile
from qosc.verify.check import Notes, Verified, compare
from qosc.verify.found import Difference
from qosc.verify.state.dump import State
from qosc.verify.state.interfaces import strange_parts, unfollowed
from qosc.verify.state.lines import Live, Strange
from qosc.verify.state.shown import settle_class, settle_filter, settle_qdisc
from qosc.verify.state.structure import filter_key, structure_differences
from qosc.verify.tc.marks import as_usual
from qosc.verify.tc.model import Filter, Police, PortSetup, Unreadable

__all__ = ["Machine", "indices"]

_JOINING = (
    "generic-receive-offload",
    "large-receive-offload",
    "generic-segmentation-offload",
    "tcp-segmentation-offload",
    "rx-gro-hw",
)
_EARLY = (
    "the order of headers (reorder_hdr off)",
    "the VLAN device may write its tag before filters see a packet, so that they see no IP",
)


@dataclass(slots=True)
class Machine:
    """What stands on a machine, held to the config: `wanted` is what the script sets up by port,
    and `times` counts the filters that have the policer of a number.
    """

    marked: Device
    device: Device
    profile: Profile
    ledger: tuple[Entry, ...]
    state: State
    wanted: Mapping[str, PortSetup]
    times: Mapping[int, int]
    undefined_access_list: str
    plane: Port | None
    mark_shift: int
    leaf: str
    unknown: list[Difference] = field(default_factory=list)
    warnings: list[Difference] = field(default_factory=list)
    unshown: int = 0

    def against(self, ports: tuple[Port, ...], read: Mapping[str, Live]) -> Verified:
        """The differences of some ports; `read` has what is set up for each that was read."""
        compared: list[Port] = []
        setups: dict[str, PortSetup] = {}
        extra: dict[str, list[Difference]] = {}
        for port in ports:
            live = read.get(port.name)
            setup = None if live is None else self._setup(port, live, extra)
            if setup is not None and (setup.qdiscs or setup.classes or setup.filters):
                try:
                    shift = self.mark_shift
                    setups[port.name] = as_usual(setup, self.marked, shift) if shift else setup
                except Unreadable as error:
                    self.unknown.append(unfollowed(port, error))
                    continue
            compared.append(port)
        notes = Notes()
        got = compare(
            self.device,
            tuple(compared),
            self.profile,
            self.ledger,
            setups,
            undefined_access_list=self.undefined_access_list,
            notes=notes,
            plane=self.plane,
            leaf=self.leaf,
        )
        self.unknown += [
            unfollowed(port, notes.unread[port.name])
            for port in compared
            if port.name in notes.unread
        ]
        strange, quiet = _sorted(got, extra, notes)
        self.warnings += quiet
        return replace(got, differences=(*map(_of_machine, got.differences), *strange))

    def _setup(self, port: Port, live: Live, extra: dict[str, list[Difference]]) -> PortSetup:
        """What is set up there, in the script's figures; `extra` is told of its parts."""
        self.unshown += live.unshown
        script = self.wanted.get(port.name, PortSetup(port.name, (), (), ()))
        setup = _settled(live, script, self.times)
        if live.early and any(each.hook == "egress" for each in script.filters):
            live.strange.append(Strange(0, *_EARLY))
        extra[port.name] = [
            *structure_differences(port.name, live.name, script, setup, port.origin),
            *strange_parts(port, live),
        ]
        self.warnings += _joining(self.state, port, live.name, script)
        self.warnings += _tagging(port, live, script)
        return setup


def _of_machine(difference: Difference) -> Difference:
    """What is said of scripts, said of the machine."""
    message = difference.message.replace("the script", "the machine")
    message = message.replace("router and script", "router and machine")
    notes = (note.replace("the script", "the machine") for note in difference.notes)
    return replace(difference, message=message, notes=tuple(notes))


def indices(firewall_filter: Filter) -> list[int]:
    """The numbers that the kernel has for the policers of a filter."""
    return [each.index for each in firewall_filter.actions if isinstance(each, Police)]


def _settled(live: Live, script: PortSetup, times: Mapping[int, int]) -> PortSetup:
    classes = {each.classid: each for each in script.classes}
    qdiscs = {each.parent: each for each in script.qdiscs}
    filters = {filter_key(each): each for each in script.filters}
    return PortSetup(
        script.name,
        tuple(
            settle_qdisc(each, qdiscs.get(each.parent), live.hidden.get(each.line))
            for each in live.qdiscs
        ),
        tuple(settle_class(each, classes.get(each.classid)) for each in live.classes),
        tuple(settle_filter(each, filters.get(filter_key(each)), times) for each in live.filters),
        script.line,
        # What has 0 is not shown; where the script gives no priority, it is no part of it.
        {**dict.fromkeys(script.priorities, 0), **live.priorities} if script.priorities else {},
    )


def _sorted(
    got: Verified, extra: Mapping[str, list[Difference]], notes: Notes
) -> tuple[list[Difference], list[Difference]]:
    """What is drift, and what changes nothing for any packet.

    A part that was changed is drift on a port of which packets or figures differ. It is not told
    where a difference is told of its line.
    """
    reported = {each.line for each in got.differences if each.line}
    drift: list[Difference] = []
    quiet: list[Difference] = []
    for port, lines in extra.items():
        sure = port not in notes.differing and port not in notes.unread
        for each in lines:
            if each.kind == "foreign":
                drift.append(each)
            elif each.line not in reported:
                (quiet if sure else drift).append(each)
    return drift, quiet


def _tagging(port: Port, live: Live, script: PortSetup) -> list[Difference]:
    """Priorities of VLAN tags that others have given, where the script gives none."""
    if script.priorities or not live.priorities:
        return []
    pairs = " ".join(f"{one}:{two}" for one, two in sorted(live.priorities.items()))
    message = f"{live.name} gives its VLAN tags priorities (CoS) that the script does not"
    return [Difference("changed", message, "none by the script", pairs, port.origin)]


def _joining(state: State, port: Port, interface: str, script: PortSetup) -> list[Difference]:
    """Whether the interface joins packets, where meters or classes count them."""
    metered = script.classes or any(indices(each) for each in script.filters)
    if not metered:
        return []
    part = state.part("offloads", interface)
    if part is None or part.status:
        message = f"the dump does not say whether {interface} joins packets (offloads)"
        return [Difference("offloads", message, "single packets", "not shown", port.origin)]
    on = [
        (number, text.split(":")[0])
        for number, text in part.lines
        if text.split(":")[0] in _JOINING and ": on" in text
    ]
    if not on:
        return []
    names = ", ".join(name for _, name in on)
    message = f"{interface} joins packets: meters and shares hold for single ones"
    return [Difference("offloads", message, "single packets", names, port.origin, on[0][0])]
