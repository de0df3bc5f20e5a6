"""Inputs chosen by the coverage that they reach: libFuzzer, by atheris."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from scripts.fuzzing.judge import watchdog
from scripts.fuzzing.mutate import LONGEST, mutate
from scripts.fuzzing.probes import probes
from scripts.fuzzing.seeds import ROOT

__all__ = ["installed", "run"]

_CONFIG = ("cli", "frontends", "ir", "source", "render", "packets", "profiles")
_DOCUMENT = ("cli", "scenario", "simulator", "render", "targets.sim")
_ROOMS = {
    "check": (*_CONFIG, "lint"),
    "show": _CONFIG,
    "verify": ("cli", "verify", "packets", "render"),
    "simulate": _DOCUMENT,
    "lab": (*_DOCUMENT, "lab.expected", "lab.compare", "lab.names"),
}
"""Where coverage is counted, by command: to count it elsewhere takes time and tells nothing."""


def installed() -> bool:
    """Whether atheris is there."""
    return find_spec("atheris") is not None


def _modules(command: str) -> Iterator[str]:
    """The modules that an input of a command can reach in new ways."""
    rooms = _ROOMS.get(command, (*_CONFIG, "targets", "ledger"))
    homes = {"targets": ROOT / "targets", "": ROOT / "compiler"}
    for prefix, home in homes.items():
        for path in sorted(home.rglob("*.py")):
            parts = path.relative_to(home).with_suffix("").parts
            name = ".".join(part for part in (prefix, *parts) if part and part != "__init__")
            if path.stem != "__main__" and name.startswith(tuple(rooms)):
                yield f"qosc.{name}"


def run(worker: Any, seeds: Sequence[bytes], seconds: int, seed: int) -> None:
    """Fuzz for so many seconds of processor time. The process ends here: libFuzzer does not
    return.
    """
    import atheris

    # The seeds may have imported some of it before there was anything to count.
    for name in [name for name in sys.modules if name.split(".")[0] == "qosc"]:
        del sys.modules[name]
    with atheris.instrument_imports(include=["qosc"]):
        for name in _modules(worker.command.name):
            import_module(name)
    probes.install()
    corpus = worker.place / "corpus"
    corpus.mkdir(exist_ok=True)
    for text in seeds:
        (corpus / blake2b(text, digest_size=8).hexdigest()).write_bytes(text)

    def mutator(data: bytes, longest: int, number: int) -> bytes:
        dice = random.Random(number)  # noqa: S311  (repeatable, not secret)
        return mutate(dice, data, seeds, worker.command.fixed)[:longest]

    arguments = [
        sys.argv[0],
        str(corpus),
        f"-seed={seed}",
        "-timeout=1000000",
        f"-max_len={4 * LONGEST}",
        "-rss_limit_mb=0",
        "-verbosity=0",
        "-len_control=0",
        "-detect_leaks=0",
    ]

    def one(data: bytes) -> None:
        worker.one(data)
        if worker.spent() > seconds:
            worker.write()
            os._exit(0)

    atheris.Setup(arguments, one, custom_mutator=mutator)
    watchdog()
    worker.begin()
    atheris.Fuzz()
