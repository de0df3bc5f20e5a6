"""A check of all that the paths of a command line lead to, one device after the other."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import TYPE_CHECKING

import click

from qosc.api import Config, check
from qosc.cli.checks.demands import Demands
from qosc.cli.checks.several import Several, whole
from qosc.cli.checks.tally import Tally
from qosc.cli.configs import configs_in
from qosc.cli.discover import Candidate, candidates
from qosc.cli.files import EmptyError, RefusedError, UnreadableError, read, read_any
from qosc.cli.settings import plans_for
from qosc.diagnostics import Diagnostic
from qosc.render.printable import printable
from qosc.settings.plans import Given, Plan, Plans
from qosc.source import SourceText
from qosc.tuples import NamedTuple
from qosc.values import dataclass

if TYPE_CHECKING:
    from qosc.cli.checks.together import Together
    from qosc.lint.engine.registry import Row

__all__ = [
    "Rules",
    "Wanted",
    "checked",
    "device_of",
    "findings_of",
    "found_units",
    "wanted_plans",
]

Found = tuple[Config, Sequence[Diagnostic], Mapping[Diagnostic, str]]
"""A device, its findings, and what comments silence with the reasons that they give."""


class Rules(NamedTuple):
    """What `--select`, `--extend-select` and `--ignore` were given."""

    select: Sequence[str] = ()
    extend: Sequence[str] = ()
    ignore: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be checked, and by which rules."""

    paths: tuple[str, ...]
    plans: Plans
    skip_others: bool = False
    stdin_name: str = "<stdin>"
    max_size: int = 16
    devices: tuple[Several, ...] = ()
    """Those of `--device`, which have several files; a folder does not lead to these."""


def checked(wanted: Wanted, tally: Tally, demands: Demands) -> Iterator[Found]:
    """Each device with its findings. What is not read is told on standard error, and counted."""
    release = _Release()
    for each, device in found_units(wanted):
        if each.other:
            tally.passed += 1
            continue
        if device is not None:
            release.before()
            for one_config in _of_several(device, wanted, tally, demands, stdin=each.path == "-"):
                size = sum(len(one.text) for one in one_config[0].files)
                yield one_config
                del one_config
                release.after(size)
            continue
        if each.met and any(one.holds(each.path) for one in wanted.devices):
            continue
        plan = wanted.plans.of(wanted.stdin_name if each.path == "-" else each.path)
        # This one is read into the memory of those before.
        release.before()
        try:
            for number, config in enumerate(_configs(each, wanted, plan)):
                yield _found(config, plan, demands)
                size = len(config.source.text)
                del config
                release.after(size)
                if number:
                    release.before()
        except RefusedError as error:
            empty = isinstance(error, EmptyError)
            # An empty file has no QoS: it is what is left of a backup that failed.
            asked = empty and _some_asked(plan)
            if empty and wanted.skip_others and each.path != "-" and not asked:
                tally.passed += 1
                continue
            fatal = each.fatal and (asked or not (empty and each.met))
            reason = error.reason if isinstance(error, UnreadableError) else error.message
            tally.leave_out(each.path, reason, fatal=fatal)
            word = "Error" if fatal else "Warning"
            click.echo(printable(f"{word}: {error.message}"), err=True)
    for one in wanted.devices:
        yield from _of_several(one, wanted, tally, demands)


def _some_asked(plan: Plan) -> bool:
    if not plan.require_qos:
        return False
    from qosc.cli.checks.nothing import some_asked

    return some_asked(plan)


def _of_several(
    one: Several, wanted: Wanted, tally: Tally, demands: Demands, *, stdin: bool = False
) -> Iterator[Found]:
    """A device that has several files, with its findings; nothing where one is not read.

    With `stdin`, standard input stands for the file that it is called by.
    """
    plan = wanted.plans.of(one.paths[0])
    there = os.path.realpath(wanted.stdin_name) if stdin else ""

    def reader(path: str) -> SourceText:
        if stdin and os.path.realpath(path) == there:
            return read("-", wanted.stdin_name, wanted.max_size)
        return read(path, max_size=wanted.max_size)

    try:
        config = whole(one, plan, wanted.max_size, reader)
    except RefusedError as error:
        path = error.path if isinstance(error, UnreadableError) else one.name
        reason = error.reason if isinstance(error, UnreadableError) else error.message
        tally.leave_out(path, reason, fatal=True)
        click.echo(printable(f"Error: {error.message}"), err=True)
    else:
        yield _found(config, plan, demands)


def _found(config: Config, plan: Plan, demands: Demands) -> Found:
    silenced: dict[Diagnostic, str] = {}
    findings = findings_of(config, plan, demands, silenced)
    given = list(silenced)
    judged = plan.judged(given)
    reasons = {one: silenced[before] for one, before in zip(judged, given, strict=True)}
    return config, findings, reasons


def found_units(wanted: Wanted) -> Iterator[tuple[Candidate, Several | None]]:
    """What the paths lead to, as the settings see it: a file for itself, or the first file that is
    met of a device to which the settings give several. Other files of that device come no more.

    FaultsError for settings whose devices are none.
    """
    made: list[Together] = []

    def device(path: str) -> Several | None:
        settings = wanted.plans.settings_of(path)
        if settings is None or not settings.file.devices:
            return None
        if not made:
            from qosc.cli.checks.together import Together

            made.append(Together(wanted.plans, wanted.devices))
        return made[0].of(path, settings)

    def sorted_out(candidate: Candidate) -> Candidate:
        plan = wanted.plans.of(candidate.path)
        judged = _sorted_out(candidate, plan)
        left_out = plan.passed_over or plan.included is False
        if judged.other and not left_out and device(candidate.path) is not None:
            return Candidate(candidate.path, met=candidate.met)
        return judged

    done: set[Several] = set()
    for each in candidates(wanted.paths, skip_others=wanted.skip_others, sorted_out=sorted_out):
        path = wanted.stdin_name if each.path == "-" else each.path
        one = None if each.other else device(path)
        if one is None or one not in done:
            yield each, one
        if one is not None:
            done.add(one)


def findings_of(
    config: Config,
    plan: Plan,
    demands: Demands,
    silenced: MutableMapping[Diagnostic, str] | None = None,
) -> Sequence[Diagnostic]:
    """What the rules of a plan find, as severe as it says. Into `silenced` is put what comments
    silence, with their reasons.
    """
    own = demands.of(plan)
    findings = check(config, select=plan.select, ignore=plan.ignore, own=own, hidden=silenced)
    if plan.require_qos:
        from qosc.cli.checks.nothing import lacking

        findings = (*findings, *lacking(config, plan, findings, silenced))
    return plan.judged(findings)


def _sorted_out(candidate: Candidate, plan: Plan) -> Candidate:
    """A file of a folder as the settings see it."""
    if plan.passed_over or plan.included is False:
        return Candidate(candidate.path, other=True, met=candidate.met)
    if plan.included and candidate.other:
        return Candidate(candidate.path, met=candidate.met)
    return candidate


def _configs(each: Candidate, wanted: Wanted, plan: Plan) -> Iterator[Config]:
    """The configs of all devices in a file; RefusedError where there is none."""
    if each.trouble:
        raise UnreadableError(each.path, each.trouble)
    yield from configs_in(read_any(each.path, wanted.stdin_name, wanted.max_size), plan)


def device_of(config: Config) -> str:
    """What findings are known by: the device's name, or its file's where it says none."""
    return config.name or config.source.path


def wanted_plans(
    rules: Rules, platform: str | None, paths: Sequence[str], *, require_qos: bool = False
) -> Plans:
    """The plans of a check; UsageError for what is no rule, and where none is left."""
    chosen, extended, ignored = map(_words_of, rules)
    for given, words, name in (
        (rules.select, chosen, "--select"),
        (rules.extend, extended, "--extend-select"),
    ):
        if given and not words:
            raise click.UsageError(f"{name} names no rule; see `qosc rules`")
    plans = plans_for(Given(chosen, ignored, platform, extended, require_qos))
    words = (*chosen, *extended)
    _known_rules(chosen, extended, ignored, _site_rules(plans, paths) if words or ignored else ())
    return plans


def _words_of(given: Sequence[str]) -> tuple[str, ...]:
    """The words of an option that may be given several times, and takes several at once."""
    return tuple(word for some in given for word in some.replace(",", " ").split())


def _site_rules(plans: Plans, paths: Sequence[str]) -> tuple[Row, ...]:
    """The rules of the settings above the paths, and of the working folder."""
    within = [os.path.join(path, "-") if os.path.isdir(path) else path for path in paths]
    settings = [plans.run(), *(plans.of(path).settings for path in within)]
    rows = [row for one in settings if one is not None for row in one.file.require]
    if not rows:
        return ()
    from qosc.settings.site_rules import rows_of

    return rows_of(rows)


def _known_rules(
    chosen: Sequence[str], extended: Sequence[str], ignored: Sequence[str], own: tuple[Row, ...]
) -> None:
    """UsageError for what is no rule, and where all that are selected are ignored."""
    if chosen or extended or ignored:
        from qosc.lint import none_left, unknown_selectors

        unknown = unknown_selectors((*chosen, *extended, *ignored), own)
        if unknown:
            raise click.UsageError(f"no rule called {', '.join(unknown)}; see `qosc rules`")
        if none_left((*chosen, *extended) if chosen else (), ignored, own):
            raise click.UsageError("no rule is left to run: --ignore takes all that are selected")


class _Release:
    """Frees what refers to itself (trees of statements) every few files, which `main` keeps the
    collector from doing.
    """

    FILES, CHARACTERS = 16, 200_000

    def __init__(self) -> None:
        self._files = self._characters = self._times = 0

    def after(self, characters: int) -> None:
        """A file of so many characters is done, and nothing of it is in use."""
        self._files += 1
        self._characters += characters

    def before(self) -> None:
        """One more is about to be read. After the last one the end of the process frees all."""
        if self._files < self.FILES and self._characters < self.CHARACTERS:
            return
        self._files = self._characters = 0
        gc.collect()
        if not self._times:
            # The program itself stays: it need not be looked through again.
            gc.freeze()
        self._times += 1
