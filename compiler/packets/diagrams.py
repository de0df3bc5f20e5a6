"""Decision diagrams (with complement edges, by oxidd) under a budget that our own code counts.

What a question may cost has to be the same on every machine and under any load. The engine alone
does not guarantee that: it has room for so many nodes, and a thread of its own frees some when it
is nearly full, so that an operation succeeds or fails as the threads happen to run. Here

- the engine has one worker thread, and room for more than twice `MOST_NODES`;
- after each operation the nodes are counted; above `MOST_NODES` those without use are freed by us;
- what is in use then must be at most `MOST_IN_USE`, or the table is spent.

The engine's own thread begins at 95 % of `_ROOM`. There were at most `MOST_NODES` nodes before the
operation, and those it made are all in use, as only operations are used that make no others. So
what is left is above `MOST_NODES` whether that thread has run or not, and the answer is the same.
"""

from __future__ import annotations

import mmap
import os
import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

from qosc.packets.budget import NoRoomError, UndecidedError

if TYPE_CHECKING:
    from oxidd.bcdd import BCDDFunction, BCDDManager

__all__ = ["MOST_IN_USE", "MOST_NODES", "MOST_WORK", "Diagram", "Table"]

MOST_NODES = 1 << 19
"""Nodes in use and nodes to be freed, together, after an operation. A list of 10,000 entries as
they are written in real life takes 74,000 nodes; one of 1000 random entries 97,000."""
MOST_IN_USE = MOST_NODES - MOST_NODES // 4
MOST_WORK = 4 << 20
"""Nodes that may be made for all questions about one config."""
_ROOM = 9 << 17
_FEW, _MANY = 1 << 14, 1 << 18
"""Entries of the cache of operations: it decides on speed alone."""
_MOST_VARIABLES = 1 << 14
"""The engine descends by one call for each variable; its stack has room for these."""
_STACK = 1 << 24
_MOST_CUBES = 256
"""Sets of variables that are kept for questions about all values of them."""
_COUNTED = 900
"""Variables whose values a floating-point number can count."""
_ADDRESSES = 160 << 20
"""Bytes of address space that a table may take, beside stacks."""


class Table:
    """A table of nodes, and the variables of the diagrams in it.

    `many` says that it is going to be large. `work` is how many nodes were made already for other
    questions about the same config. Raises NoRoomError, and UndecidedError where that is too many.
    """

    __slots__ = (
        "_all_false",
        "_count",
        "_cubes",
        "_manager",
        "_many",
        "_started",
        "spent",
        "variables",
        "work",
    )

    def __init__(self, *, many: bool = False, work: int = 0) -> None:
        if work > MOST_WORK:
            raise UndecidedError
        self._manager = _take(many)
        self._many = many
        self._count = self._manager.approx_num_inner_nodes
        self.variables = 0
        self._all_false: tuple[int, BCDDFunction | None] = (-1, None)
        self._cubes: dict[tuple[int, ...], BCDDFunction] = {}
        self.work = work
        self._started = 0
        self.spent = False
        """Whether a question did not fit; every one after it raises UndecidedError too."""

    def __del__(self) -> None:
        # Diagrams hold their table, so there is none left but this one.
        self._all_false = (-1, None)
        if hasattr(self, "_cubes"):
            self._cubes.clear()
        # Where the interpreter ends, nothing is left to give it back to.
        if hasattr(self, "spent") and not self.spent and _give_back is not None:
            _give_back(self._manager, self._many)

    @property
    def true(self) -> Diagram:
        """Everywhere true."""
        return Diagram(self, self._manager.true())

    @property
    def false(self) -> Diagram:
        """Nowhere true."""
        return Diagram(self, self._manager.false())

    def add(self, count: int) -> range:
        """So many variables more, below all others.

        Raises UndecidedError where there are too many.
        """
        first, self.variables = self.variables, self.variables + count
        if self.variables > _MOST_VARIABLES:
            self.spent = True
            raise UndecidedError
        missing = self.variables - self._manager.num_vars()
        if missing > 0:
            self._manager.add_vars(missing)
        return range(first, self.variables)

    def var(self, variable: int) -> Diagram:
        """Where a variable is true."""
        return Diagram(self, self._manager.var(variable))

    def not_var(self, variable: int) -> Diagram:
        """Where a variable is false."""
        return Diagram(self, self._manager.not_var(variable))

    def bits(self, variables: tuple[int, ...], value: int, mask: int = -1) -> Diagram:
        """Where `variables` (high bit first) hold `value` in the bits of `mask`."""
        # A node for each variable: nothing to count.
        manager = self._manager
        function = manager.true()
        for place, variable in enumerate(reversed(variables)):
            if mask >> place & 1:
                one = manager.var(variable) if value >> place & 1 else manager.not_var(variable)
                function = function & one
        return self.keep(function)

    def all_false(self) -> BCDDFunction:
        """Where no variable is true, as a function of the engine."""
        made_for, function = self._all_false
        if function is None or made_for != self.variables:
            function = self.bits(tuple(range(self.variables)), 0)._function
            self._all_false = self.variables, function
        return function

    def cube(self, variables: Iterable[int]) -> BCDDFunction:
        """Where all of some variables are true, as a function of the engine."""
        key = tuple(variables)
        function = self._cubes.get(key)
        if function is None:
            if len(self._cubes) >= _MOST_CUBES:
                self._cubes.clear()
            function = self._manager.true()
            for variable in sorted(key, reverse=True):
                function = self._manager.var(variable) & function
            self._cubes[key] = function
        return function

    def between(self, variables: tuple[int, ...], low: int, high: int) -> Diagram:
        """Where `variables` (high bit first) hold a number from `low` to `high`."""
        manager = self._manager
        at_least = at_most = manager.true()
        for place, variable in enumerate(reversed(variables)):
            here, not_here = manager.var(variable), manager.not_var(variable)
            at_least = here & at_least if low >> place & 1 else here | at_least
            at_most = not_here | at_most if high >> place & 1 else not_here & at_most
        return self.keep(at_least & at_most)

    def keep(self, function: BCDDFunction) -> Diagram:
        """A result of the engine, if the table is within its budget."""
        if self.spent or self._count() > MOST_NODES:
            self._tidy()
        return Diagram(self, function)

    def _tidy(self) -> None:
        """Free what has no use; raises UndecidedError where too much is left, or was made."""
        if not self.spent:
            self.work += self._count() - self._started
            self._manager.gc()
            self._started = self._count()
            self.spent = self._started > MOST_IN_USE or self.work > MOST_WORK
        if self.spent:
            raise UndecidedError

    def fail(self) -> UndecidedError:
        """The engine has no room for the result of an operation."""
        self.work += _ROOM
        self.spent = True
        return UndecidedError()

    def made(self) -> int:
        """About how many nodes were made, for this table and before it."""
        return self.work + max(int(self._count()) - self._started, 0)


class Diagram:
    """A Boolean function of the variables of a table. Immutable; equal functions are equal.

    The operations raise UndecidedError where the table has no room for the result.
    """

    __slots__ = ("_function", "_table")

    def __init__(self, table: Table, function: BCDDFunction) -> None:
        self._table = table
        self._function = function

    def __and__(self, other: Diagram) -> Diagram:
        try:
            return self._table.keep(self._function & other._function)
        except MemoryError:
            raise self._table.fail() from None

    def __or__(self, other: Diagram) -> Diagram:
        try:
            return self._table.keep(self._function | other._function)
        except MemoryError:
            raise self._table.fail() from None

    def __xor__(self, other: Diagram) -> Diagram:
        try:
            return self._table.keep(self._function ^ other._function)
        except MemoryError:
            raise self._table.fail() from None

    def __invert__(self) -> Diagram:
        # A mark at the edge: no node is made.
        return Diagram(self._table, ~self._function)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Diagram) and bool(self._function == other._function)

    def __hash__(self) -> int:
        return hash(self._function)

    def satisfiable(self) -> bool:
        """Whether it is true anywhere."""
        return bool(self._function.satisfiable())

    def nodes(self) -> int:
        """How many nodes it has: what it costs to look through it."""
        return int(self._function.node_count())

    def top(self) -> int | None:
        """The first variable that it depends on; None where it depends on none."""
        variable = self._function.node_var()
        return None if variable is None else int(variable)

    def branches(self) -> tuple[Diagram, Diagram]:
        """What it is where its first variable is true, and where that is false. It has one."""
        halves = self._function.cofactors()
        assert halves is not None  # noqa: S101 - `top` is not None
        high, low = halves
        return Diagram(self._table, high), Diagram(self._table, low)

    def exists(self, variables: Iterable[int]) -> Diagram:
        """Where it is true for some values of `variables`. Raises UndecidedError."""
        try:
            return self._table.keep(self._function.exists(self._table.cube(variables)))
        except MemoryError:
            raise self._table.fail() from None

    def eval(self, values: Iterable[tuple[int, bool]]) -> bool:
        """What it is for these values of the variables."""
        return bool(self._function.eval(values))

    def size(self) -> float:
        """How many values it is true for, rounded; only fit to compare two diagrams."""
        return float(self._function.sat_count_float(min(self._table.variables, _COUNTED)))

    def lowest(self) -> list[bool]:
        """Values of the variables for which it is true, with as many of them false as can be.

        Those above come first. It must be true somewhere.
        """
        table = self._table
        cube = self._function.pick_cube_dd_set(table.all_false()).pick_cube()
        assert cube is not None  # noqa: S101 - what the caller promises
        return [bool(bit) for bit in cube[: table.variables]]


# An engine costs two threads and some megabytes, and a check of many files needs one at a time.

_idle: list[tuple[BCDDManager, bool]] = []
_lost: list[object] = []
_lock = threading.Lock()


def _take(many: bool) -> BCDDManager:
    with _lock:
        if _idle:
            manager, large = _idle.pop()
            if large or not many:
                return manager
            del manager
    from oxidd.bcdd import BCDDManager

    _probe()
    old = os.environ.get("OXIDD_STACK_SIZE")
    # The default is 1 GiB of address space.
    os.environ["OXIDD_STACK_SIZE"] = str(_STACK)
    try:
        return BCDDManager(_ROOM, _MANY if many else _FEW, 1)
    finally:
        if old is None:
            del os.environ["OXIDD_STACK_SIZE"]
        else:
            os.environ["OXIDD_STACK_SIZE"] = old


def _give_back(manager: BCDDManager, many: bool) -> None:
    """Keep an engine without diagrams for the next table."""
    manager.gc()
    with _lock:
        if not _idle and manager.num_inner_nodes() == 0:
            _idle.append((manager, many))


def _probe() -> None:
    """Raise NoRoomError where the system gives no threads or memory: the engine would abort."""
    done = threading.Event()
    old = threading.stack_size(_STACK)
    threads: list[threading.Thread] = []
    try:
        mmap.mmap(-1, _ADDRESSES).close()
        for _ in range(2):
            threads.append(threading.Thread(target=done.wait, daemon=True))
            threads[-1].start()
    except (OSError, RuntimeError, MemoryError):
        raise NoRoomError("the system gives this process no more threads or memory") from None
    finally:
        threading.stack_size(old)
        done.set()
        for thread in threads:
            if thread.ident is not None:
                thread.join()


def _forget() -> None:
    # The threads of an engine are not in a child that was forked, so it cannot even be freed.
    _lost.extend(_idle)
    _idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
