"""What the settings say of a text that is being edited, for `qosc lsp`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from qosc.api import Config
from qosc.cli.checks.checked import device_of, findings_of
from qosc.cli.checks.choices import least_of
from qosc.cli.checks.demands import Demands
from qosc.cli.checks.side_file import SideFile
from qosc.cli.files import RefusedError
from qosc.cli.scenarios import FaultsError
from qosc.diagnostics import Diagnostic
from qosc.lint.engine.keys import Keys
from qosc.lsp.judging import Judge
from qosc.settings.plans import Plan, Plans
from qosc.settings.speeds import with_speeds

__all__ = ["judging"]


def judging(fresh: Callable[[], Plans]) -> Callable[[str], Judge]:
    """What judges the text at a path; `fresh` gives plans that look at the settings files as they
    are now, since they may change while an editor runs.
    """
    return partial(_judge, fresh)


def _judge(fresh: Callable[[], Plans], path: str) -> Judge:
    try:
        plans = fresh()
        plan = plans.of(path)
        run = plans.run()
    except FaultsError as error:
        first = error.faults[0]
        place = f"{first.primary.path}:{first.primary.line}" if first.primary.path else "settings"
        return Judge(trouble=f"not checked, since {place} is not understood: {first.message}")
    except RefusedError as error:
        return Judge(trouble=f"not checked: {error.message}")
    least = least_of(run)

    def findings(config: Config) -> Sequence[Diagnostic]:
        if plan.passed_over or plan.included is False:
            return ()
        side, keys = SideFile(), Keys(config.files, device_of(config))
        return tuple(
            one
            for one in findings_of(config, plan, Demands())
            if one.severity >= least and not side.reason(plan, one, keys.of(one))
        )

    return Judge(plan.platform, plan.included or None, partial(_prepared, plan), findings)


def _prepared(plan: Plan, config: Config) -> Config:
    return with_speeds(config, plan.links)[0] if plan.links else config
