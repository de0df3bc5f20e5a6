"""What the program answers about one config, section by section, as lines of text.

Nothing is kept between sections: each reads the config anew, so that one test asks for one answer
and depends on no other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

import qosc
from qosc.api import NoSuchPortError, qos_ports
from qosc.ledger import Entry
from qosc.render.ledger import as_table
from qosc.render.shows.model import show_loose_policies, show_ports
from qosc.render.style import Style
from qosc.render.text import full
from qosc.targets.base import Artefact
from tests.cases.case import Text
from tests.cases.model import device_lines

__all__ = ["SECTIONS", "answer"]

_ROWS = re.compile(
    r"^const (?:\w+Row (k_\w+)\[\]|Int (k_headers)\[\]).*\n((?: .*\n)*)", re.MULTILINE
)
_SCALARS = re.compile(r"^    \d.*|^    k_\w+, \d.*", re.MULTILINE)

_WIDE = Style(room=1_000_000)
"""Rows of answers are not folded."""


def answer(section: str, texts: Iterable[Text]) -> str:
    """A section of the answers about some configs; with a heading each where they have labels."""
    lines: list[str] = []
    for text in texts:
        if text.label:
            lines.append(f"---- {text.label}")
        lines += (line.rstrip() for made in SECTIONS[section](text) for line in made.split("\n"))
    return "".join(f"{line}\n" for line in lines)


def _config(text: Text) -> qosc.api.Config:
    return qosc.loads(text.config, name=text.name, platform=text.platform or None)


def _findings(text: Text) -> Iterator[str]:
    """As `qosc check` prints them, with the fixes that its JSON has."""
    config = _config(text)
    found = qosc.check(config)
    for diagnostic in found:
        yield from full(diagnostic, {text.name: config.source})
        for fix in diagnostic.fixes:
            edits = ", ".join(f"{_place(edit.span)} {edit.text!r}" for edit in fix.edits)
            yield f"  fix: {fix.title} ({'safe' if fix.safe else 'not safe'}): {edits}"
    yield f"{len(found)} findings"


def _place(span: qosc.source.Span) -> str:
    return f"{span.line}:{span.column}-{span.end_line}:{span.end_column}"


def _show(text: Text) -> Iterator[str]:
    """As `qosc show` prints it."""
    config = _config(text)
    try:
        ports = qos_ports(config)
    except NoSuchPortError as error:
        yield str(error)
        ports = ()
    yield from show_ports(config.complete_device, ports, config.profile, _WIDE)
    yield from show_loose_policies(config.complete_device, config.profile, _WIDE)


def _model(text: Text) -> Iterator[str]:
    yield from device_lines(_config(text).complete_device)


def _compiled(text: Text, target: str, kernel: str = "") -> Artefact | None:
    try:
        own = {"batch": True, "kernel": kernel} if target == "tc" else {}
        return qosc.compile(_config(text), target=target, allow_loss=True, **own)
    except NoSuchPortError:
        return None


def _ledger(target: str) -> Callable[[Text], Iterator[str]]:
    def lines(text: Text) -> Iterator[str]:
        artefact = _compiled(text, target)
        if artefact is None:
            yield "no port"
            return
        yield from as_table(artefact.ledger, left_out=artefact.left_out, style=_WIDE, keyed=True)
        yield from _excuses(artefact.ledger)

    return lines


def _excuses(entries: Iterable[Entry]) -> Iterator[str]:
    """What a judge of the artefact is told beside the table."""
    for entry in entries:
        words = [str(each) for each in sorted(entry.excuses)]
        words += [f"{entry.bound} ppm"] if entry.bound is not None else []
        if words:
            yield f"{entry.path}: {', '.join(words)}"


def _ledger_ns3(text: Text) -> Iterator[str]:
    """Only that it is the simulator's, where it is."""
    sim, ns3 = list(_ledger("sim")(text)), list(_ledger("ns3")(text))
    yield from ["as for sim"] if sim == ns3 else ns3


def _tc(kernel: str) -> Callable[[Text], Iterator[str]]:
    def lines(text: Text) -> Iterator[str]:
        """The remarks at the head of the script, then each file of commands without its own."""
        artefact = _compiled(text, "tc", kernel)
        for file in artefact.files if artefact is not None else ():
            if file.name.endswith(".sh"):
                head = file.text.partition("\nset -eu")[0].split("\n")[2:]
                yield from (line for line in head if line.strip("# "))
            else:
                yield f"{file.name}:"
                yield from (line for line in file.text.split("\n") if line[:1] not in ("#", ""))

    return lines


def _scenario(text: Text) -> Iterator[str]:
    artefact = _compiled(text, "sim")
    for file in artefact.files if artefact is not None else ():
        yield f"{file.name}:"
        yield from file.text.rstrip("\n").split("\n")


def _ns3(text: Text) -> Iterator[str]:
    """The tables of each program, without empty ones and those of words."""
    artefact = _compiled(text, "ns3")
    for file in artefact.files if artefact is not None else ():
        if not file.name.endswith(".cc") or "/" in file.name:
            continue
        yield f"{file.name}:"
        for found in _ROWS.finditer(file.text):
            name = found[1] or found[2]
            rows = [row.strip() for row in found[3].splitlines()]
            rows = [re.sub(r",?  // \d+$", "", row) for row in rows if not row.startswith("{}")]
            if name == "k_headers":
                rows = [_set_fields(row) for row in rows]
            if rows and name != "k_texts":
                yield name
                yield from (f"  {row}" for row in rows)
        yield from (line.strip() for line in _SCALARS.findall(file.text))


def _set_fields(row: str) -> str:
    """The fields of a header that are set, each with its place."""
    fields = enumerate(row.strip("{},").split(", "))
    return " ".join(f"{place}:{value}" for place, value in fields if value != "-1")


SECTIONS: dict[str, Callable[[Text], Iterator[str]]] = {
    "findings": _findings,
    "show": _show,
    "model": _model,
    "ledger-tc": _ledger("tc"),
    "ledger-sim": _ledger("sim"),
    "ledger-ns3": _ledger_ns3,
    "tc": _tc(""),
    "tc-4.19": _tc("4.19"),
    "scenario": _scenario,
    "ns3": _ns3,
}
"""Each section, in the order of a file, and what makes its lines."""
