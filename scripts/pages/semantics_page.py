"""docs/semantics.md: what the tc target makes of each construct, and how true it is.

The words on the bound are those of the ledger of a small config, read when the page is made; the
tables of header fields and kernels are those that the target itself goes by.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from pages.semantics_rows import CONSTRUCTS, Construct

import qosc
from qosc.ledger import Entry
from qosc.targets.tc.capabilities import FIELDS
from qosc.targets.tc.kernels import DEFAULT, FEATURES, OLDEST, Feature

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "constructs"

_HEAD = """# What tc does for each construct

What the `tc` target makes of each construct of a router's config, why, how true it is, and where a
Linux kernel was seen to do it. The words on how true it is are those of the ledger for a small
config; a config of your own has a ledger of its own, with its own figures. The figures that were
measured are in [agreement.md](agreement.md), the order of the parts in
[ADR 5](adr/0005-tc-pipeline.md).

This page is written by `scripts/gen_docs.py`; see `scripts/pages/semantics_page.py`.
"""


def page() -> str:
    """The whole page."""
    lines = [_HEAD]
    for found in CONSTRUCTS:
        lines += [f"## {found.title}", "", f"{_capital(found.discipline)}: {found.why}.", ""]
        lines += [f"- {text}" for text in told(found)]
        lines += [f"- {text}" for text in seen(found)]
        lines.append("")
    lines += ["## Header fields", "", "| field | how | |", "| --- | --- | --- |"]
    for field, row in FIELDS.items():
        fate = row.fidelity.value + (f": {row.note}" if row.note else "")
        lines.append(f"| {field.value} | {row.how} | {fate} |")
    lines += ["", *_LONG_LISTS.splitlines(), ""]
    lines += [
        "## Kernels",
        "",
        _KERNELS,
        "",
        "| feature | since | until | without it | source |",
        "| --- | --- | --- | --- | --- |",
    ]
    for feature in Feature:
        row = FEATURES[feature]
        without = row.without or ("no script is made" if row.used else "not used by any script")
        lines.append(
            f"| {feature.value} | {row.since} | {row.until or ''} | {without} | {row.source} |"
        )
    return "\n".join(lines) + "\n"


_KERNELS = (
    f"`--kernel` says which Linux a script is for: {OLDEST} or newer. Without it that is "
    f"{DEFAULT}, the first on which nothing is refused for its age; the engine tests run on 6.1. "
    "iproute2 is taken to be of the same release."
)
_LONG_LISTS = """\
## Long lists

A filter may stand before others that decide alike or take none of its packets; so filters on the
same bits are brought together, and share a `pref`. Disjunctions and `match not` multiply filters:
the comment of a script and the ledger's entry say how many a class has, and a class that needs more
than the bound in the ledger's note is refused. Frames with one VLAN tag have filters of their own
only on a port where some class tests the tag.

In user-mode-linux (6.1) a packet's way through a list of 1000 lines on the same bits took 48 to 61
microseconds, whichever line it matched or none, as much as through 100 lines. With a `pref` for
each line it took 60 for the first line and about 300 for the last. Sending alone takes 25 to 50 of
these.
"""


def told(construct: Construct) -> list[str]:
    """What the ledger says of it: fidelity, what is done, and the note."""
    if not construct.config:
        return []
    entries = [e for e in ledger_of(construct.config) if re.search(construct.leaf, e.path)]
    texts = []
    for entry in entries:
        note = f": {entry.note}" if entry.note else ""
        asked = entry.path.rsplit(" > ", 1)[-1]
        texts.append(f"`{asked}` {entry.asked} -> {entry.got} (*{entry.fidelity.value}*{note})")
    kinds = dict.fromkeys(re.sub(r"\d+(\.\d+)?", "", text) for text in texts)
    first = {re.sub(r"\d+(\.\d+)?", "", text): text for text in reversed(texts)}
    return [first[kind] for kind in list(kinds)[:4]]


def seen(construct: Construct) -> list[str]:
    """Where it was seen to hold."""
    places = [f"agreement row `{row}`" for row in construct.rows]
    places += [f"`{test}`" for test in construct.tests]
    return [f"Seen: {', '.join(places)}." if places else "Not run on a kernel."]


@cache
def ledger_of(config: str) -> tuple[Entry, ...]:
    """The ledger of a small config: a text, or the name of an example."""
    text = config if "\n" in config else (EXAMPLES / f"{config}.cfg").read_text()
    return qosc.compile(qosc.loads(text, name="router.cfg"), allow_loss=True).ledger


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
