"""What a figure of a result is counted in, which values it can have, and units of papers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["Dimension", "UnknownUnitError", "dimension_of", "factor"]


class UnknownUnitError(ValueError):
    """A unit in which a figure cannot be printed."""


@dataclass(frozen=True, slots=True)
class Dimension:
    """What a figure is: `own` is its unit in a result, `units` those of papers, each as so many of
    its own. `most` is the greatest value that it can have; None without one. The least is 0.
    """

    name: str
    own: str
    units: dict[str, float]
    most: float | None = None


RATE: Final = Dimension(
    "a rate", "bit/s", {"bit/s": 1, "kbit/s": 1e3, "Mbit/s": 1e6, "Gbit/s": 1e9}
)
TIME: Final = Dimension("a time", "us", {"ns": 1e-3, "us": 1, "ms": 1e3, "s": 1e6})
BYTES: Final = Dimension(
    "a number of bytes", "bytes", {"bytes": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1024}
)
PART: Final = Dimension("a part of a whole", "", {"%": 0.01, "ppm": 1e-6}, most=1)
COUNT: Final = Dimension(
    "a count",
    "",
    dict.fromkeys(("packets", "segments", "transactions", "transfers", "samples", "requests"), 1),
)
_BYTE_BITS = 8


def dimension_of(figure: str) -> Dimension:
    """What the figure of this key is: results have the unit in the last words of each key.

    >>> dimension_of("rtt.mean_us").own, dimension_of("loss").most
    ('us', 1)
    """
    last = figure.rpartition(".")[2]
    for end, dimension in (("_bps", RATE), ("_us", TIME), ("_bytes", BYTES)):
        if last.endswith(end):
            return dimension
    if last == "bytes":
        return BYTES
    return PART if last in ("loss", "share") else COUNT


def factor(dimension: Dimension, unit: str, over_s: float | None = None) -> float:
    """How many of a figure's own units one `unit` is; an empty one is the figure's own.

    With `over_s`, bytes counted in so many seconds are printed as a rate. Raises UnknownUnitError
    for a unit of something else.

    >>> factor(RATE, "Mbit/s"), factor(BYTES, "bit/s", over_s=60)
    (1000000.0, 7.5)
    """
    if over_s is not None:
        if dimension is not BYTES or unit not in RATE.units:
            raise UnknownUnitError("over_s is for a figure in bytes that a paper prints as a rate")
        return RATE.units[unit] * over_s / _BYTE_BITS
    if not unit:
        return 1
    if unit not in dimension.units:
        known = ", ".join(dimension.units)
        raise UnknownUnitError(
            f"{unit[:40]!a} is no unit of the figure, which is {dimension.name}: write {known}"
        )
    return dimension.units[unit]
