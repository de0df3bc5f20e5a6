"""One script against one device."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from qosc.datapath.assumed import with_assumed
from qosc.datapath.crossing.entered import with_entered
from qosc.fields import Field
from qosc.ir import Device, Port
from qosc.ledger import Entry
from qosc.packets.budget import TOO_DEEP, UndecidedError
from qosc.packets.diagrams import Diagram
from qosc.profiles import Profile
from qosc.source import NOWHERE, Span
from qosc.verify.account import Account
from qosc.verify.behind import Behind, plane_in
from qosc.verify.found import Difference
from qosc.verify.joined import joined_differences, tag_carriers
from qosc.verify.packets.compare import Comparison, Meters, last_place
from qosc.verify.packets.match import Predicates
from qosc.verify.packets.router import Router
from qosc.verify.packets.space import HeaderSpace
from qosc.verify.packets.tree import Outcomes, State
from qosc.verify.queueing.drops import port_queue_differences
from qosc.verify.queueing.fair import by_weight, fair_queues
from qosc.verify.queueing.figures import scheduler_differences
from qosc.verify.queueing.pairing import QueueIds, pair_queues
from qosc.verify.queueing.queues import QueueTree, class_rates, wanted_queues
from qosc.verify.queueing.reach import reach_differences
from qosc.verify.queueing.setup import Setup, set_up
from qosc.verify.scripts import by_port, frame_of, parts_of, passed_ports
from qosc.verify.tc.machine import GOTO_MOST, Machine, jumps
from qosc.verify.tc.marks import as_usual
from qosc.verify.tc.matches import Matches
from qosc.verify.tc.model import Control, PortSetup, Unreadable
from qosc.verify.tc.read import read_functions

__all__ = ["Notes", "Verified", "compare", "verify"]

_TAGS = (Field.VLAN, Field.COS)
_SIDES = {"input": "ingress", "output": "egress"}


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found, and how much was compared."""

    differences: tuple[Difference, ...]
    ports: int = 0
    commands: int = 0
    regions: int = 0
    """Sets of packets that router and script were each asked about."""
    uncompared: tuple[Difference, ...] = ()
    """The ports of which nothing was compared, where that is not so of all."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What `compare` finds by port: setups that it cannot follow, and ports with differences."""

    unread: dict[str, Unreadable] = field(default_factory=dict)
    differing: set[str] = field(default_factory=set)


def verify(
    device: Device,
    ports: tuple[Port, ...],
    profile: Profile,
    ledger: Iterable[Entry],
    script: str,
    *,
    undefined_access_list: str = "none",
    runner: str | None = None,
    said: Device | None = None,
    mark_shift: int = 0,
    leaf: str = "",
) -> Verified:
    """The differences between the ports' models and a script, but for what the ledger excuses.

    `device` has its defaults filled in; `said` is the same before units were put into their ports,
    where they were. `mark_shift` and `leaf` are options that the script was made with. `script` may
    be the files for `tc -batch`, one after the other, and `runner` the script that feeds them.
    Raises Unreadable, with a line, for a script that is not understood, and
    `qosc.packets.UndecidedError` where the packets are too many kinds to be told apart, or a list
    is too long that goes on from rule to rule.
    """
    marked, own = device, ports
    device, ports = with_entered(with_assumed(device, profile), ports)
    plane = plane_in(device, ports, ledger := tuple(ledger))
    passed = passed_ports(ports, plane)
    differences = list(joined_differences(said, marked, own)) if said is not None else []
    parts = parts_of(script, runner, passed)
    framed = frame_of(script, runner, passed, parts)
    differences += framed
    setups = by_port(read_functions(parts), passed, in_order=not framed)
    if mark_shift:
        setups = {name: as_usual(each, marked, mark_shift) for name, each in setups.items()}
    got = compare(
        device,
        ports,
        profile,
        ledger,
        setups,
        undefined_access_list=undefined_access_list,
        plane=plane,
        leaf=leaf,
    )
    return replace(got, differences=(*differences, *got.differences))


def compare(
    device: Device,
    ports: tuple[Port, ...],
    profile: Profile,
    ledger: Iterable[Entry],
    setups: Mapping[str, PortSetup],
    *,
    undefined_access_list: str = "none",
    notes: Notes | None = None,
    plane: Port | None = None,
    leaf: str = "",
) -> Verified:
    """The differences between the models of some ports and what is set up for each.

    `device` and `ports` have what is assumed, and what is noted where packets enter. A setup that
    cannot be followed is noted; without `notes`, Unreadable is raised. The stages of the `plane`
    stand behind those of each port, and behind none where it is alone. UndecidedError where objects
    refer to each other too deep.
    """
    differences: list[Difference] = []
    entries = {entry.path: entry for entry in ledger}
    space = HeaderSpace(device)
    predicates = Predicates(space, undefined_matches=undefined_access_list == "all")
    matches = Matches(space)
    meters = Meters()
    carriers = tag_carriers(device)
    uncompared: list[Difference] = []
    regions = commands = 0
    for port in ports:
        port = replace(port, input=(), output=()) if port is plane else port  # noqa: PLW2901
        account = Account(device, port, entries)
        setup = setups.get(port.name)
        lost = len(account.lost(port.name))
        if lost and (setup is None or _idle(setup)):
            uncompared.append(_nothing(port, lost))
        if setup is None:
            if not account.all_missing(port.name):
                message = f"the script has no commands for {port.name}"
                differences.append(
                    Difference("port", message, "a port with QoS", "nothing", port.origin)
                )
                if notes is not None:
                    notes.differing.add(port.name)
            continue
        one = _Port(
            space=space,
            predicates=predicates,
            matches=matches,
            meters=meters,
            device=device,
            port=port,
            profile=profile,
            account=account,
            setup=set_up(setup),
            carries_tags=port.name in carriers,
            leaf=leaf,
            behind=None if plane is None else Behind(plane, Account(device, plane, entries)),
        )
        try:
            own = one.differences()
        except Unreadable as error:
            if notes is None:
                raise
            notes.unread[port.name] = error
            continue
        except RecursionError:
            raise UndecidedError(f"{port.name}: {TOO_DEEP}") from None
        if own and notes is not None:
            notes.differing.add(port.name)
        differences += own
        regions += one.regions
        commands += len(setup.qdiscs) + len(setup.classes) + len(setup.filters)
    joint = meters.differences()
    if joint and notes is not None:
        notes.differing.update(setups)
    differences += joint
    if len(uncompared) == len(ports):
        differences += uncompared
        uncompared.clear()
    return Verified(tuple(differences), len(ports), commands, regions, tuple(uncompared))


def _nothing(port: Port, values: int) -> Difference:
    message = f"nothing of {port.name} was compared: the script does nothing to its packets"
    called = "1 value" if values == 1 else f"{values} values"
    words = f"QoS with {called} that the ledger calls unsupported"
    return Difference("nothing", message, words, "nothing", port.origin)


def _idle(setup: PortSetup) -> bool:
    """Whether a part of a script leaves every packet as it is, and queues none."""
    actions = (action for filters in setup.filters for action in filters.actions)
    idle = all(isinstance(each, Control) and each.verb != "drop" for each in actions)
    return idle and all(qdisc.kind == "clsact" for qdisc in setup.qdiscs)


def _number(queue: Hashable) -> int:
    """The value of skb->priority that names a class."""
    return queue[0] << 16 | queue[1] if isinstance(queue, tuple) else 0


def _queue_words(queue: Hashable) -> str:
    if isinstance(queue, str):
        return " > ".join(part for part in queue.split(" > ") if part.startswith("class "))
    return f"{queue[0]:x}:{queue[1]:x}" if isinstance(queue, tuple) else str(queue)


class _Port:
    """One port of the device and its part of the script."""

    def __init__(
        self,
        space: HeaderSpace,
        predicates: Predicates,
        matches: Matches,
        meters: Meters,
        device: Device,
        port: Port,
        profile: Profile,
        account: Account,
        setup: Setup,
        *,
        carries_tags: bool,
        leaf: str,
        behind: Behind | None,
    ) -> None:
        self._space, self._predicates, self._matches = space, predicates, matches
        self._meters, self._device, self._port = meters, device, port
        self._carries_tags, self._behind, self._leaf = carries_tags, behind, leaf
        self._profile, self._account, self._setup = profile, account, setup
        self._fair: dict[int, str] = {}
        self.regions = 0

    def differences(self) -> list[Difference]:
        """Of the queues, then of each direction."""
        tree = wanted_queues(self._device, self._port, self._profile, self._account)
        tree, self._fair = fair_queues(self._port, self._profile, tree)
        tree = replace(tree, leaf=self._leaf)
        ids, differences = pair_queues(tree, self._setup)
        if not differences:
            differences += scheduler_differences(
                tree, self._setup, ids, self._port, self._profile, self._account
            )
            differences += port_queue_differences(self._port, tree, self._setup)
        for side in _SIDES:
            differences += self._side(side, tree, ids)
        return differences

    def _side(self, side: str, tree: QueueTree, ids: QueueIds) -> list[Difference]:
        hook = _SIDES[side]
        filters = tuple(each for each in self._setup.port.filters if each.hook == hook)
        port, space = self._port, self._space
        queued = side == "output" and bool(ids)
        queues: Mapping[str, Hashable] = {}
        if queued:
            queues = tree.leaves()
        bounds = tree.bounds(self._account) if queued else {}
        rates = dict(tree.rates)
        if not queued:
            rates = class_rates(self._device, port, side, tree.link)

        behind = self._behind if side == "input" else None
        fair = self._fair if queued and not self._account.missing(port.name, "fair-queue") else {}

        def router(start: Diagram, *, tracing: bool = False) -> Router:
            last = self._last(start, fair, behind, tracing=tracing)
            return Router(
                space=space,
                device=self._device,
                port=port,
                account=self._account,
                predicates=self._predicates,
                side=side,
                queues=queues,
                bounds=bounds,
                rates=rates,
                link=tree.link,
                start=start,
                tracing=tracing,
                last=last,
            )

        def machine(start: Diagram, *, tracing: bool = False) -> Machine:
            owner = self._port.name
            return Machine(space, self._matches, filters, start, tracing=tracing, owner=owner)

        domain = self._domain()
        whole = router(domain)
        if not (filters or fair or behind) and (whole.missing or not getattr(port, side)):
            return []
        if jumps(filters) > GOTO_MOST:
            message = f"packets could change chain more than {GOTO_MOST} times"
            return [
                Difference(
                    "verdict",
                    message,
                    "goes on",
                    "the kernel drops it",
                    port.origin,
                    filters[0].line,
                )
            ]

        def same_queue(one: Hashable, two: Hashable) -> bool:
            if not queued:
                # A choice made on input would still stand where the packet goes out.
                return two is None or _number(two) in priorities
            wanted = ids.get(one) if isinstance(one, str) else None
            return wanted is None or self._setup.queue_of(two) == wanted

        priorities = self._priorities(side)

        def priority_of(queue: Hashable) -> int:
            return priorities.get(_number(queue), 0)

        def trace(alone: Diagram) -> tuple[Outcomes, Outcomes]:
            return (router(alone, tracing=True).outcomes(), machine(alone, tracing=True).outcomes())

        def place(state: State) -> Span:
            difference = last_place(state)
            return port.origin if difference == NOWHERE else difference

        outcomes = whole.outcomes()
        compared = domain & ~(whole.excused | (behind.excused if behind else space.false))
        comparison = Comparison(
            space, compared, self._meters, same_queue, _queue_words, priority_of
        )
        difference = comparison.run(outcomes, machine(domain).outcomes(), trace, place)
        self.regions += comparison.regions
        difference += self._left_out(side, tree, ids, lambda: router(space.domain).outcomes())
        return difference

    def _priorities(self, side: str) -> Mapping[int, int]:
        """Of the tags that the device gives, by skb->priority."""
        return self._setup.port.priorities if side == "output" else {}

    def _last(
        self, start: Diagram, fair: Mapping[int, str], behind: Behind | None, *, tracing: bool
    ) -> Callable[[State], Outcomes] | None:
        """What comes after all stages: flow queues on output, the control plane on input."""
        if behind is not None:
            device, predicates = self._device, self._predicates
            return behind.stages(self._space, device, predicates, start, tracing=tracing)
        return by_weight(self._space, fair, start) if fair else None

    def _left_out(
        self, side: str, tree: QueueTree, ids: QueueIds, outcomes: Callable[[], Outcomes]
    ) -> list[Difference]:
        """Packets that go by a curve of early drop which the ledger leaves out."""
        if side != "output" or not ids:
            return []
        below = self._setup.below
        lines = {path: below[own].line for path, own in ids.items() if own in below}
        return list(reach_differences(self._space, tree, self._account, lines, outcomes))

    def _domain(self) -> Diagram:
        """The packets of this port; tags and labels only where its tests look at them.

        Tags are there also where VLANs below it send through it.
        """
        space = self._space
        tests = self._account.tests
        if self._behind is not None:
            tests += self._behind.account.tests
        fields = {test.field for test in tests}
        domain = space.domain
        if not (fields & set(_TAGS) or self._carries_tags):
            domain &= ~space.have("tagged")
        if Field.MPLS_EXP not in fields:
            domain &= ~space.have("labelled")
        return domain
