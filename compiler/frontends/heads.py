"""Where the config of a device begins, and what the device is called, line by line."""

from __future__ import annotations

from qosc.patterns import pattern

__all__ = ["Heads"]

_FIRST = (
    "version ",
    "Building configuration",
    "Current configuration",
    "!Command: show ",
    "! Last configuration change",
    "!! IOS XR",
    "!Time: ",
    "## Last c",
    "# Last c",
    "set version ",
    "Using ",
    "set groups ",
    "set apply-groups ",
    "groups {",
    "apply-groups ",
    "!Running config",
    "! Command: show ",
    "! device: ",
)
"""How the first lines of a config begin, which stand above the name of its device."""
_BODY = (
    "interface ",
    "policy-map ",
    "class-map ",
    "router ",
    "ip access-list ",
    "access-list ",
    "line ",
    "route-map ",
    "set interfaces ",
    "set class-of-service ",
    "set firewall ",
    "set protocols ",
    "set policy-options ",
    "set routing",
    "interfaces {",
    "class-of-service {",
    "firewall {",
    "protocols {",
    "policy-options {",
    "routing",
)
"""What stands below it."""
_NAME = pattern(r"[\w.:/-]{1,64}+")
_BRACES = pattern(r'"(?:[^"\\]|\\.)*+"?|[{}]')
_LONGEST = 200
"""Characters of a line that can name a device."""


class Heads:
    """Takes the lines of a text in their order."""

    def __init__(self) -> None:
        self._start = -1
        """Index of the first line of the config whose name has not come yet; -1: not seen."""
        self._loose = -1
        """Index of the first of the comments and blank lines just above; -1: there is none."""
        self._depth = 0
        """Braces that are open."""
        self._in_system = self._indented = False

    def prompt(self, index: int) -> None:
        """A line of a session: what was open is left."""
        self._start, self._loose = index, -1
        self._depth, self._in_system, self._indented = 0, False, False

    rancid = prompt

    def start(self, index: int) -> int:
        """Where the config begins that this line names the device of."""
        if self._start >= 0:
            return self._start
        return self._loose if self._loose >= 0 else index

    def named(self) -> None:
        """The name is taken: what follows is the head of another config."""
        self._start = self._loose = -1

    def take(self, index: int, line: str) -> str:
        """The next line; gives the name of a device where it says one."""
        first = line[0]
        name = _stated(line) if first in "hs" else ""
        if "{" in line or "}" in line or self._in_system:
            name = self._brace(line) or name
        elif self._depth and first.isspace():
            self._indented = True
        if not name:
            self._mark(index, line, first)
        return name

    def _brace(self, line: str) -> str:
        """The name of the device in the stanza `system` at the top."""
        # In lines that are not indented, `system` may be a part of a group.
        top = line.startswith("system {") and (self._depth == 0 or self._indented)
        if top:
            self._in_system, self._depth = True, 0
        name = _within(line) if self._in_system and self._depth == (not top) else ""
        if not line.lstrip().startswith(("#", "/*")):
            for brace in _BRACES.findall(line):
                if brace == "{":
                    self._depth += 1
                elif brace == "}":
                    self._depth = max(self._depth - 1, 0)
        self._in_system = self._in_system and self._depth > 0
        return name

    def _mark(self, index: int, line: str, first: str) -> None:
        if line.startswith(_FIRST) or (line.startswith("system {") and self._in_system):
            if self._start < 0:
                self._start = self._loose if self._loose >= 0 else index
        elif first in "!#" and "qosc:" not in line:
            self._loose = self._loose if self._loose >= 0 else index
            return
        elif line.startswith(_BODY):
            self._start = -1
        elif first == "e" and line.rstrip() == "end":
            self._start = index + 1
        self._loose = -1


def _stated(line: str) -> str:
    """The name in `hostname R1`, `switchname R1` or `set system host-name r1`."""
    words = line.split() if len(line) < _LONGEST else []
    if words[:-1] in (["hostname"], ["switchname"], ["set", "system", "host-name"]):
        return _name(words[-1])
    return ""


def _within(line: str) -> str:
    """The name in `host-name r1;`, which may follow the brace of its stanza."""
    bare = line.strip() if len(line) < _LONGEST else ""
    words = bare.removeprefix("system {").split(None, 2)
    return _name(words[1]) if words[:1] == ["host-name"] and len(words) > 1 else ""


def _name(word: str) -> str:
    bare = word.rstrip(";").strip('"')
    return bare if _NAME.fullmatch(bare) is not None else ""
