"""What a check goes by as a whole: the command line, then the settings, then a profile."""

from __future__ import annotations

import click

from qosc.diagnostics import LEVELS, Severity
from qosc.settings.plans import Settings
from qosc.tuples import NamedTuple

__all__ = ["Choices", "chosen", "least_of"]

_PROFILES = {"recommended": ("warning", "warning"), "strict": ("info", "info")}
"""Of each profile, --min-severity and --fail-on."""


class Choices(NamedTuple):
    """The form that is printed, what is shown, what fails, and the baseline."""

    form: str
    min_severity: str
    fail_on: str
    baseline: str | None

    @property
    def least(self) -> Severity:
        """The least severity that is shown."""
        return LEVELS[self.min_severity]


def least_of(settings: Settings | None) -> Severity:
    """The least severity that is shown where no option says it."""
    if settings is None:
        return LEVELS["info"]
    shown, _ = _PROFILES.get(settings.file.profile or "", (None, None))
    return LEVELS[settings.file.min_severity or shown or "info"]


def chosen(settings: Settings | None, given: Choices) -> Choices:
    """What of the command line was not given is taken from the settings of the working folder.

    UsageError for a --fail-on, or a fail-on of the settings, that --min-severity keeps from ever
    being met.
    """
    asked = click.get_current_context().get_parameter_source
    plain = click.core.ParameterSource.DEFAULT
    by_default = {name for name in ("form", "min_severity", "fail_on") if asked(name) is plain}
    form, min_severity, fail_on, baseline = given
    if settings is not None:
        file = settings.file
        shown, failing = _PROFILES.get(file.profile or "", (None, None))
        if "form" in by_default:
            form = file.format or form
        if "min_severity" in by_default:
            min_severity = file.min_severity or shown or min_severity
        if "fail_on" in by_default:
            fail_on = file.fail_on or failing or fail_on
        if baseline is None and file.baseline is not None:
            baseline = settings.at(file.baseline)
    in_file = "fail_on" in by_default and settings is not None and settings.file.fail_on is not None
    if LEVELS.get(fail_on, LEVELS[min_severity]) < LEVELS[min_severity]:
        if "fail_on" not in by_default:
            raise click.UsageError(
                f"--fail-on {fail_on} is never met: --min-severity {min_severity} leaves it out"
            )
        if in_file and settings is not None and "min_severity" in by_default:
            raise click.UsageError(
                f"{settings.source.path}: fail-on = {fail_on!r} is never met: "
                f"min-severity {min_severity} leaves it out"
            )
        fail_on = min_severity
    return Choices(form, min_severity, fail_on, baseline)
