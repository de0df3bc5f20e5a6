"""What a finding is known by from one run to the next, and which findings were accepted before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from qosc.diagnostics import Diagnostic, Severity
from qosc.source import SourceText
from qosc.tuples import NamedTuple

__all__ = ["Accepted", "Key", "Keys"]


class Key(NamedTuple):
    """A finding by its device, its rule, the line that it points at and the section of that line.

    `section` is the nearest line above that is less indented, empty where there is none. The
    number of the line is no part of it, so that lines above may come and go; nor is the message,
    whose words and figures are those of a release. Two equal lines have one key: how often it was
    accepted counts.
    """

    device: str
    code: str
    section: str
    line: str

    @property
    def digest(self) -> str:
        """32 hexadecimal digits that tell this key from others."""
        return _digest(self)


@lru_cache(maxsize=1000)
def _digest(key: Key) -> str:
    """Thousands of findings may be in one line of a megabyte, and have few keys together."""
    import hashlib

    return hashlib.sha256("\0".join(key).encode()).hexdigest()[:32]


class Keys:
    """Makes the keys of findings about one device: its name, or its file where it has none.

    `files` are the texts that the places of the findings are in.
    """

    def __init__(self, files: Iterable[SourceText], device: str) -> None:
        self._files = {source.path: source for source in files}
        self._device = device
        self._lines: dict[tuple[str, int], tuple[str, str]] = {}
        """By place, a line of a finding and the section that it is in."""
        self._sections: dict[tuple[str, int], int | None] = {}
        """By file and index of a line, the index of the line that its section begins with."""

    def of(self, diagnostic: Diagnostic) -> Key:
        """The key of a finding."""
        place = diagnostic.primary.path, diagnostic.primary.line
        line = self._lines.get(place)
        if line is None:
            line = self._lines[place] = self._at(*place)
        return Key(self._device, diagnostic.code, *line)

    def _at(self, path: str, number: int) -> tuple[str, str]:
        source = self._files.get(path)
        if source is None:
            return "", ""
        line = source.line(number)
        index = source.index(number)
        above = self._above(source, index) if index is not None and line[:1].isspace() else None
        section = source.lines[above] if above is not None else ""
        return " ".join(section.split()), " ".join(line.split())

    def _above(self, source: SourceText, index: int) -> int | None:
        """The index of the nearest line above that is less indented; None where there is none.

        Lines that are indented alike have the same one, so that no line is passed twice for them.
        """
        head: int | None = None
        indent = _indent(source.lines[index])
        alike = [index]
        for at in range(index - 1, -1, -1):
            width = _indent(source.lines[at])
            if width is None or indent is None or width > indent:
                continue
            if width < indent:
                head = at
                break
            if (source.path, at) in self._sections:
                head = self._sections[source.path, at]
                break
            alike.append(at)
        self._sections.update(dict.fromkeys(((source.path, at) for at in alike), head))
        return head


def _indent(line: str) -> int | None:
    """How many blanks a line begins with; None of an empty line."""
    text = line.lstrip()
    return len(line) - len(text) if text else None


class Accepted:
    """Findings that may stay, each as often as it was accepted, and up to the severity it had.

    What was an info, since the text left room for doubt, and is an error now was not accepted.
    """

    def __init__(self, findings: Iterable[tuple[Key, Severity, int]] = ()) -> None:
        self._left: dict[Key, Counter[Severity]] = {}
        self._devices: set[str] = set()
        for key, severity, count in findings:
            self._left.setdefault(key, Counter())[severity] += count

    def checked(self, device: str) -> None:
        """A device is checked: what it does not use of its own is left over."""
        self._devices.add(device)

    def takes(self, key: Key, severity: Severity) -> bool:
        """Whether a finding was accepted; one of as many as were is used up by it."""
        left = self._left.get(key, Counter())
        for one in Severity:
            if one >= severity and left[one] > 0:
                left[one] -= 1
                return True
        return False

    def left_over(self) -> list[Key]:
        """What was accepted of the devices that were checked and is not found any more."""
        return sorted(
            key
            for key, left in self._left.items()
            if key.device in self._devices and left.total() > 0
        )
