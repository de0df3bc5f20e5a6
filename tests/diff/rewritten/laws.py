"""The rewritings that change nothing of what packets meet, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from tests.diff.rewritten import cisco, cisco_names, junos
from tests.diff.rewritten.refused import RefusedError

__all__ = ["LAWS", "rewritten"]

Rewriting = Callable[[str, Random], str]


def _is_junos(text: str) -> bool:
    return junos.is_set(text) or ("{" in text and ";" in text)


def _itself(text: str, _: Random) -> str:
    return text


def _either(for_cisco: Rewriting, for_junos: Rewriting) -> Rewriting:
    return lambda text, rng: (for_junos if _is_junos(text) else for_cisco)(text, rng)


def _abbreviated(text: str, _: Random) -> str:
    if _is_junos(text):
        raise RefusedError("keywords of JunOS files are whole")
    return cisco.abbreviated(text)


def _set_form(text: str, _: Random) -> str:
    if not _is_junos(text):
        raise RefusedError("no JunOS")
    return junos.in_set_form(text)


LAWS: Mapping[str, Rewriting] = {
    "itself": _itself,
    "renamed": _either(
        lambda text, _: cisco_names.renamed(text), lambda text, _: junos.renamed(text)
    ),
    "reordered": _either(cisco.reordered, junos.reordered),
    "indented": _either(cisco.indented, junos.indented),
    "abbreviated": _abbreviated,
    "set form": _set_form,
}


def rewritten(law: str, text: str, seed: int) -> str:
    """The text as a law has it. Raises RefusedError."""
    return LAWS[law](text, Random(seed))  # noqa: S311
