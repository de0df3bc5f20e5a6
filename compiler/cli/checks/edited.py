"""What the settings say of a text that is being edited, for `qosc lsp`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial

from qosc.api import Config
from qosc.cli.checks.baseline import Baseline, entries
from qosc.cli.checks.checked import device_of, findings_of
from qosc.cli.checks.choices import least_of
from qosc.cli.checks.demands import Demands
from qosc.cli.checks.side_file import SideFile
from qosc.cli.files import RefusedError
from qosc.cli.scenarios import FaultsError
from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.keys import Key, Keys
from qosc.lsp.judging import Judge
from qosc.settings.plans import Plan, Plans
from qosc.settings.speeds import with_speeds

__all__ = ["judging"]


def judging(fresh: Callable[[], Plans], baseline: str | None = None) -> Callable[[str], Judge]:
    """What judges the text at a path; `fresh` gives plans that look at the settings files as they
    are now, since they may change while an editor runs. `baseline` is the file of `--baseline`.
    """
    return partial(_judge, fresh, baseline, _Accepted())


class _Accepted:
    """The baselines that were read; one is read anew where its file has changed."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[int, int, int], list[tuple[Key, Severity, int]]]] = {}

    def of(self, path: str) -> Baseline:
        """A baseline of which nothing is used up. RefusedError where the file is none."""
        try:
            status = os.stat(path)
        except OSError as error:
            raise RefusedError(f"cannot read {path!r}: {error.strerror}") from None
        state = status.st_mtime_ns, status.st_size, status.st_ino
        known = self._known.get(path)
        if known is None or known[0] != state:
            known = self._known[path] = state, entries(path)
        return Baseline(path, known[1])


def _judge(
    fresh: Callable[[], Plans], baseline: str | None, accepted: _Accepted, path: str
) -> Judge:
    try:
        plans = fresh()
        plan = plans.of(path)
        # An editor may be started anywhere: the settings above the text are those of its pipeline.
        run = plans.run() or plan.settings
        if baseline is None and run is not None and run.file.baseline is not None:
            baseline = run.at(run.file.baseline)
        kept = accepted.of(baseline) if baseline is not None else None
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
        known = Keys(config.files, kept.device_of(config)) if kept is not None else keys
        return tuple(
            one
            for one in findings_of(config, plan, Demands())
            if not (kept is not None and kept.accepted.takes(known.of(one), one.severity))
            and one.severity >= least
            and not side.reason(plan, one, keys.of(one))
        )

    return Judge(plan.platform, plan.included or None, partial(_prepared, plan), findings)


def _prepared(plan: Plan, config: Config) -> Config:
    return with_speeds(config, plan.links)[0] if plan.links else config
