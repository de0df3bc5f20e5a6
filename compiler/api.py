"""What `import qosc` offers: read a config, check it, compile it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qosc.diagnostics import Diagnostic
from qosc.ir import Device, Port, PortKind
from qosc.platforms import NAMES as PLATFORMS
from qosc.source import SUFFIXES, SourceText
from qosc.targets import NAMES as TARGETS

if TYPE_CHECKING:
    from qosc.ledger import Entry
    from qosc.profiles import Profile
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


_NAMED = 20
"""As many ports are named to someone who asks for one that is not there."""


SIMULATED = ("sim", "ns3")
"""The targets whose artefacts hold scenarios, with traffic."""
ONLY = ":only"
"""Behind the name of a port: without what hangs on it. No name of IOS or JunOS ends so."""


class NoSuchPortError(ValueError):
    """The config has no port of that name, or no port with QoS at all."""


class SeveralDevicesError(ValueError):
    """The text holds the configs of several devices, called `names`, and none was chosen."""

    def __init__(self, path: str, names: tuple[str, ...]) -> None:
        self.path, self.names = path, names
        super().__init__(f"{path} holds the configs of {len(names)} devices: {_listed(names)}")


class TooManyDevicesError(ValueError):
    """The text holds the configs of more devices than are told apart."""


class NoSuchHostError(ValueError):
    """The text holds no config of a device of that name."""


class WrongPlatformError(ValueError):
    """The platform that was asked for is one vendor's, and the config is written as another's."""


@dataclass(frozen=True)
class Config:
    """A config that has been read.

    `device` holds what the config says, `complete_device` has the platform's defaults filled in.
    `host` names the device where the text holds several; `source` is its part of the text then.
    """

    source: SourceText
    device: Device
    host: str = ""

    @cached_property
    def profile(self) -> Profile:
        """The platform whose defaults apply."""
        from qosc.profiles import DEFAULT, profile

        return profile(self.device.platform or DEFAULT)

    @cached_property
    def complete_device(self) -> Device:
        """The device with the defaults of its platform."""
        from qosc.datapath import with_defaults

        return with_defaults(self.device, self.profile)

    @cached_property
    def joined_device(self) -> Device:
        """The same with units in the ports that they are all of: what back ends read, and `show`.

        Rules read `complete_device`, since what they say is of the config's own words.
        """
        from qosc.datapath import joined, with_defaults

        device = joined(self.device)
        if device is self.device:
            return self.complete_device
        return with_defaults(device, self.profile)


def load(
    path: str | os.PathLike[str], *, platform: str | None = None, host: str | None = None
) -> Config:
    """Read the config in a file.

    Args:
        path: where it is; diagnostics call it by this name.
        platform: the profile whose defaults apply (`qosc.platforms.NAMES`, in any case); None takes
            it from the config.
        host: the device of that name, of a file with several; see `devices`.

    A bad config never raises: what was not understood is in `Config.device.residue`. OSError is
    raised for a file that cannot be read, ValueError for a text in place of a path and an unknown
    platform, WrongPlatformError for one of another vendor, SeveralDevicesError where `host` does
    not choose one of several devices, NoSuchHostError where there is none of that name,
    TooManyDevicesError for more than 1000, TypeError for what is no path.
    """
    if isinstance(path, str) and ("\n" in path or "\r" in path):
        raise ValueError("qosc.load takes a path, and this is a text: use qosc.loads")
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"qosc.load takes a path, not {type(path).__name__}; see qosc.loads")
    name = os.fspath(path)
    return loads(SourceText.of(name, Path(name).read_bytes()), platform=platform, host=host)


def loads(
    config: str | bytes | SourceText | Any,
    *,
    name: str = "<config>",
    platform: str | None = None,
    host: str | None = None,
) -> Config:
    """Read a config that is in memory.

    Args:
        config: the text (str, bytes, or a `SourceText` with a name of its own), or a
            `CiscoConfParse` object of either generation.
        name: what diagnostics call it.
        platform: as for `load`.
        host: as for `load`.

    Raises ValueError for the name of a file in place of a text and for an unknown platform,
    WrongPlatformError for one of another vendor than the config's, SeveralDevicesError,
    NoSuchHostError and TooManyDevicesError as `load`, TypeError for an object that is none of the
    above.
    """
    platform = _known(platform)
    if isinstance(config, os.PathLike) or (isinstance(config, str) and _names_a_file(config)):
        raise ValueError(f"qosc.loads takes a text, and {str(config)!r} is a path: use qosc.load")
    if isinstance(config, (bytes, str)):
        config = SourceText.of(name, config)
    if isinstance(config, SourceText):
        return _read(*_chosen(config, host), platform)
    return _load_parsed(config, name, platform)


def devices(source: SourceText, *, platform: str | None = None) -> Iterator[Config]:
    """The config of each device in a text, one after the other as they are asked for.

    A session on two routers, an archive or files put together are told apart by prompts, the
    statements that name a device and the headers of RANCID; the findings about each are those about
    its lines alone. Raises ValueError for an unknown platform, WrongPlatformError as `load`, and
    TooManyDevicesError for more than 1000.
    """
    platform = _known(platform)
    for host, part in _parts(source):
        yield _read(host, part, platform)


def _parts(source: SourceText) -> tuple[tuple[str, SourceText], ...]:
    from qosc.frontends import may_be_wrapped, may_hold_several

    if source.doubt is None and may_be_wrapped(source.text):
        from dataclasses import replace

        from qosc.frontends.wrapped import wrapping

        doubt = wrapping(source.lines, source.text)
        if doubt is not None:
            return (("", replace(source, doubt=doubt)),)
    if not may_hold_several(source.text):
        return (("", source),)
    from qosc.frontends.devices import MOST, split

    parts = split(source)
    if not parts:
        raise TooManyDevicesError(
            f"{source.path} holds the configs of more than {MOST} devices: cut it into files"
        )
    return parts


def _chosen(source: SourceText, host: str | None) -> tuple[str, SourceText]:
    """The part of a text that is about one device."""
    parts = _parts(source)
    if host is None:
        if len(parts) > 1:
            raise SeveralDevicesError(source.path, tuple(name for name, _ in parts))
        return parts[0]
    for wanted, found in ((host, str), (host.lower(), str.lower)):
        for name, part in parts:
            if found(name) == wanted and name:
                return name, part
    if len(parts) == 1:
        from qosc import frontends

        name = frontends.load(source).hostname
        if name.lower() == host.lower():
            return parts[0]
        known = f"it is the config of {name}" if name else "it does not say its name"
    else:
        known = f"there is {_listed(tuple(name for name, _ in parts))}"
    raise NoSuchHostError(f"{source.path} holds no device {host!r}: {known}")


def _listed(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def _read(host: str, source: SourceText, platform: str | None) -> Config:
    from dataclasses import replace

    from qosc import frontends

    if source.doubt is not None:
        from qosc.ir import Coverage

        # Of bytes that are no text there are no lines; those of a wrapped config are not read.
        unread = Coverage(irrelevant=len(source.lines))
        device = frontends.load(SourceText(source.path, ""), platform)
        return Config(source, replace(device, coverage=unread), host)
    wrong = frontends.mismatch(source, platform) if platform is not None else ""
    if wrong:
        raise WrongPlatformError(wrong)
    if source.numbers is None:
        return Config(source, frontends.load(source, platform), host)
    from qosc.frontends.placed import placed

    device = frontends.load(replace(source, numbers=None), platform)
    return Config(source, placed(device, source.numbers), host)


def _known(platform: str | None) -> str | None:
    if platform is None:
        return None
    if platform.lower() not in PLATFORMS:
        raise ValueError(f"unknown platform {platform!r}; known are {', '.join(PLATFORMS)}")
    return platform.lower()


def _names_a_file(text: str) -> bool:
    """Whether a text is one word that ends as names of configs do: no config is written so."""
    return text.rstrip().lower().endswith(SUFFIXES) and len(text.split()) == 1


def _load_parsed(parse: object, name: str, platform: str | None) -> Config:
    from dataclasses import replace

    from qosc import frontends
    from qosc.frontends.ios.from_ciscoconfparse import is_parsed, source_of, tree_notes
    from qosc.ir import Residue, SupportState

    if not is_parsed(parse):
        raise TypeError(f"cannot read a config from {type(parse).__name__} ({name})")
    source = source_of(parse, name)
    device = frontends.load(source, platform)
    differences = tuple(
        Residue(
            SupportState.RECOGNISED, "the ciscoconfparse tree", source.line(number), message,
            origin=source.span(number, 0, len(source.line(number))),
        )
        for number, message in tree_notes(parse, source)
    )  # fmt: skip
    return Config(source, replace(device, residue=(*device.residue, *differences)))


def check(
    config: Config, *, select: Iterable[str] = (), ignore: Iterable[str] = ()
) -> tuple[Diagnostic, ...]:
    """All findings about a config, in the order of their places.

    `select` and `ignore` take codes, prefixes of codes (`QOS3`) and names of rules; nothing
    selected means every rule. That a file is no config is told whatever is selected.
    """
    from qosc.lint import check as lint

    return lint(
        config.complete_device, config.profile, config.source,
        select=tuple(select), ignore=tuple(ignore),
    )  # fmt: skip


def qos_ports(config: Config, interface: str | None = None) -> tuple[Port, ...]:
    """The ports with QoS; with `interface` the one of that name and all that hangs on it.

    `interface` may be shortened as on a router (`Gi0/1`), and its case does not matter. What hangs
    on it are its subinterfaces, units and circuits; `Gi0/1:only` leaves them out.

    Raises NoSuchPortError, with a message for the user, when there is none.
    """
    from qosc.ir.leaves import qos_ports as ports_with_qos

    chosen = _chosen_ports(config, interface)
    if interface is None or interface.strip().lower().endswith(ONLY):
        return chosen
    return _with_those_behind(ports_with_qos(config.joined_device), chosen)


def _chosen_ports(config: Config, interface: str | None) -> tuple[Port, ...]:
    """The same without the ports that packets go on through."""
    from qosc.ir.leaves import qos_ports as ports_with_qos

    ports = ports_with_qos(config.joined_device)
    if config.source.doubt is not None:
        what, remedy = config.source.doubt
        raise NoSuchPortError(f"{config.source.path} is {what}, not a config: {remedy}")
    if not ports:
        raise NoSuchPortError(f"{config.source.path}: no interface has any QoS configured on it")
    if interface is None:
        return ports
    from qosc.frontends.ios.interface_names import canonical

    device = config.joined_device
    name, only = interface.strip(), interface.strip().lower().endswith(ONLY)
    name = name[: -len(ONLY)].rstrip() if only else name
    for wanted in (name.lower(), canonical(name).lower()):
        chosen = tuple(port for port in ports if wanted in _names(device, port))
        itself = tuple(port for port in chosen if wanted in (port.name.lower(), port.unit.lower()))
        if chosen and only and not itself:
            hanging = ", ".join(port.name for port in chosen[:_NAMED])
            raise NoSuchPortError(f"no QoS on {name!r} itself; on it hangs {hanging}")
        if chosen:
            return itself if only else chosen
    known = ", ".join(port.name for port in ports[:_NAMED])
    more = f" and {len(ports) - _NAMED} more" if len(ports) > _NAMED else ""
    raise NoSuchPortError(f"no interface {interface!r} with QoS; there is {known}{more}")


def scenario_ports(
    config: Config, interface: str | None = None
) -> tuple[tuple[Port, ...], frozenset[str] | None]:
    """The ports that are in scenarios, and the names of those that scenarios are made for.

    With `interface` those are what `qos_ports` gives, or the port of that name where it has no QoS
    (the baseline), and all ports come along that do something to packets on their way in. Without
    it they are all ports with QoS (None). Raises NoSuchPortError as `qos_ports`.
    """
    if interface is None:
        try:
            return qos_ports(config), None
        except NoSuchPortError as error:
            raise NoSuchPortError(f"{error}{_baseline_words(config)}") from None
    from qosc.ir.leaves import qos_ports as ports_with_qos

    device = config.joined_device
    try:
        found = _chosen_ports(config, interface)
        # A scenario of a unit with stages of its own has those of its port behind them.
        inner = tuple(port for port in found if not port.output)
        known = ports_with_qos(device)
        chosen = frozenset(port.name for port in (*found, *_with_those_behind(known, inner)))
    except NoSuchPortError:
        plain = named_port(config, interface)
        if plain is None:
            raise
        chosen = frozenset((plain.name,))
    ports = tuple(
        port
        for port in device.ports.values()
        if port.name in chosen or (port.input and port.kind is not PortKind.CONTROL_PLANE)
    )
    return ports, chosen


def named_port(config: Config, interface: str) -> Port | None:
    """The port of that very name, with QoS or without."""
    from qosc.frontends.ios.interface_names import canonical

    name = interface.strip()
    name = name[: -len(ONLY)].rstrip() if name.lower().endswith(ONLY) else name
    ports = {
        own.lower(): port
        for port in config.joined_device.ports.values()
        for own in (port.name, port.unit)
        if own
    }
    return ports.get(name.lower()) or ports.get(canonical(name).lower())


def _baseline_words(config: Config) -> str:
    """What can be done with a config whose ports have no QoS."""
    names = [port.name for port in config.joined_device.ports.values()][:_NAMED]
    if not names or config.source.doubt is not None:
        return ""
    known = ", ".join(names)
    return f"; --interface NAME makes the scenario of a port without QoS ({known})"


def _with_those_behind(ports: tuple[Port, ...], chosen: tuple[Port, ...]) -> tuple[Port, ...]:
    """The chosen ports and those that their packets go on through."""
    from qosc.ir import Relation

    behind = {
        port.parent
        for port in chosen
        if any(one.relation is Relation.THROUGH for one in port.beside)
    }
    names = {port.name for port in chosen} | behind
    return tuple(port for port in ports if port.name in names)


def _names(device: Device, port: Port) -> set[str]:
    """The names of a port and of all ports that it hangs on, in lower case."""
    from qosc.frontends.ios.interface_names import parent

    found: set[str] = {port.unit.lower()} if port.unit else set()
    name = port.name
    while name and name.lower() not in found:
        found.add(name.lower())
        known = device.ports.get(name)
        name = (known.parent if known is not None else "") or parent(name)
    return found


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

    Raises NoSuchPortError, `qosc.targets.base.UnknownKernelError` for a release that no script is
    made for, `qosc.targets.base.TooManyCommandsError`, and `qosc.ir.leaves.ModelTooLargeError` for
    objects that refer to each other without end. `Artefact.losses` lists the values that are
    missing, and `Artefact.left_out` the lines on QoS that are not in the model; without
    `allow_loss` the artefact then has no files.
    """
    from dataclasses import replace

    from qosc.ir.leaves import qos_ports as ports_with_qos
    from qosc.targets import find
    from qosc.targets.base import MOST_COMMANDS, Options, left_out

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
        config.profile, device_name, undefined_access_list, allow_loss, config.source, overlay,
        kernel, iproute2, batch, MOST_COMMANDS if max_commands is None else max_commands, leaving,
    )  # fmt: skip
    device = config.complete_device if target == "ir" else config.joined_device
    artefact = find(target).compile(device, ports, options)
    if target != "ir":  # which holds these lines too
        artefact = replace(artefact, left_out=left_out(config.device))
    lost = artefact.losses or artefact.left_out
    return artefact if allow_loss or not lost else replace(artefact, files=())


def verify_script(
    config: Config, script: str, ledger: Iterable[Entry], *, interface: str | None = None,
    undefined_access_list: str = "none", runner: str | None = None,
) -> Verified:  # fmt: skip
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
        config.joined_device, qos_ports(config, interface), config.profile, ledger, script,
        undefined_access_list=undefined_access_list, runner=runner, said=config.complete_device,
    )  # fmt: skip
