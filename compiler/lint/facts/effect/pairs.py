"""Who uses which object, where the names of the two mostly go together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from qosc.ir import AccessList, Attachment, Reference, RuleList
from qosc.ir.resolve import resolve
from qosc.lint.engine.rule import Context
from qosc.lint.facts.words.name_words import said_words
from qosc.patterns import pattern
from qosc.source import NOWHERE, Span
from qosc.tuples import NamedTuple

__all__ = ["Group", "Pair", "groups_of_pairs"]

_PIECE = pattern(r"[a-z]++|[0-9]++")
_RATE = pattern(r"\d+[kmg](?:bps|bit)?")
_DIGITS = pattern(r"\d+")
_FEW = 6
"""A description of more words is a sentence, and names many things."""
_MANY = 2000
"""More pairs of one kind are a generated config, whose names no hand wrote."""
_COMMON = frozenset(
    ("in", "out", "input", "output", "ingress", "egress", "to", "from", "the", "of", "and", "for")
) | frozenset(("acl", "class", "map", "policy", "pm", "cm", "list", "cmap", "link", "port", "via"))


class Pair(NamedTuple):
    """A user of an object. `words` are those of the user's name that tell users apart and that some
    object has as well; `number` is the number in its name.
    """

    user: str
    target: str
    origin: Span
    words: frozenset[str]
    agrees: bool
    whole: str
    row: str
    number: str

    def fits(self, name: str) -> bool:
        """Whether an object has all words that tell the user from others."""
        return bool(self.words) and self.words <= pieces(name)

    def is_named_as(self, name: str) -> bool:
        """Whether an object has the very name of the user."""
        return pieces(name) - _COMMON == pieces(self.whole) - _COMMON


class Group(NamedTuple):
    """The pairs of one kind, and the objects of that kind that are not in use."""

    pairs: Sequence[Pair]
    unused: Sequence[str]


class _Use(NamedTuple):
    title: str
    name: str
    target: str
    origin: Span


@lru_cache(maxsize=4096)
def pieces(name: str) -> frozenset[str]:
    """The words and numbers that a name is made of."""
    words: list[str] = []
    for word in said_words(name):
        words += [word] if _RATE.fullmatch(word) else _PIECE.findall(word)
    return frozenset(words)


def groups_of_pairs(context: Context) -> Iterator[Group]:
    """The pairs of each kind of use."""
    kinds = (
        (_class_maps(context), _unused_lists(context)),
        (_parents(context), _unused_policies(context)),
        (_ports(context, "input"), _unused_policies(context)),
        (_ports(context, "output"), _unused_policies(context)),
    )
    for uses, unused in kinds:
        every_use = list(uses)
        if 1 < len(every_use) <= _MANY:
            yield Group(_pairs(every_use, unused), unused)


def _pairs(uses: Sequence[_Use], unused: Iterable[str]) -> list[Pair]:
    of_targets = frozenset[str]().union(
        *(pieces(name) for name in {*(one.target for one in uses), *unused})
    )
    own = [pieces(one.name) - _COMMON for one in uses]
    often = Counter(word for words in own for word in words)
    shared = {
        word
        for word, count in often.items()
        if word in of_targets and count < len(uses) and not _RATE.fullmatch(word)
    }
    pairs = []
    for use, words in zip(uses, own, strict=True):
        numbers = _DIGITS.findall(use.name)
        pairs.append(
            Pair(
                user=use.title,
                target=use.target,
                origin=use.origin,
                words=words & shared,
                agrees=bool(words & pieces(use.target) & shared),
                whole=use.name,
                row=_DIGITS.sub("#", use.name.lower()),
                number=numbers[-1] if numbers else "",
            )
        )
    return pairs


def _class_maps(context: Context) -> Iterator[_Use]:
    """Class-maps that match one named access list and nothing else."""
    for one in context.device.class_maps.values():
        lines = one.match.operands
        if len(lines) != 1 or not isinstance(lines[0], Reference) or lines[0].name.isdigit():
            continue
        if isinstance(resolve(context.device, lines[0]), AccessList):
            yield _Use(f"class-map {one.name}", one.name, lines[0].name, lines[0].origin)


def _unused_lists(context: Context) -> list[str]:
    device = context.device
    used = {name for kind, name in context.index.uses if kind == "access-list"} | device.mentions
    return [name for name in device.access_lists if name not in used and not name.isdigit()]


def _parents(context: Context) -> Iterator[_Use]:
    """Policies with one policy inside."""
    for policy in context.device.policies.values():
        inside = [item.child for item in policy.classes if item.child is not None]
        if len(inside) == 1 and inside[0].origin != NOWHERE and not policy.feature:
            yield _Use(policy.title, policy.name, inside[0].name, inside[0].origin)


def _unused_policies(context: Context) -> list[str]:
    used = {name for kind, name in context.index.uses if kind == "policy-map"}
    # What a set of interfaces uses is told by its words: `traffic-control-profile P`.
    used |= {f"{one.kind} {one.name}" for one in context.device.names if one.by}
    return [name for name in context.device.policies if name not in used]


def _ports(context: Context, direction: str) -> Iterator[_Use]:
    """Ports with a short description and one policy, or filter, in a direction."""
    for port in context.index.busy:
        stages = port.input if direction == "input" else port.output
        words = port.description.split()
        if len(stages) != 1 or not words or len(words) > _FEW:
            continue
        (stage,) = stages
        name = stage.policy.name if isinstance(stage, Attachment) else _filter(stage)
        if name and stage.origin != NOWHERE:
            yield _Use(
                f"{port.name} ({port.description[:40]})", port.description, name, stage.origin
            )


def _filter(stage: RuleList) -> str:
    """The name of a filter; empty for other lists."""
    return stage.feature if stage.feature.startswith("filter ") else ""
