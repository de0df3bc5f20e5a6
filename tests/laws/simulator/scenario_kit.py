"""Small scenarios for the tests of the simulator: a -> r -> b."""

from __future__ import annotations

from typing import Any

from qosc.scenario import Scenario
from qosc.simulator import Result, simulate

Json = dict[str, Any]


def scenario(
    traffic: list[Json],
    *,
    out: Json | None = None,
    link: Json | None = None,
    access: Json | None = None,
    received: list[Json] | None = None,
    ms: int = 10_000,
    warm_up_ms: int = 0,
    seed: int = 1,
) -> Scenario:
    """Hosts a and b with router r between them.

    `out` is the entry of r's port to b, `link` changes that link (2 Mbit/s, no overhead), `access`
    the one from a (100 Mbit/s); `received` are the stages of r's port from a.
    """
    ports: list[Json] = [{"node": "r", "port": "out", **(out or {})}]
    if received:
        ports.append({"node": "r", "port": "in", "input": received})
    return Scenario.model_validate(
        {
            "schema": "qosc/scenario/1",
            "duration_ms": ms,
            "seed": seed,
            "measure": {"warm_up_ms": warm_up_ms},
            "nodes": [
                {"name": "a", "kind": "host", "address": "10.0.0.1"},
                {"name": "r", "kind": "router"},
                {"name": "b", "kind": "host", "address": "10.0.1.1"},
            ],
            "links": [
                {
                    "ends": [{"node": "a", "port": "eth0"}, {"node": "r", "port": "in"}],
                    "rate_bps": 100_000_000,
                    **(access or {}),
                },
                {
                    "ends": [{"node": "r", "port": "out"}, {"node": "b", "port": "eth0"}],
                    "rate_bps": 2_000_000,
                    **(link or {}),
                },
            ],
            "ports": ports,
            "traffic": [{"from": "a", "to": "b", **each} for each in traffic],
        }
    )


def run(*args: Any, **kwargs: Any) -> Result:
    """The result of `scenario(...)`."""
    return simulate(scenario(*args, **kwargs))


def cbr(name: str, rate: int, precedence: int = 0, size: int = 500, **more: Any) -> Json:
    """A CBR source."""
    return {
        "name": name,
        "kind": "cbr",
        "packet_bytes": size,
        "rate_bps": rate,
        "header": {"precedence": precedence},
        **more,
    }


def klass(name: str, precedence: int | None, queue: Json, **more: Any) -> Json:
    """A class for one precedence; None for all packets."""
    where = {} if precedence is None else {"precedence": precedence}
    return {"name": name, "match": {"where": where}, "queue": queue, **more}


def policy(*classes: Json, excess: str = "proportional") -> Json:
    """The entry of an output port with a policy."""
    made = weighted(list(classes), excess)
    return {"output": [{"kind": "policy", "name": "p", "excess": excess, "classes": made}]}


def weighted(classes: list[Json], excess: str = "proportional") -> list[Json]:
    """The classes, with a weight for all that share the excess where one of them has a weight: the
    one that the rule of the policy would give.
    """
    sharing = [each for each in classes if "queue" in each and "priority" not in each["queue"]]
    if not any("excess_weight" in each["queue"] for each in sharing):
        return classes
    return [
        {**each, "queue": {"excess_weight": _by_rule(each["queue"], excess), **each["queue"]}}
        if each in sharing
        else each
        for each in classes
    ]


def _by_rule(queue: Json, excess: str) -> int:
    return queue.get("guarantee_bps", 0) if excess == "proportional" else 1
