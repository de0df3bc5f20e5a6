"""The figures of classes as scripts of tc and `show --format json` have them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.generator import Device, Figure
from tests.judged.black_box import run, written
from tests.judged.compared import Difference

Path_ = tuple[str, ...]
CLASS = re.compile(r"tc class add dev \S+ parent (\S+) classid (\S+) htb (.*)")
POLICE = re.compile(r"police rate (\d+)bit burst (\d+)b")


class Script(NamedTuple):
    """What the script of a port sets up: classes by their names from the outermost, and meters."""

    classes: dict[Path_, dict[str, str]]
    meters: set[tuple[int, int]]


def scripts(made: Device, folder: Path) -> dict[str, Script]:
    """By port, what `compile -t tc` writes. Classes are named by the comments above them."""
    # Devices of one seed in hundreds need some 50,000 commands.
    most = ("--max-commands", "200000")
    arguments = ("compile", "-t", "tc", "--allow-loss", "--ledger", "none", *most)
    status, out, err = run(*arguments, *written(made, folder))
    assert status in (0, 1), err
    parts = re.split(r"^# Port (\S+)$", out, flags=re.MULTILINE)
    assert len(parts) > 1, err
    found: dict[str, Script] = {}
    # Ports with the same commands have one function: their names stand above it together.
    together: list[str] = []
    for name, text in zip(parts[1::2], parts[2::2], strict=True):
        together.append(name)
        if text.strip():
            found |= dict.fromkeys(together, script(text))
            together.clear()
    return found


def script(text: str) -> Script:
    """The classes and meters of one port."""
    names: dict[str, Path_] = {}
    classes: dict[Path_, dict[str, str]] = {}
    meters = {(int(rate), int(burst)) for rate, burst in POLICE.findall(text)}
    above = ""
    for line in text.splitlines():
        if found := CLASS.search(line):
            parent, own, words = found.groups()
            outer = names.get(parent, ())
            names[own] = (*outer, above) if above else outer
            values = words.split()
            classes[names[own]] = dict(zip(values[::2], values[1::2], strict=True))
        label = re.fullmatch(r"\s*# class (\S+)", line)
        above = label[1] if label else ""
    return Script(classes, meters)


def in_script(made: Device, folder: Path) -> tuple[int, list[Difference]]:
    """How many figures were compared with the scripts, and those that are otherwise.

    A meter of a class that no packet is in has no place in a script: so each meter of a script must
    be an expected one, while each class must be there.
    """
    found = scripts(made, folder)
    compared, wrong = 0, []
    expected = [each for each in made.figures() if each.value is not None]
    caps = {
        (each.port, each.path): each.value or 0
        for each in expected
        if each.quantity in ("link", "cap")
    }
    for each in expected:
        word = {"guaranteed": "rate", "priority": "rate", "cap": "ceil"}.get(each.quantity)
        if word is None or each.port not in found:
            continue
        above = [each.path[:end] for end in range(len(each.path))]
        shaped = [caps[each.port, path] for path in above if (each.port, path) in caps]
        wanted = min(each.value or 0, *shaped) if word == "ceil" else each.value
        if word == "rate" and shaped[-1] > min(shaped):
            continue  # promised of more than its parent has: who gets less of it, nobody says
        compared += 1
        values = found[each.port].classes.get(each.path, {})
        if values.get(word) != f"{wanted}bit":
            wrong.append(difference(made, "tc", each, values))
    for port, here in found.items():
        meters = buckets([each for each in expected if each.port == port])
        compared += len(here.meters)
        wrong += [
            Difference(f"{made.dialect} seed {made.seed} tc: {port}", meters, one, None)
            for one in sorted(here.meters)
            if not any(alike(one, other) for other in meters)
        ]
    return compared, wrong


def buckets(expected: list[Figure]) -> set[tuple[int, int | None]]:
    """Rates with their bursts, None where no source has it."""
    values = {(each.direction, each.path, each.quantity): each.value or 0 for each in expected}
    pairs = {"cir": "bc", "pir": "be", "priority": "priority_burst"}
    return {
        (value, values.get((direction, path, pairs[quantity])))
        for (direction, path, quantity), value in values.items()
        if quantity in pairs
    }


def alike(one: tuple[int, int], other: tuple[int, int | None]) -> bool:
    """The same rate, and the same burst in ticks of 64 ns of that rate."""
    rate, burst = other
    tick = 2 + rate * 64 // (8 * 10**9)
    return one[0] == rate and (burst is None or abs(one[1] - burst) <= tick)


def in_tables(made: Device, folder: Path) -> tuple[int, list[Difference]]:
    """How many figures the tables of `show` were asked for, and those that they have otherwise."""
    status, out, err = run("show", "--format", "json", *written(made, folder))
    assert status in (0, 1), err
    rows = {
        (row["port"], row["direction"], (*row["inside"], row["name"])): row
        for row in json.loads(out)["rows"]
        if row["kind"] == "class"
    }
    compared, wrong = 0, []
    for each in made.figures():
        if each.value is None or each.quantity == "link" or each.path[0].startswith("rate-limit"):
            continue
        compared += 1
        row = rows.get((each.port, each.direction, each.path))
        found = None if row is None else set(of_row(row, each.quantity))
        if found != {each.value}:
            wrong.append(difference(made, "show", each, found))
    return compared, wrong


def of_row(row: dict[str, Any], quantity: str) -> Iterator[int | str | None]:
    """A figure of a row of `show`; of a meter the first."""
    meter = (row["policers"] or [{}])[0]
    shaper = row["shaper"] or {}
    priority = row["priority"] or {}
    limits = [limit["depth"] for limit in row["limits"] if not limit["matches"]]
    yield {
        "guaranteed": lambda: row["guarantee"]["bits_per_second"],
        "remaining": lambda: int(row["excess"]["said"].partition("%")[0]),
        "ratio": lambda: int(row["excess"]["said"].removeprefix("ratio ")),
        "cap": lambda: shaper["sends_bits_per_second"],
        "priority": lambda: priority["rate"]["bits_per_second"],
        "priority_burst": lambda: priority["burst"]["bytes"],
        "cir": lambda: meter["cir"]["bits_per_second"],
        "bc": lambda: meter["cbs"]["bytes"],
        "pir": lambda: meter["pir"]["bits_per_second"],
        "be": lambda: (meter.get("pbs") or meter["ebs"])["bytes"],
        "queue": lambda: int(limits[0]["said"].split()[0]),
    }[quantity]()


def difference(made: Device, where: str, each: Figure, found: object) -> Difference:
    """A figure that is otherwise."""
    return Difference(f"{made.dialect} seed {made.seed} {where}: {each}", each.value, found, None)
