"""Count the classes of output ports that receive packets in the scenarios that `compile` makes.

python scripts/figures/reached_classes.py FOLDER [--list] [--ports N] [--largest BYTES]

Each config below FOLDER is compiled for the simulator with its made-up traffic, and each scenario
is run until every class has had a packet, or to its end. `--list` names the classes without
packets, `--ports` takes so many ports of each config, and `--largest` leaves larger files out, and
says how many. Status 1 where fewer than 90 % are reached.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from qosc import api
from qosc.ir.leaves import ModelTooLargeError
from qosc.ledger import Entry, Fidelity
from qosc.packets import UndecidedError
from qosc.scenario import Policy, Scenario, load
from qosc.scenario.model import has_queues
from qosc.simulator import TooManyEventsError, simulate
from qosc.source import SUFFIXES
from qosc.targets.base import Artefact
from qosc.targets.sim.budget import LONGEST_MS
from qosc.targets.sim.options import TooManyValuesError

ENOUGH = 0.9
MOST_EVENTS = 2_000_000
TIMES_MS = (1, 10, 100, 1_000, LONGEST_MS)


def main() -> int:
    """Count and print; the status of the program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--ports", type=int, default=1_000_000)
    parser.add_argument("--largest", type=int, default=1_000_000_000)
    options = parser.parse_args()
    counted: Counter[bool] = Counter()
    ports = configs = too_large = 0
    causes: Counter[str] = Counter()
    for path in sorted(options.folder.rglob("*")):
        if path.suffix not in SUFFIXES or not path.is_file():
            continue
        if path.stat().st_size > options.largest:
            too_large += 1
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
        + (f"; {too_large} larger files left out" if too_large else "")
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
    except TooManyValuesError:
        for name in dict.fromkeys(port.unit or port.name for port in api.qos_ports(config)):
            try:
                alone = api.compile(config, target="sim", interface=name, allow_loss=True)
            except (TooManyValuesError, UndecidedError) as error:
                print(f"{path.name}: not counted from {name} on: {error}", flush=True)
                return
            yield from _of_scenarios(alone, path)
        return
    yield from _of_scenarios(made, path)


def _of_scenarios(
    made: Artefact, path: Path
) -> Iterator[tuple[str, dict[str, bool], dict[str, str]]]:
    for file in made.files:
        scenario = load(file.text, file.name)
        if not isinstance(scenario, Scenario):
            raise SystemExit(f"{path}: {file.name} is no scenario: {scenario}")
        link = next(link for link in scenario.links if link.name == "output")
        port = next(end.port for end in link.ends if end.node != "receiver")
        classes = _classes(scenario, port)
        if classes:
            unreached = [name for name, reached in classes.items() if not reached]
            yield port, classes, dict(_causes(port, unreached, made.ledger, file.text))


def _causes(
    port: str, names: list[str], ledger: Iterable[Entry], text: str
) -> Iterator[tuple[str, str]]:
    """What is said of classes without packets: by the ledger, or by the scenario's first lines."""
    told, absent = dict[str, str](), set[str]()
    for entry in ledger:
        place, found, name = entry.path.partition(" > traffic > class ")
        if found and place == port:
            told[name] = entry.note
        if entry.fidelity is Fidelity.UNKNOWN and entry.note.startswith("there is no "):
            above, found, _ = entry.path.partition(" > match > ")
            if found and above.startswith(f"{port} > "):
                absent.add(above.rpartition(" > class ")[2])
    for line in text.splitlines():
        name, found, why = line.removeprefix("# no traffic for ").partition(": ")
        if found and line.startswith("# no traffic for "):
            told.setdefault(name, why)
    for name in names:
        if name.rpartition(" > ")[2] in absent:
            yield name, "its match names a list or class-map that the text does not have"
        elif name in told:
            yield name, told[name]


def _classes(scenario: Scenario, port: str) -> dict[str, bool]:
    """The classes with a queue that a port sends by, and whether packets came to each."""
    wanted: dict[tuple[str, str], str] = {}
    for each in scenario.ports:
        if each.port == port:
            for stage in each.output:
                if isinstance(stage, Policy):
                    wanted |= _queues(stage)
    reached: set[tuple[str, str]] = set()
    for time in TIMES_MS:
        if reached >= wanted.keys():
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
        if time >= scenario.duration_ms:
            break
    return {name: row in reached for row, name in sorted(wanted.items())}


def _queues(policy: Policy, title: str = "", above: str = "") -> dict[tuple[str, str], str]:
    """Each class with a queue of its own, by its policy (in the words of a result) and its name:
    its name with those of the classes that it is in.
    """
    found: dict[tuple[str, str], str] = {}
    title += policy.name or "policy"
    for each in policy.classes:
        if each.child is not None and has_queues(each.child):
            found |= _queues(each.child, f"{title} > {each.name} > ", f"{above}{each.name} > ")
        elif each.queue is not None:
            found[title, each.name] = above + each.name
    return found


if __name__ == "__main__":
    sys.exit(main())
