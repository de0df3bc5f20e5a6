"""`qosc diff` on texts of which one line was edited, against the plain first-match interpreter.

The interpreter says of a packet what certainly differs (dropped, marked, another rate of a policer
or a class), what certainly does not, and is silent on the rest, such as defaults.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any

import pytest

import qosc
from qosc.amounts import Rate, RateBase
from qosc.ir import Attachment, Device, Policer, Port, PortKind, Stage, TrafficClass
from qosc.ir.leaves import has_qos, resolve
from qosc.source import SourceText
from tests.judged import corner_packets
from tests.judged.black_box import run
from tests.judged.changes.text_edits import edited
from tests.judged.first_match import Fate, UnknownError, fate
from tests.judged.reported import in_term, is_of_packets
from tests.published import CORPUS

ROOT = Path(__file__).parents[3]
OWN = (
    *sorted((ROOT / "tests" / "cases" / "own").glob("*.cfg")),
    ROOT / "docs" / "diff" / "old.cfg",
    ROOT / "examples" / "review" / "branch.cfg",
    ROOT / "examples" / "two-routers" / "west.cfg",
    ROOT / "examples" / "constructs" / "hierarchy.cfg",
    ROOT / "examples" / "constructs" / "junos-loss-priority.conf",
    ROOT / "examples" / "infn-fnal-wfq" / "router.cfg",
)
SMALL = OWN[-6:]
"""Those that a quick test takes."""
USED = ("service-policy ", "scheduler-map", "rate-limit ", "input F", "filter {")
LAYERS = dict.fromkeys(("tagged", "tagged-twice", "labelled", "cells", "frames"), 0)


class Verdict(Enum):
    """What the interpreter says of a packet."""

    SAME = "treated alike"
    DIFFERS = "treated otherwise"
    OPEN = "not said"


def bps(rate: Rate | None) -> int | None:
    return rate.value if rate is not None and rate.base is RateBase.BPS else None


def rates(found: TrafficClass) -> tuple[int | None, ...]:
    shaper = found.shaper.rate if found.shaper is not None else None
    priority = found.priority.rate if found.priority is not None else None
    return bps(found.guarantee), bps(shaper), bps(priority)


def decides(policer: Policer) -> bool:
    """Whether some colour is treated otherwise than another."""
    outcomes = [policer.conform, policer.exceed, policer.violate or policer.exceed]
    return len({(one.verdict, one.marks) for one in outcomes}) > 1


def judged(one: Fate, two: Fate, alike: bool, queues: bool) -> Verdict:
    """`alike`: all figures of both ports are the same, whichever packets they are for."""
    if one.dropped and two.dropped:
        return Verdict.SAME
    if one.dropped != two.dropped:
        return Verdict.DIFFERS
    if any(one.fields[name] != two.fields[name] for name in ("dscp", "ecn")):
        return Verdict.DIFFERS
    meters = [[each for each in side.meters if decides(each)] for side in (one, two)]
    cirs = [[bps(each.meter.cir) for each in side] for side in meters]
    if None not in cirs[0] + cirs[1] and cirs[0] != cirs[1]:
        return Verdict.DIFFERS
    paths = [[rates(each) for taken in side.classes for each in taken] for side in (one, two)]
    if queues and len(paths[0]) == len(paths[1]):
        pairs = [pair for two_of in zip(*paths, strict=True) for pair in zip(*two_of, strict=True)]
        if any(None not in pair and pair[0] != pair[1] for pair in pairs):
            return Verdict.DIFFERS
    names = [[[each.name for each in taken] for taken in side.classes] for side in (one, two)]
    if alike and names[0] == names[1] and one.fields == two.fields and one.meters == two.meters:
        return Verdict.SAME
    return Verdict.OPEN


def figures(device: Device, stages: tuple[Stage, ...]) -> list[object]:
    """All that the policies of some stages say beside what they match."""
    found: list[object] = []
    work = [stage.policy for stage in stages if isinstance(stage, Attachment)]
    seen: set[str] = set()
    while work:
        policy = resolve(device, work.pop())
        if policy is None or policy.name in seen:
            found.append(None)
            continue
        seen.add(policy.name)
        for each in policy.classes:
            kept = (each.guarantee, each.excess, each.priority, each.shaper, each.limits)
            rest = (each.wred, each.fair_queue, each.quantum, each.level, each.queued, each.drop)
            found.append((each.name, kept, rest, each.child is None, each.marks, each.policers))
            if each.child is not None:
                work.append(each.child)
    return found


def ports_of(device: Device) -> dict[str, Port]:
    """Ports that stand for themselves: no part of another, and nothing beside them."""
    return {
        name: port
        for name, port in device.ports.items()
        if has_qos(port) and port.parent not in device.ports and not port.beside and not port.holds
    }


def says(changes: list[dict[str, Any]], port: str, output: bool, packet: dict[str, Any]) -> object:
    """Whether a region of some change of this end holds the packet; None where that is not said."""
    results: set[bool | None] = set()
    for change in changes:
        ends = [(way["inputs"], way["outputs"]) for way in change["ways"]]
        if not any((port, None) == _end(into, out, port, output) for into, out in ends):
            continue
        if change["kind"] != "differs" or change["depends_on"] or change["region"] is None:
            results.add(None)
        elif is_of_packets(change):
            results.add(any(in_term(term, packet) for term in change["region"]))
    return True if True in results else None if None in results else False


def near(old: Device, new: Device, rng: Random, count: int) -> Iterator[dict[str, int | str]]:
    """Packets at the borders of what either device tests, half of them where the tests differ."""
    sides = corner_packets.tests_of(old), corner_packets.tests_of(new)
    every = list(dict.fromkeys((*sides[0], *sides[1])))
    apart = [one for one in every if (one in sides[0]) is not (one in sides[1])] or every
    for number in range(count):
        chosen = rng.sample(every, min(len(every), rng.randrange(4)))
        if number % 2 and apart:
            chosen.append(rng.choice(apart))
        yield corner_packets.packet(chosen, rng)


def _end(into: list[Any], out: list[Any], port: str, output: bool) -> tuple[str | None, None]:
    own, other = (out, into) if output else (into, out)
    return (port if port in own and None in other else None), None


def check(path: Path, seed: int, folder: Path, count: int) -> Counter[tuple[Verdict, object]]:
    """How many packets were judged so, and reported so, for one edit of a file."""
    rng = Random(seed)  # noqa: S311
    found: Counter[tuple[Verdict, object]] = Counter()
    text = path.read_bytes().decode("utf-8", "replace")
    new = edited(text, rng)
    if new is None:
        return found
    files = folder / "old.cfg", folder / "new.cfg"
    for file, content in zip(files, (text, new), strict=True):
        file.write_text(content, encoding="utf-8")
    configs = [list(qosc.devices(SourceText.of(str(file), file.read_bytes()))) for file in files]
    if any(len(each) != 1 for each in configs):
        return found
    old, device = configs[0][0].joined_device, configs[1][0].joined_device
    if configs[0][0].profile.name != configs[1][0].profile.name:
        return found
    status, out, err = run("diff", *map(str, files), "--format", "json")
    if status == 2:
        assert "cannot be compared" in err, err
        return found
    (document,) = json.loads(out)["devices"]
    before, after = ports_of(old), ports_of(device)
    for name in sorted(before.keys() & after.keys()):
        ends = before[name], after[name]
        for output in (False, True):
            if ends[0].kind is PortKind.CONTROL_PLANE:
                # What it sends and what it gets are told as one way out.
                stages = [(*end.input, *end.output) if output else () for end in ends]
            else:
                stages = [end.output if output else end.input for end in ends]
            if not any(stages):
                continue
            alike = figures(old, stages[0]) == figures(device, stages[1])
            alike = alike and ends[0].bandwidth == ends[1].bandwidth
            for fields in near(old, device, rng, count):
                came = "" if output else name
                sent = {**fields, **LAYERS, "loss-priority": 0, "input-interface": came}
                try:
                    fates = [
                        fate(side, stage, {**fields, "input-interface": came})
                        for side, stage in zip((old, device), stages, strict=True)
                    ]
                except UnknownError:
                    continue
                verdict = judged(*fates, alike, output)
                told = says(document["changes"], name, output, sent)
                found[verdict, told] += 1
                wrong = (verdict is Verdict.SAME and told is True) or (
                    verdict is Verdict.DIFFERS and told is False
                )
                line = next(
                    pair
                    for pair in zip(text.split("\n"), new.split("\n"), strict=False)
                    if pair[0] != pair[1]
                )
                assert not wrong, (
                    f"{path.name} seed {seed}, {name} {'output' if output else 'input'}: {line}\n"
                    f"{fields} is {verdict.value}, and reported: {told}"
                )
    return found


def test_one_edited_line_changes_what_is_reported(tmp_path: Path) -> None:
    total: Counter[tuple[Verdict, object]] = Counter()
    for seed in range(18):
        total += check(SMALL[seed % len(SMALL)], seed, tmp_path, 40)
    assert total[Verdict.DIFFERS, True] > 20
    assert total[Verdict.SAME, False] > 500


@pytest.mark.deep
@pytest.mark.parametrize("part", range(20))
def test_two_hundred_edits_of_own_files(part: int, tmp_path: Path) -> None:
    for seed in range(1000 + part * 10, 1010 + part * 10):
        check(OWN[seed % len(OWN)], seed, tmp_path, 40)


@pytest.mark.deep
@pytest.mark.shared("corpus")
@pytest.mark.parametrize("part", range(20))
def test_two_hundred_edits_of_configs_in_use(part: int, tmp_path: Path) -> None:
    files = sorted(path for path in CORPUS.rglob("*") if path.is_file() and path.suffix != ".tsv")
    files = [path for path in files if path.stat().st_size < 60_000 and _in_use(path)]
    rng = Random(part)  # noqa: S311
    for seed in range(2000 + part * 10, 2010 + part * 10):
        check(rng.choice(files), seed, tmp_path, 20)


def _in_use(path: Path) -> bool:
    """Whether a text applies QoS to an interface."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return "interface" in text and any(words in text for words in USED)
