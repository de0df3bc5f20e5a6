"""How a text is laid out: the choices that must not change what it means."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

ABBREVIATIONS = {
    "interface": "int",
    "class-map": "class-m",
    "policy-map": "policy-m",
    "service-policy": "service-p",
    "access-group": "access-g",
    "permit": "perm",
    "bandwidth": "band",
    "priority": "prio",
    "percent": "perc",
    "description": "desc",
    "output": "out",
    "input": "in",
    "average": "aver",
    "extended": "ext",
    "hostname": "hostn",
}

REMARKS = (
    "voice of the branch",
    "class-map match-any X",
    "policy-map in words only",
    "50% of the port; see ticket #12",
    "permit ip any any",
)


@dataclass
class Block:
    """A line, the lines below it, and lines of its own level that belong to it."""

    head: str
    lines: list[Block] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)

    def add(self, line: str) -> None:
        """One more line below the head."""
        self.lines.append(Block(line))


@dataclass
class Spelling:
    """The choices for one text."""

    rng: Random
    indent: int = 1
    by_name: float = 0.5
    short: bool = False
    separators: bool = True
    ends: str = "\n"

    @classmethod
    def of(cls, rng: Random) -> Spelling:
        """Some choices."""
        return cls(
            rng,
            indent=rng.choice((1, 1, 1, 2, 0)),
            by_name=rng.choice((0.0, 0.5, 1.0)),
            short=rng.random() < 0.2,
            separators=rng.random() < 0.7,
            ends=rng.choice(("\n", "\n", "\n", "\r\n")),
        )

    def chance(self, probability: float) -> bool:
        """True with that probability."""
        return self.rng.random() < probability

    def one(self, *choices: str) -> str:
        """One of several spellings."""
        return self.rng.choice(choices)

    def number(self, value: int, name: str | None) -> str:
        """A number, or its name."""
        return name if name is not None and self.chance(self.by_name) else str(value)

    def remark(self) -> str:
        """Words that look like configuration and are none."""
        return self.rng.choice(REMARKS)


def layout(blocks: list[Block], spell: Spelling) -> str:
    """The text of a list of blocks."""
    lines: list[str] = []

    def put(block: Block, level: int) -> None:
        words = block.head.split(" ")
        if spell.short and words[0] not in ("description", "remark", "hostname"):
            words = [shortened(words, at, spell) for at in range(len(words))]
        lines.append(" " * (spell.indent * level) + " ".join(words))
        lines.extend(block.beside)
        for each in block.lines:
            put(each, level + 1)

    for block in blocks:
        put(block, 0)
        if spell.separators:
            lines.append("!")
    if spell.indent == 0:
        lines = without_indentation(lines)
    return spell.ends.join([*lines, "end", ""])


def shortened(words: list[str], at: int, spell: Spelling) -> str:
    """A keyword cut short, sometimes; names are never touched."""
    word = words[at]
    named = at > 0 and words[at - 1] in (
        "class",
        "name",
        "class-map",
        "match-any",
        "match-all",
        "policy-map",
        "service-policy",
        "input",
        "output",
        "extended",
        "standard",
    )
    if named and word not in ("input", "output"):
        return word
    return ABBREVIATIONS.get(word, word) if spell.chance(0.5) else word


def without_indentation(lines: list[str]) -> list[str]:
    """The lines flush left, as a paste through some terminals leaves them."""
    return [line.lstrip(" ") for line in lines]
