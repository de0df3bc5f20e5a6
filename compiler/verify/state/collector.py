"""The script that collects a dump, and a run of it on this machine."""

from __future__ import annotations

import os
import subprocess
from importlib.resources import files

__all__ = ["CollectError", "collect", "collector"]


class CollectError(OSError):
    """This machine gives no dump; the words say why."""


def collector() -> str:
    """A POSIX shell script that writes a dump to its standard output, and changes nothing."""
    return files(__package__).joinpath("collect.sh").read_text(encoding="utf-8")


def collect() -> bytes:
    """The dump of this machine. Raises CollectError.

    tc and ip are asked, as by the script: what they print is all that a dump can have, so that
    both ways give one answer.
    """
    try:
        ended = subprocess.run(
            ["sh", "-c", collector(), "collect"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
    except OSError as error:
        raise CollectError(f"no shell to ask tc with: {error.strerror}") from None
    if ended.returncode:
        said = ended.stderr.decode("utf-8", "replace").strip().splitlines()
        raise CollectError(said[-1].removeprefix("error: ") if said else "the collector failed")
    return ended.stdout
