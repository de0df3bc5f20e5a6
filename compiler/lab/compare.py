"""Results of several engines beside what was expected of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from qosc.ir.leaves import SEPARATOR
from qosc.lab.expected import Basis, Expectation, Expected, Order, Paper
from qosc.lab.papers import UNJUDGED, PaperCell, beside
from qosc.lab.together import together
from qosc.ledger import Entry, Fidelity
from qosc.simulator.results import Result

if TYPE_CHECKING:
    from qosc.lab.repeats import Runs

__all__ = ["Cell", "Row", "Verdict", "compare", "unmeasured"]

Results = Mapping[str, Result]
Ledgers = Mapping[str, Sequence[Entry]]


class Verdict(StrEnum):
    """How a measured figure stands to the expected one."""

    MET = "met"
    BESIDE = "beside the paper"
    """Measured, with no range to be in: it stands beside a paper's figure."""
    EXPLAINED = "explained"
    """Outside, for a reason that the ledger of the engine's artefact names."""
    MISSED = "missed"
    NOT_MEASURED = "not measured"
    """The engine does not measure this figure."""
    NOT_RUN = "not run"
    NO_RESULT = "no result"
    """The run failed, or took too long."""
    NOT_ASKED = "-"
    """The expectation is one of other engines."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One engine's figure. `deviation` is a part of the expected value; None without one.

    `paper` is how it stands to a paper's figure, if there is one. `holds` is said of an order. Of
    several runs, `value` is the mean, and `runs` has the figures of each.
    """

    verdict: Verdict
    value: float | None = None
    deviation: float | None = None
    why: str = ""
    paper: PaperCell | None = None
    holds: bool | None = None
    runs: Runs | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One expectation. `wanted` is in words; `cells` has one cell for each engine.

    `basis` is what the range is drawn round, or where the order is from (None where the document
    does not say it), `paper` what a paper prints. An order `shows` rows of a paper, at `place`,
    that print no number.
    """

    experiment: str
    what: str
    figure: str
    wanted: str
    source: str
    cells: Mapping[str, Cell]
    basis: Basis | Literal["paper"] | None = None
    paper: Paper | None = None
    shows: tuple[str, ...] = ()
    place: str = ""


def compare(
    expected: Expected,
    engines: Sequence[str],
    results: Mapping[str, Results],
    ledgers: Mapping[str, Ledgers],
    failures: Mapping[str, Mapping[str, str]] | None = None,
) -> tuple[Row, ...]:
    """A row for each expectation, with a cell for each of `engines`.

    `results` and `ledgers` are by experiment and engine, and so is a word in `failures` on why
    there is no result; an experiment that is in neither was not run.
    """
    failed = failures or {}
    rows = []
    orders = _Orders(expected, engines, results, ledgers)
    for setup in expected.experiments:
        measured, entered = results.get(setup.name, {}), ledgers.get(setup.name, {})
        for each in setup.expect:
            cells = {
                engine: Cell(Verdict.NOT_ASKED)
                if engine not in (each.engines or engines)
                else Cell(Verdict.NO_RESULT, why=failed[setup.name][engine])
                if engine in failed.get(setup.name, ())
                else _cell(each, measured.get(engine), entered.get(engine, ()), engine)
                for engine in engines
            }
            paper = each.printed
            if paper is not None:
                held = {engine: orders.held(setup.name, each, engine) for engine in engines}
                cells = {
                    engine: _beside(paper, cell, held[engine], engine)
                    for engine, cell in cells.items()
                }
            figure = f"share of {each.figure}" if each.share_of else each.figure
            basis = None if each.bare else expected.basis_of(each)
            rows.append(
                Row(
                    *(setup.name, _subject(each), figure, _wanted(each), each.source, cells),
                    basis=basis,
                    paper=paper,
                )
            )
    for order, cells in orders.cells:
        wanted = " > ".join(order.falls)
        if order.by_percent:
            wanted += f", each by {order.by_percent:g} %"
        rows.append(
            Row(
                *("", _subject(order), order.figure, wanted, order.source, cells),
                basis=expected.basis_of(order),
                shows=order.rows,
                place=order.paper,
            )
        )
    return tuple(rows)


class _Orders:
    """The orders of a document, each with what every engine shows of it."""

    def __init__(
        self,
        expected: Expected,
        engines: Sequence[str],
        results: Mapping[str, Results],
        ledgers: Mapping[str, Ledgers],
    ) -> None:
        self.cells = [
            (order, {engine: _order(order, engine, results, ledgers) for engine in engines})
            for order in expected.orders
        ]
        self._left_out = expected.left_out

    def held(self, experiment: str, each: Expectation, engine: str) -> list[bool | None]:
        """Of each order of the paper in which this figure of an experiment is, whether it holds;
        None where not all of its experiments have a figure.
        """
        known = {
            Verdict.MET: True,
            Verdict.BESIDE: False,
            Verdict.MISSED: False,
            Verdict.EXPLAINED: False,
        }
        judged = [
            known.get(cells[engine].verdict)
            for order, cells in self.cells
            if _is_in(experiment, each, order)
        ]
        return judged + [None for order in self._left_out if _is_in(experiment, each, order)]


def _is_in(experiment: str, each: Expectation, order: Order) -> bool:
    """Whether an order of the paper has this figure of an experiment in it."""
    return (
        bool(order.paper)
        and experiment in order.falls
        and (order.flow, order.of_class) == (each.flow, each.of_class)
        and (order.figure, order.side, order.port) == (each.figure, each.side, each.port)
        and not each.share_of
        and set(order.over) == set(each.over)
    )


def _beside(paper: Paper, cell: Cell, held: Sequence[bool | None], engine: str) -> Cell:
    """The cell with how it stands to the paper; missed where that is not as the document says."""
    if cell.value is None:
        return cell
    reading = beside(paper, cell.value, held)
    if engine != "sim" or paper.verdict in (None, reading.verdict) or reading.verdict == UNJUDGED:
        return replace(cell, paper=reading)
    why = f"stated as {paper.verdict}"
    return replace(cell, paper=reading, verdict=Verdict.MISSED, why=f"{cell.why} {why}".strip())


def unmeasured(rows: Sequence[Row], engines: Sequence[str]) -> list[str]:
    """What makes a comparison one of nothing: rows without a figure, or no row at all.

    The kernel does not count all figures of a class (docs/engines.md): such a row is no fault
    where another row of its experiment was measured on it.
    """
    if not rows:
        return ["nothing was compared: no experiment has an expectation"]
    measured = {
        (row.experiment, engine)
        for row in rows
        for engine, cell in row.cells.items()
        if cell.verdict in (Verdict.MET, Verdict.BESIDE, Verdict.MISSED, Verdict.EXPLAINED)
    }
    if not any(engine in engines for _, engine in measured):
        if any(cell.verdict is Verdict.NO_RESULT for row in rows for cell in row.cells.values()):
            return []
        return ["nothing was measured"]
    return [
        f"{row.experiment or 'between experiments'}: {row.figure} of {row.what} was not measured "
        f"on {engine}"
        for row in rows
        for engine, cell in row.cells.items()
        if cell.verdict is Verdict.NOT_MEASURED
        and not (engine == "linux" and cell.why and (row.experiment, engine) in measured)
    ]


def _subject(each: Expectation | Order) -> str:
    if each.over:
        return ", ".join(each.over)
    return each.flow if each.flow is not None else f"class {each.of_class}"


def _wanted(each: Expectation) -> str:
    parts = []
    if each.value is not None:
        parts.append(f"{each.value:.12g} ±{each.within_percent:g} %")
    if each.at_least is not None:
        parts.append(f"≥ {each.at_least:.12g}")
    if each.at_most is not None:
        parts.append(f"≤ {each.at_most:.12g}")
    return ", ".join(parts)


def _measured(
    each: Expectation | Order, result: Result, name: str | None = None, figure: str = ""
) -> float | None:
    try:
        if each.flow is not None:
            place: Any = result.flow(name or each.flow)
        else:
            place = result.of_class(name or str(each.of_class), each.side, each.port)
        for key in (figure or each.figure).split("."):
            if place is None:
                return None
            place = place[key]
    except KeyError:
        return None
    return float(place) if isinstance(place, int | float) else None


def _figure(each: Expectation | Order, result: Result) -> float | None:
    if each.over:
        return together(
            each.figure, each.over, lambda figure, flow: _measured(each, result, flow, figure)
        )
    value = _measured(each, result)
    if value is None or isinstance(each, Order) or not each.share_of:
        return value
    parts = [_measured(each, result, name) for name in each.share_of]
    whole = sum(part for part in parts if part is not None)
    return None if None in parts or not whole else value / whole


def _cell(each: Expectation, result: Result | None, entries: Sequence[Entry], engine: str) -> Cell:
    if result is None:
        return Cell(Verdict.NOT_RUN)
    value = _figure(each, result)
    if value is None:
        return Cell(Verdict.NOT_MEASURED, why=_uncounted(each, engine))
    deviation = None
    if each.value is not None:
        deviation = (value - each.value) / each.value if each.value else float(value != 0)
    met = (
        (deviation is None or abs(deviation) * 100 <= (each.within_percent or 0))
        and (each.at_least is None or value >= each.at_least)
        and (each.at_most is None or value <= each.at_most)
    )
    if met:
        naught = (each.value, each.at_most, each.paper.value if each.paper else None)
        empty = "" if 0 in naught else _nothing(each, result)
        good = Verdict.BESIDE if each.bare else Verdict.MET
        return Cell(Verdict.MISSED if empty else good, value, deviation, empty)
    why = _reason(each, engine, entries)
    return Cell(Verdict.EXPLAINED if why else Verdict.MISSED, value, deviation, why)


def _uncounted(each: Expectation | Order, engine: str) -> str:
    """Why an engine never has a figure; empty where there only was nothing to measure."""
    return "the kernel does not count it" if engine == "linux" and each.flow is None else ""


_OF_LOSS = ("drop", "loss", "sent", "arrived", "received", "in_flight", "retransmitted", "timeouts")


def _nothing(each: Expectation, result: Result) -> str:
    """Why a figure says nothing though it is in its range: it is one of no packet at all."""
    if each.flow is not None:
        flow = result.flow(each.flow)
        if flow.get("sent_packets") == 0 and flow.get("received_packets") == 0:
            return "no packet was sent"
        lost = flow.get("received_packets") == 0
        return "every packet was lost" if lost and not each.figure.startswith(_OF_LOSS) else ""
    of_class = result.of_class(str(each.of_class), each.side, each.port)
    return "no packet came to the class" if of_class.get("arrived_packets") == 0 else ""


def _order(
    order: Order, engine: str, results: Mapping[str, Results], ledgers: Mapping[str, Ledgers]
) -> Cell:
    values: list[float] = []
    for name in order.falls:
        result = results.get(name, {}).get(engine)
        if result is None:
            return Cell(Verdict.NOT_RUN)
        value = _figure(order, result)
        if value is None:
            return Cell(Verdict.NOT_MEASURED)
        values.append(value)
    least = 1 - order.by_percent / 100
    said = " > ".join(f"{value:g}" for value in values)
    holds = all(b < a and b <= a * least for a, b in pairwise(values))
    if engine in order.contradicted_by:
        if holds:
            return Cell(Verdict.MISSED, why=f"{said}: stated as contradicted", holds=True)
        return Cell(Verdict.BESIDE, why=f"{said}: contradicted", holds=False)
    if holds:
        return Cell(Verdict.MET, why=said, holds=True)
    entries = [entry for name in order.falls for entry in ledgers.get(name, {}).get(engine, ())]
    why = _reason(order, engine, entries)
    words = f"{said}: {why}" if why else said
    return Cell(Verdict.EXPLAINED if why else Verdict.MISSED, why=words, holds=False)


def _reason(each: Expectation | Order, engine: str, entries: Sequence[Entry]) -> str:
    """The note of the ledger on a value that is not carried exactly; nothing if there is none.

    A value is named by whole steps of the end of its path.
    """
    values = [value for name, value in each.explained_by.items() if name == engine]
    ends = tuple(f"{SEPARATOR}{value}" for value in values)
    for entry in entries:
        if f"{SEPARATOR}{entry.path}".endswith(ends) and entry.fidelity is not Fidelity.EXACT:
            return entry.note
    return ""
