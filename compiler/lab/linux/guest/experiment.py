"""Run experiments: build, prepare, send and count, look at the queues, tear down.

A job is `{"files": {name: text}, "together": n, "experiments": [...]}`. An experiment has

* `nodes`: `{name, addresses, forward, sysctl}`, the last with settings of net.ipv4;
* `links`: `{ends: [{node, interface, address} twice], mtu, delay_us, loss_ppm}`;
* `routes`: `{node, to, via, interface, src}`;
* `steps` and `after`: `{node, argv, check}`, programs to run before and after the traffic; a word
  `@name` stands for the job's file of that name; a failing step with `check` ends the experiment;
  with `keep` (`{dev, parent}`) the FIFO at the root of a device is put below `parent` afterwards;
* `watch`: `{node, interface}`, whose qdiscs, classes and filters are listed before and after;
* `counted`: by node the interfaces whose queues are counted over the measured time;
* `sources`: `{index, kind, from, to, src, dst, sport, dport, tos, ...}`; with `trace` the instants
  of sending are kept;
* `seed`, `warm_up_us`, `duration_us`, `drain_us`, `interval_us`;
* `limit_s`, the seconds after which it is given up; then the result has `timed_out`.

`together` experiments run side by side, each in namespaces of its own.
"""

from __future__ import annotations

import json
import shutil
import time
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from qosc.lab.linux.guest import applications, clock, counters, kernel, sender, tap, tcp, topology
from qosc.lab.linux.guest.crew import Crew

__all__ = ["run_all"]

_LONGEST_S = 3600.0
_REMEMBERED = "/run/qosc"
"""Where a tc script keeps what it has set up."""
_APPLICATIONS = ("short-tcp", "request-response")


def run_all(job: dict[str, Any]) -> list[dict[str, Any]]:
    """Run the experiments of a job; each gives a result, with `error` where it failed."""
    for name, text in job.get("files", {}).items():
        path = _file(name)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
    results: list[dict[str, Any]] = []
    waiting = list(enumerate(job["experiments"]))
    step = max(1, job.get("together", 1))
    for at in range(0, len(waiting), step):
        results += _side_by_side(waiting[at : at + step])
    return results


def _file(name: str) -> Path:
    return Path("/run/tmp") / f"file-{name}"


def _side_by_side(batch: list[tuple[int, dict[str, Any]]]) -> list[dict[str, Any]]:
    runs = [_Run(index, experiment) for index, experiment in batch]
    for phase in (_Run.prepare, _Run.start, _Run.go, _Run.collect, _Run.finish):
        for run in runs:
            run.guarded(phase)
    for run in runs:
        run.crew.stop()
        topology.tear_down(run.prefix, run.experiment)
    # The next experiment is a machine of its own, though its namespaces may have the same numbers.
    shutil.rmtree(_REMEMBERED, ignore_errors=True)
    return [run.result for run in runs]


class _Run:
    """One experiment on its way through the phases."""

    def __init__(self, index: int, experiment: dict[str, Any]) -> None:
        self.prefix, self.experiment = f"x{index}", experiment
        self.result: dict[str, Any] = {"name": experiment.get("name", ""), "steps": [], "after": []}
        self.crew = Crew()
        self._born = time.monotonic()
        self._deadline = self._born + experiment.get("limit_s", _LONGEST_S)
        window = {
            "warm_up_us": experiment.get("warm_up_us", 0),
            "until_us": experiment.get("duration_us", 0),
            "interval_us": experiment.get("interval_us", 0),
            "seed": experiment.get("seed", 1),
        }
        self._sources = [{**window, **source} for source in experiment.get("sources", ())]

    def guarded(self, phase: Callable[[_Run], None]) -> None:
        """Do a phase unless an earlier one failed; note a failure."""
        if "error" in self.result:
            return
        try:
            phase(self)
        except Exception as error:  # noqa: BLE001  # one experiment must not end the others
            self.result["error"] = f"{phase.__name__}: {error}"
            self.result["timed_out"] = isinstance(error, TimeoutError)
            self.result["trace"] = traceback.format_exc()

    def prepare(self) -> None:
        topology.build(self.prefix, self.experiment)
        self._steps("steps")

    def start(self) -> None:
        for node in self.experiment["nodes"]:
            name, netns = node["name"], self.prefix + node["name"]
            out = [s for s in self._sources if s["from"] == name]
            into = [s for s in self._sources if s["to"] == name]
            pings = [s for s in out if s["kind"] == "ping"]
            paced = [s for s in out if s["kind"] not in ("tcp", *_APPLICATIONS)]
            asked, served = (
                [s for s in some if s["kind"] in _APPLICATIONS] for some in (out, into)
            )
            bulk_out = [s for s in out if s["kind"] == "tcp"]
            bulk_in = [s for s in into if s["kind"] == "tcp"]
            if into or pings:
                self.crew.add(netns, "tap", partial(tap.listen, into, pings))
            if bulk_out or bulk_in:
                self.crew.add(netns, "tcp", partial(tcp.transfer, bulk_out, bulk_in))
            if asked or served:
                self.crew.add(netns, "apps", partial(applications.serve, asked, served))
            if paced:
                self.crew.add(netns, "send", partial(sender.send, paced))
            counted = self.experiment.get("counted", {}).get(name)
            if counted and self._sources:
                warm_up_us = self.experiment["warm_up_us"]
                self.crew.add(netns, "count", partial(counters.watch, counted, warm_up_us))

        if self._sources:
            first = self.prefix + self.experiment["nodes"][0]["name"]
            self.crew.add(first, "clock", clock.watch)

    def go(self) -> None:
        if self._sources:
            self.result["setup_s"] = time.monotonic() - self._born
            drain_us = self.experiment.get("drain_us", 0)
            self.crew.start(self.experiment["duration_us"], drain_us, self._deadline)

    def collect(self) -> None:
        self.result["processes"] = self.crew.collect(self._deadline)

    def finish(self) -> None:
        self.result["watched"] = self._watch()
        self._steps("after")

    def _steps(self, key: str) -> None:
        for step in self.experiment.get(key, ()):
            argv = [str(_file(w[1:])) if w.startswith("@") else w for w in step["argv"]]
            netns = self.prefix + step["node"]
            fifo = _fifo(netns, step["keep"]) if "keep" in step else []
            left = max(0.0, self._deadline - time.monotonic())
            status, out, err = kernel.tool(argv, netns, check=False, limit_s=left)
            if fifo and not status:
                place = ["dev", step["keep"]["dev"], "parent", step["keep"]["parent"]]
                again = ["tc", "qdisc", "add", *place, *fifo]
                status, out, err = kernel.tool(again, netns, check=False, limit_s=left)
            done = {"argv": step["argv"], "status": status, "stdout": out, "stderr": err}
            self.result[key].append(done)
            if step.get("check", True) and status:
                raise RuntimeError(f"{' '.join(step['argv'])}: status {status}: {err.strip()}")

    def _watch(self) -> list[dict[str, Any]]:
        snapshots = []
        for port in self.experiment.get("watch", ()):
            row = dict(port)
            for kind in ("qdisc", "class", "filter"):
                # The classes of HTB and most actions have no JSON form in this iproute2.
                form = ["-j"] if kind == "qdisc" else []
                netns = self.prefix + port["node"]
                argv = ["tc", "-n", netns, *form, "-s", kind, "show", "dev", port["interface"]]
                text = kernel.tool(argv)[1]
                row[kind] = json.loads(text) if form else text
            snapshots.append(row)
        return snapshots


def _fifo(netns: str, keep: Mapping[str, Any]) -> list[str]:
    """The words that make the FIFO again that the kernel has at the root of a device.

    Those of the scenario's queue where the script set up no root: its port has input only.
    """
    shown = kernel.tool(["tc", "-n", netns, "-j", "qdisc", "show", "dev", keep["dev"]])[1]
    roots = [each for each in json.loads(shown) if each.get("root")]
    kinds = [each["kind"] for each in roots]
    if kinds in ([], ["noqueue"]):
        return list(keep["else"])
    if kinds not in (["pfifo"], ["bfifo"]):
        raise RuntimeError(f"the script left {kinds} at the root of a port without queues")
    limit = str(roots[0]["options"]["limit"])
    return ["handle", roots[0]["handle"], roots[0]["kind"], "limit", limit]
