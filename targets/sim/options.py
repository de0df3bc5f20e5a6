"""What targets that make scenarios are told: their options, their flags, and what refuses them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qosc.targets.base import Flag, Options, TooLargeError

if TYPE_CHECKING:
    from qosc.scenario import Overlay

__all__ = ["FLAGS", "MOST_VALUES", "SimOptions", "TooManyValuesError"]

MOST_VALUES = 15_000
"""Values of a config that one compile puts into scenarios, unless more are asked for: a list of
5,000 entries has so many, and takes four seconds of processor time."""


@dataclass(frozen=True, slots=True)
class SimOptions(Options):
    """How to make scenarios."""

    overlay: Overlay | None = None
    """Traffic of the user's own, in place of what is made up."""
    max_values: int = MOST_VALUES
    """How many values of the config the scenarios may have between them."""

    def __post_init__(self) -> None:
        """TypeError for traffic that was not read."""
        given: object = self.overlay
        if given is None:
            return
        from qosc.scenario import Overlay

        if not isinstance(given, Overlay):
            kind = type(given).__name__
            raise TypeError(f"overlay is what qosc.load_traffic(path) returns, not {kind}")


FLAGS = (
    Flag(
        "--max-values",
        "max_values",
        f"how many values of the config scenarios may have [{MOST_VALUES}].",
        metavar="N",
        kind=int,
    ),
)


class TooManyValuesError(TooLargeError):
    """Scenarios would have more values between them than `SimOptions.max_values`."""

    def __init__(
        self, values: int, ports: int, most: int, *, chosen: bool, more: bool = False
    ) -> None:
        fewer = "" if chosen or ports < 2 else "choose one to send through with --interface, or "
        where = f"{ports:,} ports" if ports > 1 else "one port"
        count = f"more than {values:,}" if more else f"{values:,}"
        super().__init__(
            f"the scenarios would have {count} values, of {where}, and {most:,} are allowed "
            f"unasked; {fewer}allow more with --max-values"
        )
