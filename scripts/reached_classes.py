"""Count the classes of output ports that receive packets in the scenarios that `compile` makes.

python scripts/reached_classes.py FOLDER [--list] [--ports N]

Each config below FOLDER is compiled for the simulator with its made-up traffic, and each scenario
is run until every class has had a packet, for a second at most. `--list` names the classes without
packets, `--ports` takes so many ports of each config. Status 1 where fewer than 90 % are reached.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from qosc import api
from qosc.ir.leaves import ModelTooLargeError
from qosc.packets import UndecidedError
from qosc.scenario import Policy, Scenario, load
from qosc.simulator import TooManyEventsError, simulate
from qosc.source import SUFFIXES

ENOUGH = 0.9
MOST_EVENTS = 2_000_000
TIMES_MS = (1, 10, 100, 1_000)


def main() -> int:
    """Count and print; the status of the program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--ports", type=int, default=1_000_000)
    options = parser.parse_args()
    counted: Counter[bool] = Counter()
    ports = configs = 0
    causes: Counter[str] = Counter()
    for path in sorted(options.folder.rglob("*")):
        if path.suffix not in SUFFIXES or not path.is_file():
            continue
        found = list(islice(_of_config(path), options.ports))
        configs += bool(found)
        ports += len(found)
        for port, classes, why in found:
            counted.update(classes.values())
            for name in (name for name, reached in classes.items() if not reached):
                causes[why.get(name, "the run ends before")] += 1
                if options.list:
                    print(f"{path.name}: {port}: {name}: {why.get(name, '')}", flush=True)
    whole = counted.total() or 1
    print(
        f"{counted[True]} of {counted.total()} classes reached "
        f"({100 * counted[True] / whole:.1f} %), {ports} ports, {configs} configs"
    )
    for cause, number in causes.most_common():
        print(f"{number:6} {cause}")
    return 0 if counted[True] >= ENOUGH * whole else 1


def _of_config(path: Path) -> Iterator[tuple[str, dict[str, bool], dict[str, str]]]:
    """For each scenario with classes: its port, which of them have packets, and what is said of
    those that have none.
    """
    try:
        config = api.load(path)
    except api.SeveralDevicesError as several:
        for host in several.names:
            yield from _of_device(api.load(path, host=host), path)
        return
    yield from _of_device(config, path)


def _of_device(
    config: api.Config, path: Path
) -> Iterator[tuple[str, dict[str, bool], dict[str, str]]]:
    try:
        made = api.compile(config, target="sim", allow_loss=True)
    except (api.NoSuchPortError, ModelTooLargeError, UndecidedError):
        return
    why: dict[str, dict[str, str]] = {}
    for entry in made.ledger:
        port, found, name = entry.path.partition(" > traffic > class ")
        if found:
            why.setdefault(port, {})[name.rpartition(" > ")[2]] = entry.note
    for file in made.files:
        scenario = load(file.text, file.name)
        if not isinstance(scenario, Scenario):
            raise SystemExit(f"{path}: {file.name} is no scenario: {scenario}")
        link = next(link for link in scenario.links if link.name == "output")
        port = next(end.port for end in link.ends if end.node != "receiver")
        classes = _classes(scenario, port)
        if classes:
            yield port, classes, why.get(port, {})


def _classes(scenario: Scenario, port: str) -> dict[str, bool]:
    """The classes with a queue that a port sends by, and whether packets came to each."""
    wanted: set[tuple[str, str]] = set()
    for each in scenario.ports:
        if each.port == port:
            for stage in each.output:
                if isinstance(stage, Policy):
                    wanted |= set(_queues(stage))
    reached: set[tuple[str, str]] = set()
    for time in TIMES_MS:
        if reached >= wanted:
            break
        short = scenario.model_copy(
            update={
                "duration_ms": min(time, scenario.duration_ms),
                "measure": scenario.measure.model_copy(update={"warm_up_ms": 0}),
            }
        )
        try:
            result = simulate(short, max_events=MOST_EVENTS)
        except TooManyEventsError:
            break
        reached |= {
            (row["policy"], row["name"])
            for row in result.classes
            if row["side"] == "output" and row["port"].endswith(port) and row["arrived_packets"]
        }
    return {name: (policy, name) in reached for policy, name in sorted(wanted)}


def _queues(policy: Policy) -> Iterator[tuple[str, str]]:
    for each in policy.classes:
        if each.child is not None and any(one.queue is not None for one in each.child.classes):
            yield from _queues(each.child)
        elif each.queue is not None:
            yield policy.name, each.name


if __name__ == "__main__":
    sys.exit(main())
