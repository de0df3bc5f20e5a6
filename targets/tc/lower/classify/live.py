"""The filters of a hook that some packet can come to.

Rules are lowered one by one, each for all packets. What the way to a rule leaves of them (IPv4
alone behind `family inet`) and what a filter before it takes for good (all packets, behind a rule
without conditions) shows here, where all chains of the hook are there: no action of a script
changes the protocol that the kernel keeps of a frame, so that it is the same in every chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from qosc.targets.tc.model import Command, Control, Filter, Gact, Matchall, Police

__all__ = ["live", "targets"]

_ALL = "all"


class _Coming(NamedTuple):
    """Protocols of frames: those named, or (`others`) all but those."""

    names: frozenset[str] = frozenset()
    others: bool = False

    def __bool__(self) -> bool:
        return self.others or bool(self.names)

    def of(self, protocol: str) -> _Coming:
        """Those that a filter for `protocol` is asked about."""
        if protocol == _ALL:
            return self
        comes = (protocol in self.names) is not self.others
        return _Coming(frozenset({protocol} if comes else ()))

    def without(self, taken: _Coming) -> _Coming:
        """Those that are left; `taken` is of one protocol, or all of these."""
        if taken == self:
            return _Coming()
        if self.others:
            return _Coming(self.names | taken.names, others=True)
        return _Coming(self.names - taken.names)

    def and_also(self, more: _Coming) -> _Coming:
        if self.others and more.others:
            return _Coming(self.names & more.names, others=True)
        if self.others or more.others:
            all_but, these = (self, more) if self.others else (more, self)
            return _Coming(all_but.names - these.names, others=True)
        return _Coming(self.names | more.names)


def live(chains: Mapping[int, Iterable[Command]], order: Iterable[int]) -> dict[int, list[Command]]:
    """The chains without the filters that no packet comes to: all start in chain 0.

    `order` has each chain before those that its filters lead to.
    """
    coming = {0: _Coming(others=True)}
    kept: dict[int, list[Command]] = {}
    for number in order:
        left = coming.get(number, _Coming())
        alive = []
        for command in chains[number]:
            node = command.node
            if not isinstance(node, Filter):
                continue
            asked = left.of(node.protocol)
            if not asked:
                continue
            alive.append(command)
            for target in targets(node):
                coming[target] = coming.get(target, _Coming()).and_also(asked)
            if isinstance(node.match, Matchall) and _for_good(node):
                left = left.without(asked)
        kept[number] = alive
    return kept


def _controls(firewall_filter: Filter) -> list[Control]:
    controls: list[Control] = []
    for action in firewall_filter.actions:
        if isinstance(action, Gact):
            controls.append(action.control)
        elif isinstance(action, Police):
            controls += [action.exceed, action.conform]
    return controls


def targets(firewall_filter: Filter) -> list[int]:
    """The chains that a filter leads to."""
    return [control.chain for control in _controls(firewall_filter) if control.chain is not None]


def _for_good(firewall_filter: Filter) -> bool:
    """Whether the next filter never sees what this one matches: its actions end, none goes on."""
    controls = _controls(firewall_filter)
    ends = bool(controls) and controls[-1].verb not in ("pipe", "continue")
    return ends and all(control.verb != "continue" for control in controls)
