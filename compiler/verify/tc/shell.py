"""A shell script, taken apart: the tc commands of each port, and all lines that are something else.

The commands are those of the functions `apply_1`, `apply_2`, ...; everything around them is the
frame, which is compared byte for byte (see `frame`). A command is a line of plain words: the shell
does nothing to them but put the interface in place of "$dev".
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field

from qosc.verify.tc.model import Unreadable

__all__ = ["Command", "Function", "Script", "frame_lines", "take_apart", "tokens"]

_START = re.compile(r"^(apply_\d+)\(\) \{$")
_PORT = re.compile(
    r"^\s*(?P<name>\S.*)=\*\)\s+(?P<function>apply_\d+)\s+\"\$\{pair##\*=\}\"\s*;;\s*$"
)
_TITLE = re.compile(r"^# Port (?P<name>.*)$")
_WORD = re.compile(r"\S+")
_PLAIN = re.compile(r"[A-Za-z0-9_:/.,@%+=-]+")
_DEVICE = ('"$dev"', "$dev")
_HERE = "<<'EOT'"


@dataclass(frozen=True, slots=True)
class Command:
    """The words of a tc command, where each stands (line, column), and the line it begins in."""

    words: list[str]
    line: int
    places: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Function:
    """The commands for one port. `port` is the router's name for it, where the script says it."""

    port: str
    commands: tuple[Command, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Script:
    """The functions in their order, and the lines of the frame with their numbers."""

    functions: tuple[Function, ...]
    frame: tuple[tuple[int, str], ...]


def take_apart(text: str) -> Script:
    """The parts of a script. Raises Unreadable for one without a function, or with a broken one."""
    bodies: dict[str, list[Command]] = {}
    starts: dict[str, int] = {}
    titles: dict[str, str] = {}
    names: dict[str, str] = {}
    frame: list[tuple[int, str]] = []
    current, title, held, here = "", "", list[tuple[int, str]](), False
    for number, line in enumerate(text.split("\n"), 1):
        if held or (current and line.lstrip().startswith("tc ")):
            held.append((number, line))
            if line.endswith("\\"):
                continue
            bodies[current].append(_command(held))
            held = []
            continue
        if here or not _is_comment(line):
            frame.append((number, line))
        here = line != "EOT" if here else line.endswith(_HERE)
        if current:
            current = "" if line == "}" else current
            continue
        found = _START.match(line)
        if found:
            current = found[1]
            if current in bodies:
                raise Unreadable(f"{current} is there already", number)
            bodies[current], starts[current], titles[current] = [], number, title
            continue
        called = _PORT.match(line)
        if called:
            names[called["function"]] = _unquoted(called["name"], number)
        titled = _TITLE.match(line)
        if titled:
            title = titled["name"]
    if current or held:
        raise Unreadable("a function without an end", starts[current])
    if not bodies:
        raise Unreadable("no function that applies anything to a port")
    functions = tuple(
        Function(names.get(key, titles[key] if len(bodies) == 1 else ""), tuple(body), starts[key])
        for key, body in bodies.items()
    )
    return Script(functions, tuple(frame))


def frame_lines(text: str) -> tuple[str, ...]:
    """The lines of a script's frame."""
    return tuple(line for _, line in take_apart(text).frame)


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
    return [(found.start(), found.group()) for found in _WORD.finditer(line)]
