"""Chains of filters under construction, for one hook of one port."""

from __future__ import annotations

from qosc.source import NOWHERE, Span
from qosc.targets.tc.capabilities import GOTO_MOST
from qosc.targets.tc.lower.classify.cells import Cell
from qosc.targets.tc.lower.classify.grouping import Bits, Value, bits_of
from qosc.targets.tc.lower.classify.live import live, targets
from qosc.targets.tc.model import (
    U32,
    Action,
    Command,
    Control,
    Filter,
    Gact,
    Hook,
    Matchall,
)

__all__ = [
    "CONTINUE",
    "DROP",
    "OK",
    "PIPE",
    "Chains",
    "NoRoomError",
    "TooDeepError",
    "U32Prefs",
    "to",
]

OK, DROP, PIPE, CONTINUE = (Control(verb) for verb in ("ok", "drop", "pipe", "continue"))


def to(chain: int) -> Control:
    """On to another chain."""
    return Control("goto", chain)


_PREF_MOST = 0xFFFF
U32_GROUP = 1024
"""Filters of u32 that have one `pref`. The kernel asks them in the order of their making, up to
2048: those behind them would come first (Linux cls_u32.c, gen_new_kid; seen on 6.1)."""
U32_GROUPS_MOST = 2047
"""Values of `pref` that the u32 filters of a device have, those of both hooks together (Linux
cls_u32.c, gen_new_htid; seen on 6.1: one more is refused, "Filter already exists")."""
_Hashed = tuple[tuple[object, ...], set[tuple[Value, ...]]]
"""The bits that the last filters of a chain look at, and what they want to see there."""


class NoRoomError(Exception):
    """More filters than the script may have."""


class TooDeepError(Exception):
    """A packet could change chain more often, or a chain be longer, than the kernel allows: says
    which.
    """


class U32Prefs:
    """Which `pref` the groups of u32 filters of a port have: `groups` of them so far."""

    def __init__(self) -> None:
        self.groups = 0
        self._next = 1

    def take(self, least: int) -> int:
        """The first free one from `least` on."""
        self.groups += 1
        number = max(least, self._next)
        self._next = number + 1
        return number


class Chains:
    """The filters of one hook. Filters on the same bits that follow one another in a chain have
    one `pref`, so that the kernel hashes them, and so have u32 filters, as the kernel has few
    numbers for groups of those; every other has a `pref` of its own.

    No two groups of u32 filters of a port have the same `pref`: the kernel keeps those of both
    hooks together and would show them in each other's place. `u32` says which are taken.
    """

    def __init__(self, hook: Hook, u32: U32Prefs | None = None, most: int = 1 << 32) -> None:
        self.hook = hook
        self.u32 = U32Prefs() if u32 is None else u32
        self._last: dict[int, int] = {}
        self._chains: dict[int, list[Command]] = {}
        self._hashed: dict[int, _Hashed] = {}
        self._raw: dict[int, tuple[str, int]] = {}
        self._next = 0
        self._left = most

    def new(self, number: int | None = None) -> int:
        """A new chain; the first is 0, where every packet starts. `number` is one of its own, far
        from the others.
        """
        if number is None:
            number = self._next
            self._next += 1
        self._chains[number] = []
        return number

    def add(
        self,
        chain: int,
        cell: Cell,
        actions: tuple[Action, ...],
        origin: Span = NOWHERE,
        notes: tuple[str, ...] = (),
    ) -> None:
        """A filter after those that the chain has. Raises NoRoomError beyond the most of them."""
        self._left -= 1
        if self._left < 0:
            raise NoRoomError
        protocol, match = cell
        commands = self._chains[chain]
        if isinstance(match, U32):
            joins = self._joins_raw(chain, protocol)
        else:
            self._raw.pop(chain, None)
            joins = self._joins(chain, bits_of(cell))
        pref = self._last.get(chain, 0) + (0 if joins else 1)
        if isinstance(match, U32) and not joins:
            pref = self.u32.take(pref)
        self._last[chain] = pref
        made = Filter(self.hook, chain, pref, protocol, match, actions)
        commands.append(Command(made, origin, notes))

    def _joins_raw(self, chain: int, protocol: str) -> bool:
        """Whether a u32 filter can have the `pref` of the one before it in the chain."""
        self._hashed.pop(chain, None)
        before, count = self._raw.get(chain, ("", 0))
        joins = before == protocol and count < U32_GROUP
        self._raw[chain] = (protocol, count + 1 if joins else 1)
        return joins

    def _joins(self, chain: int, bits: Bits | None) -> bool:
        """Whether a filter can have the `pref` of the one before it in the chain."""
        before = self._hashed.get(chain)
        if bits is None:
            self._hashed.pop(chain, None)
            return False
        shape, values = bits
        if before is not None and before[0] == shape and values not in before[1]:
            before[1].add(values)
            return True
        self._hashed[chain] = (shape, {values})
        return False

    def always(self, chain: int, control: Control, origin: Span = NOWHERE) -> None:
        """Every packet that comes so far."""
        self.add(chain, ("all", Matchall()), (Gact(control),), origin)

    def commands(self) -> tuple[Command, ...]:
        """The filters that some packet comes to, the targets of a jump before the jump.

        Raises TooDeepError.
        """
        self._chains = live(self._chains, reversed(self._depths()))
        depths = self._depths()
        if depths and max(depths.values()) > GOTO_MOST:
            times = f"more than {GOTO_MOST} times"
            raise TooDeepError(
                f"a packet could change chain {times}, which the kernel answers with a drop"
            )
        if self.u32.groups > U32_GROUPS_MOST:
            raise TooDeepError(
                f"the port would have {self.u32.groups} groups of u32 filters, and the kernel "
                f"keeps no more than {U32_GROUPS_MOST} for a device"
            )
        longest = max(self._last.values(), default=0)
        if longest > _PREF_MOST:
            raise TooDeepError(
                f"a chain would have {longest} groups of filters on the same bits, and the kernel "
                f"numbers no more than {_PREF_MOST} (pref)"
            )
        return tuple(command for number in depths for command in self._chains[number])

    def _depths(self) -> dict[int, int]:
        """How often a packet can change chain from each chain on, targets first."""
        depths: dict[int, int] = {}
        stack = [(number, False) for number in sorted(self._chains, reverse=True)]
        leads: dict[int, list[int]] = {}
        while stack:
            number, left = stack.pop()
            if left:
                depths[number] = max((1 + depths[target] for target in leads[number]), default=0)
            elif number not in leads:
                leads[number] = leads_to = self._leads(number)
                stack.append((number, True))
                stack += [(target, False) for target in leads_to if target not in leads]
        return depths

    def _leads(self, chain: int) -> list[int]:
        """The chains that the filters of a chain lead to, each once: filters are far more."""
        nodes = (command.node for command in reversed(self._chains[chain]))
        numbers = (n for node in nodes if isinstance(node, Filter) for n in reversed(targets(node)))
        return list(dict.fromkeys(numbers))[::-1]
