"""`python -m qosc`, and what the console script calls."""

from __future__ import annotations

import os

__all__ = ["main"]

_INTERRUPTED = 130


def main() -> None:
    """Run the command line. Ctrl-C ends it without a traceback from the first import on."""
    try:
        from qosc.cli import main as run

        run()
    except KeyboardInterrupt:
        os._exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
