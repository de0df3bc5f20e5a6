"""The files of an artefact: for each scenario a program, and what builds them."""

from __future__ import annotations

from collections.abc import Iterable

from qosc.scenario import Scenario, faults_of
from qosc.targets.base import OutputFile
from qosc.targets.file_names import FileNames
from qosc.targets.ns3.lower.network import lower
from qosc.targets.ns3.model import Refused
from qosc.targets.ns3.render import build_files, program_name, render, runtime
from qosc.targets.sim.files import Made

__all__ = ["make_files", "program_files"]


def program_files(scenarios: dict[str, Scenario]) -> tuple[OutputFile, ...]:
    """All that it takes to build programs, by name. Refused for what ns-3 cannot do."""
    programs = {program_name(name): lower(each) for name, each in scenarios.items()}
    texts = [OutputFile(f"{name}.cc", render(each)) for name, each in programs.items()]
    return (*texts, *build_files(list(programs)), *runtime())


def make_files(made: Iterable[Made]) -> tuple[tuple[OutputFile, ...], dict[str, str]]:
    """The files of some scenarios, and for each port that has no program the reason.

    The scenarios are kept beside the programs (YAML): `qosc simulate` runs them to compare.
    """
    files: list[OutputFile] = []
    names: list[str] = []
    taken = FileNames()
    refused: dict[str, str] = {}
    for each in made:
        if faults_of(each.scenario, None):
            # The user's traffic does not fit; the command says so when it loads the scenario.
            files.append(each.file())
            continue
        name = taken.take(program_name(each.name))
        try:
            program = lower(each.scenario, each.words)
        except Refused as error:
            refused |= dict.fromkeys((port.port for port in each.scenario.ports), str(error))
            continue
        names.append(name)
        text = each.file().text
        files += (OutputFile(f"{name}.cc", render(program)), OutputFile(f"{name}.yaml", text))
    if names:
        files += (*build_files(names), *runtime())
    return tuple(files), refused
