"""`qosc lab`: run a folder of experiments on engines, beside what is expected of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from qosc.cli import CLEAN, FINDINGS, USAGE
from qosc.cli.budget import budget_options, check_cost, check_real_time, within_memory
from qosc.cli.files import read
from qosc.cli.options import colour_option, format_option
from qosc.render.printable import printable
from qosc.render.style import Style, style_for

if TYPE_CHECKING:
    from qosc.lab.compare import Row
    from qosc.lab.expected import Expected
    from qosc.lab.linux.engine import Experiment
    from qosc.simulator.results import Result

__all__ = ["command"]

_ENGINES = ("sim", "ns3", "linux", "all")


@click.group()
def command() -> None:
    """Run experiments: a config, the traffic through it, and the figures expected of it."""


@command.command("run")
@click.argument("folder", type=click.Path(exists=True, file_okay=False))
@click.option(
    "--engine",
    "-e",
    type=click.Choice(_ENGINES),
    default="sim",
    show_default=True,
    help="The built-in simulator, ns-3, a Linux kernel, or all that this machine has.",
)
@click.option("--only", metavar="NAME", multiple=True, help="Only this experiment of the folder.")
@click.option(
    "--timeout",
    metavar="SECONDS",
    type=click.FloatRange(min=0, min_open=True),
    help="For each experiment on each engine; without it a minute and five times what the "
    "experiment's traffic lasts.",
)
@budget_options
@format_option("text", "json")
@colour_option
def run(
    folder: str,
    engine: str,
    only: tuple[str, ...],
    timeout: float | None,
    max_events: int,
    max_memory: int,
    form: str,
    color: str,
) -> int:
    """Run the experiments of FOLDER/expected.yaml and print expected and measured figures.

    The exit status is 1 when a figure is outside what is expected or was not measured, or an
    experiment could not run, took too long or was held up. No file outside of FOLDER is read.
    However it ends, no process and no temporary file is left.
    """
    from qosc.cli.experiments import read_folder
    from qosc.lab.compare import Verdict, compare, unmeasured
    from qosc.lab.run import ENGINES, available

    loaded = read_folder(folder, color, only)
    if loaded is None:
        return USAGE
    expected, experiments, ledgers = loaded
    _tell_unsaid(expected, os.path.join(folder, "expected.yaml"))
    for setup in expected.experiments:
        scenario = experiments[setup.name].scenario
        traffic = partial(read, os.path.join(folder, setup.traffic))
        name = f"the experiment {setup.name!a}"
        check_cost(scenario, traffic, max_events, max_memory, name)
        if timeout is None and engine in ("linux", "all"):
            check_real_time(scenario, traffic, name)
    wanted = ENGINES if engine == "all" else (engine,)
    absent = {name: why for name in wanted if (why := available(name)) is not None}
    if engine in absent:
        click.echo(f"qosc: the engine {engine} cannot run here: {absent[engine]}", err=True)
        return USAGE
    ran = _run_all(
        expected, experiments, [each for each in wanted if each not in absent], timeout, max_memory
    )
    rows = compare(expected, wanted, ran.results, ledgers, ran.words)
    if form == "json":
        from qosc.render.lab import as_json as document

        click.echo(document(rows, wanted, absent, ran.failures), nl=False)
    else:
        _print(rows, wanted, style_for(sys.stdout, color))
    for name, why in absent.items():
        click.echo(f"qosc: {name} was not run: {why}", err=True)
    for which, each in ran.failures.items():
        for name, why in each.items():
            click.echo(printable(f"qosc: {which} failed on {name}: {why}"), err=True)
    empty = unmeasured(rows, wanted)
    for words in empty:
        where = os.path.join(folder, "expected.yaml")
        click.echo(printable(f"qosc: error[QOS696]: {where}: {words}"), err=True)
    missed = any(cell.verdict is Verdict.MISSED for row in rows for cell in row.cells.values())
    return FINDINGS if missed or empty or ran.failures else CLEAN


def _tell_unsaid(expected: Expected, path: str) -> None:
    """Warn of ranges of which the document does not say what they are drawn round."""
    unsaid = [
        each
        for setup in expected.experiments
        for each in setup.expect
        if not each.bare and expected.basis_of(each) is None
    ]
    if unsaid:
        words = (
            f"qosc: warning[QOS697]: {path}: {len(unsaid)} expectations do not say what their "
            "range is drawn round; write `basis: theory`, `vendor` or `regression` beside each, "
            "or once for all at the top, and a paper's figure as `paper`"
        )
        click.echo(printable(words), err=True)
    loose = [
        each.paper.row
        for setup in expected.experiments
        for each in setup.expect
        if each.bare and each.paper is not None and each.paper.verdict is None
    ]
    if loose:
        words = (
            f"qosc: warning[QOS697]: {path}: {len(loose)} figures of a paper state no verdict, "
            f"so that none of them can be missed; the first is of {loose[0][:80]!a}"
        )
        click.echo(printable(words), err=True)


class _Ran(NamedTuple):
    """What came of the experiments, by experiment and engine; `words` is what a table says of a
    failure.
    """

    results: dict[str, dict[str, Result]]
    failures: dict[str, dict[str, str]]
    words: dict[str, dict[str, str]]


def _run_all(
    expected: Expected,
    experiments: Mapping[str, Experiment],
    engines: Sequence[str],
    timeout: float | None,
    max_memory: int,
) -> _Ran:
    from qosc.lab.experiments import held_up, run_all
    from qosc.lab.limits import ended_by_signals
    from qosc.lab.linux.engine import Failure

    ran = _Ran({name: {} for name in experiments}, {}, {})
    for name in engines:
        mine = {
            setup.name: experiments[setup.name]
            for setup in expected.experiments
            if name in setup.engines
        }
        bounded = within_memory("lab", max_memory) if name == "sim" else nullcontext()
        with ended_by_signals(), bounded:
            found = run_all(mine, name, _progress, expected.together, timeout)
        for which, result in found.items():
            late = "" if isinstance(result, Failure) else held_up(result)
            if late:
                ran.failures.setdefault(which, {})[name] = late
                ran.words.setdefault(which, {})[name] = "held up"
            elif isinstance(result, Failure):
                ran.failures.setdefault(which, {})[name] = result.message
                said = "timed out" if result.timed_out else "failed"
                ran.words.setdefault(which, {})[name] = said
            else:
                ran.results[which][name] = result
    return ran


def _progress(words: str) -> None:
    if sys.stderr.isatty():
        click.echo(printable(words), err=True)


def _print(rows: Sequence[Row], engines: Sequence[str], style: Style) -> None:
    from qosc.render.lab import as_table

    for line in as_table(rows, engines, style):
        click.echo(line, color=style.colour)
