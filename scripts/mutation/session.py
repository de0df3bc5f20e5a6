"""One session of pytest that collects all tests, and then measures them or runs mutants."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

__all__ = ["Session", "open_session"]

_EXAMPLES = 30
_OPTIONS = [
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-o",
    "tmp_path_retention_policy=none",
    # Which test fails is asked, not why: to explain a long text that differs takes seconds.
    "--assert=plain",
    "--tb=no",
]
_MARKS = "not engine and not shared and not deep"


class Session:
    """A plugin that hands the collected tests to a function instead of running them."""

    def __init__(self, work: Callable[[Session], None], begun: Callable[[], None]) -> None:
        self._work = work
        self._begun = begun
        self.items: dict[str, Any] = {}
        self.failure = ""

    def pytest_configure(self) -> None:
        """Before anything of the program is imported."""
        self._begun()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Take the place of the usual loop."""
        self.items = {item.nodeid: _with_few_examples(item) for item in session.items}
        self._work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the first failure."""
        if report.failed and not self.failure:
            self.failure = f"{report.nodeid} ({report.when})"

    def run(self, test: str, following: str | None) -> str:
        """Run one test; the name of the failure, or nothing."""
        self.failure = ""
        item = self.items[test]
        after = self.items[following] if following else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        return self.failure

    def be_quiet(self) -> None:
        """Write no dots from now on."""
        config = next(iter(self.items.values())).config
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        reporter._tw._file = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _with_few_examples(item: Any) -> Any:
    """Let a property draw few examples, and not look for the smallest that fails."""
    from hypothesis import Phase, settings

    test = getattr(item, "obj", None)
    test = getattr(test, "__func__", test)
    usual = getattr(test, "_hypothesis_internal_use_settings", None)
    if usual is not None:
        test._hypothesis_internal_use_settings = settings(
            usual,
            max_examples=min(usual.max_examples, _EXAMPLES),
            phases=(Phase.explicit, Phase.generate),
            database=None,
        )
    return item


def open_session(
    tests: list[str], work: Callable[[Session], None], begun: Callable[[], None], place: str
) -> int:
    """Collect tests, without those that need an engine, and do the work with them."""
    options = [*_OPTIONS, f"--basetemp={place}", "-m", _MARKS, *tests]
    return int(pytest.main(options, plugins=[Session(work, begun)]))
