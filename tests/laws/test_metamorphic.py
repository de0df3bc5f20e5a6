"""What may be changed in a config without a change of what it says, and what may not."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.frontends import load
from qosc.frontends.detection.dialect import detect
from qosc.ir import Device
from qosc.source import SourceText, decode
from tests.published import CORPUS

FEW = settings(max_examples=15, deadline=None)
SEEDS = st.integers(0, 2**32)

MATCHES = (
    "match ip dscp {dscp}",
    "match dscp {dscp} {dscp}",
    "match precedence {low}",
    "match not dscp {dscp}",
    "match access-group name LIST{low}",
    "match access-group 10{low}",
    "match protocol http",
    "match ip rtp 16384 {number}",
    "match packet length min {number}",
    "match input-interface FastEthernet0/{low}",
    "match cos {low}",
    "match qos-group {low}",
    "match mpls experimental topmost {low}",
    "match vlan {number}",
    "match class-map INNER",
)
ACTIONS = (
    "bandwidth percent {low}",
    "shape average {rate} 8000 8000",
    "queue-limit {number} packets",
    "random-detect dscp-based",
    "random-detect exponential-weighting-constant {low}",
    "fair-queue",
    "set ip dscp {dscp}",
    "service-policy INSIDE",
    "police cir {rate} bc 8000 conform-action transmit exceed-action drop",
)
ON_PORTS = (
    "bandwidth {number}",
    "mtu 1500",
    "service-policy input POLICY0",
    "hold-queue {number} out",
    "service-policy output POLICY1",
    "tx-ring-limit {low}",
    "ip address 10.0.0.{low} 255.0.0.0",
    "rate-limit input {rate} 8000 16000 conform-action transmit exceed-action drop",
)
ENTRIES = (
    "permit udp any any range 16384 32767",
    "deny tcp any host 10.0.0.{low} eq www",
    "permit ip 10.{low}.0.0 0.0.255.255 any",
    "permit tcp any any established",
    "permit ip any any dscp {dscp}",
)
DSCP = ("ef", "af11", "af12", "af31", "cs1", "cs5", "default")
OLDER = (
    "map-class frame-relay SLOW\n frame-relay cir 64000\n frame-relay holdq 30",
    "vc-class atm GOLD\n vbr-nrt 512 256 100\n tx-ring-limit 3",
    "interface ATM1/0.1 multipoint\n pvc 1/32\n  class-vc GOLD\n  service-policy output POLICY0",
    "priority-list 3 protocol ip high list 101",
    "interface Serial3/0\n frame-relay traffic-shaping\n frame-relay class SLOW",
    "interface Serial3/1\n priority-group 3",
    "route-map MARK permit 10\n match ip address 101\n set ip precedence 5",
    "interface Serial3/2\n ip policy route-map MARK",
)


class Section:
    """A line with what stands below it. `free` says that the order below means nothing."""

    def __init__(self, head: str, *below: Section, free: bool = False) -> None:
        self.head = head
        self.below = list(below)
        self.free = free

    def lines(self, depth: int = 0) -> Iterator[tuple[int, str]]:
        yield depth, self.head
        for one in self.below:
            yield from one.lines(depth + 1)

    def shuffled(self, chance: random.Random) -> Section:
        below = [one.shuffled(chance) for one in self.below]
        if self.free:
            chance.shuffle(below)
        return Section(self.head, *below, free=self.free)


def words_of(chance: random.Random, pattern: str) -> str:
    for name, value in (
        ("{dscp}", lambda: chance.choice(DSCP)),
        ("{low}", lambda: str(chance.randint(1, 7))),
        ("{number}", lambda: str(chance.randint(64, 2000))),
        ("{rate}", lambda: str(chance.randint(8, 2000) * 1000)),
    ):
        while name in pattern:
            pattern = pattern.replace(name, value(), 1)
    return pattern


def _some(chance: random.Random, patterns: tuple[str, ...], most: int) -> list[Section]:
    """Lines of different patterns, so that none takes the place of another."""
    chosen = chance.sample(patterns, chance.randint(1, most))
    return [Section(words_of(chance, pattern)) for pattern in chosen]


def config(seed: int) -> Section:
    """A config that makes sense, of which every line is understood."""
    chance = random.Random(seed)  # noqa: S311
    parts = [Section("class-map match-any INNER", Section("match ip dscp cs3"))]
    names = [f"CLASS{number}" for number in range(3)]
    for name in names:
        kind = chance.choice(("", "match-any ", "match-all "))
        parts.append(Section(f"class-map {kind}{name}", *_some(chance, MATCHES, 3)))
    for number in range(1, 8):
        entries = _some(chance, ENTRIES, 4)
        for place, entry in enumerate(entries, start=1):
            entry.head = f"{place * 10} {entry.head}"
        parts.append(Section(f"ip access-list extended LIST{number}", *entries, free=True))
        parts.append(Section(f"access-list 10{number} permit udp any any eq {number}"))
    inside = Section("class class-default", Section("set precedence 1"))
    parts.append(Section("policy-map INSIDE", inside))
    for policy in ("POLICY0", "POLICY1"):
        classes = [
            Section(f"class {name}", *_some(chance, ACTIONS, 5), free=True)
            for name in [*chance.sample(names, 2), "class-default"]
        ]
        parts.append(Section(f"policy-map {policy}", *classes))
    for number in range(2):
        lines = _some(chance, ON_PORTS, 5)
        parts.append(Section(f"interface FastEthernet0/{number}", *lines, free=True))
    for text in OLDER:
        rows = text.split("\n")
        top = Section(rows[0])
        last = {0: top}
        for row in rows[1:]:
            depth = len(row) - len(row.lstrip())
            last[depth] = Section(row.strip())
            last[depth - 1].below.append(last[depth])
        parts.append(top)
    return Section("", *parts, free=True)


def text_of(whole: Section, indent: str = " ") -> str:
    rows = [row for part in whole.below for row in part.lines()]
    return "".join(f"{indent * depth}{line}\n" for depth, line in rows)


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def meant(text: str) -> Device:
    """The device of a text that is understood to the last line."""
    found = device(text)
    assert found.residue == (), found.residue
    return found


@given(SEEDS, SEEDS)
@FEW
def test_the_order_of_independent_lines_means_nothing(seed: int, order: int) -> None:
    whole = config(seed)
    other = whole.shuffled(random.Random(order))  # noqa: S311
    assert meant(text_of(other)) == meant(text_of(whole))


@given(SEEDS, st.sampled_from(["", "  ", "    ", "\t"]))
@FEW
def test_how_far_lines_are_indented_means_nothing(seed: int, indent: str) -> None:
    whole = config(seed)
    assert meant(text_of(whole, indent)) == meant(text_of(whole))


SHORTEST = {
    "access-group": 8,
    "average": 2,
    "bandwidth": 4,
    "class-map": 7,
    "conform-action": 2,
    "established": 2,
    "exceed-action": 2,
    "extended": 2,
    "fair-queue": 2,
    "input": 1,
    "interface": 3,
    "mtu": 3,
    "name": 4,
    "output": 1,
    "packet": 6,
    "packets": 2,
    "percent": 3,
    "permit": 2,
    "police": 3,
    "policy-map": 6,
    "precedence": 5,
    "protocol": 4,
    "queue-limit": 6,
    "random-detect": 3,
    "range": 2,
    "rate-limit": 3,
    "service-policy": 8,
    "topmost": 1,
    "transmit": 2,
    "experimental": 2,
    "tx-ring-limit": 4,
}
"""Keywords, and with how many letters they cannot be taken for another one."""


@given(SEEDS, SEEDS)
@FEW
def test_keywords_may_be_cut_short(seed: int, cut: int) -> None:
    chance = random.Random(cut)  # noqa: S311

    def shorten(found: re.Match[str]) -> str:
        word = found[0]
        return word[: chance.randint(SHORTEST[word], len(word))] if word in SHORTEST else word

    text = text_of(config(seed))
    short = re.sub(r"(?<![\w-])[a-z][a-z-]+(?![\w-])", shorten, text)
    assert meant(short) == meant(text)


COMMENTS = {
    "": ("!", "! bandwidth 5", "!! class CLASS0", "", "   ", " !"),
    "class-map": ("description match any",),
    "policy-map": ("description class CLASS0 ! drop",),
    "interface": ("description shut down", "no cdp enable"),
    "ip access-list": ("remark permit ip any any",),
}


@given(SEEDS, SEEDS)
@FEW
def test_comments_mean_nothing(seed: int, places: int) -> None:
    chance = random.Random(places)  # noqa: S311
    whole = config(seed)
    lines = []
    for part in whole.below:
        for number, (depth, line) in enumerate(part.lines()):
            lines += chance.choices(COMMENTS[""], k=chance.randrange(3))
            lines.append(" " * depth + line + chance.choice(["", "  ", "\t"]))
            if number == 0:
                for word, remarks in COMMENTS.items():
                    if word and line.startswith(f"{word} ") and chance.random() < 0.5:
                        lines.append(f" {chance.choice(remarks)}")
    assert meant("\n".join(lines)) == meant(text_of(whole))


@given(SEEDS)
@FEW
def test_names_are_names(seed: int) -> None:
    text = text_of(config(seed))
    # Names of the same length, so that every line keeps its places.
    names = {"CLASS0": "police", "CLASS1": "Match1", "CLASS2": "permit", "POLICY1": "class-7"}
    renamed = re.sub("|".join(names), lambda found: names[found[0]], text)
    shown = re.sub(
        "|".join(f"(?<=['\"]){new}(?=['\"])" for new in names.values()),
        lambda found: {new: old for old, new in names.items()}[found[0]],
        repr(meant(renamed)),
    )
    assert shown == repr(meant(text))


def test_a_line_for_another_value_does_mean_something() -> None:
    """The laws above could hold because nothing is read: one value changed is another model."""
    text = text_of(config(1))
    told = meant(text)
    numbers = list(re.finditer(r"(?<= )\d\d+(?= |\n)", text))
    assert len(numbers) > 20
    changed = [text[: at.start()] + str(int(at[0]) + 1) + text[at.end() :] for at in numbers]
    different = [device(one) != told for one in changed]
    assert sum(different) > len(different) * 0.9


# Classes of a policy, swapped.

# The same over published configs.

CISCO = CORPUS / "cisco"


def _line_by_line(change: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: "\n".join(change(line) for line in text.split("\n"))


CHANGES: dict[str, Callable[[str], str]] = {
    "twice the indentation": _line_by_line(
        lambda line: line[: len(line) - len(line.lstrip())] + line
    ),
    "blanks at the end": _line_by_line(lambda line: line + "  " if line.strip() else line),
    "other line ends": lambda text: text.replace("\n", "\r\n"),
    "a comment before and behind": lambda text: f"!\n! made by hand\n{text}\n!\n! end of it\n",
}


def _published() -> list[tuple[str, str]]:
    texts = []
    for path in sorted(CISCO.iterdir()):
        text = decode(path.read_bytes())[0]
        if detect(SourceText("t.cfg", text)).dialect in ("ios", "ios-xr", "nxos"):
            texts.append((path.name, text))
    return texts


def _said(text: str) -> Device:
    """The device, without where lines stand and how many there are.

    Which platform it is, is guessed from how some lines are written, blanks included.
    """
    found = device(text)
    residue = sorted(
        (
            replace(one, text=" ".join(one.text.split()))
            for one in found.residue
            if not one.context.startswith("the Cisco")
        ),
        key=lambda one: (one.state, one.context, one.text, one.reason),
    )
    return replace(found, residue=tuple(residue), platform="")


@pytest.mark.shared("corpus")
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_published_configs_keep_their_meaning(change: Callable[[str], str]) -> None:
    texts = _published()
    assert texts
    assert [name for name, text in texts if _said(change(text)) != _said(text)] == []
