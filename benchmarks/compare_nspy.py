"""Compare the simulator's speed with that of ns.py (PyPI `ns.py`) on the same queues.

`compare_nspy.py [--peer PYTHON] [--runs N] [--seconds S]`: `PYTHON` is an interpreter that has
ns.py, this one unless given. Each figure is packets delivered for a second of processor time, the
best of several runs of a fresh process, in turns with the other program; building the network is
counted, imports are not. Arrivals are Poisson, packets of 500 bytes, 90 % of a link of 10 Mbit/s.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from typing import Any

RATE, SIZE, LOAD = 10_000_000, 500, 0.9
WEIGHTS = (1, 2, 4)
CASES = ("fifo", "wfq", "drr")


def ours(case: str, seconds: float) -> dict[str, float]:
    """One run of the simulator."""
    from qosc.scenario import Scenario
    from qosc.simulator.build import Network

    sources = 1 if case == "fifo" else len(WEIGHTS)
    output = []
    if case != "fifo":
        share = "quantum_bytes" if case == "drr" else "excess_weight"
        unit = 1500 if case == "drr" else 1
        tests: list[dict[str, int]] = [{"precedence": n} for n in range(sources - 1)] + [{}]
        output = [
            {
                "kind": "policy",
                "classes": [
                    {
                        "name": f"class {n}",
                        "match": {"where": tests[n]},
                        "queue": {share: unit * weight, "limits": [{"packets": 100_000}]},
                    }
                    for n, weight in enumerate(WEIGHTS)
                ],
            }
        ]
    scenario = Scenario.model_validate(
        {
            "schema": "qosc/scenario/1",
            "duration_ms": int(seconds * 1000),
            "nodes": [
                {"name": "a", "kind": "host", "address": "10.0.0.1"},
                {"name": "b", "kind": "host", "address": "10.0.1.1"},
            ],
            "links": [
                {
                    "ends": [{"node": "a", "port": "out"}, {"node": "b", "port": "in"}],
                    "rate_bps": RATE,
                }
            ],
            "ports": [
                {"node": "a", "port": "out", "output": output, "limit": {"packets": 100_000}}
            ],
            "traffic": [
                {
                    "name": f"flow {n}",
                    "kind": "poisson",
                    "from": "a",
                    "to": "b",
                    "packet_bytes": SIZE,
                    "rate_bps": int(RATE * LOAD / sources),
                    "header": {"precedence": n},
                }
                for n in range(sources)
            ],
        }
    )
    start = time.process_time()
    network = Network(scenario)
    network.loop.run(int(seconds * 10**9))
    spent = time.process_time() - start
    packets = sum(flow.received_packets for flow in network.flows)
    waits = sum(sum(flow.delays) for flow in network.flows) / packets / 1e9
    return {"packets": packets, "cpu_s": spent, "events": network.loop.events, "delay_s": waits}


def theirs(case: str, seconds: float) -> dict[str, float]:
    """One run of ns.py."""
    import random

    import simpy
    from ns.packet.dist_generator import DistPacketGenerator
    from ns.packet.sink import PacketSink
    from ns.port.port import Port
    from ns.scheduler.drr import DRRServer
    from ns.scheduler.wfq import WFQServer

    sources = 1 if case == "fifo" else len(WEIGHTS)
    mean = SIZE * 8 * sources / (RATE * LOAD)
    start = time.process_time()
    random.seed(1)
    env = simpy.Environment()
    queue: Any
    if case == "fifo":
        queue = Port(env, RATE, qlimit=100_000)
    else:
        queue = (DRRServer if case == "drr" else WFQServer)(env, RATE, list(WEIGHTS))
    queue.out = sink = PacketSink(env)
    for n in range(sources):
        source = DistPacketGenerator(
            env, f"flow {n}", lambda: random.expovariate(1 / mean), lambda: SIZE, flow_id=n
        )
        source.out = queue
    env.run(until=seconds)
    spent = time.process_time() - start
    packets = sum(sink.packets_received.values())
    waits = sum(sum(each) for each in sink.waits.values()) / packets
    return {"packets": packets, "cpu_s": spent, "delay_s": waits}


def run(python: str, who: str, case: str, seconds: float) -> dict[str, float]:
    """One run in a process of its own."""
    command = [python, __file__, "--child", who, case, str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def speed(found: dict[str, float]) -> float:
    """Packets a second of processor time."""
    return found["packets"] / found["cpu_s"]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--peer", default=sys.executable, help="the interpreter that has ns.py")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60, help="simulated")
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        who, case, seconds = options.child
        print(json.dumps((ours if who == "qosc" else theirs)(case, float(seconds))))
        return
    print("| queue | qosc, packets/s | ns.py, packets/s | ratio | qosc, events/s | delays, ms |")
    print("|---|---:|---:|---:|---:|---:|")
    for case in CASES:
        pairs = [
            (
                run(sys.executable, "qosc", case, options.seconds),
                run(options.peer, "ns.py", case, options.seconds),
            )
            for _ in range(options.runs)
        ]
        mine = max((pair[0] for pair in pairs), key=speed)
        other = max((pair[1] for pair in pairs), key=speed)
        print(
            f"| {case} | {speed(mine):,.0f} | {speed(other):,.0f} | "
            f"{speed(mine) / speed(other):.1f} | {mine['events'] / mine['cpu_s']:,.0f} | "
            f"{mine['delay_s'] * 1000:.2f}, {other['delay_s'] * 1000:.2f} |"
        )


if __name__ == "__main__":
    main()
