"""The devices of a config: one veth pair for each port, joined by a bridge.

A frame is sent into the far end of a port, comes in at the port, and is bridged to the port that
its destination address stands for: so every kind of frame can cross, and nothing of it is changed
on the way but by the script. `skb->mark` is kept by bridge and veth of one namespace.

A port above another (a unit of a physical port) has a pair of its own, whose far end is bridged to
the port below.
"""

from __future__ import annotations

import ctypes
import os
import socket
import struct
import subprocess
from typing import Any

_CLONE_NEWNET = 0x40000000
_ALL = 0x0003  # ETH_P_ALL
_PACKET, _AUXDATA, _OUTGOING = 263, 8, 4
_ADD_MEMBERSHIP, _IGNORE_OUTGOING = 1, 23
_TAGGED, _WITH_TPID = 1 << 4, 1 << 6
_SO_SNDBUFFORCE, _SO_RCVBUFFORCE = 32, 33
_AUX = struct.Struct("=IIIHHHH")
_ENTRY = "x"
"""A pair of no port: what comes in here has met no filter."""


def enter_new_namespace() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "no new network namespace")


def tool(argv: list[str], text: str = "", cwd: str = "/run/tmp") -> tuple[int, str, str]:
    done = subprocess.run(argv, input=text.encode(), capture_output=True, check=False, cwd=cwd)
    return (
        done.returncode,
        done.stdout.decode("utf-8", "replace"),
        done.stderr.decode("utf-8", "replace"),
    )


def load_modules() -> None:
    """Have the kernel load what every config needs, so that no config finds it half way."""
    tool(["ip", "link", "add", "b-load", "type", "bridge"])
    tool(["ip", "link", "add", "v-load", "type", "veth", "peer", "name", "p-load"])


def build(ports: list[dict[str, Any]], stations: dict[str, str]) -> None:
    """Make the pairs and bridges; `stations` says by destination address which port is meant."""
    for kind in ("default", "all"):
        path = f"/proc/sys/net/ipv6/conf/{kind}/disable_ipv6"
        if os.path.exists(path):  # the guest's IPv6 is a module; without it nothing is announced
            with open(path, "w", encoding="ascii") as file:
                file.write("1")
    below = {port["device"]: port["below"] for port in ports if port.get("below")}
    bridge = "type bridge stp_state 0 mcast_snooping 0 vlan_filtering 0"
    lines = ["link set lo up", f"link add br0 {bridge}"]
    lines += [f"link add b-{device} {bridge}" for device in sorted(set(below.values()))]
    for number, device in enumerate([_ENTRY, *(port["device"] for port in ports)]):
        lines.append(
            f"link add {device} mtu 9000 address 02:ff:00:00:00:{number:02x} type veth"
            f" peer name p-{device} mtu 9000 address 02:fe:00:00:00:{number:02x}"
        )
    lowest = set(below.values())
    for device in [_ENTRY, *(port["device"] for port in ports)]:
        master = f"b-{device}" if device in lowest else "br0"
        lines.append(_slave(device, master))
        if device in below:
            lines.append(_slave(f"p-{device}", f"b-{below[device]}"))
        lines += [f"link set {device} up", f"link set p-{device} up"]
    lines += ["link set br0 up", *(f"link set b-{device} up" for device in sorted(lowest))]
    _checked(["ip", "-batch", "-"], lines)
    entries = []
    for address, device in stations.items():
        entries.append(f"fdb replace {address} dev {device} master static")
        if device in below:
            entries.append(f"fdb replace {address} dev {below[device]} master static")
    _checked(["bridge", "-batch", "-"], entries)


def _slave(device: str, bridge: str) -> str:
    quiet = "flood off mcast_flood off bcast_flood off learning off"
    return f"link set {device} master {bridge}\nlink set {device} type bridge_slave {quiet}"


def _checked(argv: list[str], lines: list[str]) -> None:
    status, out, err = tool(argv, "\n".join(lines) + "\n")
    if status:
        raise RuntimeError(f"{' '.join(argv)}: {err or out}")


def far_end(device: str) -> socket.socket:
    """A socket at the far end of a pair: it sends into the port and sees what leaves it."""
    made = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
    made.setsockopt(_PACKET, _IGNORE_OUTGOING, 1)
    made.setsockopt(_PACKET, _AUXDATA, 1)
    # What waits in a queue of the port is charged to who sent it: nothing may stop the sender.
    made.setsockopt(socket.SOL_SOCKET, _SO_SNDBUFFORCE, 64 << 20)
    made.setsockopt(socket.SOL_SOCKET, _SO_RCVBUFFORCE, 16 << 20)
    made.bind((f"p-{device}", _ALL))
    made.settimeout(0)
    return made


def captured(source: socket.socket) -> list[bytes]:
    """The frames that have come since the last call, with the VLAN tag back in its place."""
    frames = []
    while True:
        try:
            data, extra, _, address = source.recvmsg(1 << 16, 256)
        except BlockingIOError:
            return frames
        if address[2] == _OUTGOING:
            continue
        for level, kind, value in extra:
            if level == _PACKET and kind == _AUXDATA:
                status, _, _, _, _, tci, tpid = _AUX.unpack_from(value)
                if status & _TAGGED:
                    tpid = tpid if status & _WITH_TPID else 0x8100
                    data = data[:12] + struct.pack("!HH", tpid, tci) + data[12:]
        frames.append(data)


def index(device: str) -> int:
    return socket.if_nametoindex(device)


def without_offloads(devices: list[str]) -> None:
    """Nothing may be left to the receiver: no checksum, no segments to cut or to join."""
    import array
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
        for device in devices:
            for command in (0x15, 0x17, 0x19, 0x1F, 0x24, 0x2C):  # linux/ethtool.h
                value = array.array("I", [command, 0])
                request = struct.pack("16sP16x", device.encode(), value.buffer_info()[0])
                try:
                    fcntl.ioctl(handle, 0x8946, request)
                except OSError:
                    continue


def write_files(folder: str, files: dict[str, str]) -> None:
    os.makedirs(folder, exist_ok=True)
    for name, text in files.items():
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o700)
