"""Inputs chosen by the coverage that they reach: libFuzzer, by atheris."""

from __future__ import annotations

import configparser
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

_LEFT_OUT = ("qosc.lab.linux.guest", "qosc.lab.linux", "qosc.lab.ns3")
"""Runs inside of a kernel, or runs something else."""


def installed() -> bool:
    """Whether atheris is there."""
    return find_spec("atheris") is not None


def _modules() -> Iterator[str]:
    config = configparser.ConfigParser()
    config.read(ROOT / "setup.cfg")
    homes = {"qosc.grammars": "grammars", "qosc.targets": "targets", "qosc": "compiler"}
    for package in config["options"]["packages"].split():
        if package in _LEFT_OUT:
            continue
        home = next(each for each in homes if package == each or package.startswith(f"{each}."))
        folder = ROOT / homes[home] / package.removeprefix(home).strip(".").replace(".", "/")
        yield package
        for path in sorted(folder.glob("*.py")):
            if not path.stem.startswith("__"):
                yield f"{package}.{path.stem}"


def run(worker: Any, seeds: Sequence[bytes], seconds: int, seed: int) -> None:
    """Fuzz for so many seconds. The process may end here: libFuzzer does not return."""
    import atheris

    # The seeds may have imported some of it before there was anything to count.
    for name in [name for name in sys.modules if name.split(".")[0] == "qosc"]:
        del sys.modules[name]
    with atheris.instrument_imports(include=["qosc"]):
        for name in _modules():
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
        sys.argv[0], str(corpus), f"-max_total_time={seconds}", f"-seed={seed}", "-timeout=0",
        f"-max_len={4 * LONGEST}", "-rss_limit_mb=0", "-handle_xcpu=0", "-verbosity=0",
        "-len_control=0", "-detect_leaks=0",
    ]  # fmt: skip
    atheris.Setup(arguments, worker.one, custom_mutator=mutator)
    watchdog()
    atheris.Fuzz()
