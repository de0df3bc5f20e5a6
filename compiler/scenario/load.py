"""A scenario from its text, or what is wrong with it at line and column."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Any, TypeVar

from pydantic import ValidationError

from qosc.diagnostics import Diagnostic, Severity
from qosc.scenario.base import Model
from qosc.scenario.check import check
from qosc.scenario.model import Scenario
from qosc.scenario.overlay import Overlay
from qosc.scenario.reader import Fault, Tree, read
from qosc.source import NOWHERE, SourceText, Span

__all__ = ["faults_of", "load", "load_model", "load_overlay"]

M = TypeVar("M", bound=Model)

SYNTAX = ("QOS690", "scenario-syntax")
SCHEMA = ("QOS691", "scenario-schema")
REFERENCE = ("QOS692", "scenario-reference")
ABOUT = {
    SYNTAX: "The document is no YAML, has a key twice, or needs a part of YAML that is not taken.",
    SCHEMA: "A key is unknown or missing, or its value is not one that it takes.",
    REFERENCE: "Two places do not fit together: a name that leads nowhere, a packet above an MTU.",
}
"""What each code says of a document: a scenario, traffic, or expected figures."""
_MOST = 100
"""As many findings are reported; after them comes no news."""


def load(text: str, path: str) -> Scenario | tuple[Diagnostic, ...]:
    """The scenario in `text`, or its faults in the order of their places; never raises.

    `path` names the text in the diagnostics.
    """
    scenario, faults, tree = _shaped(SourceText(path, text), Scenario)
    if scenario is None:
        return faults
    return faults_of(scenario, tree) or scenario


def load_overlay(text: str, path: str) -> Overlay | tuple[Diagnostic, ...]:
    """The overlay in `text`, or its faults; as `load`. What it names is checked once it is laid
    over a scenario.
    """
    return load_model(text, path, Overlay)


def load_model(text: str, path: str, model: type[M]) -> M | tuple[Diagnostic, ...]:
    """A document of any model in `text`, or its faults; as `load`."""
    loaded, faults, _ = _shaped(SourceText(path, text), model)
    return faults if loaded is None else loaded


def faults_of(scenario: Scenario, tree: Tree | None) -> tuple[Diagnostic, ...]:
    """What is wrong with a scenario whose shape is right, at its place in `tree` where given."""
    return _ordered(
        [
            _diagnostic(REFERENCE, message, _place(tree, place)[0] if tree else NOWHERE)
            for place, message in islice(check(scenario), _MOST)
        ]
    )


def _shaped(
    source: SourceText, model: type[M]
) -> tuple[M | None, tuple[Diagnostic, ...], Tree | None]:
    try:
        tree = read(source)
    except Fault as fault:
        return None, (_diagnostic(SYNTAX, fault.message, fault.span, help_=fault.help),), None
    try:
        return model.model_validate(tree.plain()), (), tree
    except ValidationError as error:
        faults = [dict(fault) for fault in error.errors(include_url=False)[:_MOST]]
        found = [_explain(tree, fault) for fault in faults if not _derived(fault, faults)]
        return None, _ordered(found), tree


def _derived(fault: dict[str, Any], faults: list[dict[str, Any]]) -> bool:
    """Whether a list is only too short because its elements are wrong."""
    path = tuple(fault["loc"])
    return fault["type"] == "too_short" and any(
        len(other["loc"]) > len(path) and tuple(other["loc"][: len(path)]) == path
        for other in faults
    )


def _ordered(found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(dict.fromkeys(found), key=lambda each: each.sort_key))


def _diagnostic(
    kind: tuple[str, str], message: str, span: Span, label: str = "", help_: str = ""
) -> Diagnostic:
    code, name = kind
    return Diagnostic(code, name, Severity.ERROR, message, span, label, help=help_)


def _place(tree: Tree, path: Sequence[int | str]) -> tuple[Span, Tree | None, Tree]:
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
    "extra_forbidden": "there is no key {key!r} here",
    "int_type": "{key!r} is a whole number",
    "bool_type": "{key!r} is true or false",
    "string_type": "{key!r} is text",
    "tuple_type": "{key!r} is a list",
    "model_type": "{key!r} is a mapping",
    "dict_type": "{key!r} is a mapping",
    "model_attributes_type": "{key!r} is a mapping",
    "union_tag_not_found": "the key 'kind' is missing",
}


def _explain(tree: Tree, fault: dict[str, Any]) -> Diagnostic:
    path: tuple[int | str, ...] = tuple(fault["loc"])
    kind, context = fault["type"], fault.get("ctx", {})
    span, _, holder = _place(tree, path)
    keys = [step for step in path if isinstance(step, str) and step != "[key]"]
    key = keys[-1] if keys else "the document"
    help_ = ""
    if kind == "extra_forbidden":
        if holder.entries is not None and key in holder.entries:
            span = holder.entries[key][0]
        help_ = _nearest(key, path)
    if path and path[-1] == "[key]":
        key = str(path[-2])
        kind = "unknown_field" if kind == "enum" else kind
        span = _key_span(tree, path) or span
    if kind == "unknown_field":
        from qosc.fields import Field

        message = f"there is no header field {key[:80]!a}"
        near = get_close_matches(key, [str(field) for field in Field], 1)
        help_ = f"did you mean {near[0]!r}?" if near else ""
    elif kind == "value_error":
        message = str(context["error"])
    elif kind == "union_tag_invalid":
        message = f"the kind {str(context['tag'])[:80]!a} is none of {context['expected_tags']}"
    elif kind in _SAY:
        message = _SAY[kind].format(key=key[:80])
    else:
        said = str(fault["msg"])
        message = f"{key[:80]!r}: {said[:1].lower()}{said[1:]}"
    return _diagnostic(SCHEMA, message, span, help_=help_)


def _key_span(tree: Tree, path: Sequence[int | str]) -> Span | None:
    """The place of the key that a path ending in `(..., key, "[key]")` is about."""
    _, holder, _ = _place(tree, path[:-2])
    if holder is not None and holder.entries is not None and path[-2] in holder.entries:
        return holder.entries[str(path[-2])][0]
    return None


def _nearest(key: str, path: Sequence[int | str]) -> str:
    near = get_close_matches(key, _known_keys(), 1, cutoff=0.75)
    return f"did you mean {near[0]!r}?" if near and near[0] != path[-1] else ""


def _known_keys() -> list[str]:
    """All keys of the schema."""
    schema = Scenario.model_json_schema()
    models = [schema, *schema["$defs"].values()]
    return sorted({key for model in models for key in model.get("properties", {})})
