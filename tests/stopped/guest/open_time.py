"""Run in the guest: how long an interface has no filter that drops, and no queues, during an apply.

`open_time.py OLD NEW INTERFACE WORD ...` applies one script and then another one, both of which
drop UDP to port 7777 on the way in and on the way out. Such packets are sent all the time, one each
way in a millisecond: those that come through were sent while the filter was away. When the queues
went and came is told by `tc monitor`. One line of JSON.
"""

from __future__ import annotations

import json
import re
import socket
import struct
import subprocess
import sys
import time
from typing import Any

_PORT = 7777
_PEER = "02:00:00:00:00:02"
_OWN = "02:00:00:00:00:01"
_TURN_S = 0.001
_STAMP = re.compile(r"Timestamp: \S+ \S+ +\S+ (\d+):(\d+):(\d+) \d+ (\d+) usec")


def main(old: str, new: str, device: str, *words: str) -> None:
    _build(device)
    inward = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    inward.bind(("10.7.0.1", _PORT))
    wire = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
    wire.bind((f"p-{device}", 0))
    outward = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x0800))
    outward.bind((f"p-{device}", 0x0800))
    for each in (inward, outward):
        each.settimeout(0)
    outward.setsockopt(socket.SOL_SOCKET, 33, 1 << 22)
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sent: list[float] = []

    def turn() -> None:
        number = struct.pack("!I", len(sent))
        sent.append(time.monotonic())
        wire.send(_frame(number))
        sender.sendto(number, ("10.7.0.2", _PORT))
        time.sleep(_TURN_S)

    def came() -> dict[str, list[int]]:
        return {"in": _numbers(inward, 0), "out": _numbers(outward, 42)}

    for _ in range(10):
        turn()
    time.sleep(0.1)
    # What is not dropped arrives.
    if came() != {"in": [*range(10)], "out": [*range(10)]}:
        raise RuntimeError("packets are lost without any script")
    subprocess.run([old, "apply", *words], check=True, stdin=subprocess.DEVNULL)
    said = open("/run/tmp/monitor", "w+", encoding="utf-8")  # noqa: SIM115
    monitor = subprocess.Popen(["tc", "-t", "monitor"], stdout=said)
    time.sleep(0.5)
    for _ in range(100):
        turn()
    begun = time.monotonic()
    done = subprocess.Popen([new, "apply", *words], stdin=subprocess.DEVNULL)
    while done.poll() is None:
        turn()
    seconds = time.monotonic() - begun
    for _ in range(100):
        turn()
    if done.returncode:
        raise RuntimeError(f"apply: status {done.returncode}")
    time.sleep(0.1)
    monitor.terminate()
    monitor.wait()
    said.seek(0)
    events = _events(said.read(), device)
    result: dict[str, Any] = {
        "sent": len(sent),
        "apply_ms": round(seconds * 1000),
        "commands": len([each for each in events if "deleted" not in each[1]]),
        "queues_away_ms": _away(events),
    }
    for way, numbers in came().items():
        times = [sent[number] for number in sorted(numbers)]
        result[f"came_{way}"] = len(times)
        result[f"open_{way}_ms"] = round((times[-1] - times[0]) * 1000, 1) if times else 0
    sys.stdout.write(json.dumps(result) + "\n")


def _build(device: str) -> None:
    peer = f"p-{device}"
    lines = [
        f"link add {device} address {_OWN} type veth peer name {peer} address {_PEER}",
        f"link set {device} up",
        f"link set {peer} up",
        f"addr add 10.7.0.1/24 dev {device}",
        f"neigh add 10.7.0.2 lladdr {_PEER} dev {device} nud permanent",
    ]
    subprocess.run(["ip", "-batch", "-"], input="\n".join(lines) + "\n", text=True, check=True)


def _frame(payload: bytes) -> bytes:
    udp = struct.pack("!HHHH", 9, _PORT, 8 + len(payload), 0) + payload
    head = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0)
    head += socket.inet_aton("10.7.0.2") + socket.inet_aton("10.7.0.1")
    total = sum(struct.unpack("!10H", head))
    total = (total & 0xFFFF) + (total >> 16)
    head = head[:10] + struct.pack("!H", ~total & 0xFFFF) + head[12:]
    macs = bytes.fromhex((_OWN + _PEER).replace(":", ""))
    return macs + b"\x08\x00" + head + udp


def _numbers(handle: socket.socket, skip: int) -> list[int]:
    found = []
    while True:
        try:
            data = handle.recv(2048)
        except BlockingIOError:
            return found
        if skip and data[:6].hex(":") != _PEER:
            continue
        found.append(struct.unpack("!I", data[skip : skip + 4])[0])


def _events(text: str, device: str) -> list[tuple[float, str]]:
    """When what was made or deleted on an interface, in seconds."""
    found, now = [], 0.0
    for line in text.splitlines():
        if stamp := _STAMP.match(line):
            hours, minutes, seconds, micros = map(int, stamp.groups())
            now = hours * 3600 + minutes * 60 + seconds + micros / 1e6
        elif f"dev {device} " in line and line.split()[0] in (
            *("deleted", "qdisc", "class", "filter", "added"),
        ):
            found.append((now, line))
    return found


def _away(events: list[tuple[float, str]]) -> float:
    """From the end of the old root to the last class or queue of the new one, in ms."""
    gone = [
        at for at, line in events if re.match(r"deleted qdisc (htb|tbf) \S+ dev \S+ root", line)
    ]
    came = [at for at, line in events if line.startswith(("class ", "qdisc ")) and "htb" in line]
    came += [at for at, line in events if line.startswith("qdisc ")]
    return round((max(came) - gone[0]) * 1000, 1) if gone and came else -1


if __name__ == "__main__":
    main(*sys.argv[1:])
