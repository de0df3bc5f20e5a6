"""A folder of experiments, read and compiled."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from qosc.cli.files import read
from qosc.cli.scenarios import read_expected, read_overlay, sound_scenario

if TYPE_CHECKING:
    from qosc.api import Config
    from qosc.lab.expected import Expected, Setup
    from qosc.lab.linux.engine import Experiment
    from qosc.ledger import Entry
    from qosc.scenario import Overlay
    from qosc.targets.base import Artefact, OutputFile

__all__ = ["read_folder"]

Ledgers = dict[str, dict[str, tuple["Entry", ...]]]


def read_folder(
    folder: str, color: str, only: tuple[str, ...] = ()
) -> tuple[Expected, dict[str, Experiment], Ledgers] | None:
    """What `expected.yaml` of a folder says, each experiment of it compiled, and the ledgers of its
    artefacts by engine. None after what is wrong was printed.

    RefusedError for a config with no port to run, UsageError for an experiment that is not there
    and for a config that loses something and does not allow it.
    """
    expected = read_expected(os.path.join(folder, "expected.yaml"), color)
    if expected is None:
        return None
    if only:
        expected = _narrow(expected, only)
    experiments: dict[str, Experiment] = {}
    ledgers: Ledgers = {}
    for setup in expected.experiments:
        made = _compiled(folder, setup, color)
        if made is None:
            return None
        experiments[setup.name], ledgers[setup.name] = made
    return expected, experiments, ledgers


def _narrow(expected: Expected, only: tuple[str, ...]) -> Expected:
    names = {setup.name for setup in expected.experiments}
    for name in only:
        if name not in names:
            raise click.UsageError(f"there is no experiment {name!r}; there are {sorted(names)}")
    return expected.model_copy(
        update={
            "experiments": tuple(each for each in expected.experiments if each.name in only),
            "orders": tuple(each for each in expected.orders if set(each.falls) <= set(only)),
        }
    )


def _compiled(
    folder: str, setup: Setup, color: str
) -> tuple[Experiment, dict[str, tuple[Entry, ...]]] | None:
    from qosc.api import loads, qos_ports
    from qosc.lab.linux.classes import class_ids
    from qosc.lab.linux.engine import Experiment, Script
    from qosc.targets.base import Options
    from qosc.targets.tc import lower

    overlay = read_overlay(os.path.join(folder, setup.traffic), color)
    if overlay is None:
        return None
    config = loads(read(os.path.join(folder, setup.config)), platform=setup.platform)
    sim = _artefact(config, "sim", setup, overlay)
    scenario = sound_scenario(setup.name, _chosen(setup, sim.files).text, color)
    if scenario is None:
        return None
    ledgers = {"sim": sim.ledger, "ns3": sim.ledger}
    scripts: dict[str, Script] = {}
    routers = [node.name for node in scenario.nodes if node.kind == "router"]
    if "linux" in setup.engines and routers:
        tc = _artefact(config, "tc", setup, None)
        ledgers["linux"] = tc.ledger
        ports = qos_ports(config)
        options = Options(config.profile, allow_loss=setup.allow_loss)
        plans = lower(config.complete_device, ports, options)[0]
        names = tuple(plan.port for plan in plans)
        scripts[routers[0]] = Script(tc.files[0].text, names, class_ids(plans))
    return Experiment(scenario, scripts), ledgers


def _artefact(config: Config, target: str, setup: Setup, overlay: Overlay | None) -> Artefact:
    from qosc.api import compile as compile_config
    from qosc.cli.faults import told

    with told():
        artefact = compile_config(
            config, target=target, allow_loss=setup.allow_loss, overlay=overlay
        )
    if (artefact.losses or artefact.left_out) and not setup.allow_loss:
        raise click.UsageError(
            f"{setup.name}: the target {target} would lose something of {setup.config}: see "
            f"`qosc compile --target {target}`, or write allow_loss: true"
        )
    if not artefact.files:
        raise click.UsageError(f"{setup.name}: nothing of {setup.config} can be run")
    return artefact


def _chosen(setup: Setup, files: tuple[OutputFile, ...]) -> OutputFile:
    """The scenario of the port that the experiment is about."""
    from qosc.targets.sim.words import slug

    named = [file for file in files if file.name == f"{slug(setup.interface or '')}.yaml"]
    if named or len(files) == 1:
        return (*named, *files)[0]
    known = ", ".join(file.name.removesuffix(".yaml") for file in files)
    raise click.UsageError(f"{setup.name}: write the interface to send through: {known}")
