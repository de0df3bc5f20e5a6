"""Run in the guest: interfaces to try a script on, what stands on them, and runs that are cut.

A run is cut by what stands before the real programs in its PATH (`cutting`): at a change of the
kernel's state, of which the commands of a batch file are one each, or at the start of a program.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cutting

_SECONDS = 120
"""A run that takes longer hangs."""
# What the kernel counts or numbers by itself.
_PASSING = re.compile(
    r" refcnt \d+| direct_packets_stat \d+|\bref \d+ bind \d+| index \d+|police 0x[0-9a-f]+"
    r"|(?:installed|used|expires|last used) .*$"
)
# The filters of flows of their own are numbered by the kernel.
_UNTOLD = ("class sfq ", "class fq_codel ", "class cake ", "class fq_pie ")
_FEATURES = ("generic-", "large-", "tcp-seg", "rx-gro-hw", "\ttx-tcp")


class Bench:
    """The interfaces of a device, its scripts, and where they remember what they did."""

    def __init__(self, device: Mapping[str, Any], folder: Path) -> None:
        self._device = device
        self._folder = folder
        self._temporary, self._remembered = folder / "tmp", folder / "state"
        self.plain = not self._takes_all()
        for script in ("new", "old"):
            place = self._folder / script
            place.mkdir(parents=True, exist_ok=True)
            for file, text in device[script]["files"].items():
                lines = text.splitlines(keepends=True)
                kept = "".join(map(plainer, lines)) if self.plain else text
                (place / file).write_text(kept, encoding="utf-8")
                (place / file).chmod(0o755)
        self._temporary.mkdir(exist_ok=True)
        self._interfaces: Sequence[str] = device["interfaces"]
        self._changes, self._starts = cutting.lay_out(self._folder)
        if self.plain:
            (self._folder / "plain").touch()

    def _takes_all(self) -> bool:
        """Whether the kernel has the filters and actions that scripts use."""
        self._batch("ip", ["link add try0 type veth peer name try1"])
        argv = "filter add dev try0 ingress matchall action skbedit priority 1:1 pipe action drop"
        self._batch("tc", ["qdisc add dev try0 clsact"])
        done = subprocess.run(["tc", *argv.split()], capture_output=True, check=False)
        self._batch("ip", ["link del try0"])
        return done.returncode == 0

    def put(self, stands: str) -> None:
        """Make the interfaces anew, and set up what is to stand on them before."""
        names = {each.split(".")[0] for each in self._interfaces}
        self._batch("ip", [f"link del dev {name}" for name in names], check=False)
        links = [f"link add {name} type veth peer name p-{name}" for name in sorted(names)]
        links += [f"link set {end}{name} up" for name in sorted(names) for end in ("", "p-")]
        links += [
            f"link add link {each.split('.')[0]} name {each} type vlan id {each.split('.')[1]}"
            for each in self._interfaces
            if "." in each
        ]
        self._batch("ip", links)
        # Each feature is a change of its own: one interface with one is enough.
        for each in self._interfaces:
            words = [
                "gso",
                "off",
                "tso",
                "off",
                "gro",
                "on" if each == self._interfaces[0] else "off",
            ]
            subprocess.run(["ethtool", "-K", each, *words], capture_output=True, check=False)
        self._batch("tc", ["actions flush action gact", "actions flush action police"], check=False)
        shutil.rmtree(self._remembered, ignore_errors=True)
        shutil.rmtree(self._temporary)
        self._temporary.mkdir()
        for program in ("ip", "tc"):
            self._batch(program, self._device["stands"].get(stands, {}).get(program, []))
        if stands == "earlier":
            status, said = self.run("old", "apply")
            if status:
                raise RuntimeError(f"the earlier script: {said}")

    def _batch(self, program: str, lines: Sequence[str], *, check: bool = True) -> None:
        if lines:
            done = subprocess.run(
                [program, "-force", "-batch", "-"],
                input="\n".join(lines) + "\n",
                capture_output=True,
                check=False,
                text=True,
            )
            if check and (done.returncode or done.stderr):
                raise RuntimeError(f"{program}: {done.stderr}")

    def run(self, script: str, verb: str, cut: cutting.Cut | None = None) -> tuple[int, str]:
        """Apply or clear by one of the scripts, in a session of its own: its status and errors."""
        made = self._device[script]
        words = made["words"] if verb == "apply" else self._interfaces
        path = os.environ["PATH"]
        if cut is None and self.plain:
            cut = cutting.Cut(-1, "none")
        if cut is not None:
            path = f"{self._starts if cut.starts else self._changes}:{path}"
            cutting.write(self._folder, cut)
        argv = ["sh", "-c", f'echo $$ > "{self._folder}/script"; exec sh "$@"', "sh"]
        argv += [str(self._folder / script / made["script"]), verb, *words]
        with (self._folder / "said").open("wb+") as said:
            done = subprocess.run(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                env={
                    **os.environ,
                    "PATH": path,
                    "TMPDIR": str(self._temporary),
                    "QOSC_STATE": str(self._remembered),
                },
                start_new_session=True,
                check=False,
                timeout=_SECONDS,
            )
            said.seek(0)
            return done.returncode, said.read().decode(errors="replace")

    def met(self) -> int:
        """How many boundaries the last run met, which was not cut."""
        return cutting.met(self._folder)

    def was_cut(self) -> bool:
        """Whether the last run came to where it was to be cut."""
        return (self._folder / "over").exists()

    def state(self) -> tuple[str, ...]:
        """All that stands on the interfaces, and what there is beside them."""
        ask = []
        for name in self._interfaces:
            ask += [f"qdisc show dev {name}", f"class show dev {name}"]
            ask += [f"filter show dev {name}{hook}" for hook in ("", " ingress", " egress")]
        ask.append("actions list action police")
        lines = _output(["tc", "-d", "-force", "-batch", "-"], "\n".join(ask) + "\n")
        found = [_PASSING.sub("", line).rstrip() for line in lines if not line.startswith(_UNTOLD)]
        for line in _output(["ip", "-d", "-o", "link", "show"]):
            # Its number, its name, what it stands on, and its map of priorities.
            name = line.split(": ")[1]
            priorities = re.search(r"egress-qos-map \{[^}]*\}", line)
            found.append(f"link {name} {priorities[0] if priorities else ''}")
        for name in self._interfaces:
            found += [
                f"{name} {line}"
                for line in _output(["ethtool", "-k", name])
                if line.startswith(_FEATURES)
            ]
        return tuple(line for line in found if line.strip())

    def left(self) -> list[str]:
        """What is remembered of how many interfaces, and temporary files."""
        rooms = self._remembered.glob("*/*")
        return sorted(
            ["room" if each.name.isdigit() else each.name for each in rooms if each.name != "lock"]
            + [f"tmp/{each.name}" for each in self._temporary.iterdir()]
        )


def plainer(line: str) -> str:
    """A command of a script with other words, which any kernel takes: as many changes as before."""
    filtered = re.match(r"((?:    tc )?filter add dev \S+ \S+ chain \d+ pref (\d+) )", line)
    if filtered:
        return f"{filtered[1]}protocol ip u32 match ip dport {filtered[2]} 0xffff flowid 1:10\n"
    return re.sub(r"^((?:    tc )?qdisc add dev .*) (red|sfq) .*", r"\1 pfifo limit 64", line)


def _output(argv: list[str], given: str = "") -> list[str]:
    done = subprocess.run(argv, input=given, capture_output=True, check=False, text=True)
    return done.stdout.splitlines()
