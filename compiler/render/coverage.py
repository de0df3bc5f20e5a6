"""What became of the lines of a config."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from qosc.ir import Device, SupportState
from qosc.render.printable import printable
from qosc.source import SourceText

__all__ = ["table"]


def table(source: SourceText, device: Device, name: str = "") -> Iterator[str]:
    """The counts of each support state, and the lines that are not modelled by their keyword.

    `name` is that of one of several devices in a text.
    """
    coverage = device.coverage
    of = f" of {name}" if name else ""
    yield f"{printable(source.path)}: {coverage.lines} lines{printable(of)}"
    for state, count in (
        ("modelled", coverage.modelled),
        ("recognised, not modelled", coverage.recognised),
        ("irrelevant to QoS", coverage.irrelevant),
        ("not understood inside a QoS context", coverage.unknown),
    ):
        yield f"  {count:>7}  {state}"
    for state in (SupportState.UNKNOWN, SupportState.RECOGNISED):
        words = Counter(
            (residue.context, (residue.text.split(None, 1) or [""])[0])
            for residue in device.residue
            if residue.state is state
        )
        for (context, word), count in sorted(words.items(), key=lambda item: (-item[1], item[0])):
            yield f"  {count:>7}  {state.value}: `{printable(word)}` in {printable(context)}"
