"""A line that concerns QoS, is understood, and is not in the model.

## What it does

Reports each line that the program recognises as QoS and does not model; lines that follow each
other for the same reason are one finding, and so are lines that say the same in several places.
Their effect is in no output of the program, and no rule looks at them.

## Why it matters

What the device does to packets is more than what this program says of it. The finding is the list
of what is missing, so that nobody takes the compiled result for the whole.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
  compress header ip rtp
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Sources

- A rule about this program's own reading; it needs no other source.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.datapath.units import joined
from qosc.diagnostics import Diagnostic, Severity, first_names
from qosc.ir import Residue, ResidueKind, SupportState
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.asa import is_asa, lines_on_qos
from qosc.lint.facts.lines.circuits import NOT_ENABLED, unshaped_circuits
from qosc.lint.facts.lines.voided import voided
from qosc.lint.facts.objects import covers, idle_contexts, is_missing, told
from qosc.lint.facts.refused import is_refused
from qosc.lint.facts.switches.trusted_devices import lone_devices, trunk_devices
from qosc.lint.facts.titles import elsewhere
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS011", "line-not-modelled", Severity.INFO, "0.1")


_PROFILES = "class-of-service traffic-control-profiles"
"""What is said of one as a whole is modelled, and told by show and the ledger."""
_NO_TABLE = "there is no table-map "
"""What QOS018 tells of a config as a whole."""


def check(context: Context) -> Iterator[Diagnostic]:
    if context.once(is_asa):
        yield _about_asa(context)
        return
    reported, idle = context.once(told), context.once(idle_contexts)
    held = context.once(_held)
    lone = {*context.once(lone_devices), *context.once(trunk_devices), *context.once(voided)}
    residues = [
        residue
        for residue in context.device.residue
        if residue.state is SupportState.RECOGNISED
        and residue.rival is None
        and residue.origin not in held
        and not is_refused(residue)
        and (residue.text or residue.context != _PROFILES)
        and not (
            covers(residue.origin, reported)
            or is_missing(context, residue.reason)
            or residue.origin.line in lone
            or (residue.reason.startswith(NOT_ENABLED) and context.once(unshaped_circuits))
            or (residue.reason.startswith(_NO_TABLE) and context.device.complete)
            or f"{residue.context} ".startswith(idle)
        )
    ]
    named = {comment.line for comment in context.suppressions}
    alike: dict[tuple[str, ...], list[list[Residue]]] = {}
    for run in _runs(context, residues, named):
        # Lines with a comment for us have a finding of their own, which it is about.
        own = any(each.origin.line in named for each in run)
        place = (str(run[0].origin),) if own else ()
        alike.setdefault((*place, *_says(run)), []).append(run)
    for run, *others in alike.values():
        yield _about_system(run[0]) if _of_system(run[0]) else _about_lines(run, others)


def _held(context: Context) -> frozenset[Span]:
    """The lines on remaining traffic that the tree of a port holds, as show and targets have it."""
    device = context.device
    named = frozenset(port.remaining.origin for port in device.ports.values() if port.remaining)
    return named - {one.origin for one in joined(device).residue} if named else named


def _says(run: list[Residue]) -> Iterator[str]:
    yield run[0].context
    yield run[0].reason
    for each in run:
        yield " ".join(each.text.split())


_SHOWN = 12
"""So many of the lines of a config that is not read are named."""


def _about_lines(run: list[Residue], others: list[list[Residue]]) -> Diagnostic:
    """One finding about lines that follow each other, and about `others` that say the same."""
    first, last = run[0], run[-1]
    if first is last:
        what = f"this line in {first.context} is not modelled"
    else:
        count = len({residue.origin.line for residue in run})
        below = f"the {count - 1} lines" if count > 2 else "the line"
        what = f"this line in {first.context} and {below} below it are not modelled"
    return RULE.at(
        first.origin,
        what,
        effect="the effect on packets is not checked",
        label="not in the model" if first is last else f"up to line {last.origin.line}",
        notes=(
            *((first.reason,) if first.reason else ()),
            *([elsewhere([each[0].origin.line for each in others])] if others else ()),
        ),
    )


def _of_system(residue: Residue) -> bool:
    return residue.kind in (ResidueKind.SYSTEM, ResidueKind.AS_IOS)


def _about_system(residue: Residue) -> Diagnostic:
    """The config of a system that is read as another, or not at all."""
    evidence, _, fate = residue.reason.rpartition(": ")
    name = f"{residue.about} config"
    article = "an" if name[:1] in "AEIO" else "a"
    return RULE.at(
        residue.origin,
        f"this looks like {article} {name}",
        effect=f"{fate}; what only that system has is not checked",
        label="the text begins here",
        notes=(evidence,) if evidence else (),
    )


def _about_asa(context: Context) -> Diagnostic:
    """The one finding about a config of Cisco ASA, with the lines of QoS that nobody checked."""
    lines = lines_on_qos(context.source) if context.source is not None else []
    some = first_names(lines, _SHOWN)
    return RULE.at(
        context.device.residue[0].origin,
        "this is a Cisco ASA config, whose policies are not read",
        effect="nothing in it is checked but masks of access lists",
        label="the text begins here",
        notes=(f"not checked: line {some}" if lines else "it has no line on QoS",),
    )


def _runs(context: Context, residues: list[Residue], named: set[int]) -> Iterator[list[Residue]]:
    """Lines with nothing else between them and the same reason, but those with a comment for us."""
    run: list[Residue] = []
    for residue in residues:
        if run and _follows(context, run[-1], residue, named):
            run.append(residue)
            continue
        if run:
            yield run
        run = [residue]
    if run:
        yield run


def _follows(context: Context, before: Residue, after: Residue, named: set[int]) -> bool:
    start, end = before.origin.end_line, after.origin.line
    if (
        before.reason != after.reason
        or _of_system(before)
        or end < start
        or not named.isdisjoint((before.origin.line, end))
    ):
        return False
    if end - start < 2:
        return end > start
    source = context.source
    return source is not None and all(
        not line.strip() or line.lstrip().startswith(("!", "#"))
        for line in map(source.line, range(start + 1, end))
    )
