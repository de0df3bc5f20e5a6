"""What pydantic finds wrong with a document, in our words and at its place in the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from pydantic import ValidationError

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field
from qosc.scenario.base import Model, PlacedError
from qosc.scenario.near import nearest
from qosc.scenario.reader import Tree
from qosc.source import Span

__all__ = [
    "ABOUT",
    "BASIS",
    "COST",
    "DOUBT",
    "ENGINE",
    "MOST",
    "REFERENCE",
    "SCHEMA",
    "SYNTAX",
    "VACUOUS",
    "diagnostic",
    "explained",
    "ordered",
    "place_of",
]

SYNTAX = ("QOS690", "scenario-syntax")
SCHEMA = ("QOS691", "scenario-schema")
REFERENCE = ("QOS692", "scenario-reference")
DOUBT = ("QOS693", "scenario-doubt")
COST = ("QOS694", "scenario-cost")
ENGINE = ("QOS695", "scenario-engine")
VACUOUS = ("QOS696", "nothing-measured")
BASIS = ("QOS697", "expectation-without-basis")
ABOUT = {
    SYNTAX: "The document is no YAML, has a key twice, or needs a part of YAML that is not taken.",
    SCHEMA: "A key is unknown or missing, or its value is not one that it takes.",
    REFERENCE: "Two places do not fit together: a name that leads nowhere, a packet above an MTU, "
    "a file outside of the folder of the experiments.",
    DOUBT: "A warning: the scenario runs, but it says something that no router can do, such as "
    "guarantees above the rate of the link, or a queue that holds no packet.",
    COST: "The run would take more events, memory or time than it may (--max-events, --max-memory, "
    "--timeout).",
    ENGINE: "The engine cannot run this scenario, or did not come to its end.",
    VACUOUS: "Nothing was measured: no packet was sent, none arrived, or a sender was held up.",
    BASIS: "A warning: an expectation does not say what its range is drawn round: theory, a "
    "vendor's figure, or an earlier one of our own.",
}
"""What each code says of a document: a scenario, traffic, expected figures, and their runs."""
MOST = 100
"""As many findings are reported; one more says that there are others."""
_KEYS = 5
"""As many unknown keys of one place are told one by one."""
_GUESSED = 20
"""For as many names the nearest key is looked for."""


def explained(tree: Tree, error: ValidationError, model: type[Model]) -> tuple[Diagnostic, ...]:
    """The faults in the order of their places; a misspelt key before the one that is missing."""
    faults: list[dict[str, Any]] = [
        {
            "loc": tuple(fault["loc"]),
            "type": fault["type"],
            "msg": fault["msg"],
            "ctx": fault.get("ctx", {}),
        }
        for fault in error.errors(include_url=False, include_input=False)
    ]
    unknown: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    rest: list[dict[str, Any]] = []
    for fault in faults:
        if fault["type"] == "extra_forbidden":
            unknown.setdefault(fault["loc"][:-1], []).append(fault)
        else:
            rest.append(fault)
    first: list[Diagnostic] = []
    guesses = 0
    for several in unknown.values():
        if len(first) > MOST:
            break
        if len(several) > _KEYS:
            first.append(_many_keys(tree, several))
            continue
        for fault in several:
            guesses += 1
            first.append(_unknown_key(tree, fault, model, guess=guesses <= _GUESSED))
    wrong = _wrong_places(faults)
    others = [_explain(tree, fault) for fault in rest if not _derived(fault, wrong)][: MOST + 1]
    missing = [each for each in others if " is missing" in each.message and unknown]
    listed = [
        *ordered([*first, *(each for each in others if each not in missing)]),
        *ordered(missing),
    ]
    if len(listed) > MOST:
        last = listed[MOST - 1]
        more = diagnostic(SCHEMA, f"there are more faults than these {MOST}", last.primary)
        listed = [*listed[:MOST], more]
    return tuple(listed)


def _wrong_places(faults: list[dict[str, Any]]) -> set[tuple[Any, ...]]:
    """The places above a fault, of what can be too short by it."""
    short = {fault["loc"] for fault in faults if fault["type"] == "too_short"}
    if not short:
        return set()
    return {
        fault["loc"][:length]
        for fault in faults
        for length in range(len(fault["loc"]))
        if fault["loc"][:length] in short
    }


def _derived(fault: dict[str, Any], wrong: set[tuple[Any, ...]]) -> bool:
    """Whether a list is only too short because its elements are wrong."""
    return fault["type"] == "too_short" and fault["loc"] in wrong


def ordered(diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each once, in the order of their places."""
    return tuple(sorted(dict.fromkeys(diagnostics), key=lambda each: each.sort_key))


def diagnostic(
    kind: tuple[str, str],
    message: str,
    span: Span,
    label: str = "",
    help_: str = "",
    severity: Severity = Severity.ERROR,
) -> Diagnostic:
    """A finding about a document."""
    code, name = kind
    return Diagnostic(code, name, severity, message, span, label, help=help_)


def place_of(tree: Tree, path: Sequence[int | str]) -> tuple[Span, Tree | None, Tree]:
    """Where a path leads: the span, the tree there (None for a key alone), and its holder.

    Steps that are not in the text, such as the name of a union's member, are passed over.
    """
    span, holder = tree.span, tree
    for step in path:
        holder = tree
        if tree.entries is not None and step in tree.entries:
            span, tree = tree.entries[str(step)][0], tree.entries[str(step)][1]
            span = span if tree.entries is not None or tree.items is not None else tree.span
        elif tree.items is not None and isinstance(step, int) and step < len(tree.items):
            tree = tree.items[step]
            span = tree.span
    return _first_line(span), tree, holder


def _first_line(span: Span) -> Span:
    """A block is marked by its first character: the whole would fill the screen."""
    if span.end_line == span.line:
        return span
    return Span(span.path, span.line, span.column, span.line, span.column + 1)


_SAY = {
    "missing": "the key {key!r} is missing",
    "int_type": "{key!r} must be a whole number",
    "bool_type": "{key!r} must be true or false",
    "string_type": "{key!r} must be text",
    "tuple_type": "{key!r} must be a list",
    "model_type": "{key!r} must be a mapping",
    "dict_type": "{key!r} must be a mapping",
    "model_attributes_type": "{key!r} must be a mapping",
    "float_type": "{key!r} must be a number",
    "finite_number": "{key!r} must be a number",
    "greater_than_equal": "{key!r} must be {ge} or more",
    "greater_than": "{key!r} must be greater than {gt}",
    "less_than_equal": "{key!r} must be {le} or less",
    "less_than": "{key!r} must be less than {lt}",
    "too_short": "{key!r} must have {min_length} or more entries",
    "too_long": "{key!r} must have {max_length} entries at the most",
    "string_too_short": "{key!r} must not be empty",
    "string_too_long": "{key!r} must have {max_length} characters at the most",
    "enum": "{key!r} must be {expected}",
    "literal_error": "{key!r} must be {expected}",
    "union_tag_not_found": "the key 'kind' is missing",
}
"""What a document says that is not so is no message: what must be there is."""
_HINTS = {
    "child": "a policy, written like the one it is in: {kind: policy, classes: [...]}",
    "match": "such as {where: {dscp: 46}}; {where: {}} is every packet",
    "queue": "such as {guarantee_bps: 100_000, limits: [{packets: 64}]}",
    "the document": "such as {schema: qosc/..., ...}; `qosc schema` tells the keys of each",
}


def _explain(tree: Tree, fault: dict[str, Any]) -> Diagnostic:
    path: tuple[int | str, ...] = fault["loc"]
    kind, context = fault["type"], fault["ctx"]
    if kind == "value_error" and isinstance(context["error"], PlacedError):
        path = (*path, *context["error"].place)
    span, value, _ = place_of(tree, path)
    keys = [step for step in path if isinstance(step, str) and step != "[key]"]
    key = keys[-1] if keys else "the document"
    help_ = ""
    if path and path[-1] == "[key]":
        key = str(path[-2])
        kind = "unknown_field" if kind == "enum" else kind
        span = _key_span(tree, path) or span
    if kind == "unknown_field":
        message = f"there is no header field {key[:80]!a}"
        help_ = _meant(nearest(key, [str(field) for field in Field]))
    elif kind == "value_error":
        message = str(context["error"])
    elif kind == "too_short" and path and path[-1] == "experiments":
        message = "'experiments' lists no experiment"
    elif kind == "missing" and path and isinstance(path[-1], int):
        message = f"{key[:80]!r} must have {path[-1] + 1} or more entries"
    elif kind == "union_tag_invalid":
        tag = str(context["tag"])
        message = f"the kind {tag[:80]!a} is none of {context['expected_tags']}"
        help_ = _meant(nearest(tag, str(context["expected_tags"]).replace("'", "").split(", ")))
        span = _kind_span(value) or span
    elif kind in _SAY:
        message = _SAY[kind].format(key=key[:80], **context)
        help_ = _whole_number(value) if kind == "int_type" else ""
        if kind in ("model_type", "model_attributes_type", "dict_type"):
            help_ = _HINTS.get(key, "")
    else:
        said = str(fault["msg"])
        message = f"{key[:80]!r}: {said[:1].lower()}{said[1:]}"
    return diagnostic(SCHEMA, message, span, help_=help_)


_UNITS = {"k": 1_000, "m": 1_000_000, "g": 1_000_000_000}


def _whole_number(value: Tree | None) -> str:
    """How a number is written that came with a fraction, an exponent or a unit."""
    written = value.scalar if value is not None else None
    if isinstance(written, bool):
        return ""
    if isinstance(written, float):
        if written == written and abs(written) < 1e13 and written == int(written):  # noqa: PLR0124
            return f"write {int(written):_}"
        return "units are in the key, and there are no fractions of them"
    if isinstance(written, str):
        text = written.strip().lower().rstrip("bits/").rstrip()
        number, factor = text.rstrip("kmg"), _UNITS.get(text[-1:], 1)
        if (
            number.isascii()
            and number.isdigit()
            and len(number) < 14
            and len(text) - len(number) < 2
        ):
            return f"write {int(number) * factor:_}"
    return ""


def _kind_span(value: Tree | None) -> Span | None:
    """The place of what is written for `kind` in a mapping."""
    if value is None or value.entries is None or "kind" not in value.entries:
        return None
    return value.entries["kind"][1].span


def _key_span(tree: Tree, path: Sequence[int | str]) -> Span | None:
    """The place of the key that a path ending in `(..., key, "[key]")` is about."""
    _, holder, _ = place_of(tree, path[:-2])
    if holder is not None and holder.entries is not None and path[-2] in holder.entries:
        return holder.entries[str(path[-2])][0]
    return None


def _unknown_key(
    tree: Tree, fault: dict[str, Any], model: type[Model], *, guess: bool
) -> Diagnostic:
    key = str(fault["loc"][-1])
    span, _, holder = place_of(tree, fault["loc"])
    if holder.entries is not None and key in holder.entries:
        span = holder.entries[key][0]
    near = nearest(key, _known_keys(model), 0.75) if guess else ""
    return diagnostic(SCHEMA, f"there is no key {key[:80]!r} here", span, help_=_meant(near))


def _many_keys(tree: Tree, several: list[dict[str, Any]]) -> Diagnostic:
    names = ", ".join(f"{str(fault['loc'][-1])[:40]!r}" for fault in several[:_KEYS])
    span, _, at = place_of(tree, several[0]["loc"])
    key = str(several[0]["loc"][-1])
    if at.entries is not None and key in at.entries:
        span = at.entries[key][0]
    message = f"there are {len(several)} unknown keys here: {names} and {len(several) - _KEYS} more"
    return diagnostic(SCHEMA, message, span)


def _meant(near: str) -> str:
    return f"did you mean {near!r}?" if near else ""


@cache
def _known_keys(model: type[Model]) -> tuple[str, ...]:
    """All keys of a document's schema."""
    return tuple(sorted(set(_properties(model.model_json_schema(by_alias=True)))))


def _properties(schema: dict[str, Any]) -> Iterator[str]:
    for each in (schema, *schema.get("$defs", {}).values()):
        yield from each.get("properties", {})
