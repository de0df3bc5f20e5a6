"""The flags that targets bring with them, as options of `qosc compile`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import click

from qosc.api import ONLY, Config, qos_ports
from qosc.guests import TARGETS, GuestError, guests
from qosc.targets import find, names, simulated
from qosc.targets.base import Flag

__all__ = ["check_ports", "for_simulated", "own_options", "target_options"]

F = TypeVar("F", bound=Callable[..., Any])


def target_options(function: F) -> F:
    """An option of click for each flag of a target; those that several share, once."""
    for flag, owners in reversed(_flags().items()):
        function = _option(flag, owners)(function)
    return function


def own_options(target: str, given: Mapping[str, object]) -> dict[str, object]:
    """What was given of the target's own options, by the fields of its class.

    UsageError for a flag that another target has, and for an empty word.
    """
    options: dict[str, object] = {}
    for flag, owners in _flags().items():
        value = given.get(_key(flag))
        if value in (None, (), False):
            continue
        if target not in owners:
            raise click.UsageError(f"{flag.name} is for {_targets(owners)}")
        if value == "":
            raise click.UsageError(f"{flag.name} needs a value: {flag.help}")
        options[flag.field] = value
    return options


def check_ports(
    config: Config, target: str, given: Mapping[str, object], interface: str | None
) -> None:
    """UsageError where a flag that is for one port has several to stand for."""
    for flag in find(target).flags:
        if not flag.for_one_port or flag.field not in given:
            continue
        if flag.name == "--device":
            from qosc.cli.suggest import in_place_of_a_file

            words = in_place_of_a_file(str(given[flag.field]))
            if words:
                raise click.UsageError(f"--device takes the name of a network device. {words}")
        ports = qos_ports(config, interface)
        if len(ports) > 1 and interface is None:
            raise click.UsageError(f"{flag.name} is for one port; choose it with --interface")
        if len(ports) > 1:
            raise click.UsageError(
                f"{flag.name} is for one port, and {len(ports)} are of the name {interface!r} or "
                f"hang on it; `--interface '{ports[0].name}{ONLY}'` takes one of them alone"
            )


def for_simulated(target: str, option: str) -> None:
    """UsageError for an option of scenarios where the target makes none."""
    if not find(target).simulated:
        raise click.UsageError(f"{option} is for {_targets(simulated())}")


@cache
def _flags() -> dict[Flag, list[str]]:
    """The flags of all targets, each with the targets that have it."""
    targets: dict[Flag, list[str]] = {}
    for name in names():
        for flag in find(name).flags:
            rival = next(
                (each for each in targets if each.name == flag.name and each != flag), None
            )
            if rival is not None:
                guest = next(each for each in guests(TARGETS) if each.name == name)
                raise GuestError(guest, f"{flag.name} is another option of {targets[rival][0]}")
            targets.setdefault(flag, []).append(name)
    return targets


def _option(flag: Flag, owners: Sequence[str]) -> Callable[[F], F]:
    words = f"For {' and '.join(owners)}: {flag.help}"
    if flag.kind is bool:
        return click.option(flag.name, _key(flag), is_flag=True, help=words)
    kind = click.IntRange(min=1) if flag.kind is int else click.STRING
    return click.option(
        flag.name,
        _key(flag),
        type=kind,
        metavar=flag.metavar or None,
        multiple=flag.repeated,
        help=words,
    )


def _key(flag: Flag) -> str:
    """The keyword that the command gets a flag's value by; never one of its own."""
    return f"own_{flag.name.lstrip('-').replace('-', '_')}"


def _targets(names: Sequence[str]) -> str:
    return f"the target{'s' if len(names) > 1 else ''} {' and '.join(names)}"
