"""What `qosc show` says, for programs: one row for each class and rule of each port."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qosc.amounts import Burst, Depth, DepthUnit, Rate
from qosc.datapath.crossing.translation import Nat, nat
from qosc.datapath.lines import line_rate
from qosc.datapath.nesting import too_far_inside
from qosc.datapath.rates import base_of, link_rate
from qosc.datapath.shares import Base, implied_shares, remainder
from qosc.ir import (
    Attachment,
    ClassMap,
    Device,
    Mark,
    Meter,
    Outcome,
    Policer,
    Policy,
    Port,
    Predicate,
    QueueLimit,
    Reference,
    RuleList,
    TrafficClass,
)
from qosc.ir.describe import describe, describe_match
from qosc.ir.resolve import POLICY_LEVELS, resolve
from qosc.packets.budget import TOO_FAR_INSIDE
from qosc.platforms import is_junos
from qosc.profiles import Profile
from qosc.render.documents import json_text
from qosc.render.figures import percent
from qosc.source import NOWHERE, Span

__all__ = [
    "SCHEMA",
    "TooManyRowsError",
    "as_json",
    "policer_figures",
    "rows_of",
    "service_figures",
]

_MOST_ROWS = 50_000
"""Rows of a document, some 0.5 GB of memory and 60 MB of text."""

SCHEMA = "qosc/show/1"

_Json = dict[str, object]


class TooManyRowsError(Exception):
    """The ports times their classes and rules are more than one document may have."""

    def __init__(self, ports: int) -> None:
        super().__init__(
            f"the classes and rules of {ports} ports are too many for one document (more than "
            f"{_MOST_ROWS} rows); --interface chooses a port"
        )


def as_json(
    config: str,
    device: Device,
    ports: Sequence[Port],
    profile: Profile,
    lines: Sequence[str] = (),
) -> str:
    """The document: see `show_schema`. `lines` are those of the config.

    TooManyRowsError where a long list at many ports would take the memory of the machine.
    """
    rows: list[_Json] = []
    for port in ports:
        for row in rows_of(device, port, profile):
            rows.append(row)
            if len(rows) > _MOST_ROWS:
                raise TooManyRowsError(len(ports))
    translations = nat(lines, junos=is_junos(device.platform))
    return json_text(
        {
            "schema": SCHEMA,
            "config": config,
            "platform": profile.name,
            "ports": [_port(device, port, profile, translations) for port in ports],
            "rows": rows,
            "not_modelled": [
                {"text": one.text, "reason": one.reason, "source": _place(one.origin)}
                for one in device.residue
            ]
            + [
                {
                    "text": f"service-policy {one.name}",
                    "reason": TOO_FAR_INSIDE,
                    "source": _place(one.origin),
                }
                for port in ports
                for stage in (*port.input, *port.output)
                if isinstance(stage, Attachment)
                for one in too_far_inside(device, stage)
            ],
        }
    )


def _port(device: Device, port: Port, profile: Profile, translations: Nat) -> _Json:
    line, before = line_rate(device, port, profile), translations.before(device, port)
    return {
        "port": port.name,
        "unit": port.unit or None,
        "description": port.description,
        "bits_per_second": line.rate if line is not None else None,
        "percentages_of": link_rate(device, port, profile),
        "shutdown": port.shutdown,
        "not_followed": str(before) if before is not None else None,
        "per_link": port.per_link,
        "source": _place(port.origin),
    }


def rows_of(device: Device, port: Port, profile: Profile) -> Iterator[_Json]:
    """The rows of one port: each class and rule of each stage, in the order packets meet them."""
    for direction, stages in (("input", port.input), ("output", port.output)):
        base = base_of(device, port, profile, output=direction == "output")
        for stage in stages:
            by = stage.default_by
            first: _Json = {"port": port.name, "direction": direction, "stage_default_by": by}
            if isinstance(stage, RuleList):
                yield from _rules(device, {**first, "stage": stage.feature}, stage, base)
                continue
            policy = resolve(device, stage.policy)
            if isinstance(policy, Policy):
                yield from _classes(
                    device=device,
                    first=first,
                    policy=policy,
                    base=base,
                    by=profile.name,
                    inside=(),
                    seen=(),
                )


def _rules(device: Device, first: _Json, rules: RuleList, base: Base) -> Iterator[_Json]:
    for number, rule in enumerate(rules.rules, start=1):
        yield {
            **_row(first, "rule", number, f"rule {number}", (), rule.origin),
            "matches": _matches(device, rule.match),
            "marks": _marks(rule.marks),
            "verdict": rule.verdict.value if rule.policer is None else None,
            "policers": [policer_figures(rule.policer, base)] if rule.policer is not None else [],
        }


def _classes(
    device: Device,
    first: _Json,
    policy: Policy,
    base: Base,
    by: str,
    inside: tuple[str, ...],
    seen: tuple[Reference, ...],
) -> Iterator[_Json]:
    """`by` is the profile, whose are the shares that no line says."""
    implied = implied_shares(device, policy, by)
    for number, traffic_class in enumerate(policy.classes, start=1):
        stage = {**first, "stage": policy.title}
        share = _rate(implied[number - 1], None)
        yield {
            **_row(stage, "class", number, traffic_class.name, inside, traffic_class.origin),
            "matches": _matches(device, traffic_class.match),
            "marks": _marks(traffic_class.marks),
            "verdict": "drop" if traffic_class.drop else None,
            "policers": [policer_figures(one, base) for one in traffic_class.policers],
            **service_figures(traffic_class, base, policy.classes),
            **({"excess": share} if share is not None else {}),
        }
        child = traffic_class.child
        if child is None or child in seen or len(seen) + 1 == POLICY_LEVELS:
            continue
        inner = resolve(device, child)
        if isinstance(inner, Policy):
            below = (*inside, traffic_class.name)
            yield from _classes(
                device=device,
                first=first,
                policy=inner,
                base=base.below(traffic_class),
                by=by,
                inside=below,
                seen=(*seen, child),
            )


def _row(
    first: _Json, kind: str, number: int, name: str, inside: tuple[str, ...], at: Span
) -> _Json:
    return {
        **first,
        "kind": kind,
        "number": number,
        "name": name,
        "inside": list(inside),
        "source": _place(at),
        "matches": "",
        "marks": [],
        "verdict": None,
        "policers": [],
        "priority": None,
        "guarantee": None,
        "excess": None,
        "shaper": None,
        "limits": [],
        "wred_by": None,
        "fair_queue": False,
    }


def service_figures(
    traffic_class: TrafficClass, base: Base, classes: Sequence[TrafficClass]
) -> _Json:
    """What the scheduler gives a class of a policy with `classes`, and where its queue drops."""
    priority, shaper = traffic_class.priority, traffic_class.shaper
    made: _Json = {
        "guarantee": _rate(traffic_class.guarantee, base.reservable),
        "excess": _rate(traffic_class.excess, None),
        "limits": [_limit(limit) for limit in traffic_class.limits],
        "fair_queue": traffic_class.fair_queue is not None,
    }
    if traffic_class.remainder and traffic_class.excess is not None:
        left = remainder(classes, base, traffic_class.excess.value)
        made["excess"] = _rate(traffic_class.excess, None, left)
    if priority is not None:
        made["priority"] = {
            "level": priority.level,
            "rate": _rate(priority.rate, base.reservable),
            "burst": _amount(priority.burst),
        }
    if shaper is not None:
        made["shaper"] = {
            "rate": _rate(shaper.rate, base.above(shaper)),
            "sends_bits_per_second": base.cap(shaper),
            "committed": _amount(shaper.committed),
            "excess": _amount(shaper.excess),
        }
    if traffic_class.wred is not None:
        made["wred_by"] = (
            str(traffic_class.wred.field) if traffic_class.wred.field is not None else "depth"
        )
    return made


def policer_figures(policer: Policer, base: Base) -> _Json:
    """A policer; percentages are of `base`. Rows with the same `bucket` draw on one bucket."""
    meter: Meter = policer.meter
    return {
        "algorithm": meter.algorithm.value,
        "cir": _rate(meter.cir, base.whole),
        "pir": _rate(meter.pir, base.whole),
        "cbs": _amount(meter.cbs),
        "ebs": _amount(meter.ebs),
        "pbs": _amount(meter.pbs),
        "conform": _outcome(policer.conform),
        "exceed": _outcome(policer.exceed),
        "violate": _outcome(policer.violate),
        "bucket": policer.shared or None,
    }


def _outcome(outcome: Outcome | None) -> str | None:
    return None if outcome is None else describe(outcome)


def _rate(rate: Rate | None, of: int | None, known: int | None = None) -> _Json | None:
    """A rate of `of` bit/s; `known` are its own bit/s, where they do not follow from that."""
    if rate is None:
        return None
    return {
        "said": percent(str(rate)),
        "bits_per_second": Base(of).reserved(rate) if known is None else known,
        "default_by": rate.default_by,
    }


def _amount(amount: Burst | Depth | None) -> _Json | None:
    if amount is None:
        return None
    if isinstance(amount, Burst):
        size = amount.bytes_at(None)
    else:  # a depth in packets has no size in bytes of its own
        size = None if amount.unit is DepthUnit.PACKETS else amount.bytes_at(None, 0)
    return {"said": percent(str(amount)), "bytes": size, "default_by": amount.default_by}


def _limit(limit: QueueLimit) -> _Json:
    return {
        "depth": _amount(limit.depth),
        "reserved": _amount(limit.reserved),
        "matches": describe_match(limit.match) if limit.match is not None else None,
    }


def _matches(device: Device, match: Predicate) -> str:
    target = resolve(device, match) if isinstance(match, Reference) else None
    if isinstance(target, ClassMap):
        match = target.match
    return describe_match(match, lambda ref: resolve(device, ref))


def _marks(marks: tuple[Mark, ...]) -> list[str]:
    return [describe(mark) for mark in marks]


def _place(at: Span) -> str | None:
    return None if at == NOWHERE else str(at)
