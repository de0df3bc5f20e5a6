"""How a check is printed: finding by finding as files are done, or as one document at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol

import click

from qosc.api import Config
from qosc.cli.checks.tally import Tally
from qosc.diagnostics import LEVELS
from qosc.render.reports import FORMS, Finding, Report, Unread
from qosc.render.style import PLAIN, Style

__all__ = ["ALL_FORMS", "Printer", "outputs", "printer"]

ALL_FORMS = ("text", "concise", "json", *FORMS)


class Printer(Protocol):
    """Told of each device in turn, and of the end."""

    def show(self, config: Config, findings: Sequence[Finding]) -> None:
        """The findings about a device, those that were accepted among them."""

    def finish(self, tally: Tally) -> None:
        """Nothing more comes."""


def printer(
    form: str,
    style: Style = PLAIN,
    *,
    coverage: bool = False,
    statistics: bool = False,
    fail_on: str = "warning",
    write: Callable[[str], None] | None = None,
) -> Printer:
    """What prints in a form, one of ALL_FORMS; `write` takes its texts, instead of the terminal."""
    put = write if write is not None else click.echo
    if form == "json":
        return _Json(put)
    if form in FORMS:
        return _Document(put, form, fail_on)
    return _Lines(put, style, form == "concise", coverage=coverage, statistics=statistics)


def outputs(given: Sequence[str], fail_on: str, inputs: Sequence[str] = ()) -> list[Printer]:
    """The printers of `--output FORM=FILE`; each file is written whole at the end.

    RefusedError for a place where none can be; `inputs` are read beside the configs. UsageError for
    another form and for a file that two of them write.
    """
    made: list[Printer] = []
    taken: set[str] = set()
    for one in given:
        form, equals, path = one.partition("=")
        if form not in ALL_FORMS or not equals or not path:
            forms = ", ".join(ALL_FORMS)
            raise click.UsageError(f"--output {one}: FORM=FILE is needed, with one of {forms}")
        if path in taken:
            raise click.UsageError(f"--output {one}: the file is written by another --output")
        from qosc.cli.output import check_place

        check_place(path, *inputs)
        taken.add(path)
        made.append(_ToFile(form, path, fail_on))
    return made


class _Lines:
    """For people: text and concise."""

    def __init__(
        self,
        put: Callable[[str], None],
        style: Style,
        concise: bool,
        *,
        coverage: bool,
        statistics: bool,
    ) -> None:
        self._put, self._style, self._concise = put, style, concise
        self._coverage, self._statistics = coverage, statistics
        self._rules: Counter[tuple[str, str, str]] = Counter()

    def show(self, config: Config, findings: Sequence[Finding]) -> None:
        shown = [one.diagnostic for one in findings if not one.accepted]
        self._rules.update((one.code, str(one.severity), one.name) for one in shown)
        if shown and self._concise:
            from qosc.render.text import concise

            for diagnostic in shown:
                self._put(concise(diagnostic, config.host))
        elif shown:
            from qosc.render.text import full

            sources = {source.path: source for source in config.files}
            for diagnostic in shown:
                lines = full(diagnostic, sources, self._style, config.host)
                self._put("\n".join(lines) + "\n")
        if self._coverage:
            from qosc.render.coverage import table

            self._put("\n".join(table(config.source, config.device, config.host)))

    def finish(self, tally: Tally) -> None:
        if self._statistics and self._rules:
            from qosc.render.table import table

            order = sorted(self._rules.items(), key=lambda item: (-item[1], item[0]))
            rows = [[str(count), *rule] for rule, count in order]
            self._put("\n".join(table(["count", "rule", "severity", "name"], rows)) + "\n")
        if not self._concise:
            self._put(tally.summary())
        elif not tally.has_qos():
            # Nothing at all would look as if QoS had been checked.
            click.echo(tally.summary(), err=True)


class _Json:
    def __init__(self, put: Callable[[str], None]) -> None:
        self._put = put
        self._documents: list[dict[str, object]] = []
        self._suppressed: list[dict[str, object]] = []

    def show(self, config: Config, findings: Sequence[Finding]) -> None:
        from qosc.render.machine import as_document

        for one in findings:
            shown = {**as_document(one.diagnostic), "device": config.name, "key": one.key.digest}
            if one.accepted:
                shown |= {"reason": one.accepted, "in_source": one.in_source}
                self._suppressed.append(shown)
            else:
                self._documents.append(shown)

    def finish(self, tally: Tally) -> None:
        from qosc.render.machine import device, report

        devices = [
            device(
                one.path,
                one.name,
                one.found,
                one.coverage,
                accepted=one.accepted,
                silenced=one.silenced,
                hidden=one.hidden,
            )
            for one in tally.devices
        ]
        self._put(
            report(
                tally.files,
                self._documents,
                tally.coverage,
                tally.unread,
                tally.passed,
                devices,
                accepted=tally.accepted,
                silenced=tally.silenced,
                hidden=tally.hidden,
                suppressed=self._suppressed,
                left_over=tally.left_over,
            )
        )


class _Document:
    """The forms of `qosc.render.reports`."""

    def __init__(self, put: Callable[[str], None], form: str, fail_on: str) -> None:
        self._put, self._form, self._fails = put, form, LEVELS.get(fail_on)
        self._findings: list[Finding] = []

    def show(self, config: Config, findings: Sequence[Finding]) -> None:  # noqa: ARG002
        self._findings += findings

    def finish(self, tally: Tally) -> None:
        from qosc.render.reports import maker

        by_file: dict[str, list[Finding]] = {}
        for finding in self._findings:
            by_file.setdefault(finding.diagnostic.primary.path, []).append(finding)
        text = maker(self._form)(
            Report(
                files=tuple(dict.fromkeys((*tally.files, *by_file))),
                findings=tuple(self._findings),
                unread=tuple(
                    Unread(path, reason, path in tally.fatal) for path, reason in tally.unread
                ),
                fails=self._fails,
                by_file=by_file,
            )
        )
        if text:
            self._put(text.removesuffix("\n"))


class _ToFile:
    """Another printer whose texts go into a file."""

    def __init__(self, form: str, path: str, fail_on: str) -> None:
        self._path = path
        self._parts: list[str] = []
        self._inner = printer(form, PLAIN, fail_on=fail_on, write=self._parts.append)

    def show(self, config: Config, findings: Sequence[Finding]) -> None:
        self._inner.show(config, findings)

    def finish(self, tally: Tally) -> None:
        from qosc.cli.output import write_file

        self._inner.finish(tally)
        text = "".join(f"{part}\n" for part in self._parts)
        write_file(text, self._path, inputs=("-", *tally.files))
