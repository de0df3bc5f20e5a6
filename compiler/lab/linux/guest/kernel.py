"""The kernel's log, network namespaces and interface offloads of the guest."""

from __future__ import annotations

import array
import ctypes
import fcntl
import os
import socket
import struct
import subprocess

__all__ = ["enter", "messages", "no_offloads", "tool"]

_CLONE_NEWNET = 0x40000000
_SIOCETHTOOL = 0x8946
# linux/ethtool.h: the commands that switch one offload each.
_OFFLOADS = {
    "rx-checksum": 0x15,
    "tx-checksum": 0x17,
    "scatter-gather": 0x19,
    "tso": 0x1F,
    "gso": 0x24,
    "gro": 0x2C,
}


def tool(
    argv: list[str], netns: str = "", check: bool = True, limit_s: float | None = None
) -> tuple[int, str, str]:
    """Run a program in a namespace: its status, output and errors.

    RuntimeError for a status other than 0, unless `check` is false. TimeoutError after `limit_s`
    seconds.
    """
    if netns:
        argv = ["ip", "netns", "exec", netns, *argv]
    try:
        done = subprocess.run(
            argv, capture_output=True, check=False, stdin=subprocess.DEVNULL, timeout=limit_s
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"{argv[0]} took too long") from None
    out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(argv)}: status {done.returncode}: {err.strip() or out}")
    return done.returncode, out, err


def messages() -> list[str]:
    """The warnings and errors that the kernel logged, without those of its own start."""
    done = subprocess.run(
        ["dmesg", "--level=emerg,alert,crit,err,warn", "--notime"],
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    ours = ("htb", "hfsc", "police", "netem", "sch_", "cls_", "act_", "qdisc", "drr", "tbf")
    lines = done.stdout.decode(errors="replace").splitlines()
    return [line for line in lines if any(word in line.lower() for word in ours)]


def enter(netns: str) -> None:
    """Move this process into a network namespace. OSError where the kernel refuses."""
    libc = ctypes.CDLL(None, use_errno=True)
    handle = os.open(f"/run/netns/{netns}", os.O_RDONLY)
    try:
        if libc.setns(handle, _CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), f"cannot enter namespace {netns}")
    finally:
        os.close(handle)


def no_offloads(interface: str) -> None:
    """Switch off what would make packets longer than the MTU or leave checksums open.

    For an interface of this process's namespace. What the driver does not know is left.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
        for command in _OFFLOADS.values():
            value = array.array("I", [command, 0])
            request = struct.pack("16sP16x", interface.encode(), value.buffer_info()[0])
            try:
                fcntl.ioctl(handle, _SIOCETHTOOL, request)
            except OSError:
                continue
