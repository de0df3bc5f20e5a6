"""Compare `qosc check` on JunOS configs with ciscoconfparse, which only loads them.

`compare_junos.py [--runs N] [--json FILE] [LENGTH ...]` prints a table of processor times and
ratios for both forms of the text; see `compare.py` for how each figure is found. The cost of
ciscoconfparse grows with the square of the number of braces at one level, so its figure depends
much on the config.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import tempfile
from pathlib import Path

import generate_junos
from compare import NAIVE, Command, PeerError, Row, compiled, document, measure, ratio

LENGTHS = (1_000, 10_000, 100_000)
CISCOCONFPARSE = """
import sys
import ciscoconfparse
from loguru import logger
logger.disable("ciscoconfparse")
ciscoconfparse.CiscoConfParse(open(sys.argv[1]).read().splitlines(), syntax="junos")
"""


def commands(path: Path) -> dict[str, Command]:
    """What is compared on a file."""
    found = {
        "qosc check": [str(Path(sys.executable).with_name("qosc")), "check", str(path)],
        "naive tree": [sys.executable, "-c", NAIVE, str(path)],
    }
    if importlib.util.find_spec("ciscoconfparse"):
        found["ciscoconfparse"] = [sys.executable, "-c", CISCOCONFPARSE, str(path)]
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=3, help="runs of each program")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures here")
    parser.add_argument("lengths", type=int, nargs="*", default=LENGTHS, metavar="LENGTH")
    options = parser.parse_args()
    print(f"{'':20}{'process':18}{'CPU s':>9}{'clock s':>9}{'MB':>6}{'of qosc check':>15}")
    figures: dict[str, Row] = {}
    with tempfile.TemporaryDirectory() as folder:
        environment = compiled(str(Path(folder) / "compiled"))
        for length in options.lengths:
            for form in ("braces", "set"):
                path = Path(folder) / f"{length}.{form}"
                path.write_text(generate_junos.text(length, form), encoding="utf-8")
                try:
                    row = measure(commands(path), max(1, options.runs), environment)
                except PeerError as error:
                    sys.exit(f"compare_junos: {error}")
                title = f"{length} lines, {form}"
                figures[title] = row
                for name, figure in row.items():
                    print(
                        f"{title:20}{name:18}{figure['cpu_seconds']:9.3f}"
                        f"{figure['wall_seconds']:9.3f}{figure['peak_mb']:6.0f}"
                        f"{ratio(figure, row['qosc check']):14.2f}x"
                    )
                    title = ""
    if options.json is not None:
        options.json.write_text(json.dumps(document(figures), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
