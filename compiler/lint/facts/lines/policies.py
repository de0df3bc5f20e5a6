"""Policy-maps of a Cisco text as lines: their classes, and those that ports have."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.lint.engine.rule import Context
from qosc.lint.facts.lines.blocks import Block, blocks, interfaces
from qosc.tuples import NamedTuple

__all__ = ["PolicyClass", "applied", "classes", "matched_lists", "named", "written"]

_SERVICE = "service-policy"


class PolicyClass(NamedTuple):
    """A class of a policy-map: its name in small letters, and its lines, each with its number."""

    name: str
    lines: tuple[tuple[int, str], ...]


def named(context: Context, kind: str) -> dict[str, Block]:
    """The blocks of a kind (`policy-map`, `class-map`) by name, in small letters."""
    return context.once(_by_kind).get(kind, {})


def _by_kind(context: Context) -> dict[str, dict[str, Block]]:
    """The first block of each name, by the first word of its head. Use through `context.once`."""
    kinds: dict[str, dict[str, Block]] = {}
    for block in context.once(blocks):
        kind, _, rest = block.head.partition(" ")
        if rest:
            kinds.setdefault(kind, {}).setdefault(rest.split()[-1], block)
    return kinds


def matched_lists(context: Context) -> dict[str, list[str]]:
    """The access lists that each class-map matches, by their names or numbers in small letters. Use
    through `context.once`.
    """
    return {
        name: [line.split()[-1] for _, line in block.starting("match access-group ")]
        for name, block in named(context, "class-map").items()
    }


def classes(policy: Block) -> Iterator[PolicyClass]:
    """The classes of a policy-map, in order."""
    name = ""
    lines: list[tuple[int, str]] = []
    for number, line in policy.lines:
        if line.startswith("class "):
            if name:
                yield PolicyClass(name, tuple(lines))
            name, lines = line.split()[-1], []
        else:
            lines.append((number, line))
    if name:
        yield PolicyClass(name, tuple(lines))


def written(context: Context, block: Block) -> str:
    """The name of a block as the config has it, cut after 30 characters."""
    line = "" if context.source is None else context.source.line(block.number)
    return line.split()[-1][:30] if line.strip() else ""


def applied(context: Context) -> dict[str, Block]:
    """The policy-maps that ports have, and those inside them. Use through `context.once`."""
    policies = named(context, "policy-map")
    waiting = [name for port in context.once(interfaces) for name in _inside(port)]
    by_name: dict[str, Block] = {}
    while waiting:
        name = waiting.pop()
        if name in policies and name not in by_name:
            by_name[name] = policies[name]
            waiting += _inside(policies[name])
    return by_name


def _inside(block: Block) -> list[str]:
    """The names of the policies that a block applies."""
    return [line.split()[-1] for _, line in block.starting(f"{_SERVICE} ")]
