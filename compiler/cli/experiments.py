"""A folder of experiments, read and compiled."""

from __future__ import annotations

import os
import stat
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import click

from qosc.cli.files import RefusedError, read
from qosc.cli.scenarios import FaultsError, read_expected, read_overlay, sound_scenario

if TYPE_CHECKING:
    from qosc.api import Config
    from qosc.lab.expected import Expected, Setup
    from qosc.lab.linux.engine import Experiment
    from qosc.ledger import Entry
    from qosc.scenario import Overlay
    from qosc.source import SourceText
    from qosc.targets.base import Artefact, OutputFile

__all__ = ["outside", "read_folder"]

Ledgers = dict[str, dict[str, tuple["Entry", ...]]]


def read_folder(
    folder: str, color: str, only: tuple[str, ...] = ()
) -> tuple[Expected, dict[str, Experiment], Ledgers] | None:
    """What `expected.yaml` of a folder says, each experiment of it compiled, and the ledgers of its
    artefacts by engine. None after what is wrong was printed.

    RefusedError for a config with no port to run, for a file outside of the folder and for a name
    that leads nowhere, UsageError for an experiment that is not there and for a config that loses
    something and does not allow it. FaultsError for a file that does not fit its schema, and for a
    change to a key that is not there.
    """
    from qosc.lab.names import unknown_names
    from qosc.lab.vary import UnknownChangeError
    from qosc.scenario.loading import reference

    path = os.path.join(folder, "expected.yaml")
    if not os.path.lexists(path):
        raise RefusedError(
            f"{folder} has no expected.yaml, which lists the experiments and what is expected of "
            "each; `qosc schema expected` describes it, and docs/lab.md has an example"
        )
    why = outside(folder, "expected.yaml")
    if why:
        raise RefusedError(f"[QOS692] expected.yaml {why}")
    whole = read_expected(path, color)
    if whole is None:
        return None
    source = read(path)
    expected = _narrow(whole, only) if only else whole
    faults = [
        reference(source.text, path, ("experiments", index, key), f"{name!a} {why}")
        for index, setup in enumerate(whole.experiments)
        for key, name in (
            ("config", setup.config),
            ("traffic", setup.traffic),
            *((("links", setup.links),) if setup.links else ()),
            *(("routers", name) for name in setup.routers),
        )
        if (why := outside(folder, name))
    ]
    if faults:
        raise FaultsError(faults, source)
    experiments: dict[str, Experiment] = {}
    ledgers: Ledgers = {}
    places = {setup.name: index for index, setup in enumerate(whole.experiments)}
    for setup in expected.experiments:
        try:
            made = _compiled(folder, setup, color)
        except UnknownChangeError as error:
            at = ("experiments", places[setup.name], *error.place)
            raise FaultsError([reference(source.text, path, at, str(error))], source) from None
        if made is None:
            return None
        experiments[setup.name], ledgers[setup.name] = made
    scenarios = {name: each.scenario for name, each in experiments.items()}
    wrong = [
        reference(source.text, path, place, message)
        for place, message in unknown_names(whole, scenarios)
    ]
    if wrong:
        raise FaultsError(wrong, source)
    return expected, experiments, ledgers


def outside(folder: str, name: str) -> str:
    """Why a file that a folder names is not read: it is not in it, or no ordinary file. Empty for
    one that is. Nothing of its content is ever told.
    """
    if "\0" in name:
        return "is the name of no file"
    home = os.path.realpath(folder)
    path = os.path.realpath(os.path.join(home, name))
    if os.path.commonpath([home, path]) != home or path == home:
        return "is outside of the folder of the experiments, and is not read"
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return "" if stat.S_ISREG(mode) else "is no ordinary file, and is not read"


def _narrow(expected: Expected, only: tuple[str, ...]) -> Expected:
    names = {setup.name for setup in expected.experiments}
    for name in only:
        if name not in names:
            near = next(iter(get_close_matches(name, names, 1)), "")
            others = f"did you mean {near!r}?" if near else f"there are {', '.join(sorted(names))}"
            raise click.UsageError(f"there is no experiment {name!r}; {others}")
    return expected.only(only)


def _compiled(
    folder: str, setup: Setup, color: str
) -> tuple[Experiment, dict[str, tuple[Entry, ...]]] | None:
    from qosc.api import qos_ports
    from qosc.cli.configs import config_in
    from qosc.ir.leaves import has_qos
    from qosc.lab.linux.classes import class_ids
    from qosc.lab.linux.engine import Experiment, Script
    from qosc.lab.vary import varied
    from qosc.targets.tc.compiling import lower
    from qosc.targets.tc.options import TcOptions

    read_traffic = read_overlay(os.path.join(folder, setup.traffic), color)
    if read_traffic is None:
        return None
    overlay = varied(read_traffic[0], setup)
    # What an experiment varies stands in no traffic file.
    traffic = None if setup.vary or setup.without else read_traffic[1]
    config = config_in(read(os.path.join(folder, setup.config)), setup.platform)
    if setup.links is not None:
        return _network(folder, setup, config, overlay, traffic, color)
    sim = _artefact(config, "sim", folder, setup, overlay, setup.interface)
    made = _chosen(config, setup, sim.files).text
    scenario = sound_scenario(setup.name, made, overlay, traffic, color)
    if scenario is None:
        return None
    ledgers = {"sim": sim.ledger, "ns3": sim.ledger}
    scripts: dict[str, Script] = {}
    routers = [node.name for node in scenario.nodes if node.kind == "router"]
    if "linux" in setup.engines and routers and any(map(has_qos, config.device.ports.values())):
        tc = _artefact(config, "tc", folder, setup, None)
        ledgers["linux"] = tc.ledger
        ports = qos_ports(config)
        options = TcOptions(config.profile, allow_loss=setup.allow_loss)
        plans = lower(config.joined_device, ports, options)[0]
        names = tuple(plan.port for plan in plans)
        scripts[routers[0]] = Script(tc.files[0].text, names, class_ids(plans))
    return Experiment(scenario, scripts), ledgers


def _network(
    folder: str,
    setup: Setup,
    config: Config,
    overlay: Overlay,
    traffic: SourceText | None,
    color: str,
) -> tuple[Experiment, dict[str, tuple[Entry, ...]]] | None:
    """As `_compiled`, of several routers."""
    from qosc.cli.configs import config_in
    from qosc.cli.network import joined
    from qosc.lab.linux.engine import Experiment

    others = [config_in(read(os.path.join(folder, name)), None) for name in setup.routers]
    made = joined(
        (config, *others),
        *(os.path.join(folder, str(setup.links)), "sim", "none", setup.allow_loss),
        os.path.join(folder, setup.traffic),
        color,
        {"overlay": overlay},
    )
    if made is None:
        return None
    if (made.losses or made.left_out) and not setup.allow_loss:
        raise click.UsageError(
            f"{setup.name}: something of the configs would be lost: see `qosc compile --links`, or "
            "write allow_loss: true"
        )
    scenario = sound_scenario(setup.name, made.files[0].text, overlay, traffic, color)
    if scenario is None:
        return None
    return Experiment(scenario, {}), {"sim": made.ledger, "ns3": made.ledger}


def _artefact(
    config: Config,
    target: str,
    folder: str,
    setup: Setup,
    overlay: Overlay | None,
    interface: str | None = None,
) -> Artefact:
    from qosc.api import compile as compile_config
    from qosc.cli.faults import told

    own: dict[str, Any] = {} if overlay is None else {"overlay": overlay}
    with told(os.path.join(folder, setup.traffic)):
        artefact = compile_config(
            config, target=target, interface=interface, allow_loss=setup.allow_loss, **own
        )
    if (artefact.losses or artefact.left_out) and not setup.allow_loss:
        raise click.UsageError(
            f"{setup.name}: the target {target} would lose something of {setup.config}: see "
            f"`qosc compile --target {target}`, or write allow_loss: true"
        )
    if not artefact.files:
        raise click.UsageError(f"{setup.name}: nothing of {setup.config} can be run")
    return artefact


def _chosen(config: Config, setup: Setup, files: tuple[OutputFile, ...]) -> OutputFile:
    """The scenario of the port that the experiment is about; its name is taken as by --interface of
    `qosc compile`, and what hangs on it is passed over.
    """
    from qosc.api import scenario_ports
    from qosc.cli.faults import told
    from qosc.targets.file_names import slug

    if len(files) == 1:
        return files[0]
    if setup.interface is not None:
        with told():
            _, chosen = scenario_ports(config, setup.interface)
        names = {f"{slug(name)}.yaml" for name in chosen or ()}
        for file in files:
            if file.name in names:
                return file
    known = ", ".join(file.name.removesuffix(".yaml") for file in files)
    raise click.UsageError(f"{setup.name}: write the interface to send through: {known}")
