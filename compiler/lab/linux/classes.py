"""The classes of a scenario's port beside the queues that a tc script gives them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from qosc.datapath.lengths import MAC_HEADER
from qosc.scenario.model import Port, Scenario
from qosc.scenario.pipeline import Class, Policy
from qosc.targets.tc.model import Fifo, Htb, HtbClass, Plan, Red, Sfq

__all__ = ["ClassIds", "class_figures", "class_ids"]

ClassIds = Mapping[str, Mapping[tuple[str, ...], str]]
"""By port, the class id of each class; a class is known by its name after those above it."""
_CLASS, _QUEUE = "class ", "queue of class "


def class_ids(plans: Sequence[Plan]) -> ClassIds:
    """The class ids in the commands of a script."""
    return {plan.port: _ids(plan) for plan in plans}


def _ids(plan: Plan) -> dict[tuple[str, ...], str]:
    ids: dict[tuple[str, ...], str] = {}
    paths: dict[str, tuple[str, ...]] = {}
    if any(isinstance(each.node, Htb) and each.node.stab for each in plan.commands):
        # The kernel then counts cells, and the bytes of packets cannot be had.
        return ids
    for command in plan.commands:
        node, note = command.node, next(iter(command.notes), "")
        if isinstance(node, HtbClass):
            above = paths.get(str(node.parent), ())
            name = (note.removeprefix(_CLASS),) if note.startswith(_CLASS) else ()
            paths[str(node.classid)] = (*above, *name)
            if name:
                ids[*above, *name] = str(node.classid)
        elif isinstance(node, Fifo | Red | Sfq) and note.startswith(_QUEUE) and node.parent:
            # A band of a prio qdisc is a class, too.
            name = (note.removeprefix(_QUEUE),)
            if ids.get(paths.get(str(node.parent), ())) is None:
                ids[name] = str(node.parent)
    return ids


def class_figures(
    scenario: Scenario, ids: Mapping[str, ClassIds], counters: Mapping[tuple[str, str], Any]
) -> tuple[dict[str, Any], ...]:
    """A row for each class that has a queue, with the keys of the simulator's.

    `ids` are by node, `counters` by node and port: those of `guest.counters` at the start and at
    the end of the measured time. What tc does not count is None.
    """
    window = scenario.duration_ms - scenario.measure.warm_up_ms
    rows: list[dict[str, Any]] = []
    for port in scenario.ports:
        known, seen = ids.get(port.node, {}).get(port.port), counters.get((port.node, port.port))
        if not known or seen is None:
            continue
        mine = []
        for policy, path, model in _queued(port):
            if path in known:
                head = {
                    "port": f"{port.node} {port.port}",
                    "side": "output",
                    "policy": policy,
                    "name": model.name,
                    "origin": model.origin,
                }
                mine.append({**head, **_figures(known[path], seen[0], seen[1], window)})
        tops = {known[path] for _, path, _ in _queued(port) if len(path) == 1 and path in known}
        whole = sum(_grown(name, seen[0], seen[1])[0] for name in tops)
        for row in mine:
            row["share"] = round(row["sent_bytes"] / whole, 6) if whole else 0.0
        rows += mine
    return tuple(rows)


def _queued(port: Port) -> Iterator[tuple[str, tuple[str, ...], Class]]:
    for stage in port.output:
        if isinstance(stage, Policy):
            yield from _below(stage, "", ())


def _below(
    policy: Policy, above: str, path: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...], Class]]:
    title = f"{above}{policy.name or 'policy'}"
    for each in policy.classes:
        here = (*path, each.name)
        if each.queue is not None:
            yield title, here, each
        if each.child is not None:
            yield from _below(each.child, f"{title} > {each.name} > ", here)


def _grown(name: str, first: Mapping[str, Any], last: Mapping[str, Any]) -> list[int]:
    """Bytes of IP, packets, drops and packets in the queue: what came to them in the time."""
    none = [0, 0, 0, 0]
    before, after = first["classes"].get(name, none), last["classes"].get(name, none)
    size, packets, drops, queued = (b - a for a, b in zip(before, after, strict=True))
    return [size - MAC_HEADER * packets, packets, drops, queued]


def _figures(
    name: str, first: Mapping[str, Any], last: Mapping[str, Any], window: int
) -> dict[str, Any]:
    size, packets, drops, queued = _grown(name, first, last)
    policed, came, filters = 0, 0, 0
    buckets: set[str] = set()
    for before, after in zip(first["filters"], last["filters"], strict=True):
        if after["class"] != name:
            continue
        filters += 1
        came += after["came"][1] - before["came"][1]
        for number in after["police"].keys() - buckets:
            buckets.add(number)
            policed += after["police"][number][2] - before["police"][number][2]
    reasons = {"police": policed, "queue": drops}
    return {
        "arrived_packets": came if filters else packets + drops + queued,
        "arrived_bytes": None,
        "sent_packets": packets,
        "sent_bytes": size,
        "dropped_packets": drops + policed,
        "dropped_bytes": None,
        "marked_packets": None,
        "marked_bytes": None,
        "throughput_bps": size * 8000 // window,
        "share": 0.0,
        "drops": {
            reason: {"packets": count, "bytes": None} for reason, count in reasons.items() if count
        },
        "meters": None,
        "queue_max_packets": None,
        "queue_max_bytes": None,
        "wait": None,
    }
