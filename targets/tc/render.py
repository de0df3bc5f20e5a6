"""The plans of some ports as one shell script, or as one with files for `tc -batch` beside it."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate
from operator import itemgetter
from typing import TYPE_CHECKING

from qosc import __version__
from qosc.ledger import Entry, Fidelity
from qosc.source import NOWHERE, SourceText, Span
from qosc.targets.base import OutputFile
from qosc.targets.tc.arguments import INTERFACE, arguments
from qosc.targets.tc.companions import unit, wrapper
from qosc.targets.tc.counted import counted_names
from qosc.targets.tc.devices import ALTERNATIVE_LONGEST, BATCH_CHARACTERS, LONGEST
from qosc.targets.tc.functions import Function, functions, numbers
from qosc.targets.tc.host import (
    OWN_CHAIN,
    OWN_PREF,
    SPLIT_ROOM,
    SPLITTER,
    TOKEN,
    counts_packets,
    drops_coming,
    tells_own,
)
from qosc.targets.tc.kernels import release_for
from qosc.targets.tc.model import Command, Plan, PriorityMap
from qosc.targets.tc.options import TcOptions
from qosc.targets.tc.quoting import batch_word, comment_text, word

if TYPE_CHECKING:
    from jinja2 import Template

__all__ = ["frame", "render"]

PLACEHOLDER = "@INTERFACE@"
"""What stands in a batch file for the interface's name. No argument of a command holds the sign."""
_MOST_PATHS = 4
_MOST_NOTES = 20
_LONGEST_LOSS = 400
_LONGEST_REMARK = 400
_OFFLOADS = (
    "Meters and shares hold for single packets. apply switches off what joins them (offloads gro, "
    "rx-gro-hw, lro, gso, tso) on the interfaces that it is given, and puts a tbf above the "
    "classes, which splits what others have joined; meters may have them joined."
)


def render(
    plans: tuple[Plan, ...],
    ledger: tuple[Entry, ...],
    options: TcOptions,
    remarks: Sequence[str] = (),
    devices: Mapping[str, str] | None = None,
) -> tuple[OutputFile, ...]:
    """A POSIX shell script that applies, clears and shows the plans; remarks stand at its top.

    `devices` has the interface of each port that is taken where the script is given none. Ports
    with the same commands have one function. With `options.batch` the commands of each function are
    a file of their own, which the script feeds to `tc -batch`.
    """
    made = functions(plans)
    files = tuple(
        OutputFile(f"qos-{number}.batch", _batch(each, options.source))
        for number, each in enumerate(made, 1)
        if options.batch
    )
    text = _script(plans, made, ledger, options, remarks, devices or {})
    return (
        OutputFile("qos.sh", text, executable=True),
        *files,
        *_beside(made, ledger, options, devices or {}),
    )


def _beside(
    made: tuple[Function, ...],
    ledger: tuple[Entry, ...],
    options: TcOptions,
    devices: Mapping[str, str],
) -> Iterator[OutputFile]:
    """The files that run the script."""
    if options.unit:
        nodes = [command.node for each in made for command in each.plan.commands]
        guarded = any(map(tells_own, nodes)) and any(map(drops_coming, nodes))
        source = comment_text(_path(ledger, options))
        yield unit(source, numbers(made), devices, guarded=guarded)
    if options.wrapper:
        yield wrapper()


def frame(
    ports: Mapping[str, int],
    devices: Mapping[str, str] | None = None,
    *,
    batch: bool = False,
    metered: bool = False,
    own: bool = False,
    guarded: bool = False,
) -> str:
    """A script for these ports without its commands and its comments' words.

    `ports` has for each the number of its function. `metered`: some command is a meter or a class,
    so that the script sets offloads. `own`: some filter tells packets to the machine itself, so
    that the script can be told its addresses; `guarded`: and some drop packets, so that it requires
    --confirm. `devices` has the interface of each port that is taken where none is given.
    """
    return _template().render(
        version=__version__,
        source="",
        profile="",
        kernel="",
        batch=batch,
        placeholder=PLACEHOLDER,
        summary=[],
        metered=metered,
        own=own,
        guarded=own and guarded,
        single=len(ports) == 1 and not own,
        dollars=False,
        defaults=_defaults(ports, devices or {}),
        ports=_words(ports),
        functions=[{"shown": [], "names": [], "blocks": []}] * max(ports.values(), default=0),
    )


def _words(ports: Mapping[str, int]) -> list[dict[str, object]]:
    return [
        {"shown": comment_text(port), "word": word(port), "number": number}
        for port, number in ports.items()
    ]


def _defaults(ports: Iterable[str], devices: Mapping[str, str]) -> list[dict[str, str]]:
    """The pairs that the script takes where it is given none, in the order of the ports."""
    pairs = [(port, devices[port]) for port in ports if port in devices]
    return [
        {
            "shown": comment_text(f"{port}={device}"),
            "word": f"{word(port)}={word(device)}",
        }
        for port, device in pairs
    ]


def _batch(function: Function, source: SourceText | None) -> str:
    """The commands of some ports as tc reads them from a file; the interface is to be filled in."""
    lines = [
        f"# Port {comment_text(port)}; {PLACEHOLDER} stands for its interface."
        for port in function.ports
    ]
    for block in _blocks(function.plan, source, batch=True):
        comments, line = block["comments"], block["line"]
        assert isinstance(comments, list)  # noqa: S101  (for the type checker)
        # tc joins a line that ends in a backslash with the next.
        lines += [f"# {text}".rstrip("\\") for text in comments]
        lines += [str(line)] if line else []
    return "\n".join(lines) + "\n"


def _script(
    plans: tuple[Plan, ...],
    made: tuple[Function, ...],
    ledger: tuple[Entry, ...],
    options: TcOptions,
    remarks: Sequence[str],
    devices: Mapping[str, str],
) -> str:
    numbered = numbers(made)
    ports = {plan.port: numbered[plan.port] for plan in plans}
    nodes = [command.node for each in made for command in each.plan.commands]
    metered = any(map(counts_packets, nodes))
    own = any(map(tells_own, nodes))
    defaults = _defaults(ports, devices)
    names = (*(default["word"] for default in defaults), *ports)
    return _template().render(
        version=__version__,
        source=comment_text(_path(ledger, options)),
        profile=options.profile.name,
        kernel=str(release_for(options.kernel, options.iproute2)),
        batch=options.batch,
        placeholder=PLACEHOLDER,
        summary=_summary(ledger, [*remarks, *([_OFFLOADS] if metered else [])]),
        metered=metered,
        own=own,
        guarded=own and any(map(drops_coming, nodes)),
        single=len(ports) == 1 and not own,
        dollars=any(set("$`") & set(text) for text in names),
        defaults=defaults,
        ports=_words(ports),
        functions=[
            {
                "number": number,
                "shown": [comment_text(port) for port in each.ports],
                "names": list(counted_names(each.plan, partial(_place, source=options.source))),
                "blocks": _of_the_script(each.plan)
                if options.batch
                else _blocks(each.plan, options.source),
            }
            for number, each in enumerate(made, 1)
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
    environment.globals["batch_characters"] = BATCH_CHARACTERS
    environment.globals["own_chain"] = OWN_CHAIN
    environment.globals["token"] = TOKEN
    environment.globals["splitter"] = f"{SPLITTER:x}"
    environment.globals["split_room"] = SPLIT_ROOM
    environment.globals["own_pref"] = OWN_PREF
    environment.globals["device_longest"] = LONGEST
    environment.globals["alternative_longest"] = ALTERNATIVE_LONGEST
    return environment.get_template("script.sh.j2")


def _path(ledger: tuple[Entry, ...], options: TcOptions) -> str:
    paths = dict.fromkeys([options.source.path] if options.source is not None else [])
    paths |= dict.fromkeys(entry.origin.path for entry in ledger if entry.origin != NOWHERE)
    names = [os.path.basename(path) for path in paths]
    if len(names) > _MOST_PATHS:
        return f"{', '.join(names[:_MOST_PATHS])} and {len(names) - _MOST_PATHS} more"
    return " and ".join(names) or "a model"


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


def _blocks(
    plan: Plan, source: SourceText | None, *, batch: bool = False
) -> list[dict[str, object]]:
    """Comments and a command each (the last may have none); a loss stands where its line would."""
    blocks: list[dict[str, object]] = []
    before: list[str] = []
    losses = _losses_by_place(plan)
    for number, command in enumerate(plan.commands):
        comments = _comments(command, source)
        shown = comments if comments != before else []
        if batch and isinstance(command.node, PriorityMap):
            # It is no command of tc: the script has it.
            continue
        line = _batch_line(command) if batch else _line(command)
        blocks.append({"comments": [*losses.get(number, ()), *shown], "line": line})
        before = comments
    blocks.append({"comments": losses.get(len(plan.commands), []), "line": ""})
    return blocks


def _of_the_script(plan: Plan) -> list[dict[str, object]]:
    """What a file for `tc -batch` cannot hold."""
    maps = (command for command in plan.commands if isinstance(command.node, PriorityMap))
    return [{"comments": [], "line": _line(command)} for command in maps]


def _losses_by_place(plan: Plan) -> dict[int, list[str]]:
    """Comments by the number of the command that they stand before."""
    result: dict[int, list[str]] = {}
    lines = _last_by_line(plan.commands) if plan.losses else {}
    for text, origin in plan.losses:
        known = lines.get(origin.path, [])
        at = bisect_right(known, origin.line, key=itemgetter(0))
        line = comment_text(f"NOT IN THIS SCRIPT: {text}", _LONGEST_LOSS)
        result.setdefault(known[at - 1][1] if at else 0, []).append(line)
    return result


def _last_by_line(commands: Sequence[Command]) -> dict[str, list[tuple[int, int]]]:
    """By path, the lines that commands come from, in rising order, each with the number behind the
    last command that comes from it or from a line above.
    """
    by_file: dict[str, dict[int, int]] = {}
    for number, command in enumerate(commands, 1):
        if command.origin != NOWHERE:
            by_file.setdefault(command.origin.path, {})[command.origin.line] = number
    last: dict[str, list[tuple[int, int]]] = {}
    for path, places in by_file.items():
        most = accumulate((places[line] for line in sorted(places)), max)
        last[path] = list(zip(sorted(places), most, strict=True))
    return last


def _line(command: Command) -> str:
    return " ".join(
        '"$dev"' if text == INTERFACE else word(text) for text in arguments(command.node)
    )


def _batch_line(command: Command) -> str:
    return " ".join(
        PLACEHOLDER if text == INTERFACE else batch_word(text)
        for text in arguments(command.node)[1:]
    )


def _comments(command: Command, source: SourceText | None) -> list[str]:
    notes = [comment_text(note) for note in command.notes]
    if command.origin == NOWHERE:
        return notes
    line = _quote(command.origin, source)
    return [line, *(note for note in notes if note not in line)]


def _place(command: Command, source: SourceText | None) -> str:
    return "no line of the config" if command.origin == NOWHERE else _quote(command.origin, source)


def _quote(origin: Span, source: SourceText | None) -> str:
    # Not the folder: it says where the author keeps his files, and differs with each checkout.
    place = comment_text(f"{os.path.basename(origin.path)}:{origin.line}", 200)
    if source is None or source.path != origin.path:
        return place
    last = min(origin.end_line, origin.line + 2)
    text = comment_text(" ".join(map(source.line, range(origin.line, last + 1))), 200)
    return f"{place}: {text}" if text else place
