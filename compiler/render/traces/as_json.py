"""What happens to a packet, for programs: `qosc trace --format json`."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.fields import Field
from qosc.ir.describe import describe
from qosc.packets import Packet
from qosc.render.documents import json_text
from qosc.render.shows.shown import policer_figures, service_figures
from qosc.render.style import PLAIN
from qosc.render.traces.text import Shown
from qosc.source import NOWHERE, SourceText, Span
from qosc.trace.route import Trace, code_points
from qosc.trace.steps import (
    Entered,
    Kept,
    Level,
    Marked,
    Matched,
    Metered,
    Step,
    Unmatched,
    Way,
)
from qosc.trace.travellers import Packets

__all__ = ["SCHEMA", "as_json"]

SCHEMA = "qosc/trace/1"
_Json = dict[str, object]


def as_json(source: SourceText, trace: Trace) -> str:
    """The document: see `trace_schema`."""
    shown = Shown(trace, source, PLAIN)
    route = trace.route
    return json_text(
        {
            "schema": SCHEMA,
            "config": source.path,
            "platform": route.profile.name,
            "in": route.entered.name if route.entered is not None else None,
            "out": route.left.name if route.left is not None else None,
            "packet": trace.packets.words,
            "notes": list(route.notes()),
            "decided": not any(shown.given(way) for way in trace.ways),
            "ways": [_way(shown, way) for way in trace.ways],
        }
    )


def _way(shown: Shown, way: Way[Packets]) -> _Json:
    return {
        "packets": shown.region(way),
        "witness": _packet(shown.witness(way)),
        "given": list(shown.given(way)),
        "meters": list(shown.met(way)),
        "steps": [_step(step) for step in way.steps],
        "dropped": way.dropped,
        "queue": [_level(level) for level in way.queue],
        "dscp_out": [] if way.dropped else list(code_points(way)),
    }


def _packet(packet: Packet | None) -> _Json | None:
    if packet is None:
        return None
    made: _Json = {"words": str(packet)}
    for field in Field:
        value = packet.get(field)
        if value not in (None, ""):
            made[field.value] = value
    return made


def _step(step: Step) -> _Json:
    return {**dict(_parts(step)), "source": _place(step.origin)}


def _parts(step: Step) -> Iterator[tuple[str, object]]:
    if isinstance(step, Entered):
        yield "kind", "stage"
        yield "port", step.port
        yield "direction", step.side
        yield "stage", step.title
        yield "default_by", step.default_by
    elif isinstance(step, Matched):
        yield "kind", step.kind
        yield "name", step.name
        yield "stage", step.inside
        yield "passed", step.passed
        yield (
            "matches",
            [{"words": each.words, "source": _place(each.origin)} for each in step.reasons],
        )
    elif isinstance(step, Unmatched):
        yield "kind", "no rule"
        yield "stage", step.title
        yield "passed", step.rules
    elif isinstance(step, Metered):
        yield "kind", "meter"
        yield "colour", step.colour.value
        yield "policer", policer_figures(step.policer, step.base)
    elif isinstance(step, Marked):
        yield "kind", "mark"
        yield "mark", describe(step.mark)
    elif isinstance(step, Kept):
        yield "kind", "kept"
        yield "field", "dscp"
    else:
        yield "kind", "drop"
        yield "why", step.why


def _level(level: Level) -> _Json:
    part = level.part
    return {
        "class": level.found.name,
        "policy": level.policy.title,
        "shared": level.shared,
        "rank": level.rank,
        "guaranteed_bits_per_second": part.sure,
        "weight": None if level.found.priority is not None else part.weight,
        **_service(level),
        "source": _place(level.found.origin),
    }


def _service(level: Level) -> _Json:
    none: _Json = {"priority": None, "excess": None, "shaper": None, "wred_by": None}
    return {**none, **service_figures(level.found, level.base, level.policy.classes)}


def _place(at: Span) -> str | None:
    return None if at == NOWHERE else str(at)
