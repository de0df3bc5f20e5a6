"""What an editor asks about a text: `python -m scripts.fuzzing.editor FILE NUMBER`.

The server hands each question to the functions that are called here; which places of the text are
asked about follows from the number.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

__all__ = ["ask"]

_PLACES = 12


def ask(arguments: list[str]) -> None:
    """Open the file, and ask everything at some of its places."""
    from qosc.lsp.actions import actions
    from qosc.lsp.answers import Answers
    from qosc.lsp.completion import complete
    from qosc.lsp.hover import hover
    from qosc.lsp.objects import at, same_object
    from qosc.lsp.positions import Place, Positions
    from qosc.lsp.reading import Reading, is_wanted
    from qosc.lsp.symbols import symbols

    name, number = arguments
    # An editor has characters, whatever the bytes were.
    text = Path(name).read_bytes().decode("utf-8", "replace")
    if not is_wanted(name, text):
        return
    dice = random.Random(number)  # noqa: S311  (repeatable, not secret)
    reading = Reading(name, text)
    units = Positions(reading.source, dice.choice(("utf-8", "utf-16", "utf-32")))
    answers = Answers(f"file:///{name}", units)
    answers.diagnostics(reading)
    for config in reading.configs:
        for symbol in symbols(config, reading.names):
            answers.symbol(symbol)
    lines = text.count("\n") + 2
    for _ in range(_PLACES):
        line, column = units.column(Place(dice.randrange(lines), dice.randrange(60)))
        print(hover(reading, line, column))
        for candidate in complete(reading.source, reading.names, line, column):
            answers.candidate(candidate, line, column)
        here = at(reading.names, line, column)
        for one in same_object(reading.names, here) if here is not None else ():
            answers.location(one.span)
        for action in actions(reading, (line, 1), (line + 3, column)):
            answers.action(action)


if __name__ == "__main__":
    ask(sys.argv[1:])
