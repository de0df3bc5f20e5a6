"""The rules of a site for one config after the other, and what they were of use for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from qosc.configs import Config
from qosc.diagnostics import LEVELS, Diagnostic
from qosc.lint.engine.registry import Row
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.run import Own, chosen_row
from qosc.lint.engine.undecided import give_up
from qosc.requirements.demands import NoAnswerError, Walks, against, is_called
from qosc.settings.form import RequireRow
from qosc.settings.plans import Plan, Settings
from qosc.settings.site_rules import row_of

__all__ = ["Idle", "Requirements"]


_Check = Callable[[Context], Iterator[Diagnostic]]


class Idle(NamedTuple):
    """A row that had no port to look at. `checked` counts the configs that it is about."""

    settings: Settings
    number: int
    row: RequireRow
    checked: int


class Requirements:
    """Makes the rules for each config of a run, and knows at its end which had nothing to do."""

    def __init__(self) -> None:
        self._met: dict[tuple[str, int], tuple[Settings, set[int], set[str]]] = {}
        """By file and number of a row: the file, and the configs and ports that it was about."""
        self._configs = 0

    def of(self, plan: Plan) -> Callable[[Config], Own] | None:
        """What makes the rules of a plan's settings for a config; None where there are none."""
        settings = plan.settings
        if settings is None or not settings.file.require:
            return None
        for number, row in enumerate(settings.file.require):
            if chosen_row(row_of(row), plan.select, plan.ignore):
                self._met.setdefault((settings.path, number), (settings, set(), set()))
        wanted = [one for one in plan.require if (settings.path, one[0]) in self._met]

        def own(config: Config) -> Own:
            self._configs += 1
            walks = Walks()
            rules: dict[Row, list[_Check]] = {}
            for number, row in wanted:
                _, configs, _ = self._met[settings.path, number]
                configs.add(self._configs)
                rules.setdefault(row_of(row), []).append(
                    self._check(config, settings, number, row, walks)
                )
            return {one: _all_of(checks) for one, checks in rules.items()}

        return own

    def _check(
        self, config: Config, settings: Settings, number: int, row: RequireRow, walks: Walks
    ) -> _Check:
        rule = Rule(row.code, row.code.lower(), LEVELS[row.severity], "")
        by = f"required by {settings.path}"

        def check(context: Context) -> Iterator[Diagnostic]:
            _, _, ports = self._met[settings.path, number]
            for port in config.joined_device.ports.values():
                if port.shutdown or not is_called(port, row.interfaces):
                    continue
                ports.add(port.name)
                try:
                    for wrong in against(config, port, row, walks):
                        message = f"{row.text}: {port.name} {wrong.words}"
                        yield rule.at(wrong.origin, message, notes=(by,), help=row.help)
                except NoAnswerError as error:
                    give_up(context, rule, port.origin, f"{row.text}: {port.name}", str(error))

        return check

    def idle(self) -> Iterator[Idle]:
        """The rows that had no port to look at."""
        for (_, number), (settings, configs, ports) in self._met.items():
            if not ports:
                yield Idle(settings, number, settings.file.require[number], len(configs))


def _all_of(checks: list[_Check]) -> _Check:
    """Several rows may have one code."""

    def check(context: Context) -> Iterator[Diagnostic]:
        for each in checks:
            yield from each(context)

    return check
