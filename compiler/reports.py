"""What `import qosc` offers beside reading and compiling: show, compare, trace, run, verify.

Each function returns what its command prints, in the same words (`str(result)`) and as the same
document (`result.document`, that of `--format json`), and what a program asks first of it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qosc.api import compile as compile_config
from qosc.api import named_port, qos_ports, verify_script
from qosc.configs import Config, as_config, listed
from qosc.ports import NoSuchPortError
from qosc.render.shows.rows import COLUMNS, Row, rows_of
from qosc.render.style import PLAIN

if TYPE_CHECKING:
    from qosc.diagnostics import Diagnostic
    from qosc.scenario import Overlay, Scenario
    from qosc.scenario.links import Links
    from qosc.simulator import Result
    from qosc.targets.base import Artefact

__all__ = [
    "Comparison",
    "Report",
    "ScenarioError",
    "Shown",
    "Traced",
    "Verification",
    "diff",
    "load_links",
    "load_traffic",
    "show",
    "simulate",
    "trace_packet",
    "verify_target",
]

_MAX_EVENTS = 20_000_000


class ScenarioError(ValueError):
    """A scenario, traffic or links document that is not one; `findings` say where and why."""

    def __init__(self, findings: tuple[Diagnostic, ...]) -> None:
        self.findings = findings
        first = findings[0]
        super().__init__(f"{first.primary}: {first.message}")


@dataclass(frozen=True)
class Report:
    """What a command of qosc prints: as text, and as the document of `--format json`."""

    text: str = field(repr=False)
    document: Mapping[str, Any] = field(repr=False)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        """For notebooks: the text as it is."""
        return f"<pre>{escape(self.text)}</pre>"


@dataclass(frozen=True)
class Shown(Report):
    """What a config does to packets: one row for each class and rule of each port."""

    rows: tuple[Row, ...]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def to_frame(self) -> Any:
        """The rows as a pandas DataFrame. ModuleNotFoundError without pandas (`qosc[frame]`)."""
        from importlib import import_module

        pandas = import_module("pandas")
        return pandas.DataFrame([row.as_dict() for row in self.rows], columns=list(COLUMNS))

    def _repr_html_(self) -> str:
        """For notebooks: a table."""
        head = "".join(f"<th>{name}</th>" for name in COLUMNS)
        body = "".join(f"<tr>{''.join(_cells(row))}</tr>" for row in self.rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@dataclass(frozen=True)
class Comparison(Report):
    """What two configs do differently to packets; `same` where they do not, and all is decided."""

    same: bool


@dataclass(frozen=True)
class Traced(Report):
    """The ways that a packet can go; `ways` counts them."""

    ways: int


@dataclass(frozen=True)
class Verification(Report):
    """How a script differs from its config: `findings` are the differences, and ports of which
    nothing was compared; `same` where there is no difference.
    """

    same: bool
    findings: tuple[Diagnostic, ...]


def _cells(row: Row) -> Iterator[str]:
    for value in row.as_dict().values():
        shown = ", ".join(value) if isinstance(value, tuple) else value
        yield f"<td>{'' if shown is None else escape(str(shown))}</td>"


def show(config: Config, *, interface: str | None = None) -> Shown:
    """What a config does to packets, in resolved figures.

    `interface` takes one port and what belongs to it; None takes all with QoS, which may be none.
    Raises NoSuchPortError for an interface that the config does not have.
    """
    from qosc.render.shows.model import show_loose_policies, show_ports
    from qosc.render.shows.shown import as_json
    from qosc.render.shows.unasked import show_unasked_flows

    config = as_config(config, "show")
    try:
        ports = qos_ports(config, interface)
    except NoSuchPortError:
        if interface is not None:
            raise
        ports = ()
    device, profile = config.joined_device, config.profile
    text = config.source.lines
    lines = list(show_ports(device, ports, profile, PLAIN, text))
    if interface is None:
        lines += show_unasked_flows(device, profile, PLAIN)
        lines += show_loose_policies(config.complete_device, profile, PLAIN, config.joined_device)
    document = json.loads(as_json(config.source.path, device, ports, profile, text))
    name = config.host or device.hostname or config.source.path
    return Shown("\n".join(lines), document, rows_of(document, name))


def diff(old: Config, new: Config, *, ports: Mapping[str, str] | None = None) -> Comparison:
    """Which packets two configs treat differently, and how. `ports` pairs ports of other names,
    old to new.

    Raises `qosc.changes.NoSuchPortError` for a pair that names no port, and
    `qosc.ir.leaves.ModelTooLargeError` for objects that refer to each other without end.
    """
    from qosc.addresses import addresses
    from qosc.changes import changes
    from qosc.render.changes.as_json import as_json
    from qosc.render.changes.text import report

    old, new = as_config(old, "diff"), as_config(new, "diff")
    changed = changes(
        (old.joined_device, old.profile),
        (new.joined_device, new.profile),
        dict(ports or {}),
        (addresses(old), addresses(new)),
        "",
        (old.source.lines, new.source.lines),
    )
    shown = [("", True, changed, "")]
    document = json.loads(as_json((old.source.path, new.source.path), shown, None))
    return Comparison("\n".join(report(shown, None, PLAIN)), document, changed.same)


def trace_packet(
    config: Config, packet: str, *, entered: str | None = None, left: str | None = None
) -> Traced:
    """Follow a packet rule by rule; `packet` is as for `qosc trace`, such as
    `udp 10.0.0.1 > 192.0.2.7:53 dscp ef`.

    `entered` and `left` are the interfaces that it comes in and goes out by, one of them at least.
    Raises ValueError where both are missing, NoSuchPortError, `qosc.trace.ends.SeveralUnitsError`
    for a port of which a unit has to be named, `qosc.trace.notation.NotationError`
    for a packet that cannot be read, `qosc.trace.route.NoPacketError` where there is none such,
    and `qosc.trace.walk.TooManyWaysError` where more should be said of it.
    """
    from qosc.render.traces.as_json import as_json
    from qosc.render.traces.text import Shown as Steps
    from qosc.trace.notation import asked
    from qosc.trace.route import route, trace
    from qosc.trace.unfollowed import with_unfollowed

    config = as_config(config, "trace_packet")
    if entered is None and left is None:
        raise ValueError(
            "name the interface that the packet enters by, the one it leaves by, or both"
        )
    wanted = asked(packet)
    out = None if left is None else _port(config, left)
    into = None if entered is None else _port(config, entered)
    way = route(config.joined_device, config.profile, into, out)
    way = with_unfollowed(way, config.joined_device, out, config.source.lines)
    done = trace(way, wanted)
    lines = Steps(done, config.source, PLAIN).lines()
    document = json.loads(as_json(config.source, done))
    return Traced("\n".join(lines), document, len(done.ways))


def _port(config: Config, name: str) -> Any:
    port = named_port(config, name)
    if port is None:
        known = listed(tuple(config.joined_device.ports)) or "no interface at all"
        raise NoSuchPortError(f"{config.source.path} has no interface {name!r}; there is {known}")
    return port


def simulate(
    scenario: str | os.PathLike[str] | Artefact | Scenario,
    *,
    seed: int | None = None,
    max_events: int = _MAX_EVENTS,
) -> Result:
    """Run a scenario in the built-in simulator: a file, the text of one (more than one line), or
    what `compile(target="sim")` made.

    The same scenario and seed give the same result on every machine. Raises OSError for a file that
    cannot be read, ScenarioError for a scenario that is not one, ValueError for an artefact
    without a scenario or with several, TypeError for what is none of these, and
    `qosc.simulator.TooManyEventsError` for a run of more than `max_events`.
    """
    from qosc.scenario import Scenario
    from qosc.simulator import simulate as run

    loaded = scenario if isinstance(scenario, Scenario) else _scenario(scenario)
    if seed is not None:
        loaded = loaded.model_copy(update={"seed": seed})
    return run(loaded, None, max_events)


def _scenario(given: object) -> Scenario:
    from qosc.scenario import load
    from qosc.targets.base import Artefact

    if isinstance(given, (str, os.PathLike)):
        path, text = _text_of(given)
    elif not isinstance(given, Artefact):
        message = (
            f"qosc.simulate takes a path, an Artefact or a Scenario, not {type(given).__name__}"
        )
        made = "qosc.compile(config, target='sim', allow_loss=True)"
        raise TypeError(f"{message}: give it {made}" if isinstance(given, Config) else message)
    else:
        if not given.files and (given.losses or given.left_out):
            lost = f"{len(given.losses)} values and {len(given.left_out)} lines would be lost"
            raise ValueError(
                f"the artefact has no files, since {lost}: compile with allow_loss=True"
            )
        files = [file for file in given.files if file.name.endswith(".yaml")]
        if not files:
            raise ValueError("the artefact holds no scenario: compile with target='sim'")
        if len(files) > 1:
            names = listed(tuple(file.name for file in files))
            raise ValueError(
                f"the artefact holds {len(files)} scenarios, {names}: compile with interface=, or "
                "give the text of one of its files"
            )
        path, text = files[0].name, files[0].text
    loaded = load(text, path)
    if isinstance(loaded, tuple):
        raise ScenarioError(loaded)
    return loaded


def load_traffic(document: str | os.PathLike[str]) -> Overlay:
    """The traffic in a file (`qosc/traffic/1`), or in the text of one (more than one line): what
    `compile(config, target="sim", overlay=...)` puts in place of made-up traffic.

    Raises OSError for a file that cannot be read, and ScenarioError for what is no such document.
    """
    from qosc.scenario import load_overlay

    path, text = _text_of(document)
    loaded = load_overlay(text, path)
    if isinstance(loaded, tuple):
        raise ScenarioError(loaded)
    return loaded


def load_links(document: str | os.PathLike[str]) -> Links:
    """The links between routers in a file (`qosc/links/1`), or in the text of one (more than one
    line), for `compile_network`.

    Raises OSError for a file that cannot be read, and ScenarioError for what is no such document.
    """
    from qosc.scenario.links import load_links as load

    path, text = _text_of(document)
    loaded = load(text, path)
    if isinstance(loaded, tuple):
        raise ScenarioError(loaded)
    return loaded


def _text_of(given: str | os.PathLike[str]) -> tuple[str, str]:
    """The name and the text of a document that is in a file, or is the text itself."""
    lines = isinstance(given, str) and ("\n" in given or "\r" in given)
    # What has no letter names no file: it is the text of an empty document.
    if isinstance(given, str) and (lines or given.startswith("{") or not given.strip()):
        return "<text>", given
    if not isinstance(given, (str, os.PathLike)):
        raise TypeError(f"a path or a text is wanted, not {type(given).__name__}")
    from qosc.source import SourceText

    path = os.fspath(given)
    return path, SourceText.of(path, Path(path).read_bytes()).text


def verify_target(
    config: Config, script: str | None = None, *, interface: str | None = None
) -> Verification:
    """Compare a tc script (None: what `compile` makes) with the config, for all packets.

    Raises NoSuchPortError, `qosc.verify.Unreadable` for a script that is not understood, and
    ValueError where nothing is left of the config to make a script of.
    """
    from qosc.render.text import full
    from qosc.render.verified import as_json, summary
    from qosc.source import SourceText
    from qosc.verify.report import diagnostics

    config = as_config(config, "verify_target")
    artefact = compile_config(config, target="tc", interface=interface, allow_loss=True)
    if script is None:
        if not artefact.files:
            raise ValueError("nothing is left of the config to make a script of")
        script = artefact.files[0].text
    text = SourceText("the script", script)
    verified = verify_script(config, script, artefact.ledger, interface=interface)
    findings = diagnostics(verified, config.source, text)
    lost = len(artefact.losses)
    sources = {each.path: each for each in (text, *config.files)}
    lines = [line for each in findings for line in (*full(each, sources, PLAIN), "")]
    document = json.loads(as_json(config.source.path, text.path, verified, findings, lost))
    return Verification(
        "\n".join([*lines, summary(verified, lost)]), document, not verified.differences, findings
    )
