"""What `diff` found, for programs: a JSON document with a schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from qosc.changes.model import Change, Changes, fingerprint
from qosc.fields import WIDTHS, Field
from qosc.packets.build import Builder
from qosc.packets.fieldwise import Product, Term
from qosc.packets.phrases import key_words
from qosc.render.changes.text import Shown, prints, summary
from qosc.render.documents import json_text
from qosc.source import NOWHERE, Span

__all__ = ["SCHEMA", "as_json", "json_schema"]

SCHEMA = "qosc/diff/1"

_Json = dict[str, object]


def as_json(paths: tuple[str, str], shown: Shown, meant: Mapping[str, str] | None) -> str:
    """The document: see `json_schema`."""
    seen = {key for name, _, changes, of in shown for key, _ in prints(name, changes, of)}
    document: _Json = {
        "schema": SCHEMA,
        "old": paths[0],
        "new": paths[1],
        "changed": any(changes is None or not changes.same for _, _, changes, _ in shown),
        "devices": [_device(name, old, changes, meant) for name, old, changes, _ in shown],
    }
    if meant is not None:
        document["not_seen"] = [
            {"fingerprint": key, "summary": words}
            for key, words in meant.items()
            if key not in seen
        ]
    return json_text(document)


def _device(
    name: str, old: bool, changes: Changes | None, meant: Mapping[str, str] | None
) -> _Json:
    if changes is None:
        return {"name": name, "only": "old" if old else "new"}
    pairing = changes.pairing
    before = f"{name} " if name else ""
    builder = changes.builder if isinstance(changes.builder, Builder) else None
    return {
        "name": name,
        "summary": summary(changes),
        "same": changes.same,
        "has_qos": {"old": changes.old_has_qos, "new": changes.new_has_qos},
        "counts": {
            "ports": changes.ports,
            "differing": changes.differing,
            "undecided": changes.undecided,
            "only_old": len(pairing.only_old),
            "only_new": len(pairing.only_new),
            "lines_not_modelled_alike": changes.not_modelled,
        },
        "pairs": [{"old": one.old, "new": one.new, "by": one.by} for one in pairing.pairs],
        "only_old": list(pairing.only_old),
        "only_new": list(pairing.only_new),
        "composed": [_way(*way) for way in changes.composed],
        "notes": list(changes.notes),
        "changes": [_change(one, builder, before, meant) for one in changes],
    }


def _change(
    change: Change, builder: Builder | None, before: str, meant: Mapping[str, str] | None
) -> _Json:
    key = before + fingerprint(change)
    made: _Json = {
        "fingerprint": key,
        "kind": change.kind,
        "ways": [_way(*way) for way in change.ways],
        "old_class": change.old_class or None,
        "new_class": change.new_class or None,
        "old_queue": change.old_queue or None,
        "new_queue": change.new_queue or None,
        "differences": [
            {
                "name": delta.name,
                "old": delta.old,
                "new": delta.new,
                "decided": delta.decided,
                "old_default_of": delta.old_by or None,
                "new_default_of": delta.new_by or None,
                "old_source": _place(delta.old_origin),
                "new_source": _place(delta.new_origin),
            }
            for delta in change.deltas
        ],
        "packets": change.words,
        "at_output": change.at_output,
        "region": _region(change.region, builder),
        "example": None if change.packet is None else str(change.packet),
        "depends_on": list(change.depends_on),
        "reason": change.reason or None,
        "old_lines": [str(span) for span in change.old_lines],
        "new_lines": [str(span) for span in change.new_lines],
    }
    if meant is not None:
        made["expected"] = key in meant
    return made


def _way(ingress: Sequence[str], egress: Sequence[str]) -> _Json:
    return {"inputs": [one or None for one in ingress], "outputs": [one or None for one in egress]}


def _place(at: Span) -> str | None:
    return None if at == NOWHERE else str(at)


def _region(region: Sequence[Term] | None, builder: Builder | None) -> object:
    if region is None or builder is None:
        return None
    return [
        {
            "match": _product(term.held, builder),
            "except": [_product(p, builder) for p in term.without],
        }
        for term in region
    ]


def _product(product: Product, builder: Builder) -> _Json:
    made: _Json = {}
    for key, values in product.values.items():
        if isinstance(key, Field) and (key in WIDTHS or key not in builder.names):
            made[str(key)] = [list(one) for one in values]
        elif isinstance(key, Field):
            made[str(key)] = list(_names(key, values, builder))
        else:
            made[key_words(key)] = [list(one) for one in values]
    return made


def _names(key: Field, values: Sequence[tuple[int, int]], builder: Builder) -> Iterator[str]:
    """Names of a field; an empty one is none, `*` any that neither config has."""
    known = {number: name for name, number in builder.names[key].items()}
    others = False
    for low, high in values:
        inside = [number for number in (0, *known) if low <= number <= high]
        others = others or high - low + 1 > len(set(inside))
        yield from dict.fromkeys(known.get(number, "") for number in sorted(inside))
    if others:
        yield "*"


def json_schema() -> _Json:
    """The JSON Schema of the document.

    A way is in at any of `inputs` and out at any of `outputs`, null for ports without QoS. A region
    holds what is in some `match` (intervals of values by field, or names) and in none of the
    `except` beside it; it is of packets as they come in at the port, and with `at_output` as they
    reach the output from any port without QoS. It is null where it takes too many terms: `packets`
    has words then.
    From a port to another that are together in `composed` what differs is told by the changes of
    that way. Elsewhere it is told by those with its input and no output, and those with its output
    and no input.
    """
    text, flag, number = {"type": "string"}, {"type": "boolean"}, {"type": "integer"}
    maybe = {"type": ["string", "null"]}

    def record(optional: Sequence[str] = (), **keys: object) -> _Json:
        required = [key for key in keys if key not in optional]
        return {"type": "object", "properties": keys, "required": required}

    def several(of: object) -> _Json:
        return {"type": "array", "items": of}

    values = {
        "type": "object",
        "additionalProperties": {
            "anyOf": [several({"type": "array", "items": number}), several(text)]
        },
    }
    way = record(inputs=several(maybe), outputs=several(maybe))
    term = {
        "type": "object",
        "properties": {"match": values, "except": several(values)},
        "required": ["match", "except"],
    }
    delta = record(
        name=text,
        old=text,
        new=text,
        decided=flag,
        old_default_of=maybe,
        new_default_of=maybe,
        old_source=maybe,
        new_source=maybe,
    )
    change = record(
        ("expected",),
        fingerprint=text,
        kind={"enum": ["differs", "undecided", "line"]},
        ways=several(way),
        old_class=maybe,
        new_class=maybe,
        old_queue=maybe,
        new_queue=maybe,
        differences=several(delta),
        packets=text,
        at_output=flag,
        region={"anyOf": [several(term), {"type": "null"}]},
        example=maybe,
        depends_on=several(text),
        reason=maybe,
        old_lines=several(text),
        new_lines=several(text),
        expected=flag,
    )
    counts = record(
        ports=number,
        differing=number,
        undecided=number,
        only_old=number,
        only_new=number,
        lines_not_modelled_alike=number,
    )
    device = record(
        name=text,
        summary=text,
        same=flag,
        has_qos=record(old=flag, new=flag),
        counts=counts,
        pairs=several(record(old=text, new=text, by=text)),
        only_old=several(text),
        only_new=several(text),
        composed=several(way),
        notes=several(text),
        changes=several(change),
    )
    one_side = record(name=text, only={"enum": ["old", "new"]})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **record(
            ("not_seen",),
            schema={"const": SCHEMA},
            old=text,
            new=text,
            changed=flag,
            devices=several({"anyOf": [device, one_side]}),
            not_seen=several(record(fingerprint=text, summary=text)),
        ),
    }
