"""What a folder of experiments is expected to show: the document `expected.yaml`."""

from __future__ import annotations

from collections.abc import Collection
from math import isclose
from typing import Annotated, Any, Literal

from pydantic import Field as Key
from pydantic import PrivateAttr, model_validator

from qosc.diagnostics import Diagnostic
from qosc.lab.together import FIGURES
from qosc.lab.units import UnknownUnitError, dimension_of, factor
from qosc.scenario.base import Flag, Model, Name, PlacedError, Text, shaped
from qosc.scenario.loading import load_model

__all__ = [
    "Basis",
    "EngineName",
    "Expectation",
    "Expected",
    "Order",
    "Paper",
    "PaperVerdict",
    "Setup",
    "json_schema",
    "load_expected",
]

EngineName = Literal["sim", "ns3", "linux"]
Basis = Literal["theory", "vendor", "prediction", "regression"]
"""What a range is drawn round: arithmetic or a standard, a vendor's figure, what was said before
the first run of what a cause must give if it is the right one, an earlier figure of our own.
"""
PaperVerdict = Literal["reproduced", "partly", "contradicted"]
"""In number; in order and trend only; neither."""
_Number = Annotated[int, Key(strict=True)] | Annotated[float, Key(strict=True)]
_Percent = Annotated[_Number, Key(ge=0, le=100)]
_FIGURE = r"^[a-z0-9_]+([.][a-z0-9_]+)*$"
_Path = Annotated[
    str,
    Key(max_length=80, json_schema_extra={"pattern": _FIGURE}),
    shaped(_FIGURE, "is no key of a result: write one such as throughput_bps or rtt.mean_us"),
]


_WIDEST = 2
"""A spread goes from half of the figure to twice the figure at most."""
_SAME = 1e-4
_OVER = "name flows here, the one of `flow` among them, or `share_of`"


class _Figure(Model):
    """Which figure of a result (`qosc/result/1`): of a flow, or of a class of a port.

    `figure` is the key, with a dot before a key below it (`rtt.mean_us`). `source` says where the
    expected number comes from. `explained_by` names, for an engine, the value of the config (the
    end of its path in the ledger) whose entry says why this engine cannot be as expected. A class
    that several are called like is named by those that it is in (`class-default > VOICE`), or by
    its `port` (node and port, with a space between). `over` makes it the figure of all these flows
    together, of which `flow` is one.
    """

    figure: _Path
    flow: Name | None = None
    of_class: Name | None = Key(default=None, alias="class")
    side: Literal["input", "output"] = "output"
    port: Text = ""
    over: tuple[Name, ...] = ()
    source: Text = ""
    explained_by: dict[EngineName, Name] = Key(default_factory=dict)

    @model_validator(mode="after")
    def _one(self) -> _Figure:
        if (self.flow is None) == (self.of_class is None):
            raise ValueError("write one of flow and class")
        if self.port and self.flow is not None:
            raise PlacedError("port is said of a class", "port")
        return self

    @model_validator(mode="after")
    def _over(self) -> _Figure:
        if not self.over:
            return self
        if self.flow not in self.over:
            raise PlacedError(_OVER, "over")
        if len(set(self.over)) < len(self.over):
            raise PlacedError("names a flow twice", "over")
        if self.figure not in FIGURES:
            raise PlacedError(f"of several flows can be told: {', '.join(FIGURES)}", "figure")
        return self


def _named(each: Expectation | Order) -> None:
    """ValueError for a range or an order of ours without a word on where it is from."""
    if each.basis == "regression" and not each.source:
        raise ValueError("a regression bound has a name: write it as source")
    if each.basis == "prediction" and not each.source:
        raise ValueError("a prediction has a reason: write it as source")


class Paper(Model):
    """What a paper says of a figure, as it prints it: `is` in `unit`, at `place`.

    `unit` is one of the figure's kind (`qosc.lab.units`); without one it is the figure's own.
    `scale` is what one unit of the paper is here, where the experiment is scaled: 0.001 for a
    thousandth of its rates. `over_s` are the seconds in which bytes were counted that the paper
    prints as a rate. `times`, if it is written, is how many of the figure's own units one unit of
    the paper is by all of these; anything else is an error.

    `spread` is the paper's own, least and most, and `spread_of` says of what. `row` names the row
    in the list of what the papers measured. `verdict` is what the built-in simulator was found to
    show: another one is missed, as a figure outside its range is.
    """

    row: Name
    place: Text = Key(min_length=1)
    value: _Number = Key(alias="is")
    unit: Text = ""
    scale: Annotated[_Number, Key(gt=0)] = 1
    over_s: Annotated[_Number, Key(gt=0)] | None = None
    times: Annotated[_Number, Key(gt=0)] | None = None
    spread: tuple[_Number, _Number] | None = None
    spread_of: Text = ""
    verdict: PaperVerdict | None = None

    @model_validator(mode="after")
    def _spread(self) -> Paper:
        if self.spread is None:
            if self.spread_of:
                raise ValueError("spread_of is said of a spread: write one")
            return self
        least, most = self.spread
        if not least <= self.value <= most:
            raise ValueError("spread is the least and the most, and the figure is between them")
        if not self.spread_of:
            raise ValueError(
                "write as spread_of what the paper's spread is of: its runs, its samples"
            )
        if least * _WIDEST < self.value or most > self.value * _WIDEST:
            raise PlacedError(
                "the spread is wider than from half of the figure to twice the figure, "
                "in which a figure tells too little; write an order of the paper",
                "spread",
            )
        return self


class Expectation(_Figure):
    """A figure, the range that it must be in, and what a paper says of it.

    `basis` says what the range is drawn round; beside a paper's figure it is a regression bound
    if nothing is said, and its `source` is the name of the bound.
    `share_of` makes the figure a part of the sum of that figure over these flows (or classes).
    `engines` are those of which it is asked; all of the experiment's without it.
    """

    basis: Basis | None = None
    paper: Paper | None = None
    value: _Number | None = Key(default=None, alias="is")
    within_percent: _Percent | None = None
    at_least: _Number | None = None
    at_most: _Number | None = None
    share_of: tuple[Name, ...] = ()
    engines: tuple[EngineName, ...] | None = Key(default=None, min_length=1)

    @property
    def bare(self) -> bool:
        """Whether there is no range to be in."""
        return self.value is None and self.at_least is None and self.at_most is None

    @model_validator(mode="after")
    def _range(self) -> Expectation:
        if self.bare and self.paper is None:
            raise ValueError("write one of is, at_least and at_most, or a paper's figure")
        if self.bare and self.basis is not None:
            raise ValueError("basis is said of a range: write one of is, at_least and at_most")
        _named(self)
        if (self.value is None) != (self.within_percent is None):
            raise ValueError("is and within_percent go together")
        self._can_fail()
        self._can_be()
        return self

    @model_validator(mode="after")
    def _of_one_kind(self) -> Expectation:
        if self.over and self.share_of:
            raise PlacedError(_OVER, "over")
        return self

    @property
    def most(self) -> float | None:
        """The greatest value that the figure can have; None without one. The least is 0."""
        if self.share_of:
            return 1 if (self.flow or self.of_class) in self.share_of else None
        return dimension_of(self.figure).most

    def _edges(self) -> tuple[float, float]:
        """The least and the most of the range."""
        least, most = [self.at_least], [self.at_most]
        if self.value is not None:
            away = abs(self.value) * (self.within_percent or 0) / 100
            least.append(self.value - away)
            most.append(self.value + away)
        return (
            max((each for each in least if each is not None), default=float("-inf")),
            min((each for each in most if each is not None), default=float("inf")),
        )

    def _can_fail(self) -> None:
        """ValueError for a range that has all values, or none, or an edge that bounds nothing."""
        if self.bare:
            return
        whole = float("inf") if self.most is None else self.most
        up_to = "" if self.most is None else f" and at most {self.most:g}"
        if self.at_least is not None and self.at_least <= 0:
            raise PlacedError(f"can never fail: a {self.figure} is at least 0{up_to}", "at_least")
        if self.at_most is not None and self.at_most >= whole:
            raise PlacedError(f"can never fail: a {self.figure} is at least 0{up_to}", "at_most")
        least, most = self._edges()
        if least <= 0 and most >= whole:
            raise PlacedError(
                f"can never fail: a {self.figure} is at least 0{up_to}", "within_percent"
            )
        if least > most:
            raise ValueError(f"nothing is at least {least:.12g} and at most {most:.12g}")
        if most < 0 or least > whole:
            raise ValueError(f"cannot be met: a {self.figure} is at least 0{up_to}")

    def _can_be(self) -> None:
        """ValueError for a paper's figure in a unit of something else, or out of all reach."""
        if self.paper is None:
            return
        paper, kind = self.paper, dimension_of("share" if self.share_of else self.figure)
        try:
            times = factor(kind, paper.unit, paper.over_s) * paper.scale
        except UnknownUnitError as error:
            at = "unit" if paper.over_s is None else "over_s"
            raise PlacedError(str(error), "paper", at) from None
        if paper.times is not None and not isclose(paper.times, times, rel_tol=_SAME):
            raise PlacedError(
                f"one {paper.unit or 'unit'} is {times:.12g} of the figure's own here, not "
                f"{paper.times:.12g}; write `scale` where the experiment is scaled",
                *("paper", "times"),
            )
        own = paper.value * times
        if own < 0 or (self.most is not None and own > self.most):
            raise PlacedError(f"a {self.figure} cannot be this", "paper", "is")

    @property
    def printed(self) -> Paper | None:
        """The paper's figure, with `times` filled in."""
        if self.paper is None:
            return None
        kind = dimension_of("share" if self.share_of else self.figure)
        times = factor(kind, self.paper.unit, self.paper.over_s) * self.paper.scale
        return self.paper.model_copy(update={"times": times})


class Order(_Figure):
    """A figure that falls from each of some experiments to the next, by a part at the least.

    `basis` says where an order is from that no paper shows, as it does of a range.
    `paper` is the place in the paper that shows the order, and `rows` are rows of the paper that
    print no number, but are shown by the order. Engines in `contradicted_by` are known not to show
    it: where one does, that is missed. Figures of a paper which are not
    reproduced in number, but are in such orders that all hold, are reproduced partly.
    """

    falls: tuple[Name, ...] = Key(min_length=2)
    basis: Basis | None = None
    paper: Text = ""
    rows: tuple[Name, ...] = ()
    contradicted_by: tuple[EngineName, ...] = ()
    by_percent: _Percent = 0

    @model_validator(mode="after")
    def _of_a_paper(self) -> Order:
        twice = [name for name in self.falls if self.falls.count(name) > 1]
        if twice:
            raise PlacedError(
                f"the experiment {twice[0][:80]!a} is in the order twice",
                "falls",
            )
        if (self.rows or self.contradicted_by) and not self.paper:
            raise ValueError("rows and contradicted_by are of an order that a paper shows")
        if self.paper and self.basis is not None:
            raise ValueError("basis is of an order that no paper shows: leave out one of the two")
        _named(self)
        return self


class Setup(Model):
    """One experiment: a config and the traffic that is sent through it.

    `vary` gives sources of the traffic other values for some of their keys, `without` leaves
    sources out, so that the rows of a table can share one file of traffic. `routers` are configs of
    further routers, joined with the first by the document `links`: not on the Linux engine.
    """

    name: Name
    config: Name
    traffic: Name
    platform: Name | None = None
    interface: Name | None = None
    allow_loss: Flag = False
    engines: tuple[EngineName, ...] = ("sim", "ns3", "linux")
    routers: tuple[Name, ...] = Key(default=(), max_length=16)
    links: Name | None = None
    vary: dict[Name, dict[Name, Any]] = Key(default_factory=dict)
    without: tuple[Name, ...] = ()
    expect: tuple[Expectation, ...] = ()

    @model_validator(mode="after")
    def _network(self) -> Setup:
        if bool(self.routers) != (self.links is not None):
            raise ValueError("routers and links go together")
        if self.routers and "linux" in self.engines:
            raise ValueError("several routers run on sim and ns3: write engines")
        if self.routers and self.interface is not None:
            raise ValueError("interface is for one router: links says where hosts hang")
        return self

    @model_validator(mode="after")
    def _asked(self) -> Setup:
        for index, each in enumerate(self.expect):
            for engine in each.engines or ():
                if engine not in self.engines:
                    raise PlacedError(
                        f"the experiment is not run on {engine}", "expect", index, "engines"
                    )
        return self


class Expected(Model):
    """The experiments of a folder, and what holds between them.

    `together` experiments run side by side on the Linux engine: fewer where the packets are many.
    `basis` is that of all ranges and orders that say none themselves. `runs` is how often each
    experiment is run with seeds, where nothing else is asked for, and `start_jitter_ms` by how much
    each source starts later then at most: verdicts and ranges are of the means.
    """

    schema_: Literal["qosc/expected/1"] = Key(alias="schema")
    name: Text = ""
    basis: Basis | None = None
    together: Annotated[int, Key(strict=True, ge=1, le=16)] = 4
    runs: Annotated[int, Key(strict=True, ge=1, le=1000)] = 1
    start_jitter_ms: Annotated[int, Key(strict=True, ge=0, le=3_600_000)] = 100
    experiments: tuple[Setup, ...] = Key(min_length=1)
    orders: tuple[Order, ...] = ()
    _left_out: tuple[Order, ...] = PrivateAttr(default=())

    @property
    def left_out(self) -> tuple[Order, ...]:
        """Orders that cannot be judged, as not all of their experiments are wanted."""
        return self._left_out

    def only(self, names: Collection[str]) -> Expected:
        """The document with these experiments alone, and the orders between them."""
        experiments = tuple(each for each in self.experiments if each.name in names)
        orders = tuple(each for each in self.orders if set(each.falls) <= set(names))
        narrow = self.model_copy(update={"experiments": experiments, "orders": orders})
        narrow._left_out = tuple(each for each in self.orders if each not in orders)
        return narrow

    @model_validator(mode="after")
    def _names(self) -> Expected:
        names = [each.name for each in self.experiments]
        if len(set(names)) < len(names):
            raise ValueError("two experiments have the same name")
        for order in self.orders:
            for name in order.falls:
                if name not in names:
                    raise ValueError(f"there is no experiment {name[:80]!a}")
        return self

    def basis_of(self, each: Expectation | Order) -> Basis | Literal["paper"] | None:
        """What a range is drawn round, or where an order is from; None where nothing says it."""
        if isinstance(each, Order):
            return "paper" if each.paper else each.basis or self.basis
        return each.basis or ("regression" if each.paper is not None else self.basis)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of `expected.yaml`, for editors."""
    return Expected.model_json_schema(by_alias=True)


def load_expected(text: str, path: str) -> Expected | tuple[Diagnostic, ...]:
    """The document in `text`, or its faults at line and column; never raises."""
    return load_model(text, path, Expected)
