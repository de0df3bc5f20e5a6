"""The rank in which a scheduler of each priority is served, on each platform.

Sources: Juniper, Transmission Priority Scheduling (the order of the words); `JunosDefaults.levels`
for the words that the hardware of a platform serves alike; Per-Priority Shaping on MIC and MPC
Interfaces Overview (`enhanced-priority-mode` tells them apart again).
"""

from __future__ import annotations

from collections.abc import Iterable

from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir import Residue, SupportState
from qosc.profiles.junos_tables import PRIORITIES, JunosDefaults

__all__ = ["LOW", "Priorities"]

LOW = PRIORITIES["low"]
"""The rank of a queue without a priority, on all platforms."""
_APART = frozenset(("strict-high", "low-latency", "high", "low"))
"""Words that no platform serves alike, but for `strict-high` and `high`."""


class Priorities:
    """What the words of `priority` and `excess-priority` stand for on one platform."""

    def __init__(
        self, root: Node, platform: str, defaults: JunosDefaults, account: Account
    ) -> None:
        self.platform, self.account = platform, account
        chassis = root.get("chassis")
        enhanced = chassis is not None and any(
            node.name == "enhanced-priority-mode" for node in chassis.walk() if node.words
        )
        own = defaults.levels.value
        self._settled = own is not None
        self.within = {**PRIORITIES, **({} if enhanced else own or {})}
        """The rank within the transmit-rate, by the word."""
        above = {} if enhanced else defaults.excess_levels.value or {}
        self.above = {**PRIORITIES, **above}
        """The rank above the transmit-rate, by the word of `excess-priority`."""
        self.by_default = {
            self.within[word]: self.above[other] for word, other in defaults.excess.value.items()
        }
        """The rank above the transmit-rate, by the one within it."""
        self._told = False

    def tell(self, schedulers: Iterable[Node | None]) -> None:
        """Say once that a map orders priorities of which no public source says more."""
        said = [one.get("priority") for one in schedulers if one is not None]
        by_word = {one.value: one for one in said if one is not None and one.value in PRIORITIES}
        if self._settled or self._told or len(by_word) < 2 or _APART.issuperset(by_word):
            return
        self._told = True
        words = sorted(by_word, key=PRIORITIES.__getitem__)
        self.account.remark(
            Residue(
                SupportState.RECOGNISED,
                "class-of-service schedulers",
                "",
                f"which of the priorities {', '.join(words)} {self.platform} serves alike is in no "
                "public source; here the ones are served before the others",
                (),
                by_word[words[-1]].span,
            )
        )
