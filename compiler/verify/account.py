"""What the ledger excuses.

An entry excuses only the leaf that it names, and only in the way that it says: a test that is
unsupported matches nothing, a mark that is unsupported is not written, a meter is left out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from functools import cached_property

from qosc.ir import Device, Opaque, Port, Test
from qosc.ir.leaves import join, leaves, plain_tests
from qosc.ledger import Entry, Excuse, Fidelity

__all__ = ["Account"]


class Account:
    """The entries of one port, by path."""

    def __init__(self, device: Device, port: Port, ledger: Mapping[str, Entry]) -> None:
        self._values = {leaf.path: leaf.value for leaf in leaves(device, port)}
        self._entries = {path: ledger[path] for path in self._values if path in ledger}
        self._paths = sorted(self._entries)
        self._output = join(port.name, "output")

    def entry(self, *path: str) -> Entry | None:
        """The entry of a leaf."""
        return self._entries.get(join(*path))

    def below(self, path: str) -> list[Entry]:
        """The entries of a place and of what is below it."""
        entries = [self._entries[path]] if path in self._entries else []
        for prefix in (f"{path} > ", f"{path}["):
            # What begins with the prefix stands together in the sorted list.
            place = bisect_left(self._paths, prefix)
            while place < len(self._paths) and self._paths[place].startswith(prefix):
                entries.append(self._entries[self._paths[place]])
                place += 1
        return entries

    def missing(self, *path: str) -> bool:
        """Whether the ledger says that a leaf is not in the artefact."""
        entry = self.entry(*path)
        return entry is not None and entry.fidelity is Fidelity.UNSUPPORTED

    def all_missing(self, path: str) -> bool:
        """Whether nothing of what is at or below a path is in the artefact."""
        entries = self.below(path)
        return bool(entries) and all(entry.fidelity is Fidelity.UNSUPPORTED for entry in entries)

    def lost(self, path: str) -> list[Entry]:
        """The entries at or below a path whose values are not in the artefact."""
        return [e for e in self.below(path) if e.fidelity is Fidelity.UNSUPPORTED]

    def unseen(self, path: str) -> frozenset[Test | Opaque]:
        """The tests of a predicate at `path` that the artefact cannot make."""
        result = []
        for entry in self.below(path):
            value = self._values.get(entry.path)
            if entry.fidelity is Fidelity.UNSUPPORTED and isinstance(value, Test | Opaque):
                result.append(value)
        return frozenset(result)

    def excuses(self, path: str, excuse: Excuse) -> bool:
        """Whether some entry at or below a path has this excuse."""
        return any(excuse in entry.excuses for entry in self.below(path))

    def excused(self, path: str) -> Mapping[Excuse, frozenset[Test | Opaque]]:
        """The tests of a predicate at `path`, by the excuses that they have."""
        tests: dict[Excuse, set[Test | Opaque]] = {}
        for entry in self.below(path):
            value = self._values.get(entry.path)
            if isinstance(value, Test | Opaque):
                for excuse in entry.excuses:
                    tests.setdefault(excuse, set()).add(value)
        return {excuse: frozenset(values) for excuse, values in tests.items()}

    def carries(self, asks: Callable[[object], bool]) -> bool:
        """Whether the artefact has some value of the way out that answers yes."""
        return any(
            asks(value)
            for path, value in self._values.items()
            if self._is_of_output(path) and path in self._entries and not self.missing(path)
        )

    def _is_of_output(self, path: str) -> bool:
        return path.startswith(self._output)

    @cached_property
    def tests(self) -> tuple[Test, ...]:
        """All tests that the port makes, and those that likely tell its opaque conditions."""
        return tuple(test for value in self._values.values() for test in plain_tests(value))
