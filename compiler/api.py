"""What `import qosc` offers: read a config, check it, compile it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from qosc.configs import (
    Config,
    NoSuchHostError,
    SeveralDevicesError,
    TooManyDevicesError,
    WrongPlatformError,
    devices,
    load,
    loads,
)
from qosc.diagnostics import Diagnostic
from qosc.ports import ONLY, NoSuchPortError, named_port, qos_ports, scenario_ports
from qosc.targets import NAMES as TARGETS

if TYPE_CHECKING:
    from qosc.ledger import Entry
    from qosc.scenario import Overlay
    from qosc.targets.base import Artefact
    from qosc.verify import Verified

__all__ = [
    "ONLY",
    "SIMULATED",
    "TARGETS",
    "Config",
    "NoSuchHostError",
    "NoSuchPortError",
    "SeveralDevicesError",
    "TooManyDevicesError",
    "WrongPlatformError",
    "check",
    "compile",
    "devices",
    "load",
    "loads",
    "named_port",
    "qos_ports",
    "scenario_ports",
    "verify_script",
]

SIMULATED = ("sim", "ns3")
"""The targets whose artefacts hold scenarios, with traffic."""


def check(
    config: Config, *, select: Iterable[str] = (), ignore: Iterable[str] = ()
) -> tuple[Diagnostic, ...]:
    """All findings about a config, in the order of their places.

    `select` and `ignore` take codes, prefixes of codes (`QOS3`) and names of rules; nothing
    selected means every rule. That a file is no config is told whatever is selected.
    """
    from qosc.lint import check as lint

    return lint(
        config.complete_device,
        config.profile,
        config.source,
        select=tuple(select),
        ignore=tuple(ignore),
    )


def compile(  # noqa: A001  (it is what the program does)
    config: Config,
    *,
    target: str = "tc",
    interface: str | None = None,
    device_name: str = "",
    undefined_access_list: str = "none",
    allow_loss: bool = False,
    overlay: Overlay | None = None,
    kernel: str = "",
    iproute2: str = "",
    batch: bool = False,
    max_commands: int | None = None,
    max_values: int | None = None,
) -> Artefact:
    """Lower a config to a target's artefact, with an account of every value.

    Args:
        config: what `load` or `loads` returned.
        target: one of `TARGETS`.
        interface: the router's interface to compile, as for `qos_ports`; None takes all that have
            QoS. For "sim" and "ns3" it is the one to send through, and may be without QoS: see
            `scenario_ports`.
        device_name: what that interface is called on the target (`eth0`).
        undefined_access_list: "none" or "all": what a missing access list is taken to match.
        allow_loss: build the artefact even if it lacks something of the source.
        overlay: traffic for the "sim" target, in place of what it makes up.
        kernel: the release of Linux that a "tc" script is for; see `qosc.targets.tc.kernels`.
        iproute2: the release of iproute2 that it is for; without one, that of the kernel.
        batch: put the commands of a "tc" script into files for `tc -batch`, one a port.
        max_commands: how many commands a "tc" script may have; None: 25000.
        max_values: how many values of the config scenarios may have; None: 15000.

    Raises NoSuchPortError, `qosc.targets.base.UnknownKernelError` for a release that no script is
    made for, `qosc.targets.base.TooManyCommandsError` and `qosc.targets.base.TooManyValuesError`
    for more than is allowed, and `qosc.ir.leaves.ModelTooLargeError` for objects that refer to each
    other without end. `Artefact.losses` lists the values that are missing, and `Artefact.left_out`
    the lines on QoS that are not in the model; without `allow_loss` the artefact then has no files.
    """
    from dataclasses import replace

    from qosc.ir.leaves import qos_ports as ports_with_qos
    from qosc.targets import find
    from qosc.targets.base import MOST_COMMANDS, MOST_VALUES, Options, left_out

    whole = target == "ir" and interface is None and config.source.doubt is None
    leaving = None
    if target in SIMULATED:
        ports, leaving = scenario_ports(config, interface)
    elif target == "ir":
        # The model is worth having where a text applies nothing to an interface.
        found = () if whole else qos_ports(config, interface)
        names = {name for port in found for name in (port.name, port.unit)}
        known = ports_with_qos(config.complete_device)
        ports = tuple(port for port in known if whole or port.name in names)
    else:
        ports = qos_ports(config, interface)
    options = Options(
        config.profile,
        device_name,
        undefined_access_list,
        allow_loss,
        config.source,
        overlay,
        kernel,
        iproute2,
        batch,
        MOST_COMMANDS if max_commands is None else max_commands,
        leaving,
        MOST_VALUES if max_values is None else max_values,
    )
    device = config.complete_device if target == "ir" else config.joined_device
    artefact = find(target).compile(device, ports, options)
    if target != "ir":  # which holds these lines too
        artefact = replace(artefact, left_out=left_out(config.device))
    lost = artefact.losses or artefact.left_out
    return artefact if allow_loss or not lost else replace(artefact, files=())


def verify_script(
    config: Config,
    script: str,
    ledger: Iterable[Entry],
    *,
    interface: str | None = None,
    undefined_access_list: str = "none",
    runner: str | None = None,
) -> Verified:
    """Compare a tc script with the config, for all packets and all figures of the queues.

    `script` may be the files for `tc -batch`, one after the other; `runner` is the script that
    feeds them to tc, and is not looked at where it is None.

    What `ledger` (of the artefact that `compile` makes) calls missing or approximate is excused,
    and only that. Raises `qosc.verify.Unreadable` for a script that is not understood,
    NoSuchPortError, and `qosc.packets.UndecidedError` where the packets are too many kinds to be
    told apart.
    """
    from qosc.verify import verify

    return verify(
        config.joined_device,
        qos_ports(config, interface),
        config.profile,
        ledger,
        script,
        undefined_access_list=undefined_access_list,
        runner=runner,
        said=config.complete_device,
    )
