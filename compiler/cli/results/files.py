"""What `qosc simulate` writes beside the table: values, pictures, captures."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, TypeVar

import click

from qosc.cli.files import RefusedError, spare_inputs

if TYPE_CHECKING:
    from qosc.render.samples.capture import Capture
    from qosc.scenario import Scenario
    from qosc.simulator import Result

__all__ = ["PICTURES", "Wanted", "check_file", "file_options"]

F = TypeVar("F", bound=Callable[..., int])
PICTURES, _VALUES = (".svg", ".pdf"), (".csv", ".json")
"""What names of files end in."""
_OVER_TIME, _FINE = 100, 1000
"""Points of a curve, and looks at a queue for a distribution, where the scenario does not say."""
_ENGINES = {
    "plot": ("sim", "ns3"),
    "plot-distributions": ("sim", "linux"),
    "samples": ("sim", "linux"),
    "distribution": ("sim", "linux"),
    "series": ("sim", "ns3", "linux"),
    "capture": ("sim",),
}
_HELP = (
    ("plot", "PICTURE", "Draw throughput and queues over time (.svg or .pdf)."),
    (
        "plot-distributions",
        "PICTURE",
        "Draw the distributions of delays, responses, waits and depths (.svg or .pdf).",
    ),
    ("samples", "TABLE", "Write each delay, response, wait and depth (.csv or .json)."),
    ("distribution", "TABLE", "Write how often they were how long (.csv or .json)."),
    ("series", "TABLE", "Write throughput and depths over time (.csv or .json)."),
)


def file_options(function: F) -> F:
    """The options that name files."""
    function = click.option(
        "--capture",
        metavar="NODE PORT FILE.pcap",
        nargs=3,
        multiple=True,
        help="Write the packets that leave this port.",
    )(function)
    for name, metavar, words in reversed(_HELP):
        place = click.Path(dir_okay=False)
        function = click.option(f"--{name}", metavar=metavar, type=place, help=words)(function)
    return function


@dataclass
class Wanted:
    """The files that were asked for: a path for each option, and ports with a path."""

    paths: dict[str, str]
    ports: Sequence[tuple[str, str, str]] = ()
    _taken: list[tuple[str, BytesIO]] = field(default_factory=list)

    def check(self, engine: str, scenario: str) -> None:
        """UsageError for what this engine cannot give or no file can be, RefusedError for a file
        that is the input or in no folder.
        """
        for name, path in self._all():
            engines = _ENGINES[name]
            if engine not in engines:
                several = f"engines {' and '.join(engines)}" if engines[1:] else "engine sim"
                raise click.UsageError(f"--{name} is for the {several}")
            forms = (".pcap",) if name == "capture" else _forms(name)
            check_file(name, path, forms, scenario)
        paths = [os.path.realpath(path) for _, path in self._all()]
        twice = [path for _, path in self._all() if paths.count(os.path.realpath(path)) > 1]
        if twice:
            raise click.UsageError(f"two files of one name: {twice[0]!r}")

    def _all(self) -> Iterator[tuple[str, str]]:
        yield from self.paths.items()
        yield from (("capture", path) for _, _, path in self.ports)

    @property
    def samples(self) -> bool:
        """Whether single values are needed."""
        return bool({"samples", "distribution", "plot-distributions"} & set(self.paths))

    def over_time(self, scenario: Scenario) -> Scenario:
        """The scenario, with measured over time what it does not measure itself."""
        if not self.paths:
            return scenario
        measure = scenario.measure
        step = max(scenario.duration_ms // _OVER_TIME, 1)
        look = max(scenario.duration_ms // _FINE, 1) if self.samples else step
        more = {
            "interval_ms": measure.interval_ms or step,
            "occupancy_every_ms": measure.occupancy_every_ms or look,
        }
        return scenario.model_copy(update={"measure": measure.model_copy(update=more)})

    def captures(self, scenario: Scenario) -> dict[tuple[str, str], Capture]:
        """What takes the packets of the ports; UsageError for one that is not there."""
        from qosc.render.samples.capture import Capture

        known = [(end.node, end.port) for link in scenario.links for end in link.ends]
        by_port: dict[tuple[str, str], Capture] = {}
        for node, port, path in self.ports:
            if (node, port) not in known:
                there = ", ".join(f"{one} {other}" for one, other in known)
                raise click.UsageError(f"--capture: there is no port {node!r} {port!r}: {there}")
            if (node, port) in by_port:
                raise click.UsageError(f"--capture: {node!r} {port!r} is named twice")
            self._taken.append((path, BytesIO()))
            by_port[node, port] = Capture(self._taken[-1][1])
        return by_port

    def write(self, result: Result) -> None:
        """Write all; RefusedError where that cannot be done."""
        from qosc.cli.output import write_file

        for name, path in self.paths.items():
            write_file(_made(name, path, result), path)
        for path, taken in self._taken:
            write_file(taken.getvalue(), path)


def check_file(option: str, path: str, forms: Sequence[str], *inputs: str) -> None:
    """UsageError for a name that says no form that the option can write, RefusedError for a file
    that is one of the inputs or in no folder.
    """
    if os.path.splitext(path)[1] not in forms:
        raise click.UsageError(f"--{option}: the name ends in {' or '.join(forms)}: {path!r}")
    spare_inputs(path, *inputs)
    folder = os.path.dirname(path)
    if folder and not os.path.isdir(folder):
        raise RefusedError(f"cannot write {path!r}: there is no folder {folder!r}")


def _forms(name: str) -> tuple[str, ...]:
    return PICTURES if name.startswith("plot") else _VALUES


def _made(name: str, path: str, result: Result) -> str:
    form = os.path.splitext(path)[1]
    if form in PICTURES:
        from qosc.render.plots import drawn
        from qosc.render.plots.distributions import distributions
        from qosc.render.plots.over_time import over_time

        return drawn(over_time(result) if name == "plot" else distributions(result), form)
    from qosc.render.samples import files

    make = {"samples": files.samples, "distribution": files.distribution, "series": files.series}
    return make[name](result, form)
