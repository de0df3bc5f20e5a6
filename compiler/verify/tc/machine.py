"""The filters of one hook, run on all packets at once.

The lowest pref of a chain looks first; the first filter that matches runs its actions. What the
kernel does is taken from its sources as documented in tc(8), tc-actions(8) and the pages of each
action, and was seen on a 6.1 kernel.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import pairwise
from typing import NamedTuple

from qosc.packets.diagrams import Diagram
from qosc.verify.packets.space import HeaderSpace
from qosc.verify.packets.tree import Leaf, Outcomes, State, always, choose, merge, metered
from qosc.verify.tc.matches import Matches
from qosc.verify.tc.model import (
    Action,
    Control,
    Csum,
    Filter,
    Pedit,
    Police,
    SetMark,
    SetPriority,
    Unreadable,
)

__all__ = ["GOTO_MOST", "Bucket", "Machine", "jumps"]

GOTO_MOST = 16
"""The kernel drops a packet that changes chain more often (net/sched/cls_api.c)."""

_UNSUMMED = "the checksum of the IPv4 header is left wrong"
_SPOILT = "bytes of another header are overwritten"


class Bucket(NamedTuple):
    """A police action. Those of the same `which` are one bucket."""

    which: tuple[str, str, int, int]
    action: Police
    line: int


class Machine:
    """Runs the filters. `start` limits the packets; `tracing` keeps the lines of filters hit.

    `owner` is the port: commands that several ports share set up meters of their own for each.
    """

    def __init__(
        self,
        space: HeaderSpace,
        matches: Matches,
        filters: tuple[Filter, ...],
        start: Diagram | None = None,
        *,
        tracing: bool = False,
        owner: str = "",
    ) -> None:
        self._owner = owner
        self._space = space
        self._matches = matches
        self._start = space.true if start is None else start
        self._tracing = tracing
        self._chains: dict[int, list[Filter]] = {}
        for tc_filter in sorted(filters, key=lambda f: f.pref):
            self._chains.setdefault(tc_filter.chain, []).append(tc_filter)
        self._following = {number: _following(each) for number, each in self._chains.items()}
        self._ordered: set[int] = set()
        self._done: dict[tuple[int, int, State], Outcomes] = {}
        self._open: set[tuple[int, int, State]] = set()

    def outcomes(self) -> Outcomes:
        """What becomes of every packet. Raises Unreadable for what tc would refuse."""
        return self._chain(0, 0, State())

    def _chain(self, number: int, first: int, state: State) -> Outcomes:
        key = (number, first, state)
        if key in self._open:
            # It goes round until the kernel gives up.
            return always(Leaf(dropped=True, state=state), self._start)
        if key not in self._done:
            self._open.add(key)
            self._done[key] = self._look(number, first, state)
            self._open.discard(key)
        return self._done[key]

    def _look(self, number: int, first: int, state: State) -> Outcomes:
        result: Outcomes = {}
        left = self._start
        filters = self._chains.get(number, [])
        self._check_order(number, filters)
        following = self._following.get(number, [])
        for place in range(first, len(filters)):
            each = filters[place]
            hit = left & self._space.before(self._matches.of(each), state)
            if not hit.satisfiable():
                continue
            here = state.at(each.line) if self._tracing else state
            merge(result, self._act(each, 0, here, (number, following[place])), hit)
            left &= ~hit
            if not left.satisfiable():
                break
        merge(result, always(Leaf(dropped=False, state=state), left), left)
        return result

    def _check_order(self, number: int, filters: list[Filter]) -> None:
        """Filters of one pref stand in the kernel's order, not the script's: none may overlap."""
        if number in self._ordered:
            return
        self._ordered.add(number)
        groups: dict[int, dict[Hashable, Diagram]] = {}
        pairs = [(one, two) for one, two in pairwise(filters) if one.pref == two.pref]
        mixed = {one.pref for one, two in pairs if _does(one) != _does(two)}
        for each in filters:
            if each.kind != "flower" or each.pref not in mixed:
                continue
            group = groups.setdefault(each.pref, {})
            own = self._start & self._matches.of(each)
            for done, packets in group.items():
                if done != _does(each) and (packets & own).satisfiable():
                    message = "two filters of one pref take the same packet to different ends"
                    raise Unreadable(message, each.line)
            group[_does(each)] = group.get(_does(each), self._space.false) | own

    def _act(
        self, firewall_filter: Filter, at: int, state: State, then: tuple[int, int]
    ) -> Outcomes:
        for place in range(at, len(firewall_filter.actions)):
            action = firewall_filter.actions[place]
            if isinstance(action, Control):
                if action.verb == "pipe":
                    continue
                return self._go(action, state, then)
            if isinstance(action, Police):
                return self._police(firewall_filter, place, state, then)
            if isinstance(action, Pedit):
                return self._write(firewall_filter, place, action, state, then)
            state = self._simple(action, state)
        return always(Leaf(dropped=False, state=state), self._start)

    def _simple(self, action: Action, state: State) -> State:
        if isinstance(action, SetPriority):
            return state._replace(queue=action.classid)
        if isinstance(action, SetMark):
            return state._replace(beside=state.beside.then(action.value, action.mask))
        if isinstance(action, Csum) and {"ip4h", "ip", "iph"} & set(action.headers):
            return state._replace(faults=tuple(f for f in state.faults if f != _UNSUMMED))
        return state

    def _write(
        self,
        firewall_filter: Filter,
        place: int,
        action: Pedit,
        state: State,
        then: tuple[int, int],
    ) -> Outcomes:
        own = self._space.have("ip4" if action.header == "ip" else "ip6")
        faults = state.faults
        if action.header == "ip" and _UNSUMMED not in faults:
            faults = (*faults, _UNSUMMED)
        wrote = state._replace(ds=state.ds.then(action.value, action.mask), faults=faults)
        spoilt = state._replace(faults=(*state.faults, _SPOILT))
        return choose(
            own,
            self._act(firewall_filter, place + 1, wrote, then),
            self._act(firewall_filter, place + 1, spoilt, then),
        )

    def _police(
        self, firewall_filter: Filter, place: int, state: State, then: tuple[int, int]
    ) -> Outcomes:
        action = firewall_filter.actions[place]
        assert isinstance(action, Police)  # noqa: S101
        ways = [
            self._act(firewall_filter, place + 1, state, then)
            if control.verb == "pipe"
            else self._go(control, state, then)
            for control in (action.conform, action.exceed)
        ]
        which = ("line", self._owner, firewall_filter.line, place)
        if action.index:
            which = ("index", "", action.index, 0)
        return metered(Bucket(which, action, firewall_filter.line), *ways)

    def _go(self, control: Control, state: State, then: tuple[int, int]) -> Outcomes:
        if control.verb == "continue":
            return self._chain(*then, state)
        if control.verb == "goto":
            return self._chain(control.chain, 0, state)
        dropped = control.verb == "drop"
        return always(Leaf(dropped, state), self._start)


def _following(filters: list[Filter]) -> list[int]:
    """For each filter of a chain the one that looks next after it says `continue`.

    Filters of one pref are one classifier: flower asks each only for its first match, u32 goes on
    to the next (Linux cls_flower.c, fl_classify; cls_u32.c, u32_classify).
    """
    ends = list(range(1, len(filters) + 1))
    for place in range(len(filters) - 2, -1, -1):
        # From the last on, so that a pref of many filters is gone through once.
        if filters[place].pref == filters[place + 1].pref:
            ends[place] = ends[place + 1]
    return [
        end if one.kind == "flower" else place
        for place, (one, end) in enumerate(zip(filters, ends, strict=True), 1)
    ]


def _does(firewall_filter: Filter) -> Hashable:
    """What a filter does; a bucket without a number is its own."""
    own = any(isinstance(action, Police) and not action.index for action in firewall_filter.actions)
    return (firewall_filter.actions, firewall_filter.line) if own else firewall_filter.actions


def jumps(filters: tuple[Filter, ...]) -> int:
    """How often a packet can change chain at most; a loop counts as very often."""
    targets: dict[int, set[int]] = {}
    for each in filters:
        here = targets.setdefault(each.chain, set())
        for action in each.actions:
            ways: tuple[Control, ...] = (action,) if isinstance(action, Control) else ()
            if isinstance(action, Police):
                ways = (action.conform, action.exceed)
            here |= {way.chain for way in ways if way.verb == "goto"}
    depth: dict[int, int] = {}
    stack: list[tuple[int, bool]] = [(0, False)]
    opened: set[int] = set()
    while stack:
        chain, left = stack.pop()
        if left:
            opened.discard(chain)
            depth[chain] = max((1 + depth[t] for t in targets.get(chain, ())), default=0)
        elif chain not in depth:
            if chain in opened:
                return 1 << 16
            opened.add(chain)
            stack.append((chain, True))
            for target in targets.get(chain, ()):
                if target in opened:
                    return 1 << 16
                stack.append((target, False))
    return depth.get(0, 0)
