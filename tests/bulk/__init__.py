"""Hundreds of configs and thousands of packets in one boot of a Linux kernel.

A `Trial` is a config with packets, and for each packet what the manual says becomes of it. `run`
compiles the configs, applies each script with its own `apply` in user-mode-linux, sends the
packets, and `judge` compares. What a class is called in the script is no evidence: over all
packets of a config the expected classes and the classes of the kernel must pair off one to one.
"""

from __future__ import annotations

from tests.bulk.boot import run
from tests.bulk.figures import Class, classes_of
from tests.bulk.judge import Verdict, judge
from tests.bulk.trial import ENTRY, Probe, Train, Trial, Wanted

__all__ = [
    "ENTRY",
    "Class",
    "Probe",
    "Train",
    "Trial",
    "Verdict",
    "Wanted",
    "classes_of",
    "judge",
    "run",
]
