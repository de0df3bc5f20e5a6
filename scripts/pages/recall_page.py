"""Write docs/rules-recall.md: kinds of mistakes, and whether a rule finds them.

python scripts/pages/recall_page.py

The kinds are in tests/rules/recall/kinds, where a test holds each of them.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "rules-recall.md"

HEAD = """# Mistakes and rules

Kinds of mistakes that engineers make, as guides and vendors' documents name them, and what
`qosc check` says of each. Found: {found}. Refused, with the reason: {refused}. Open: {open}.

A test runs a small config of each kind that is found: the rule must fire at the line, and no other
rule of warning or above. One of a kind that is open must have no finding there. The configs are in
`tests/rules/recall/kinds`; `scripts/pages/recall_page.py` writes this page.
"""
UNLISTED = """
## Mistakes that no list had

{all} small devices with one mistake each, whose kinds were thought of without a look at the rules
or at the lists above. Told at the line at fault: {first} by the rules as they were on that day
({loud} of them at warning or error), {now} by the rules of today ({loud_now}). Only the first
figure says what to expect of configs that nobody has seen: the rules that make the difference were
written after these devices.

What most of the misses need: which packets a port lets in at all (access lists on ports, default
routes of marks); what a class of the network itself means for the sites behind it (a description
and the name of a policy that do not go together); Frame Relay, whose map-classes are in the model
only where the port shapes; and for JunOS what `family inet6` and the forwarding classes of the
router's own packets bring. A text cannot tell the day, so that a `time-range` which is over is
refused.

| mistake | first | today |
| --- | --- | --- |
{rows}"""
AGAIN = """
## Eighty more, of other kinds

{all} mistakes, each put into one of fifteen sound configs, of kinds that neither the lists nor the
sixty above have, written before the rules were looked at. Of these {aside}, chosen by a hash, were
set aside while rules were mended by the others. Told at the line at fault: of the {seen} others
{first} before and {now} after; of the {aside} set aside {aside_first} before and {aside_now} after
(three of these by rules that were written when the kind was known). That is what to expect of
mistakes which nobody has thought of: few are told, and a rule finds its own kind. The configs
without a mistake have no warning.

What most of the misses need: which packets come in at a port at all (a mark that no packet of a
list has, a network of no LAN); what a mark means where it is written twice, or in two fields; the
other half of a conversation in a control-plane policy; and the parts of the Catalyst which are not
in the model (input queues, table-maps that clear marks, buffers). Some are told at another line: a
list of filters at the terms that it leaves nothing to, a range that is the wrong way round as a
line that is not understood.

| mistake | set aside | first | today |
| --- | --- | --- | --- |
{rows}"""
FRESH = """
## Sixty more, of other kinds again

{all} mistakes of kinds that neither the lists nor the sections above have, written and kept before
a rule was changed for any of them. Told at the line at fault by the rules as they were: {blind}.
That is the figure to go by. Then analyses were written by the {seen} that were not set aside: of
those {first} were told before and {now} are now; of the {aside} set aside {aside_first} before and
{aside_now} now. Of all, {total} are told today, {loud} of them at warning or error.

The analyses compare what stands on one way through a port or a class and has never been compared:
the rates of a policer, a guarantee and the port itself (QOS456, QOS457, QOS458); depths and weights
as packets and seconds (QOS723, QOS724); what a mark or a class becomes in the terms behind it
(QOS210, QOS211); what cannot come at all (QOS019, QOS125, QOS126, QOS523); and one that differs
from all like it in the order of its numbers or its kind of shaper (QOS127, QOS701, QOS702).

What the misses need: which marks and rates come from one port to the queues of another (a guarantee
above what the input lets in, best effort in the group of voice); what a class means for people (the
policer of one application on a whole port, the marks of two classes exchanged); two policies that
are alike but for a class; objects that are not in the model (time-ranges, RSVP, terminal lines,
buffers of the Catalyst 9000, bundles).

| mistake | set aside | first | today |
| --- | --- | --- | --- |
{rows}"""
TITLES = {
    "references": "References and lines",
    "classification": "Classification",
    "marking": "Marking",
    "policing": "Policing and the control plane",
    "queueing": "Queueing and scheduling",
    "switches": "Switches",
    "effect": "Lines that the rest of the device keeps from their effect",
    "surroundings": "QoS and the rest of the device",
    "twins": "Twins that differ",
    "counterparts": "JunOS statements and their counterparts",
    "junos": "What follows from the statements of one JunOS text together",
    "generated": "What qosc writes",
}


def page() -> str:
    """The text of the page."""
    sys.path.insert(0, str(ROOT))
    from tests.rules.recall.kinds_of_mistakes import STATES, kinds

    found = kinds()
    words = {"rule": "found"}
    counts = {
        words.get(state, state): sum(kind.state == state for kind in found) for state in STATES
    }
    parts = [HEAD.format(**counts)]
    for group, title in TITLES.items():
        parts.append(f"\n## {title}\n\n| mistake | finding |\n| --- | --- |\n")
        for kind in found:
            if kind.group == group:
                told = f"[{kind.told}](rules/{kind.told}.md)"
                if kind.state != "rule":
                    told = f"{kind.state}: {kind.told}"
                parts.append(f"| {kind.mistake} | {told} |\n")
    return "".join(parts) + _unlisted() + _again() + _fresh()


def _unlisted() -> str:
    """The section on mistakes that no list had."""
    from tests.rules.mistakes.sixty import mistakes

    known = mistakes()
    first, now = ([one.first for one in known], [one.now for one in known])
    rows = "".join(f"| {one.mistake} | {_said(one.first)} | {_said(one.now)} |\n" for one in known)
    return UNLISTED.format(
        all=len(known),
        first=sum(map(bool, first)),
        loud=sum(map(_is_loud, first)),
        now=sum(map(bool, now)),
        loud_now=sum(map(_is_loud, now)),
        rows=rows,
    )


def _fresh() -> str:
    """The section on the sixty after those."""
    from tests.rules.mistakes.eighty import HERE, changes

    known = changes(HERE.parent / "fresh")
    aside = [one for one in known if one.aside]
    seen = [one for one in known if not one.aside]
    return FRESH.format(
        all=len(known),
        blind=sum(bool(one.first) for one in known),
        seen=len(seen),
        aside=len(aside),
        first=sum(bool(one.first) for one in seen),
        now=sum(bool(one.now) for one in seen),
        aside_first=sum(bool(one.first) for one in aside),
        aside_now=sum(bool(one.now) for one in aside),
        total=sum(bool(one.now) for one in known),
        loud=sum(_is_loud(one.now) for one in known),
        rows="".join(
            f"| {one.mistake} | {'yes' if one.aside else ''} | {_said(one.first)} "
            f"| {_said(one.now)} |\n"
            for one in known
        ),
    )


def _again() -> str:
    """The section on the eighty of other kinds."""
    from tests.rules.mistakes.eighty import changes

    known = changes()
    aside = [one for one in known if one.aside]
    seen = [one for one in known if not one.aside]
    rows = ""
    for one in known:
        where = "yes" if one.aside else ""
        rows += f"| {one.mistake} | {where} | {_said(one.first)} | {_said(one.now)} |\n"
    return AGAIN.format(
        all=len(known),
        aside=len(aside),
        seen=len(seen),
        first=sum(bool(one.first) for one in seen),
        now=sum(bool(one.now) for one in seen),
        aside_first=sum(bool(one.first) for one in aside),
        aside_now=sum(bool(one.now) for one in aside),
        rows=rows,
    )


def _is_loud(said: str) -> bool:
    return bool(said) and not said.endswith(" info")


def _said(said: str) -> str:
    code, _, severity = said.partition(" ")
    return f"[{code}](rules/{code}.md), {severity}" if said else "nothing"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.relative_to(ROOT))
