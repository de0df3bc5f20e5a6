"""Settings of every test: no deadline, samples that come again, deep tests by slices."""

from __future__ import annotations

import os

import hypothesis
import pytest

from tests import slices
from tests.slices import (
    pytest_collection_modifyitems,
    pytest_report_header,
    pytest_sessionfinish,
    pytest_terminal_summary,
    pytest_testnodedown,
)

__all__ = [
    "pytest_collection_modifyitems",
    "pytest_report_header",
    "pytest_sessionfinish",
    "pytest_terminal_summary",
    "pytest_testnodedown",
]

# What a test asserts does not hang on the terminal of whoever runs it: a line that is folded at
# COLUMNS=80, or painted for FORCE_COLOR, is another text. Child processes inherit this.
for _name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"):
    os.environ.pop(_name, None)

# A test does not fail because the machine is busy, nor because an input took long to draw then; a
# failure shows how to have it again.
_ALL = {
    "deadline": None,
    "print_blob": True,
    "suppress_health_check": [hypothesis.HealthCheck.too_slow],
}
hypothesis.settings.register_profile("usual", **_ALL)
hypothesis.settings.register_profile("ci", derandomize=True, **_ALL)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "usual")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Let hypothesis draw by the seed of the run, unless its own option says another one."""
    if config.getoption("hypothesis_seed") is None:
        config.option.hypothesis_seed = slices.seed()


@pytest.fixture(scope="session")
def seed() -> int:
    """The number to draw samples by (`QOSC_SEED`)."""
    return slices.seed()
