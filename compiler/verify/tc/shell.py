"""The tc commands of a shell script, by the function that runs them."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

from qosc.verify.tc.model import Unreadable

__all__ = ["Command", "Function", "functions"]

_START = re.compile(r"^\s*(apply_\d+)\s*\(\)\s*\{\s*$")
_PORT = re.compile(
    r"^\s*(?P<name>\S.*)=\*\)\s+(?P<function>apply_\d+)\s+\"\$\{pair##\*=\}\"\s*;;\s*$"
)
_TITLE = re.compile(r"^# Port (?P<name>.*)$")
_PLAIN = re.compile(r"[\w $:/.,@%+=-]*")
"""Text in which the shell sees nothing but words."""
_FRAME = frozenset(
    ("dev=$1", 'case "$touched " in', '*" $dev "*) fail "$dev is given for two ports" ;;', "esac",
     'touched="$touched $dev"', 'clear_interface "$dev"')
)  # fmt: skip
"""Lines of a function that set up nothing."""


@dataclass(frozen=True, slots=True)
class Command:
    """The words of a tc command and the line it begins in."""

    words: list[str]
    line: int


@dataclass(frozen=True, slots=True)
class Function:
    """The commands for one port. `port` is the router's name for it, where the script says it."""

    port: str
    commands: tuple[Command, ...]
    line: int


def functions(text: str) -> tuple[Function, ...]:
    """The functions in the order of the script. Raises Unreadable for lines of another kind."""
    bodies: dict[str, list[Command]] = {}
    starts: dict[str, int] = {}
    titles: dict[str, str] = {}
    names: dict[str, str] = {}
    current, title = "", ""
    for number, line in _logical(text):
        if current:
            if line.strip() == "}":
                current = ""
            else:
                command = _command(line, number)
                if command is not None:
                    bodies[current].append(command)
            continue
        found = _START.match(line)
        if found:
            current = found[1]
            bodies[current], starts[current], titles[current] = [], number, title
            continue
        called = _PORT.match(line)
        if called:
            names[called["function"]] = "".join(shlex.split(called["name"]))
        titled = _TITLE.match(line)
        if titled:
            title = titled["name"]
    if current:
        raise Unreadable("a function without an end", starts[current])
    if not bodies:
        raise Unreadable("no function that applies anything to a port")
    return tuple(
        Function(names.get(key, titles[key] if len(bodies) == 1 else ""), tuple(body), starts[key])
        for key, body in bodies.items()
    )


def _logical(text: str) -> list[tuple[int, str]]:
    """Lines with their numbers; one that ends in a backslash goes on in the next."""
    result: list[tuple[int, str]] = []
    held, first = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        first = first or number
        if line.endswith("\\") and not line.lstrip().startswith("#"):
            held += line[:-1] + " "
            continue
        result.append((first, held + line))
        held, first = "", 0
    return result


def _command(line: str, number: int) -> Command | None:
    bare = line.strip()
    if not bare or bare.startswith("#") or bare in _FRAME:
        return None
    plain = bare.replace('"$dev"', "$dev")
    try:
        words = plain.split() if _PLAIN.fullmatch(plain) else shlex.split(bare, comments=True)
    except ValueError as error:
        raise Unreadable(f"not a shell command: {error}", number) from None
    if not words or words[0] != "tc":
        raise Unreadable(f"neither a tc command nor a line of the frame: {bare[:80]}", number)
    return Command(words, number)
