"""What a finding is known by from one run to the next, and which findings were accepted before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from qosc.diagnostics import Diagnostic
from qosc.source import SourceText

__all__ = ["Accepted", "Key", "key_of"]


class Key(NamedTuple):
    """A finding by its device, its rule and the text of the line that it points at.

    The number of the line is no part of it, so that lines above may come and go; nor is the
    message, whose words and figures are those of a release. Two equal lines have one key: how
    often it was accepted counts.
    """

    device: str
    code: str
    line: str

    @property
    def digest(self) -> str:
        """32 hexadecimal digits that tell this key from others."""
        import hashlib

        return hashlib.sha256("\0".join(self).encode()).hexdigest()[:32]


def key_of(diagnostic: Diagnostic, source: SourceText, device: str) -> Key:
    """The key of a finding about `device` (its name, or its file where it has none)."""
    line = source.line(diagnostic.primary.line)
    return Key(device, diagnostic.code, " ".join(line.split()))


class Accepted:
    """Findings that may stay, by their keys, each as often as it was accepted."""

    def __init__(self, keys: Mapping[Key, int] | Iterable[Key] = ()) -> None:
        self._counts = Counter(keys)
        self._devices: set[str] = set()

    def checked(self, device: str) -> None:
        """A device is checked: what it does not use of its own is left over."""
        self._devices.add(device)

    def takes(self, key: Key) -> bool:
        """Whether a finding was accepted; one of as many as were is used up by it."""
        if self._counts[key] <= 0:
            return False
        self._counts[key] -= 1
        return True

    def left_over(self) -> list[Key]:
        """What was accepted of the devices that are checked and is not found any more."""
        return sorted(
            key for key, count in self._counts.items() if count > 0 and key.device in self._devices
        )
