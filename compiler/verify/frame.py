"""The frame of a script: all of it but the commands and the comments.

The commands mean what they mean only inside this frame: `set -e` stops at a command that fails,
the trap undoes what was done, the interface is cleared once, before the first command. So it is
held, byte for byte, to what the template gives.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from qosc.ir import Port
from qosc.source import NOWHERE
from qosc.targets.tc.devices import is_told
from qosc.targets.tc.quoting import unquoted, word
from qosc.targets.tc.render import frame
from qosc.verify.found import Difference
from qosc.verify.tc.shell import COMMANDS, Script, take_apart

__all__ = ["frame_differences"]

_DEFAULT = re.compile(r'\[ "\$#" -ge 1 \] \|\| set -- (.+)')
"""Where a script names the interfaces that it takes if none is given."""
_LONGEST = 120


def frame_differences(
    script: Script,
    ports: Sequence[Port],
    numbers: Sequence[int],
    *,
    batch: bool = False,
    metered: bool = False,
    own: bool = False,
    guarded: bool = False,
) -> list[Difference]:
    """The first line in which the frame of a script is not that of a script for these ports.

    `numbers` are those of the functions, or files, that have the commands of the ports. `metered`:
    there are meters or classes, for which the frame asks whether offloads are on. `own`: there are
    filters for packets to the machine itself; `guarded`: and some that drop. Which interfaces
    it takes where none is given is the user's choice, and not compared.
    """
    names = {port.name: number for port, number in zip(ports, numbers, strict=True)}
    texts = (text for _, text in script.frame)
    default = next((match[1] for text in texts if (match := _DEFAULT.fullmatch(text))), "")
    devices = _devices(default, list(names))
    wanted = take_apart(
        frame(names, devices, batch=batch, metered=metered, own=own, guarded=guarded)
    ).frame
    last = script.frame[-1][0] if script.frame else 0
    for mine, given in zip_longest(wanted, script.frame):
        if mine is None or given is None or mine[1] != given[1]:
            number = last if given is None else given[0]
            return [
                Difference(
                    "frame",
                    "the script around the commands is not the one that compile writes",
                    _shown(mine),
                    _shown(given),
                    ports[0].origin if ports else NOWHERE,
                    number,
                )
            ]
    return []


def _devices(written: str, ports: list[str]) -> dict[str, str]:
    """The interface of each port in the words PORT=INTERFACE; none that is no name of one, so that
    the frame differs.
    """
    devices = {}
    starts = tuple(f"{word(port)}=" for port in ports)
    for port, start in zip(ports, starts, strict=True):
        if not written.startswith(start):
            continue
        # A name may hold what is written with a space.
        end = written.find(" ")
        while end >= 0 and not written.startswith(starts, end + 1):
            end = written.find(" ", end + 1)
        end = len(written) if end < 0 else end
        try:
            name = unquoted(written[len(start) : end])
        except ValueError:
            return {}
        if not is_told(name):
            return {}
        devices[port] = name
        written = written[end + 1 :]
    return devices


def _shown(line: tuple[int, str] | None) -> str:
    if line is None:
        return "nothing more"
    if line[1] == COMMANDS:
        return "the commands"
    return line[1].strip()[:_LONGEST] or "a blank line"
