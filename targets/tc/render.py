"""The plans of some ports as one shell script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from qosc import __version__
from qosc.ledger import Entry, Fidelity
from qosc.source import NOWHERE, SourceText, Span
from qosc.targets.base import Options
from qosc.targets.tc.arguments import INTERFACE, arguments
from qosc.targets.tc.model import Command, Plan
from qosc.targets.tc.quoting import comment_text, word

if TYPE_CHECKING:
    from jinja2 import Template

__all__ = ["render"]

_MOST_NOTES = 20
_LONGEST_LOSS = 400
_LONGEST_REMARK = 400


def render(
    plans: tuple[Plan, ...], ledger: tuple[Entry, ...], options: Options,
    remarks: Sequence[str] = (),
) -> str:  # fmt: skip
    """A POSIX shell script that applies, clears and shows the plans; remarks stand at its top."""
    default_note = f" (default: {comment_text(options.interface)})" if options.interface else ""
    return _template().render(
        version=__version__,
        source=comment_text(_path(ledger, options)),
        profile=options.profile.name,
        summary=_summary(ledger, remarks),
        default=word(options.interface),
        default_note=default_note,
        ports=[
            {
                "shown": comment_text(plan.port),
                "word": word(plan.port),
                "blocks": _blocks(plan, options.source),
            }
            for plan in plans
        ],
    )


@cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    # What is rendered is a shell script: its quoting is ours (see `quoting`), not that of HTML.
    environment = Environment(
        loader=PackageLoader("qosc.targets.tc", "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701
        # The shell's ${#1} is no comment.
        comment_start_string="{##",
        comment_end_string="##}",
    )
    return environment.get_template("script.sh.j2")


def _path(ledger: tuple[Entry, ...], options: Options) -> str:
    if options.source is not None:
        return options.source.path
    return next((e.origin.path for e in ledger if e.origin != NOWHERE), "a model")


def _summary(ledger: tuple[Entry, ...], remarks: Sequence[str]) -> list[str]:
    counts = Counter(entry.fidelity for entry in ledger)
    parts = [f"{counts[kind]} {kind.value}" for kind in Fidelity if counts[kind]]
    lines = [f"Of {len(ledger)} values of the config: {', '.join(parts) or 'none'}."]
    lines += [comment_text(remark, _LONGEST_REMARK) for remark in remarks]
    assumed: dict[str, list[str]] = {}
    for entry in ledger:
        if entry.fidelity is Fidelity.UNKNOWN:
            assumed.setdefault(entry.note, []).append(entry.path)
    for note, paths in list(assumed.items())[:_MOST_NOTES]:
        places = paths[0] if len(paths) == 1 else f"{paths[0]} and {len(paths) - 1} more"
        lines.append(comment_text(f"Assumed: {note} ({places})", _LONGEST_REMARK))
    if len(assumed) > _MOST_NOTES:
        lines.append(f"Assumed: and {len(assumed) - _MOST_NOTES} more")
    return [*lines, ""]


def _blocks(plan: Plan, source: SourceText | None) -> list[dict[str, object]]:
    """Comments and a command each (the last may have none); a loss stands where its line would."""
    blocks: list[dict[str, object]] = []
    before: list[str] = []
    losses = _losses_by_place(plan)
    for number, command in enumerate(plan.commands):
        comments = _comments(command, source)
        shown = comments if comments != before else []
        blocks.append({"comments": [*losses.get(number, ()), *shown], "line": _line(command)})
        before = comments
    blocks.append({"comments": losses.get(len(plan.commands), []), "line": ""})
    return blocks


def _losses_by_place(plan: Plan) -> dict[int, list[str]]:
    """Comments by the number of the command that they stand before."""
    result: dict[int, list[str]] = {}
    for text, origin in plan.losses:
        place = 0
        for number, command in enumerate(plan.commands):
            known = command.origin != NOWHERE and command.origin.path == origin.path
            if known and command.origin.line <= origin.line:
                place = number + 1
        line = comment_text(f"NOT IN THIS SCRIPT: {text}", _LONGEST_LOSS)
        result.setdefault(place, []).append(line)
    return result


def _line(command: Command) -> str:
    return " ".join(
        '"$dev"' if text == INTERFACE else word(text) for text in arguments(command.node)
    )


def _comments(command: Command, source: SourceText | None) -> list[str]:
    notes = [comment_text(note) for note in command.notes]
    if command.origin == NOWHERE:
        return notes
    line = _quote(command.origin, source)
    return [line, *(note for note in notes if note not in line)]


def _quote(origin: Span, source: SourceText | None) -> str:
    place = comment_text(f"{origin.path}:{origin.line}", 200)
    if source is None or source.path != origin.path:
        return place
    text = comment_text(" ".join(source.lines[origin.line - 1 : origin.end_line][:3]), 200)
    return f"{place}: {text}" if text else place
