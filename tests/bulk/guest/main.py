"""Run in the guest: apply the script of each config, send its packets, say what became of them.

`main.py JOB DEADLINE_S` prints one line of JSON for each config, as soon as it is done. Each config
has a process and a network namespace of its own. For each packet: the classes that took it, the
policers that it met, the hook that dropped it, and the frames at the far ends.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from typing import Any

import dumps
import wires

_PATIENCE_S = 1.0
"""How long a packet may wait in a queue before it is told as held."""
_LOST_S = 2.0
_TURN_S = 0.02
_IDLE_S = (0.1, 0.4, 1.6)
"""Pauses before a packet is sent again that found a policer's bucket empty."""
_WITH_CLASSES = ("htb", "prio", "drr", "hfsc", "mqprio", "qfq")


def main(job_file: str, deadline_s: str) -> None:
    with open(job_file, encoding="utf-8") as file:
        job = json.load(file)
    until = time.monotonic() + float(deadline_s)
    wires.load_modules()
    for config in job["configs"]:
        if time.monotonic() > until:
            _tell(json.dumps({"name": config["name"], "error": "no time was left"}))
            continue
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            with os.fdopen(write, "w", encoding="utf-8") as out:
                json.dump(_guarded(config, until), out)
            os._exit(0)
        os.close(write)
        with os.fdopen(read, encoding="utf-8") as back:
            text = back.read()
        os.waitpid(child, 0)
        _tell(text or json.dumps({"name": config["name"], "error": "its process died"}))


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _guarded(config: dict[str, Any], until: float) -> dict[str, Any]:
    result: dict[str, Any] = {"name": config["name"]}
    try:
        _run(config, result, until)
    except Exception:  # noqa: BLE001  # one config must not end the others
        result["error"] = traceback.format_exc()
    return result


def _run(config: dict[str, Any], result: dict[str, Any], until: float) -> None:
    begun = time.monotonic()
    wires.enter_new_namespace()
    wires.build(config["ports"], config["stations"])
    devices = [port["device"] for port in config["ports"]]
    wires.without_offloads([*devices, *(f"p-{device}" for device in devices), "x", "p-x"])
    folder = f"/run/tmp/{os.getpid()}"
    wires.write_files(folder, config["files"])
    built = time.monotonic()
    steps = []
    for argv in config["steps"]:
        status, out, err = wires.tool(argv, cwd=folder)
        steps.append({"argv": argv, "status": status, "stdout": out, "stderr": err})
        if status:
            break
    applied = time.monotonic()
    result["steps"] = steps
    if not steps or steps[-1]["status"] == 0:
        bench = _Bench(config)
        result["tree"] = bench.tree()
        result["trains"] = [bench.train(each) for each in config.get("trains", ())]
        result["probes"] = bench.send_all(config["probes"], until)
        for argv in config.get("after", ()):
            status, out, err = wires.tool(argv, cwd=folder)
            steps.append({"argv": argv, "status": status, "stdout": out, "stderr": err})
    result["seconds"] = {
        "build": built - begun,
        "apply": applied - built,
        "send": time.monotonic() - applied,
    }


class _Bench:
    """Sockets and counters of one config."""

    def __init__(self, config: dict[str, Any]) -> None:
        self._below = {port["device"]: port.get("below") for port in config["ports"]}
        self._far = {device: wires.far_end(device) for device in self._below}
        self._far["x"] = wires.far_end("x")
        self._index = {device: wires.index(device) for device in self._below}
        self._link = dumps.Link()
        self._leaves: dict[str, list[int]] = {}
        self._seen: dict[str, dict[int, int]] = {}
        self._police = self._link.policers()
        self._drops = {device: self._dropped(device) for device in self._below}
        for device in self._below:
            self._leaves[device] = self._find_leaves(device)
            self._seen[device] = self._taken(device)

    def tree(self) -> dict[str, Any]:
        """All classes and qdiscs as the kernel tells them, options in hexadecimal."""
        return {
            device: {
                what: [
                    {
                        "kind": row.kind,
                        "handle": row.handle,
                        "parent": row.parent,
                        "options": row.options.hex(),
                    }
                    for row in self._link.rows(number, self._index[device])
                ]
                for what, number in (("classes", dumps.CLASS), ("qdiscs", dumps.QDISC))
            }
            for device in self._below
        }

    def send_all(self, probes: list[list[str]], until: float) -> list[dict[str, Any]]:
        found = []
        for entry, leave, text in probes:
            if time.monotonic() > until:
                break
            found.append(self._send(entry, leave, bytes.fromhex(text)))
        return found

    def train(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Frames back to back, in turns; `seconds` 0 sends each `count` times and looks at once.

        Otherwise more are sent than can leave, for so long, and the counters of the classes are
        read when a fifth of the time is over and at the end. `held_s` is how long in all the
        sender stood still: a turn takes some milliseconds where the host leaves the guest alone.
        """
        entry, leave = asked["entry"], asked["leave"]
        frames = [bytes.fromhex(text) for text in asked["frames"]]
        last = self._below.get(leave) or leave
        out = self._far[entry]
        for each in self._far.values():
            wires.captured(each)
        begun = time.monotonic()
        came = 0
        if not asked["seconds"]:
            for _ in range(asked["count"]):
                for frame in frames:
                    out.send(frame)
            sent_s = time.monotonic() - begun
            rows = self._counts(last)
            return {"sent_s": sent_s, "came": len(wires.captured(self._far[last])), "last": rows}
        until = begun + asked["seconds"]
        first: dict[str, Any] = {}
        held, before = 0.0, begun
        while (now := time.monotonic()) < until:
            held, before = held + max(0.0, now - before - _TURN_S), now
            if not first and now > begun + asked["seconds"] / 5:
                first = self._counts(last)
            for _ in range(asked["count"]):
                for frame in frames:
                    out.send(frame)
            came += len(wires.captured(self._far[last]))
            time.sleep(0.001)
        return {"came": came, "first": first, "last": self._counts(last), "held_s": held}

    def _counts(self, device: str) -> dict[str, Any]:
        """By class: bytes, packets, waiting, dropped; and when that was."""
        at = time.monotonic()
        rows = self._link.rows(dumps.CLASS, self._index[device])
        qdiscs = {row.parent: row for row in self._link.rows(dumps.QDISC, self._index[device])}
        found: dict[str, Any] = {"at": at}
        for row in rows:
            held = qdiscs.get(row.handle)
            name = f"{row.handle >> 16:x}:{row.handle & 0xFFFF:x}"
            found[name] = [
                row.size,
                row.packets,
                row.queued,
                row.drops,
                held.xstats.hex() if held else "",
            ]
        return found

    def _send(self, entry: str, leave: str, frame: bytes) -> dict[str, Any]:
        """Send a frame; again after a pause, as long as it finds a bucket empty."""
        seen = self._send_once(entry, leave, frame)
        for pause in _IDLE_S:
            if not seen.get("over"):
                break
            time.sleep(pause)
            seen = self._send_once(entry, leave, frame)
        return seen

    def _send_once(self, entry: str, leave: str, frame: bytes) -> dict[str, Any]:
        for each in self._far.values():
            wires.captured(each)
        path = [entry, leave, self._below.get(leave)]
        path = [device for device in path if device in self._below]
        last = self._below.get(leave) or leave
        self._far[entry].send(frame)
        seen = self._wait(path, last)
        for device in (leave, self._below.get(leave)):
            if device and self._leaves[device]:
                now = self._taken(device)
                before, self._seen[device] = self._seen[device], now
                for handle, count in now.items():
                    if count != before.get(handle, 0):
                        seen["leaves"].append(
                            [
                                device,
                                f"{handle >> 16:x}:{handle & 0xFFFF:x}",
                                count - before.get(handle, 0),
                            ]
                        )
        if self._police:
            self._meters(seen)
        return seen

    def _wait(self, path: list[str], last: str) -> dict[str, Any]:
        seen: dict[str, Any] = {"leaves": [], "out": []}
        begun = time.monotonic()
        while True:
            for device, far in self._far.items():
                # What leaves a port that stands above another goes on into that one.
                if self._below.get(device):
                    continue
                if frames := wires.captured(far):
                    seen["out"] += [[device, frame.hex()] for frame in frames]
            if any(device == last for device, _ in seen["out"]):
                return seen
            held = False
            for device in path:
                rows = self._link.rows(dumps.QDISC, self._index[device])
                drops = sum(row.drops for row in rows)
                held = held or any(row.queued for row in rows)
                if drops != self._drops[device]:
                    self._drops[device] = drops
                    seen["dropped"] = device
                    return seen
            waited = time.monotonic() - begun
            if waited > (_PATIENCE_S if held else _LOST_S):
                seen["held" if held else "lost"] = True
                return seen
            time.sleep(0.002)

    def _meters(self, seen: dict[str, Any]) -> None:
        now = self._link.policers()
        for number, (packets, over, drops) in now.items():
            before = self._police.get(number, (0, 0, 0))
            if packets != before[0] or over != before[1] or drops != before[2]:
                seen.setdefault("police", []).append(number)
                if over != before[1]:
                    seen["over"] = True
        self._police = now

    def _dropped(self, device: str) -> int:
        return sum(row.drops for row in self._link.rows(dumps.QDISC, self._index[device]))

    def _find_leaves(self, device: str) -> list[int]:
        """Classes that have no class below them, in their own qdisc or in the one they hold."""
        rows = [
            row
            for row in self._link.rows(dumps.CLASS, self._index[device])
            if row.kind in _WITH_CLASSES
        ]
        qdiscs = self._link.rows(dumps.QDISC, self._index[device])
        holders = {row.handle >> 16: row.parent for row in qdiscs}
        inner = {row.parent for row in rows}
        inner |= {holders.get(row.handle >> 16, 0) for row in rows}
        return [row.handle for row in rows if row.handle not in inner]

    def _taken(self, device: str) -> dict[int, int]:
        leaves = set(self._leaves[device])
        return {
            row.handle: row.taken
            for row in self._link.rows(dumps.CLASS, self._index[device])
            if row.handle in leaves
        }


if __name__ == "__main__":
    main(*sys.argv[1:3])
