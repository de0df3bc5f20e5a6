"""Double the size of hard configs and print what each command takes: `worst_cases.py [NAME ...]`.

`--command` names the command: `diff` compares a text with one of a part less, `trace` follows
packets of which only the DSCP is said. `--parts N` is the smallest size as a share (1/N) of the
largest, which is somewhat below 1 MB, and `--until N` the largest one that is run. Each run is a
child that ends at ten seconds of processor time (`--seconds`) or at 1 GB of address space. A row
shows the size, the seconds of processor time, the memory in use and the status of each run, and by
which factor the time of the last doubling grew, without that of the start: 2 is linear. The factor
of a short run says little; the exit status is 1 where a run was ended.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from worst_configs import CASES

COMMANDS = {
    "check": ["check", "--format", "concise", "-"],
    "show": ["show", "-"],
    "sim": ["compile", "-t", "sim", "--allow-loss", "-"],
    "tc": ["compile", "-t", "tc", "--allow-loss", "-"],
    "ns3": ["compile", "-t", "ns3", "--allow-loss", "-"],
    "ir": ["compile", "-t", "ir", "-"],
    "diff": ["diff", "OLD", "-"],
    "trace": ["trace", "--summary", "-", "dscp ef"],
    "verify": ["verify", "-t", "tc", "-"],
    "state": ["verify", "-t", "tc", "--state", "DUMP", "-"],
    "graph": ["show", "--graph", "svg", "-"],
    "json": ["show", "--format", "json", "-"],
    "sarif": ["check", "--format", "sarif", "-"],
    "coverage": ["check", "--coverage", "-"],
    "fix": ["check", "--diff", "--unsafe-fixes", "-"],
    "baseline": ["baseline", "write", "--output", "NEW", "-"],
    "anonymise": ["anonymise", "--key", "words", "-"],
}
"""`OLD` stands for the file of the text before the change, `DUMP` for what a machine without any
QoS shows, and `NEW` for a file to write.
"""
SECONDS, SPACE = 10, 1 << 30
EMPTY = """\
qosc-state 1
== begin system kernel
Linux 6.1.0 x86_64
== end 0
== begin system tc
tc utility, iproute2-6.1.0
== end 0
== begin system links
1: lo: <LOOPBACK> mtu 65536\\    link/loopback 00:00:00:00:00:00 brd 00
== end 0
"""


class Run(NamedTuple):
    """One run: bytes of input, seconds of processor time, exit status (negative for a signal), and
    the most memory that was in use, in kB.
    """

    size: int
    seconds: float
    status: int
    memory: int

    def __str__(self) -> str:
        return (
            f"  {self.size // 1000:>5} kB {self.seconds:5.2f} s {self.memory // 1000:>4} MB"
            f" ({self.status})"
        )


def run(command: list[str], text: str, before: str = "", seconds: int = SECONDS) -> Run:
    """Run `qosc` on a text as standard input, under limits; `before` is the text of OLD."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (SPACE, SPACE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as given:
        given.write(text)
        given.seek(0)
        old = Path(folder, "old.cfg")
        old.write_text(before, encoding="utf-8")
        Path(folder, "state.txt").write_text(EMPTY, encoding="utf-8")
        files = {"OLD": "old.cfg", "DUMP": "state.txt", "NEW": "new.json"}
        line = [str(Path(folder, files[word])) if word in files else word for word in command]
        child = subprocess.Popen(
            [sys.executable, "-m", "qosc", *line],
            stdin=given,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=limit,  # noqa: PLW1509 - no thread runs here
        )
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    return Run(len(text), used.ru_utime + used.ru_stime, child.returncode, used.ru_maxrss)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CASES))
    parser.add_argument("--command", choices=COMMANDS, default="check")
    parser.add_argument("--parts", type=int, default=8)
    parser.add_argument("--until", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=SECONDS, help="of processor time, at most")
    options = parser.parse_args()
    if unknown := set(options.names) - set(CASES):
        parser.error(f"there is no case {min(unknown)!r}")
    command = COMMANDS[options.command]
    start = run(command, "hostname r\n", "hostname q\n").seconds
    ended = False
    for name in options.names or CASES:
        case, parts, row = CASES[name], options.parts, list[Run]()
        while parts >= options.until:
            count = case.most // parts
            row.append(run(command, case.make(count - 1), case.make(count), options.seconds))
            if row[-1].status < 0:
                ended = True
                break
            parts //= 2
        shown = "".join(map(str, row))
        last = [max(one.seconds - start, 0.01) for one in row[-2:]]
        print(f"{name:<26}{shown}  x{last[-1] / last[0]:.1f}", flush=True)
    return 1 if ended else 0


if __name__ == "__main__":
    raise SystemExit(main())
