"""What `import qosc` offers: read a config, check it, compile it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableMapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from qosc.configs import (
    Config,
    NoSuchHostError,
    SeveralDevicesError,
    TooManyDevicesError,
    WrongPlatformError,
    as_config,
    devices,
    load,
    loads,
)
from qosc.diagnostics import Diagnostic
from qosc.ports import ONLY, NoSuchPortError, named_port, qos_ports, scenario_ports
from qosc.targets import NAMES as TARGETS

if TYPE_CHECKING:
    from qosc.ir import Port
    from qosc.ledger import Entry
    from qosc.lint.engine.run import Own
    from qosc.targets.base import Artefact, Options
    from qosc.verify import Verified
    from qosc.verify.state.dump import State
    from qosc.verify.state.live import LiveVerified

OptionsT = TypeVar("OptionsT", bound="Options")

__all__ = [
    "ONLY",
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
    "verify_state",
    "with_own",
]


def check(
    config: Config,
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    own: Callable[[Config], Own] | None = None,
    hidden: MutableMapping[Diagnostic, str] | None = None,
) -> tuple[Diagnostic, ...]:
    """All findings about a config, in the order of their places.

    `select` and `ignore` take codes, prefixes of codes (`QOS3`) and names of rules; nothing
    selected means every rule. That a file is no config is told whatever is selected. `own` makes
    the rules of a site for a config (`qosc.requirements`). What comments in the config silence is
    put into `hidden`, with the reason of each comment.
    """
    from qosc.frontends import junos_statements
    from qosc.lint import check as lint

    config = as_config(config, "check")
    read = config.read
    if read is not None:
        inner = Config(read.source, read.device, config.host)
        silenced: dict[Diagnostic, str] = {}
        findings = read.moved(check(inner, select=select, ignore=ignore, own=own, hidden=silenced))
        if hidden is not None:
            hidden.update((read.moved(one), reason) for one, reason in silenced.items())
        if not read.edits:
            from qosc.values import replace

            findings = tuple(replace(one, fixes=()) for one in findings)
        return tuple(sorted(findings, key=lambda finding: finding.sort_key))
    unlike = False
    if not config.device.coverage.on_qos:
        from qosc.frontends.likeness import reads_like_config

        unlike = not reads_like_config(config.source.text)
    return lint(
        config.complete_device,
        config.profile,
        config.source,
        select=tuple(select),
        ignore=tuple(ignore),
        unlike=unlike,
        statements=partial(junos_statements, config.source),
        own=own(config) if own is not None else None,
        hidden=hidden,
    )


def compile(  # noqa: A001  (it is what the program does)
    config: Config,
    target: str = "tc",
    *,
    interface: str | None = None,
    undefined_access_list: str = "none",
    allow_loss: bool = False,
    **options: object,
) -> Artefact:
    """Lower a config to a target's artefact, with an account of every value.

    Args:
        config: what `load` or `loads` returned.
        target: one of `TARGETS`, or of another package (`qosc.targets.names` has them all).
        interface: the router's interface to compile, as for `qos_ports`; None takes all that have
            QoS. For "sim" and "ns3" it is the one to send through, and may be without QoS: see
            `scenario_ports`.
        undefined_access_list: "none" or "all": what a missing access list is taken to match.
        allow_loss: build the artefact even if it lacks something of the source.
        options: the target's own, fields of its class of options: for "tc" those of
            `qosc.targets.tc.options.TcOptions` (`kernel="6.1"`, `batch=True`), for "sim" and "ns3"
            those of `qosc.targets.sim.options.SimOptions`.

    Raises `qosc.targets.NoSuchTargetError` (a KeyError) for another target, TypeError for an option
    that it does not have and for what is no Config, NoSuchPortError,
    `qosc.targets.base.OptionError` for an option that cannot be met (a release that no script is
    made for), `qosc.targets.base.TooLargeError` for more commands or values than are allowed, and
    `qosc.ir.leaves.ModelTooLargeError` for objects that refer to each other without end.
    `Artefact.losses` lists the values that are missing, and `Artefact.left_out` the lines on QoS
    that are not in the model; without `allow_loss` the artefact then has no files.
    `Artefact.assumed` says whose defaults were taken where the config does not tell its platform.
    """
    from dataclasses import replace

    from qosc.targets import find
    from qosc.targets.base import Ports, assumed, left_out

    config = as_config(config, "compile")
    maker = find(target)
    make = with_own(maker.options, options)
    as_written = maker.ports is Ports.MODEL
    leaving = None
    if as_written:
        ports = _written_ports(config, interface)
    elif maker.ports is Ports.PATHS:
        ports, leaving = scenario_ports(config, interface)
    else:
        ports = qos_ports(config, interface)
    made = make(
        config.profile,
        undefined_access_list=undefined_access_list,
        allow_loss=allow_loss,
        source=config.source,
        leaving=leaving,
    )
    device = config.complete_device if as_written else config.joined_device
    artefact = maker.compile(device, ports, made)
    if not as_written:  # the model holds these lines too
        artefact = replace(artefact, left_out=left_out(config.joined_device))
    if artefact.ledger:
        artefact = replace(artefact, assumed=assumed(config.device))
    lost = artefact.losses or artefact.left_out
    return artefact if allow_loss or not lost else replace(artefact, files=())


def with_own(made: type[OptionsT], own: Mapping[str, Any]) -> Callable[..., OptionsT]:
    """What makes the options of a target, with its own filled in. TypeError for one that it does
    not have.
    """
    from dataclasses import fields

    from qosc.targets.base import Options

    shared = {field.name for field in fields(Options)}
    known = [field.name for field in fields(made) if field.name not in shared]
    for name in own:
        if name not in known:
            which = f"it has {', '.join(known)}" if known else "it has none"
            raise TypeError(f"the target has no option {name!r}; {which}")
    return partial(made, **own)


def _written_ports(config: Config, interface: str | None) -> tuple[Port, ...]:
    """The ports of the device as it is written. All are wanted where none is chosen: the model is
    worth having where a text applies nothing to an interface.
    """
    from qosc.ir.leaves import qos_ports as ports_with_qos

    known = ports_with_qos(config.complete_device)
    if interface is None and config.source.doubt is None:
        return known
    names = {name for port in qos_ports(config, interface) for name in (port.name, port.unit)}
    return tuple(port for port in known if port.name in names)


def verify_script(
    config: Config,
    script: str,
    ledger: Iterable[Entry],
    *,
    interface: str | None = None,
    undefined_access_list: str = "none",
    runner: str | None = None,
    mark_shift: int = 0,
    leaf: str = "",
) -> Verified:
    """Compare a tc script with the config, for all packets and all figures of the queues.

    `script` may be the files for `tc -batch`, one after the other; `runner` is the script that
    feeds them to tc, and is not looked at where it is None. `mark_shift` and `leaf` are those of
    the options that the script was made with.

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
        mark_shift=mark_shift,
        leaf=leaf,
    )


def verify_state(
    config: Config,
    state: State,
    script: str,
    ledger: Iterable[Entry],
    *,
    interfaces: Iterable[str] = (),
    interface: str | None = None,
    undefined_access_list: str = "none",
    runner: str | None = None,
    mark_shift: int = 0,
    leaf: str = "",
) -> LiveVerified:
    """Compare what stands on a machine with the config.

    `state` is a dump that `qosc.verify.state.dump.take_apart` took apart, and `script` what
    `compile` makes of the config, or what the machine was set up with. `interfaces` are pairs as
    `Gi0/1=eth1`, of a control plane as many as it has; other ports have those that `apply`
    remembers. The rest is as for `verify_script`.

    Raises as `verify_script`, and `qosc.targets.tc.options.DeviceNameError` for a pair that names
    no port or no interface.
    """
    from qosc.targets.tc.given import given_places
    from qosc.targets.tc.options import TcOptions
    from qosc.verify.state.live import verify_state as verify

    ports = qos_ports(config, interface)
    options = TcOptions(config.profile, devices=tuple(interfaces))
    return verify(
        config.joined_device,
        ports,
        config.profile,
        ledger,
        script,
        state,
        given=given_places(ports, options),
        undefined_access_list=undefined_access_list,
        runner=runner,
        mark_shift=mark_shift,
        leaf=leaf,
    )
