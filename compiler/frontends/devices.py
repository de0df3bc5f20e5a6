"""A text of several devices, cut into one text for each: sessions, archives, files put together.

What tells a device: the prompt before a command (`user@r1> show configuration`, `R1#show run`), the
statement that names it (`hostname R1`, `set system host-name r1`, `host-name r1;` in the stanza
`system` at the top), and the header that RANCID puts above a config. A device may come back after
another one: its lines are one text then.
"""

from __future__ import annotations

from collections.abc import Sequence

from qosc.frontends.heads import Heads
from qosc.patterns import pattern
from qosc.source import SourceText

__all__ = ["MOST", "split"]

MOST = 1000
"""Devices of one text that are told apart."""

_AT_SIGN = pattern(
    r"\s*+(?:\{[\w:.-]{1,40}+\}\s*+)?[\w.-]{1,64}+@([\w.:-]{1,64}+)(?:\([\w-]{0,40}+\))?[>#%]\s*+"
)
"""`user@r1> `, with or without the state of a routing engine before it."""
_NAME = pattern(r"\s?([A-Za-z][\w.:/-]{0,63}+)(\((?:config|cfg)[\w-]{0,40}+\))? ?[>#]\s*+")
"""`R1#`, `R1(config-if)#`, `RP/0/RSP0/CPU0:r1#`."""
_TYPED = frozenset(
    {
        "show",
        "sh",
        "sho",
        "conf",
        "config",
        "configure",
        "en",
        "ena",
        "enable",
        "wr",
        "write",
        "term",
        "terminal",
        "copy",
        "more",
        "ping",
        "exit",
        "end",
        "telnet",
        "ssh",
        "dir",
        "clear",
        "debug",
        "undebug",
        "reload",
        "disable",
        "logout",
        "admin",
        "run",
        "set",
        "delete",
        "edit",
        "commit",
        "top",
        "cli",
        "request",
        "monitor",
        "quit",
        "deactivate",
        "activate",
        "rollback",
        "load",
        "start",
        "file",
        "help",
        "traceroute",
    }
)
"""First words of commands as people type them: without one, a name before `#` is no prompt."""
_ANY = frozenset(("router", "switch", "host", "device", "localhost"))
"""Names that stand for whatever device it is: they begin no other one."""
_RANCID = pattern(r"[!#]+ ?RANCID-CONTENT-TYPE:")


class _TooManyError(Exception):
    """A text of more than MOST devices."""


class _Device:
    """The names of a device and the parts of the text that are about it."""

    def __init__(self, start: int) -> None:
        self.starts = [start]
        self.hostname = ""
        self.names: list[str] = []

    def called(self, name: str) -> bool:
        return any(name.lower() == known.lower() for known in self.names)

    def learn(self, name: str) -> None:
        if not self.called(name):
            self.names.append(name)


def split(source: SourceText) -> tuple[tuple[str, SourceText], ...]:
    """The devices of a text, each by its name, in the order in which they come up first.

    One device, or none, is the text itself, without a name; of more than MOST there are no parts.
    Time grows with the length of the text.
    """
    try:
        devices = _Scan(source.lines).run()
    except _TooManyError:
        return ()
    if len(devices) < 2:
        return (("", source),)
    ends = sorted(start for device in devices for start in device.starts)
    after = dict(zip(ends, [*ends[1:], len(source.lines)], strict=True))
    parts: list[tuple[str, SourceText]] = []
    for device in devices:
        pieces = [range(start, after[start]) for start in device.starts]
        if any(_says(line) for piece in pieces for line in source.lines[piece.start : piece.stop]):
            name = device.hostname or (device.names[0] if device.names else "")
            parts.append((name or f"device-{len(parts) + 1}", _part(source, pieces)))
    return tuple(parts) if len(parts) > 1 else (("", source),)


def _part(source: SourceText, pieces: Sequence[range]) -> SourceText:
    lines = [line for piece in pieces for line in source.lines[piece.start : piece.stop]]
    numbers: Sequence[int] = range(pieces[0].start + 1, pieces[0].stop + 1)
    if len(pieces) > 1:
        numbers = tuple(index + 1 for piece in pieces for index in piece)
    return SourceText(source.path, "\n".join(lines) + "\n", numbers=numbers)


def _says(line: str) -> bool:
    """Whether a line is more than a comment or a prompt."""
    bare = line.strip()
    return bool(bare) and bare[0] not in "!#" and not _prompt(line)[0]


def _prompt(line: str) -> tuple[str, str]:
    """The device that a prompt names, and what was typed; nothing where the line has no prompt."""
    mark = _AT_SIGN.match(line) if "@" in line else None
    if mark is not None:
        name, typed = mark[1], line[mark.end() :].split()
        return (name, " ".join(typed[:4])) if not typed or typed[0] in _TYPED else ("", "")
    mark = _NAME.match(line) if "#" in line or ">" in line else None
    if mark is None:
        return "", ""
    typed = line[mark.end() :].split()
    if not mark[2] and not (typed and typed[0].lower() in _TYPED):
        return "", ""
    return mark[1].rpartition(":")[2], " ".join(typed[:4])


class _Scan:
    """One pass over the lines of a text."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._heads = Heads()
        self._devices = [_Device(0)]
        self._known: dict[str, _Device] = {}
        self._now = self._devices[0]

    def run(self) -> list[_Device]:
        """All devices."""
        for index, line in enumerate(self._lines):
            if not line:
                continue
            host, typed = _prompt(line) if "#" in line or ">" in line or "%" in line else ("", "")
            if host:
                self._heads.prompt(index)
                if host.lower() not in _ANY:
                    self._prompted(host, index)
                words = typed.split()
                if words[:-1] in (["hostname"], ["set", "system", "host-name"]):
                    self._renamed(words[-1])
            elif line[0] in "!#" and _RANCID.match(line) is not None:
                self._heads.rancid(index)
                if any(map(_says, self._lines[self._now.starts[-1] : index])):
                    self._begin(index)
            else:
                name = self._heads.take(index, line)
                if name:
                    self._stated(name, self._heads.start(index))
                    self._heads.named()
        return self._devices

    def _begin(self, start: int, name: str = "") -> None:
        """Another device from this line on, or one of before by this name."""
        if len(self._devices) >= MOST:
            raise _TooManyError
        self._now = _Device(start)
        self._devices.append(self._now)
        self._name(name)

    def _name(self, name: str) -> None:
        """The device of these lines has this name; one of before may have it already."""
        if not name:
            return
        old = self._known.setdefault(name.lower(), self._now)
        if old is not self._now and not self._now.names:
            old.starts += self._now.starts
            self._devices.remove(self._now)
            self._now = old
        self._now.learn(name)

    def _prompted(self, host: str, index: int) -> None:
        if self._now.names and not self._now.called(host):
            self._begin(index, host)
        else:
            self._name(host)

    def _stated(self, name: str, start: int) -> None:
        """A statement says the name; the device's text begins at `start` if it is another one."""
        if self._now.hostname and not self._now.called(name):
            self._begin(max(start, self._now.starts[-1] + 1), name)
        else:
            self._name(name)
        self._now.hostname = self._now.hostname or name

    def _renamed(self, name: str) -> None:
        """The device gets a name that its prompts have from now on."""
        self._name(name)
        self._now.hostname = name
