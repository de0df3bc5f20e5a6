"""Runs in the guest: applies command files with `tc -batch` and dumps what the kernel then holds.

Only the standard library of Python 3.9 or later, since guests of several Debian releases run it.
`python3 guest.py JOB`: each file of `JOB/in` is a list of tc commands for the device `dm0`; the
answer is `JOB/result.json`.
"""

import json
import os
import socket
import struct
import subprocess
import sys

GETTCLASS, GETQDISC, GETTFILTER, GETCHAIN = 42, 38, 46, 102
_DUMP = 0x301  # NLM_F_REQUEST | NLM_F_DUMP
_INGRESS, _EGRESS = 0xFFFFFFF2, 0xFFFFFFF3
_DONE, _ERROR = 3, 2
_TCA_CHAIN = 11
_HEADER, _TCMSG = struct.Struct("=IHHII"), struct.Struct("=BxxxiIII")


def tool(*argv):
    return subprocess.run(argv, capture_output=True, check=False, stdin=subprocess.DEVNULL)


def dump(kind, index, parent=0, pref=0, chain=None):
    """The messages of one dump, each as hexadecimal text without the netlink header."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as link:
        link.bind((0, 0))
        body = _TCMSG.pack(0, index, 0, parent, pref << 16)
        if chain is not None:
            body += struct.pack("=HHI", 8, _TCA_CHAIN, chain)
        link.send(_HEADER.pack(_HEADER.size + len(body), kind, _DUMP, 1, 0) + body)
        messages = []
        while True:
            data = link.recv(1 << 18)
            while data:
                length, message, _, _, _ = _HEADER.unpack_from(data)
                if message == _DONE:
                    return messages
                if message == _ERROR:
                    return [*messages, "error"]
                if _TCMSG.unpack_from(data, _HEADER.size)[1] == index:
                    messages.append(data[_HEADER.size : length].hex())
                data = data[(length + 3) & ~3 :]


def filters(path, index, direction, parent):
    """The filters of each chain and pref that the file names, in a dump of its own.

    One dump of all loses a filter now and then: where a message is full, `mall_walk` of
    net/sched/cls_matchall.c counts the filter that did not fit as shown.
    """
    with open(path) as file:
        lines = [line.split() for line in file if f" {direction} chain " in line]
    places = {(int(words[6]), int(words[8])): None for words in lines}
    found = []
    for chain, pref in places:
        found += dump(GETTFILTER, index, parent, pref, chain)
    # One of all beside them: for what stands where the file asked for nothing.
    return found + dump(GETTFILTER, index, parent)


def apply(path):
    """The state after the commands of a file: status, tc's errors, and the kernel's objects."""
    tool("ip", "link", "add", "dm0", "type", "dummy")
    tool("ip", "link", "set", "dev", "dm0", "up")
    done = tool("tc", "-batch", path)
    index = socket.if_nametoindex("dm0")
    state = {
        "status": done.returncode,
        "errors": done.stderr.decode(errors="replace")[-600:],
        "qdiscs": dump(GETQDISC, index),
        "classes": dump(GETTCLASS, index),
        "ingress": filters(path, index, "ingress", _INGRESS),
        "egress": filters(path, index, "egress", _EGRESS),
    }
    tool("ip", "link", "del", "dm0")
    return state


def main(job):
    names = sorted(os.listdir(os.path.join(job, "in")))
    answer = {
        "kernel": os.uname().release,
        "iproute2": tool("tc", "-V").stdout.decode(errors="replace").strip(),
        "states": {name: apply(os.path.join(job, "in", name)) for name in names},
    }
    with open(os.path.join(job, "result.json"), "w") as out:
        json.dump(answer, out)


main(sys.argv[1])
