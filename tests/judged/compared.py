"""What the scenarios that qosc writes say of a generated device, beside what is expected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from tests.generator import Device, Figure, Treatment, device
from tests.judged.black_box import run, written
from tests.judged.scenario_walk import Ports, Walk

PERCENT = 10_000
"""Weights that were percentages are parts per million; only their ratios count."""
KNOWN = Path(__file__).with_name("known.yaml")


@dataclass(frozen=True)
class Difference:
    """One disagreement: where, what was expected, what the scenario says; `known` names a row."""

    where: str
    expected: object
    found: object
    known: str | None


@cache
def rows(kind: str) -> tuple[dict[str, Any], ...]:
    """The rows of known disagreements about "classification" or "figures"."""
    return tuple(yaml.safe_load(KNOWN.read_text(encoding="utf-8"))[kind])


def scenarios(made: Device, folder: Path) -> Ports:
    """The device compiled for sim, each port that has QoS."""
    out = folder / f"{made.dialect}-{made.seed}"
    arguments = ("compile", "-t", "sim", "--allow-loss", "--ledger", "none", "-o", str(out))
    status, _, err = run(*arguments, *written(made, folder))
    assert status in (0, 1), err
    assert out.exists(), err
    return Ports.read(out)


def units(made: Device, name: str) -> tuple[str, ...]:
    """The names that a port has in scenarios: of JunOS the unit, then the physical port."""
    return (f"{name}.0", name) if made.dialect.startswith("junos") else (name,)


def both(
    seed: int, dialect: str, size: str, count: int, folder: Path
) -> tuple[list[Difference], int, list[Difference]]:
    """Disagreements about packets, how many figures were compared, disagreements about them."""
    made = device(seed, dialect, size)
    ports = scenarios(made, folder)
    return (list(packets(made, ports, size, count)), *figures(made, ports, size))


def packets(made: Device, ports: Ports, size: str, count: int) -> Iterator[Difference]:
    """The packets of a device whose fate in the scenarios is another one than expected."""
    seed, dialect = made.seed, made.dialect
    rng = Random(seed)  # noqa: S311
    for ingress, egress, packet, wanted in made.packets(count, rng):
        walk = Walk(packet)
        for name in units(made, ingress):
            walk.go(ports.inputs.get(name, []))
        input_leaf, walk.taken = tuple(walk.taken), []
        for name in units(made, egress):
            walk.go(ports.outputs.get(name, []))
        found = Treatment(
            dropped=walk.dropped,
            leaf=tuple(walk.taken),
            input_leaf=input_leaf,
            dscp_out=int(walk.fields["dscp"]),
            cos_out=walk.cos,
            meters=tuple("?" * walk.meters),
        )
        wrong = differing(wanted, found)
        if wrong:
            where = f"{dialect} seed {seed} {size}: {ingress} to {egress}: {packet}"
            yield Difference(where, wanted, (wrong, found), None)


def differing(wanted: Treatment, found: Treatment) -> list[str]:
    """The fields in which two treatments differ, of those that are settled and asserted."""
    wrong = []
    if wanted.dropped is not found.dropped:
        wrong.append("dropped")
    elif not wanted.dropped:
        if wanted.leaf is not None and wanted.leaf != found.leaf:
            wrong.append("leaf")
        if wanted.input_leaf is not None and wanted.input_leaf != found.input_leaf:
            wrong.append("input_leaf")
        if wanted.dscp_out != found.dscp_out:
            wrong.append("dscp_out")
        if wanted.cos_out is not None and wanted.cos_out != found.cos_out:
            wrong.append("cos_out")
    if len(wanted.meters) != len(found.meters):
        wrong.append("meters")
    return [name for name in wrong if name not in wanted.unknown]


def figures(made: Device, ports: Ports, size: str) -> tuple[int, list[Difference]]:
    """How many figures of a device were compared, and those that the scenarios have otherwise."""
    seed, dialect = made.seed, made.dialect
    compared, wrong = 0, []
    for each in made.figures():
        if each.value is None:
            continue
        if each.quantity == "link" and each.port not in ports.links:
            continue
        compared += 1
        found = written_figure(made, ports, each)
        if found != each.value:
            where = f"{dialect} seed {seed} {size}: {each}"
            wrong.append(Difference(where, each.value, found, None))
    return compared, wrong


def written_figure(made: Device, ports: Ports, each: Figure) -> int | None:
    """The figure as the scenarios have it, None where there is no such thing."""
    if each.quantity == "link":
        return ports.links[each.port]
    direction = ports.inputs if each.direction == "input" else ports.outputs
    elements = [part for name in units(made, each.port) for part in direction.get(name, [])]
    of_filter = made.dialect in ("junos", "junos-set") and len(each.path) == 3
    if of_filter or each.path[0].startswith("rate-limit "):
        meters = [
            rule["police"]["meter"]
            for element in elements
            for rule in element.get("rules", [])
            if "police" in rule
        ]
        key = {"cir": "cir_bps", "bc": "cbs_bytes"}[each.quantity]
        return next((m[key] for m in meters if m[key] == each.value), None)
    found = the_class(elements, each.path)
    return None if found is None else of_class(found, each.quantity)


def the_class(elements: list[Any], path: tuple[str, ...]) -> dict[str, Any] | None:
    """A class by the names from the outermost policy on."""
    for element in elements:
        level: dict[str, Any] | None = element if element["kind"] == "policy" else None
        found: dict[str, Any] | None = None
        for name in path:
            found = next((c for c in (level or {}).get("classes", []) if c["name"] == name), None)
            level = (found or {}).get("child")
        if found is not None:
            return found
    return None


def share(queue: dict[str, Any], unit: int) -> int | None:
    """A weight in what is left, in units of so much; None where it is no whole number of them."""
    weight = queue.get("excess_weight", 1)
    return None if weight % unit else int(weight) // unit


def of_class(found: dict[str, Any], quantity: str) -> int | None:
    """A figure of a class."""
    queue = found.get("queue") or {}
    meter = (found.get("police") or [{}])[0].get("meter", {})
    limits = [limit for limit in queue.get("limits", []) if not limit.get("match")]
    value: int | None = {
        "guaranteed": queue.get("guarantee_bps"),
        "remaining": share(queue, PERCENT),
        "ratio": share(queue, 1),
        "cap": (queue.get("shape") or {}).get("rate_bps"),
        "priority": (queue.get("priority") or {}).get("rate_bps"),
        "priority_burst": (queue.get("priority") or {}).get("burst_bytes"),
        "queue": limits[0].get("packets") if limits else None,
        "cir": meter.get("cir_bps"),
        "bc": meter.get("cbs_bytes"),
        "pir": meter.get("pir_bps"),
        "be": meter.get("pbs_bytes") or meter.get("ebs_bytes"),
    }[quantity]
    return value
