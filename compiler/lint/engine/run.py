"""Runs the rules over a device."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from qosc.diagnostics import Diagnostic
from qosc.ir import Attachment, Device
from qosc.lint.engine import registry
from qosc.lint.engine.causes import one_cause
from qosc.lint.engine.index import index
from qosc.lint.engine.junos_words import text_traits
from qosc.lint.engine.near_words import Near
from qosc.lint.engine.placed import PLACED
from qosc.lint.engine.repeats import together
from qosc.lint.engine.rule import Context
from qosc.lint.engine.suppress import Suppression, silenced, suppressions
from qosc.lint.engine.undecided import given_up
from qosc.profiles import Profile
from qosc.source import SourceText
from qosc.values import replace

if TYPE_CHECKING:
    from qosc.ir.statements import Statements

__all__ = ["Own", "as_written", "check", "chosen_row", "none_left", "unknown_selectors"]


_OF_WHOLE = "QOS009"
"""The rule about a text as a whole."""

Own = Mapping[registry.Row, Callable[[Context], Iterable[Diagnostic]]]
"""Rules of a site: a row each, and what finds its findings."""


def check(
    device: Device,
    profile: Profile,
    source: SourceText | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    *,
    unlike: bool = False,
    statements: Callable[[], Statements] | None = None,
    own: Own | None = None,
    hidden: MutableMapping[Diagnostic, str] | None = None,
) -> tuple[Diagnostic, ...]:
    """All findings about a device, in the order of their places, each once.

    `device` has the defaults of `profile` filled in. `select` and `ignore` hold selectors (`ALL`, a
    code, the beginning of a code, a name); without `select` every rule runs. A selector that fits
    no rule has no effect: `unknown_selectors` tells. `source` is where suppressions are looked for.
    That it is no config is told whatever is selected; `unlike` says that nothing in it reads like
    one. `statements` reads all statements of a text of JunOS; it is called where a rule looks
    beside the model. `own` are rules of the site, which run whatever the device has. Into `hidden`
    is put what comments silence, with the reasons that they give.
    """
    own = own or {}
    device = as_written(device)
    comments = suppressions(source, junos=_is_junos(profile)) if source is not None else ()
    facts = index(device)
    traits = facts.traits | {"suppression"} if comments else facts.traits
    if select:
        # What was selected is not passed over in silence where it has no answer.
        select = (*select, "not-decided")
    odd = unlike or (
        source is not None and (source.doubt is not None or _is_odd(device, source.text))
    )
    if source is not None and odd:
        traits |= {"odd-text"}
        select = (*select, "not-a-config") if select else ()
    traits |= _traits_of_text(source, profile)
    junos = statements if _is_junos(profile) else None
    context = Context(device, profile, facts, source, comments, unlike=unlike, statements=junos)
    chosen = list(_chosen(tuple(own), tuple(select), tuple(ignore)))
    if device.residue and device.residue[0].about == registry.ASA:
        traits |= {"asa"}
        chosen = [row for row in chosen if row in own or row.code in registry.OF_ASA]
    by_place: dict[tuple[str, int], list[Suppression]] = {}
    for comment in comments:
        row = registry.find(comment.word, own)
        comment.known = row is not None
        # Whether a config has no QoS is asked by `qosc check --require-qos` alone.
        comment.idle = row is not None and (row not in chosen or row.code == _OF_WHOLE)
        if row is not None:
            by_place.setdefault((row.code, comment.line), []).append(comment)
    findings: dict[Diagnostic, None] = {}
    silent = _silent(context)
    for row in chosen:
        if context.once(given_up):
            traits |= {"given-up"}
        if row not in own and (traits.isdisjoint(row.traits) or silent(row.code)):
            continue
        run = own[row] if row in own else registry.load(row).check
        for finding in run(context):
            by = silenced(finding, by_place)
            if by is None:
                findings[finding] = None
            elif hidden is not None:
                hidden[finding] = by.reason
    merged = together(one_cause(findings, device), device)
    return tuple(sorted(merged, key=lambda finding: finding.sort_key))


def _silent(context: Context) -> Callable[[str], bool]:
    """Tells of the code of a rule whether it has nothing to say, whatever traits the device has."""
    near = Near(context.source)
    placed = bool(context.index.busy or context.device.rule_lists)
    return lambda code: (not placed and code in PLACED) or near.lacks(code)


def _traits_of_text(source: SourceText | None, profile: Profile) -> set[str]:
    return text_traits(source.text) if source is not None and _is_junos(profile) else set()


def _is_junos(profile: Profile) -> bool:
    return profile.takes.junos_statements


_ODD = (
    "git-lfs",
    "{{",
    "{% ",
    "edit ",
    "/queue",
    "/ip ",
    "configure qos",
    "configure port",
    "qos {",
    "traffic-policy {",
    "Service-policy ",
    "Index: ",
    "configuration",
    "network-instance",
    "sap-",
    "set qos ",
    "set traffic-",
    "traffic c",
    "\n<",
    "\n{",
)
"""One of these stands in each text of another kind in which hardly a line concerns QoS."""
_FEW = 5


def _is_odd(device: Device, text: str) -> bool:
    """Whether a text may be no config: a page, data, or one of few lines on QoS."""
    if text[:99].lstrip()[:1] in ("<", "{"):
        return True
    few = device.coverage.on_qos <= _FEW
    return few and any(word in text for word in _ODD)


def as_written(device: Device) -> Device:
    """The device without the stages that a platform adds by itself: nobody is to blame for them."""
    ports = {}
    idle: set[str] = set()
    for name, port in device.ports.items():
        added = [stage for stage in (*port.input, *port.output) if stage.default_by]
        if added:
            idle.update(stage.policy.name for stage in added if isinstance(stage, Attachment))
            ports[name] = replace(
                port,
                input=tuple(stage for stage in port.input if not stage.default_by),
                output=tuple(stage for stage in port.output if not stage.default_by),
            )
    if not ports:
        return device
    for policy in device.policies.values():
        idle.difference_update(one.child.name for one in policy.classes if one.child is not None)
    policies = {name: each for name, each in device.policies.items() if name not in idle}
    return replace(device, ports={**device.ports, **ports}, policies=policies)


def unknown_selectors(
    selectors: Sequence[str], own: tuple[registry.Row, ...] = ()
) -> tuple[str, ...]:
    """The selectors that fit no rule, nor one of the site."""
    return tuple(
        word
        for word in selectors
        if not any(registry.matches(row, word) for row in registry.with_own(own))
    )


def none_left(
    select: Sequence[str], ignore: Sequence[str], own: tuple[registry.Row, ...] = ()
) -> bool:
    """Whether no rule is both selected and not ignored."""
    return not any(chosen_row(row, select, ignore) for row in registry.with_own(own))


@lru_cache(maxsize=16)
def _chosen(
    own: tuple[registry.Row, ...], select: tuple[str, ...], ignore: tuple[str, ...]
) -> tuple[registry.Row, ...]:
    """The rows of the rules that run: the same for each of thousands of devices."""
    return tuple(row for row in registry.with_own(own) if chosen_row(row, select, ignore))


def chosen_row(row: registry.Row, select: Sequence[str], ignore: Sequence[str]) -> bool:
    """Whether a rule runs, by what is selected and ignored."""
    if any(registry.matches(row, word) for word in ignore):
        return False
    return not select or any(registry.matches(row, word) for word in select)
