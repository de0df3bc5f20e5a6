"""A check of nothing: a config that has no QoS, where QoS is required."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping, Sequence

from qosc.api import Config
from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Device
from qosc.ir.leaves import has_qos
from qosc.settings.plans import Plan
from qosc.source import NOWHERE, Span

__all__ = ["lacking", "some_asked"]

_CODE, _NAME = "QOS009", "not-a-config"


def some_asked(plan: Plan) -> bool:
    """Whether a config must have some QoS: --require-qos says it, and the rule is not ignored."""
    if not plan.require_qos:
        return False
    from qosc.lint.engine.registry import find
    from qosc.lint.engine.run import chosen_row

    row = find(_CODE)
    return row is not None and chosen_row(row, (), plan.ignore)


def lacking(
    config: Config,
    plan: Plan,
    findings: Sequence[Diagnostic],
    hidden: MutableMapping[Diagnostic, str] | None,
) -> tuple[Diagnostic, ...]:
    """The finding that a device lacks the QoS that is asked of it, beside those found. One that a
    comment silences is put into `hidden` with its reason.
    """
    lacking_findings: list[Diagnostic] = []
    for one in without_qos(config, findings) if some_asked(plan) else ():
        reason = _reason(config, one)
        if reason is None:
            lacking_findings.append(one)
        elif hidden is not None:
            hidden[one] = reason
    return tuple(lacking_findings)


def _reason(config: Config, finding: Diagnostic) -> str | None:
    """What the comment says that silences it; None where none does."""
    from qosc.lint.engine.registry import find
    from qosc.lint.engine.suppress import Suppression, silenced, suppressions

    by_place: dict[tuple[str, int], list[Suppression]] = {}
    junos = config.profile.takes.junos_statements
    for comment in suppressions(config.source, junos=junos):
        row = find(comment.word)
        if row is not None:
            by_place.setdefault((row.code, comment.line), []).append(comment)
    by = silenced(finding, by_place)
    return None if by is None else by.reason


def without_qos(config: Config, diagnostics: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """The finding that a device has no QoS, for `--require-qos`; none where it is told already that
    the text is no config.
    """
    if _any_qos(config.device) or any(one.code == _CODE for one in diagnostics):
        return
    source = config.source
    first = source.number(0) if source.lines else 1
    length = len(source.lines[0]) if source.lines else 0
    whose = f" for {config.name}" if config.host else ""
    yield Diagnostic(
        _CODE,
        _NAME,
        Severity.ERROR,
        f"no QoS is configured{whose}, and --require-qos asks for some",
        Span(source.path, first, 1, first, max(length, 1) + 1),
        help="check that this is the running config, whole; or leave --require-qos out",
    )


def _any_qos(device: Device) -> bool:
    """Whether a config says anything on QoS, in use or not: a line with an address makes a port,
    which alone is none.
    """
    return bool(
        device.policies
        or device.class_maps
        or device.rule_lists
        # Those of no place are the platform's own.
        or any(name.origin != NOWHERE for name in device.names)
        or any(map(has_qos, device.ports.values()))
        or any(one.text for one in device.residue)
    )
