"""`qosc lab`: run a folder of experiments on engines, beside what is expected of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from qosc.cli import CLEAN, FINDINGS, USAGE
from qosc.cli.budget import (
    budget_options,
    check_cost,
    check_real_time,
    timeout_option,
    within_memory,
)
from qosc.cli.files import read
from qosc.cli.options import colour_option, format_option, kernel_option
from qosc.cli.results.files import PICTURES, check_file
from qosc.render.numbers import many
from qosc.render.printable import printable
from qosc.render.style import Style, style_for

if TYPE_CHECKING:
    from qosc.lab.compare import Row
    from qosc.lab.expected import Expected
    from qosc.lab.linux.engine import Experiment
    from qosc.ledger import Entry
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
@timeout_option(
    "For each experiment on each engine; without it a minute and five times what the "
    "experiment's traffic lasts."
)
@click.option(
    "--runs",
    metavar="N",
    type=click.IntRange(1, 1000),
    help="Run each experiment N times, with the seeds from the traffic's own on, and print the "
    "mean of each figure with its 95 % confidence interval.  [default: `runs` of expected.yaml]",
)
@click.option(
    "--start-jitter",
    metavar="MS",
    type=click.IntRange(0, 3_600_000),
    help="With several runs: each source starts up to so many ms later, drawn from the seed.  "
    "[default: `start_jitter_ms` of expected.yaml, or 100]",
)
@click.option(
    "--plot",
    metavar="PICTURE",
    type=click.Path(dir_okay=False),
    help="Draw the figures as parts of those of the paper, with their intervals (.svg or .pdf).",
)
@kernel_option
@budget_options
@format_option("text", "json", "csv")
@colour_option
def run(
    folder: str,
    engine: str,
    only: tuple[str, ...],
    timeout: float | None,
    runs: int | None,
    start_jitter: int | None,
    plot: str | None,
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
    from qosc.lab.compare import Verdict, unmeasured
    from qosc.lab.run import ENGINES, available

    if plot is not None:
        check_file("plot", plot, PICTURES, *(each.path for each in os.scandir(folder)))
    loaded = read_folder(folder, color, only)
    if loaded is None:
        return USAGE
    expected, experiments, ledgers = loaded
    repeat = _repeat(expected, engine, runs, start_jitter, timeout, max_memory)
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
    engines = [each for each in wanted if each not in absent]
    rows, ran = _measure(expected, experiments, ledgers, wanted, engines, repeat)
    _tell_rows(
        rows=rows,
        engines=wanted,
        absent=absent,
        ran=ran,
        repeat=repeat,
        experiments=experiments,
        form=form,
        color=color,
    )
    if plot is not None:
        _draw(plot, rows, wanted, expected.name or os.path.basename(os.path.abspath(folder)))
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


def _draw(path: str, rows: Sequence[Row], engines: Sequence[str], name: str) -> None:
    from qosc.cli.output import write_file
    from qosc.render.plots import drawn
    from qosc.render.plots.beside_papers import beside_papers

    write_file(drawn(beside_papers(rows, engines, name), os.path.splitext(path)[1]), path)


class Repeat(NamedTuple):
    """How often the experiments are run, and within which bounds each time."""

    runs: int
    jitter_ms: int
    timeout: float | None
    max_memory: int


def _repeat(
    expected: Expected,
    engine: str,
    runs: int | None,
    jitter_ms: int | None,
    timeout: float | None,
    max_memory: int,
) -> Repeat:
    """How often to run; UsageError for what does not go together.

    What a document says of runs is for the engines that draw: with another, one is run, and told.
    """
    kernel = engine in ("linux", "all")
    if kernel and (runs or 1) > 1:
        raise click.UsageError("--runs is for the engines sim and ns3: a kernel draws no seed")
    if kernel and runs is None and expected.runs > 1:
        click.echo(f"qosc: one run is made, not {expected.runs}: a kernel draws no seed", err=True)
    count = 1 if kernel else runs or expected.runs
    if count == 1 and jitter_ms is not None:
        raise click.UsageError("--start-jitter is said of several runs: write --runs")
    late = expected.start_jitter_ms if jitter_ms is None else jitter_ms
    return Repeat(count, late, timeout, max_memory)


def _tell_rows(
    rows: Sequence[Row],
    engines: Sequence[str],
    absent: Mapping[str, str],
    ran: _Ran,
    repeat: Repeat,
    experiments: Mapping[str, Experiment],
    form: str,
    color: str,
) -> None:
    """Print the rows in one of the forms, and of several runs their seeds."""
    from qosc.render.lab import as_csv
    from qosc.render.lab import as_json as document

    runs = repeat.runs
    firsts = {name: each.scenario.seed for name, each in experiments.items()}
    seeds = {name: range(first, first + runs) for name, first in firsts.items()}
    if form == "json":
        repeated = None if runs == 1 else (repeat.jitter_ms, seeds)
        click.echo(document(rows, engines, absent, ran.failures, repeated), nl=False)
        return
    if form == "csv":
        click.echo(as_csv(rows, runs), nl=False)
        return
    _print(rows, engines, style_for(sys.stdout, color))
    if runs > 1:
        which = ", ".join(sorted({f"{each.start} to {each.stop - 1}" for each in seeds.values()}))
        click.echo(
            f"Means of {runs} runs (seeds {which}; sources start up to {repeat.jitter_ms} ms "
            "later), ± half of the 95 % confidence interval of the mean."
        )


def _measure(
    expected: Expected,
    experiments: Mapping[str, Experiment],
    ledgers: Mapping[str, Mapping[str, Sequence[Entry]]],
    wanted: Sequence[str],
    engines: Sequence[str],
    repeat: Repeat,
) -> tuple[tuple[Row, ...], _Ran]:
    """The rows of one run, or of the means of several. What failed in one of them has no mean."""
    from qosc.lab.compare import compare
    from qosc.lab.repeats import again, in_the_mean, with_runs

    if repeat.runs == 1:
        ran = _run_all(expected, experiments, engines, repeat.timeout, repeat.max_memory)
        return compare(expected, wanted, ran.results, ledgers, ran.words), ran
    whole = _Ran({name: {} for name in experiments}, {}, {})
    rans = []
    for run in range(repeat.runs):
        _progress(f"run {run + 1} of {repeat.runs}")
        drawn = {
            name: replace(each, scenario=again(each.scenario, run, repeat.jitter_ms))
            for name, each in experiments.items()
        }
        ran = _run_all(expected, drawn, engines, repeat.timeout, repeat.max_memory)
        rans.append(ran)
        for name, failed in ran.failures.items():
            for engine, why in failed.items():
                seed = drawn[name].scenario.seed
                whole.failures.setdefault(name, {}).setdefault(engine, f"seed {seed}: {why}")
                whole.words.setdefault(name, {}).setdefault(engine, ran.words[name][engine])
    for name in experiments:
        for engine in rans[0].results[name]:
            if engine not in whole.failures.get(name, {}):
                each = [ran.results[name][engine] for ran in rans]
                whole.results[name][engine] = in_the_mean(each)
    rows = compare(expected, wanted, whole.results, ledgers, whole.words)
    by_run = [compare(expected, wanted, ran.results, ledgers, ran.words) for ran in rans]
    return with_runs(rows, by_run), whole


def _tell_unsaid(expected: Expected, path: str) -> None:
    """Warn of ranges of which the document does not say what they are drawn round, and of orders
    of which it does not say where they are from.
    """
    ranges = [each for setup in expected.experiments for each in setup.expect if not each.bare]
    unsaid = sum(expected.basis_of(each) is None for each in ranges)
    unsaid += sum(expected.basis_of(each) is None for each in expected.orders)
    if unsaid:
        words = (
            f"qosc: warning[QOS697]: {path}: {many(unsaid, 'expectation')} without a word "
            "on what the range is drawn round, or where the order is from; write `basis: theory`, "
            "`vendor`, `prediction` or `regression` beside each, or once for all at the top, and "
            "what a paper shows as `paper`"
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
            results = run_all(mine, name, _progress, expected.together, timeout)
        for which, result in results.items():
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
