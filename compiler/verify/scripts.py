"""The parts of a script: the commands for each port, and the frame around them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from qosc.ir import Port, PortKind
from qosc.targets.tc.host import OWN_CHAIN
from qosc.targets.tc.quoting import comment_text
from qosc.verify.found import Difference
from qosc.verify.frame import frame_differences
from qosc.verify.tc.batch import batches, is_batch
from qosc.verify.tc.model import PortSetup, Unreadable
from qosc.verify.tc.read import read_functions
from qosc.verify.tc.shell import Function, take_apart

__all__ = ["by_port", "frame_of", "parts_of", "passed_ports", "setups_of"]


def passed_ports(ports: Iterable[Port], plane: Port | None) -> tuple[Port, ...]:
    """The ports that a script has commands for.

    Of those that only packets to the router itself pass, only the `plane` has a part in a script.
    """
    return tuple(p for p in ports if p.kind is not PortKind.CONTROL_PLANE or p is plane)


def setups_of(script: str, runner: str | None, ports: tuple[Port, ...]) -> dict[str, PortSetup]:
    """What a script sets up, by port; `ports` are those of `passed_ports`."""
    return by_port(read_functions(parts_of(script, runner, ports)), ports, in_order=False)


def _meters(line: str) -> bool:
    """Whether a command sets up a meter or a class."""
    command = line.strip().removeprefix("tc ")
    return (command.startswith("class add ") and " htb " in command) or (
        command.startswith("filter add ") and " action police " in command
    )


def parts_of(script: str, runner: str | None, ports: tuple[Port, ...]) -> tuple[Function, ...]:
    """The functions of a script in the order of its ports.

    Files for `tc -batch` name their ports in comments; the script that runs them says which file is
    for which port. Raises Unreadable where the parts stand in another order.
    """
    if not is_batch(script):
        return take_apart(script).functions
    files = batches(script)
    if runner is None:
        places = {comment_text(port.name): place for place, port in enumerate(ports)}
        return tuple(sorted(files, key=lambda each: places.get(each.port, len(places))))
    parts = []
    for called in take_apart(runner).functions:
        name = comment_text(called.port)
        own = [each for each in files if (each.number, each.port) == (called.number, name)]
        if not own:
            raise Unreadable("the parts of the script are not in the order of its ports", 1)
        # What tc does not do is in the script that runs the files.
        commands = (*called.commands, *own[0].commands)
        parts.append(replace(own[0], port=called.port, commands=commands))
    return tuple(parts)


def frame_of(
    script: str, runner: str | None, ports: tuple[Port, ...], parts: tuple[Function, ...]
) -> list[Difference]:
    """Differences of the frame; batch files without a runner have none."""
    lines = script.splitlines()
    metered = any(_meters(line) for line in lines)
    own = any(f" ingress chain {OWN_CHAIN} " in line for line in lines)
    guarded = any(" ingress " in line and line.endswith(" action drop") for line in lines)
    batch = is_batch(script)
    if batch and runner is None:
        return []
    numbers = [each.number for each in parts]
    if len(parts) != len(ports):
        numbers = list(range(1, len(ports) + 1))
    text = script if runner is None or not batch else runner
    return frame_differences(
        take_apart(text),
        ports,
        numbers,
        batch=batch,
        metered=metered,
        own=own,
        guarded=own and guarded,
    )


def by_port(
    setups: tuple[PortSetup, ...], ports: tuple[Port, ...], *, in_order: bool
) -> dict[str, PortSetup]:
    """The part of the script for each port: by their order in a frame that is right, else by name.

    A script for one port is that port's. Raises Unreadable for two parts of one name, and for parts
    in another order.
    """
    if len(ports) == len(setups) and (in_order or len(ports) == 1):
        others = {port.name for port in ports}
        for port, setup in zip(ports, setups, strict=True):
            if setup.name != port.name and setup.name in others:
                raise Unreadable("the parts of the script are not in the order of its ports", 1)
        return {port.name: setup for port, setup in zip(ports, setups, strict=True)}
    names = {setup.name: setup for setup in setups}
    if len(names) != len(setups):
        raise Unreadable("two parts of the script are for ports of one name", setups[-1].line)
    places = {port.name: names.get(port.name.replace("\0", "")) for port in ports}
    return {name: setup for name, setup in places.items() if setup is not None}
