"""What a folder of experiments is expected to show: the document `expected.yaml`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field as Key
from pydantic import model_validator

from qosc.diagnostics import Diagnostic
from qosc.scenario.base import Flag, Model, Name, Text
from qosc.scenario.loading import load_model

__all__ = [
    "EngineName",
    "Expectation",
    "Expected",
    "Order",
    "Setup",
    "json_schema",
    "load_expected",
]

EngineName = Literal["sim", "ns3", "linux"]
_Number = Annotated[int, Key(strict=True)] | Annotated[float, Key(strict=True)]
_Percent = Annotated[_Number, Key(ge=0, le=100)]
_Path = Annotated[str, Key(pattern=r"^[a-z0-9_]+([.][a-z0-9_]+)*$", max_length=80)]


class _Figure(Model):
    """Which figure of a result (`qosc/result/1`): of a flow, or of a class of a port.

    `figure` is the key, with a dot before a key below it (`rtt.mean_us`). `source` says where the
    expected number comes from. `explained_by` names, for an engine, the value of the config (the
    end of its path in the ledger) whose entry says why this engine cannot be as expected.
    """

    figure: _Path
    flow: Name | None = None
    of_class: Name | None = Key(default=None, alias="class")
    side: Literal["input", "output"] = "output"
    source: Text = ""
    explained_by: dict[EngineName, Name] = Key(default_factory=dict)

    @model_validator(mode="after")
    def _one(self) -> _Figure:
        if (self.flow is None) == (self.of_class is None):
            raise ValueError("write one of flow and class")
        return self


class Expectation(_Figure):
    """A figure and the range that it must be in.

    `share_of` makes the figure a part of the sum of that figure over these flows (or classes).
    """

    value: _Number | None = Key(default=None, alias="is")
    within_percent: _Percent | None = None
    at_least: _Number | None = None
    at_most: _Number | None = None
    share_of: tuple[Name, ...] = ()

    @model_validator(mode="after")
    def _range(self) -> Expectation:
        if self.value is None and self.at_least is None and self.at_most is None:
            raise ValueError("write one of is, at_least and at_most")
        if (self.value is None) != (self.within_percent is None):
            raise ValueError("is and within_percent go together")
        return self


class Order(_Figure):
    """A figure that falls from each of some experiments to the next, by a part at the least."""

    falls: tuple[Name, ...] = Key(min_length=2)
    by_percent: _Percent = 0


class Setup(Model):
    """One experiment: a config and the traffic that is sent through it."""

    name: Name
    config: Name
    traffic: Name
    platform: Name | None = None
    interface: Name | None = None
    allow_loss: Flag = False
    engines: tuple[EngineName, ...] = ("sim", "ns3", "linux")
    expect: tuple[Expectation, ...] = ()


class Expected(Model):
    """The experiments of a folder, and what holds between them.

    `together` experiments run side by side on the Linux engine: fewer where the packets are many.
    """

    schema_: Literal["qosc/expected/1"] = Key(alias="schema")
    name: Text = ""
    together: Annotated[int, Key(strict=True, ge=1, le=16)] = 4
    experiments: tuple[Setup, ...] = Key(min_length=1)
    orders: tuple[Order, ...] = ()

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


def json_schema() -> dict[str, Any]:
    """The JSON Schema of `expected.yaml`, for editors."""
    return Expected.model_json_schema(by_alias=True)


def load_expected(text: str, path: str) -> Expected | tuple[Diagnostic, ...]:
    """The document in `text`, or its faults at line and column; never raises."""
    return load_model(text, path, Expected)
