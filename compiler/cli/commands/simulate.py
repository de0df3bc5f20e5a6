"""`qosc simulate`: run a scenario on an engine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from qosc.cli import CLEAN, FINDINGS, USAGE
from qosc.cli.budget import (
    budget_options,
    check_cost,
    check_real_time,
    timeout_option,
    too_long,
    within_memory,
)
from qosc.cli.files import need_output
from qosc.cli.options import colour_option, format_option, kernel_option
from qosc.cli.results.files import Wanted, file_options
from qosc.cli.scenarios import fault_at, read_scenario, tell
from qosc.render.style import DEFAULT_WIDTH, columns_of

if TYPE_CHECKING:
    from qosc.scenario import Scenario
    from qosc.simulator import Result
    from qosc.source import SourceText

__all__ = ["command"]

_TIMEOUT_S = 300.0


@click.command()
@click.argument("scenario")
@click.option(
    "--engine",
    "-e",
    type=click.Choice(("sim", "ns3", "linux")),
    default="sim",
    show_default=True,
    help="The built-in simulator, ns-3, or a Linux kernel (no QoS: see lab).",
)
@format_option("text", "json")
@click.option("--seed", type=click.IntRange(min=0), help="Instead of the scenario's own.")
@file_options
@kernel_option
@budget_options
@timeout_option("End a run that takes longer, without a result.", _TIMEOUT_S)
@colour_option
def command(
    scenario: str,
    engine: str,
    form: str,
    seed: int | None,
    plot: str | None,
    plot_distributions: str | None,
    samples: str | None,
    distribution: str | None,
    series: str | None,
    capture: tuple[tuple[str, str, str], ...],
    max_events: int,
    max_memory: int,
    timeout: float,
    color: str,
) -> int:
    """Run SCENARIO (YAML, - for standard input) and print what became of each flow and class.

    The same scenario and seed give the same result on every machine (not on a Linux kernel). What
    a run takes is estimated before it begins. The exit status is 1 when no packet was sent, or
    none arrived: the figures then say nothing.
    """
    files = {
        "plot": plot,
        "plot-distributions": plot_distributions,
        "samples": samples,
        "distribution": distribution,
        "series": series,
    }
    if not any(files.values()) and not capture:
        need_output()
    wanted = Wanted({name: path for name, path in files.items() if path is not None}, capture)
    wanted.check(engine, scenario)
    with within_memory(scenario, max_memory):
        read = read_scenario(scenario, color)
    if read is None:
        return USAGE
    loaded, source = read
    if seed is not None:
        loaded = loaded.model_copy(update={"seed": seed})
    loaded = wanted.over_time(loaded)
    with within_memory(scenario, max_memory):
        check_cost(loaded, lambda: source, max_events, max_memory)
    room = columns_of(sys.stdout) or DEFAULT_WIDTH
    if engine == "sim":
        with within_memory(scenario, max_memory):
            result = _simulated(loaded, source, max_events, timeout, wanted)
            text = result.to_json() if form == "json" else result.to_text(room)
    else:
        result = _on_engine(loaded, source, engine, timeout)
        text = result.to_json() if form == "json" else result.to_text(room)
    with within_memory(scenario, max_memory):
        wanted.write(result)
    click.echo(text.rstrip("\n"))
    return _worth(result, source, color)


def _simulated(
    scenario: Scenario, source: SourceText, max_events: int, timeout: float, wanted: Wanted
) -> Result:
    from qosc.lab.limits import OutOfTime, out_of_time_after
    from qosc.simulator import TooManyEventsError, simulate

    progress = None
    if sys.stderr.isatty():
        from qosc.cli.progress import Progress

        progress = Progress(sys.stderr, scenario.duration_ms)
    try:
        with out_of_time_after(timeout):
            seen = {place: each.seen for place, each in wanted.captures(scenario).items()}
            return simulate(scenario, progress, max_events, samples=wanted.samples, captures=seen)
    except TooManyEventsError:
        raise too_long(
            source,
            f"the run takes more than the {max_events:,} events allowed; shorten duration_ms, or "
            "allow more with --max-events",
        ) from None
    except OutOfTime:
        raise too_long(
            source,
            f"the run took more than {timeout:g} s; shorten duration_ms, or allow more with "
            "--timeout",
        ) from None
    finally:
        if progress is not None:
            progress.close()


def _on_engine(scenario: Scenario, source: SourceText, engine: str, timeout: float) -> Result:
    """The result of ns-3 or of a Linux kernel; RefusedError where there is none. What the host
    disturbed is run once more, as by `qosc lab run`.
    """
    from qosc.lab.experiments import held_up, run_all
    from qosc.lab.limits import ended_by_signals
    from qosc.lab.linux.engine import Experiment, Failure
    from qosc.lab.run import available
    from qosc.scenario.explain import COST, ENGINE, VACUOUS

    if engine == "linux":
        _check_linux(scenario, source)
        check_real_time(scenario, lambda: source, most_s=timeout)
    absent = available(engine)
    if absent is not None:
        raise fault_at(source, (), ENGINE, f"the engine {engine} cannot run here: {absent}")
    with ended_by_signals():
        result = run_all({"": Experiment(scenario)}, engine, _quiet, 1, timeout)[""]
    if isinstance(result, Failure):
        kind = COST if result.timed_out else ENGINE
        raise fault_at(source, (), kind, f"{engine}: {result.message}")
    late = held_up(result)
    if late:
        raise fault_at(source, ("traffic",), VACUOUS, f"{engine}: {late}")
    return result


def _quiet(_words: str) -> None:
    """A run of one scenario has nothing to tell on the way."""


def _check_linux(scenario: Scenario, source: SourceText) -> None:
    """RefusedError for a scenario that the Linux engine cannot run, at the place of the cause."""
    from qosc.lab.linux.plan import experiment
    from qosc.lab.linux.sources import LinuxError
    from qosc.scenario.explain import ENGINE

    for index, port in enumerate(scenario.ports):
        for side, stages in (("input", port.input), ("output", port.output)):
            if stages:
                message = (
                    f"the engine linux has no QoS for the {side} of a scenario's port; there it is "
                    "a tc script, made from a config: see `qosc lab run`"
                )
                raise fault_at(source, ("ports", index, side), ENGINE, message)
    try:
        experiment(scenario, {})
    except LinuxError as error:
        raise fault_at(source, ("traffic",), ENGINE, f"linux: {error}") from None


def _worth(result: Result, source: SourceText, color: str) -> int:
    """The exit status: figures of nothing are not a result."""
    from qosc.scenario.explain import VACUOUS

    sent = sum(flow["sent_packets"] or 0 for flow in result.flows)
    received = sum(flow["received_packets"] or 0 for flow in result.flows)
    if received:
        return CLEAN
    what = "every packet was lost" if sent else "no packet was sent in the time measured"
    empty = fault_at(source, ("traffic",), VACUOUS, f"{what}: the figures say nothing")
    tell(empty.faults, source, color)
    return FINDINGS
