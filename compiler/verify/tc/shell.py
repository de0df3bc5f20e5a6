"""A shell script, taken apart: the tc commands of each port, and all lines that are something else.

The commands are those of the functions `apply_1`, `apply_2`, ..., of which each is for some ports;
everything around them is the frame, which is compared byte for byte (see `frame`). A command is a
line of plain words: the shell does nothing to them but put the interface in place of "$dev".
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field

from qosc.verify.tc.model import Unreadable

__all__ = ["COMMANDS", "Command", "Function", "Script", "take_apart", "tokens"]

_START = re.compile(r"^(apply_\d+)\(\) \{$")
_PORT = re.compile(r"=\*\) number=([0-9]{1,6}) device=\$\{1#\Z")
_PORT_END = "=} ;;"
_WORD = re.compile(r"\S+")
_PLAIN = re.compile(r"[A-Za-z0-9_:/.,@%+=-]+")
_DEVICE = ('"$dev"', "$dev")
_COMMANDS = ("tc ", "map_priority ")
_HERE = "<<'EOT'"
COMMANDS = "\0"
"""Stands in the frame for the commands of a function: no line of a text is like it."""


def _called(line: str) -> tuple[str, str] | None:
    """The word of a port and the number of its function, where a line says `WORD=*) number=N
    device=${1#WORD=} ;;`. The word is there twice, so that its length follows from the line's,
    whatever is written in it.
    """
    line = line.strip()
    if not line.endswith(_PORT_END) or "=*) number=" not in line:
        return None
    rest = len(line) - len(_PORT_END)
    for digits in range(1, 7):
        between = len("=*) number= device=${1#") + digits
        word, odd = divmod(rest - between, 2)
        if odd or word < 1 or line[:word] != line[word + between : rest]:
            continue
        if match := _PORT.match(line[word : word + between]):
            return line[:word], match[1]
    return None


@dataclass(frozen=True, slots=True)
class Command:
    """The words of a tc command, or of one of the script's own, where each stands (line, column),
    and the line it begins in.
    """

    words: list[str]
    line: int
    places: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Function:
    """The commands for one port. `port` is the router's name for it, where the script says it, and
    `number` that of the function, or of the file for `tc -batch`, which may be for other ports too.
    """

    port: str
    commands: tuple[Command, ...]
    line: int
    number: int = 1


@dataclass(frozen=True, slots=True)
class Script:
    """The function of each port, in the order in which the script names the ports, and the lines of
    the frame with their numbers.
    """

    functions: tuple[Function, ...]
    frame: tuple[tuple[int, str], ...]


def take_apart(text: str) -> Script:
    """The parts of a script. Raises Unreadable for one without a function, or with a broken one."""
    parts = _Parts()
    for number, line in enumerate(text.split("\n"), 1):
        parts.take(number, line)
    return parts.script()


class _Parts:
    """The lines of a script, one after the other."""

    def __init__(self) -> None:
        self._bodies: dict[str, list[Command]] = {}
        self._starts: dict[str, int] = {}
        self._ports: dict[str, int] = {}
        self._frame: list[tuple[int, str]] = []
        self._current = ""
        self._held: list[tuple[int, str]] = []
        self._marked = self._in_document = False

    def take(self, number: int, line: str) -> None:
        """The next line."""
        if self._held or (self._current and line.lstrip().startswith(_COMMANDS)):
            self._held.append((number, line))
            if not line.endswith("\\"):
                self._run(number)
            return
        if self._current and line == "}" and not self._marked:
            self._frame.append((number, COMMANDS))
        if self._in_document or not _is_comment(line):
            self._frame.append((number, line))
        self._in_document = line != "EOT" if self._in_document else line.endswith(_HERE)
        if self._current:
            self._current = "" if line == "}" else self._current
        elif not self._in_document:
            self._outside(number, line)

    def _run(self, number: int) -> None:
        """A command ends here. One that stands behind another line of the frame is marked again."""
        self._bodies[self._current].append(_command(self._held))
        if self._frame[-1][1] != COMMANDS:
            self._frame.append((number, COMMANDS))
        self._held, self._marked = [], True

    def _outside(self, number: int, line: str) -> None:
        start, called = _START.match(line), _called(line)
        if start:
            name = start[1]
            if name in self._bodies:
                raise Unreadable(f"{name} is there already", number)
            self._current, self._marked = name, False
            self._bodies[name], self._starts[name] = [], number
        elif called:
            port, function = _unquoted(called[0], number), called[1]
            if port in self._ports:
                raise Unreadable("two parts of the script are for ports of one name", number)
            self._ports[port] = int(function)
            if f"apply_{function}" not in self._bodies:
                raise Unreadable(f"there is no apply_{function}", number)

    def script(self) -> Script:
        """All of it."""
        if self._current:
            raise Unreadable("a function without an end", self._starts[self._current])
        if not self._bodies:
            raise Unreadable("no function that applies anything to a port")
        bodies = {name: tuple(body) for name, body in self._bodies.items()}
        named = ((port, f"apply_{number}") for port, number in self._ports.items())
        called = {f"apply_{number}" for number in self._ports.values()}
        # A part of a script has only the functions.
        others = (("", name) for name in bodies if name not in called)
        functions = tuple(
            Function(port, bodies[name], self._starts[name], int(name.removeprefix("apply_")))
            for port, name in (*named, *others)
        )
        return Script(functions, tuple(self._frame))


def _is_comment(line: str) -> bool:
    bare = line.strip()
    return not bare or bare.startswith("#")


def _unquoted(name: str, number: int) -> str:
    try:
        return "".join(shlex.split(name))
    except ValueError as error:
        raise Unreadable(f"not a name in quotes: {error}", number) from None


def _command(lines: list[tuple[int, str]]) -> Command:
    words: list[str] = []
    places: list[tuple[int, int]] = []
    for number, line in lines:
        for place, word in tokens(line.removesuffix("\\")):
            if word.startswith("#"):
                break
            if word not in _DEVICE and not _PLAIN.fullmatch(word):
                raise Unreadable(f"not a plain word: {word[:80]}", number, place)
            words.append("$dev" if word in _DEVICE else word)
            places.append((number, place))
    return Command(words, lines[0][0], places)


def tokens(line: str) -> list[tuple[int, str]]:
    """The words of a line as they stand there, each with its column."""
    return [(match.start(), match.group()) for match in _WORD.finditer(line)]
