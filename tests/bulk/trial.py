"""What is tried: a config, its packets, and what the manual says becomes of each."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import qosc
from qosc.api import qos_ports
from tests.wire import Packet, frame

ENTRY = "x"
"""Where a packet comes in that meets no policy on its way in."""
_STATION = "02:00:00:00:01:{:02x}"
_ANY_STATION = Packet().dst_mac


class Treatment(Protocol):
    """What becomes of one packet; None stands for what is not said."""

    @property
    def dropped(self) -> bool: ...
    @property
    def leaf(self) -> Hashable | None: ...
    @property
    def dscp_out(self) -> int | None: ...
    @property
    def cos_out(self) -> int | None: ...
    @property
    def unknown(self) -> frozenset[str]: ...


@dataclass(frozen=True, slots=True)
class Wanted:
    """A treatment written by hand: `leaf` is the name of the class, None where no class is."""

    leaf: Hashable | None = None
    dropped: bool = False
    dscp_out: int | None = None
    cos_out: int | None = None
    unknown: frozenset[str] = frozenset()
    """Names of fields here that no source settles: they are not compared."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A packet from port `entry` (or `ENTRY`) to port `leave`, by the router's names of ports."""

    packet: Packet
    leave: str
    wanted: Treatment
    entry: str = ENTRY
    known: str = ""
    """Under what a wrong outcome is known already (a row of `known.json`)."""


@dataclass(frozen=True, slots=True)
class Train:
    """Packets back to back, in turns: each `count` times at once, or for `seconds` as many as go.

    For `seconds` it is `count` of each in a millisecond.
    """

    packets: tuple[Packet, ...]
    leave: str
    count: int
    seconds: float = 0.0
    entry: str = ENTRY


@dataclass(frozen=True)
class Trial:
    """A config and its probes. `name` says where it comes from, the seed included.

    `script` takes the place of what the compiler makes, for tests of the harness itself; it is
    given the devices as PORT=DEVICE words.
    """

    name: str
    text: str
    probes: tuple[Probe, ...]
    platform: str | None = None
    batch: bool = True
    allow_loss: bool = False
    """Whether a script is tried that lacks something of the config."""
    script: str | None = None
    undefined_access_list: str = "none"
    leaf: str = ""
    """The qdisc of leaf queues, where it is not the router's."""
    ports: tuple[str, ...] = ()
    """More ports than those of the script: without QoS of their own."""
    trains: tuple[Train, ...] = ()
    """Sent before the probes, while all buckets are full."""


@dataclass(frozen=True)
class Planned:
    """A trial on its way to the guest; `error` where it has none."""

    trial: Trial
    job: dict[str, Any] = field(default_factory=dict)
    devices: dict[str, str] = field(default_factory=dict)
    probes: tuple[Probe, ...] = ()
    """With the destination addresses that stand for their ports."""
    excuses: frozenset[str] = frozenset()
    """What the ledger says the script does otherwise, for some kinds of packets."""
    error: str = ""


def plan(trial: Trial) -> Planned:
    """Compile, name the devices, and build the frames."""
    if trial.script is None:
        config = qosc.loads(trial.text, name="router.cfg", platform=trial.platform)
        made = qosc.compile(
            config,
            target="tc",
            batch=trial.batch,
            allow_loss=trial.allow_loss,
            undefined_access_list=trial.undefined_access_list,
            leaf=trial.leaf,
        )
        if not made.files:
            return Planned(trial, error="no script: " + "; ".join(map(str, made.losses[:3])))
        files = {each.name: each.text for each in made.files}
        if any("\n    map_priority " in text for text in files.values()):
            # The ports here are no VLAN devices: see tests/engines/tc/test_tc_vlan_priority.py.
            return Planned(trial, error="no script: it gives VLAN tags their priority")
        names = _script_ports(made.files[0].text, [port.name for port in qos_ports(config)])
        script = made.files[0].name
        excuses = frozenset(str(one) for entry in made.ledger for one in entry.excuses)
    else:
        excuses = frozenset()
        files, names, script = {"script": trial.script}, list(trial.ports), "script"
    return replace(_planned(_on_ports(trial, names), files, script, names), excuses=excuses)


def _on_ports(trial: Trial, names: list[str]) -> Trial:
    """The trial by the ports that the script has: it takes an untagged unit and its physical port
    of JunOS for one, by the name of the latter.
    """

    def of(name: str) -> str:
        above, _, unit = name.rpartition(".")
        return above if unit == "0" and above in names and name not in names else name

    return replace(
        trial,
        ports=tuple(map(of, trial.ports)),
        probes=tuple(replace(p, entry=of(p.entry), leave=of(p.leave)) for p in trial.probes),
        trains=tuple(replace(t, entry=of(t.entry), leave=of(t.leave)) for t in trial.trains),
    )


def _planned(trial: Trial, files: dict[str, str], script: str, names: list[str]) -> Planned:
    known = dict.fromkeys([*names, *trial.ports])
    known |= dict.fromkeys(p.leave for p in (*trial.probes, *trial.trains))
    known |= dict.fromkeys(p.entry for p in (*trial.probes, *trial.trains) if p.entry != ENTRY)
    devices = {name: f"d{number}" for number, name in enumerate(known)}
    ports = []
    for name, device in devices.items():
        above = name.rpartition(".")[0]
        below = devices.get(above)
        ports.append({"device": device, **({"below": below} if below else {})})
    stations = {_STATION.format(number): device for number, device in enumerate(devices.values())}
    homes = {device: address for address, device in stations.items()}
    probes = []
    for probe in trial.probes:
        device = devices[probe.leave]
        packet = probe.packet
        if packet.dst_mac == _ANY_STATION:
            packet = replace(packet, dst_mac=homes[device])
        elif stations.setdefault(packet.dst_mac, device) != device:
            return Planned(trial, error=f"{packet.dst_mac} is asked for on two ports")
        probes.append(replace(probe, packet=packet))
    words = [devices[name] if len(names) == 1 else f"{name}={devices[name]}" for name in names]
    guarded = any("apply--no-confirm)" in text for text in files.values())
    options = ["--no-confirm"] if guarded else []
    job = {
        "name": trial.name,
        "ports": ports,
        "stations": stations,
        "files": files,
        "steps": [[f"./{script}", "apply", *options, *words]] if names else [],
        "trains": [
            {
                "entry": devices.get(train.entry, ENTRY),
                "leave": devices[train.leave],
                "frames": [
                    frame(replace(packet, dst_mac=homes[devices[train.leave]])).hex()
                    for packet in train.packets
                ],
                "count": train.count,
                "seconds": train.seconds,
            }
            for train in trial.trains
        ],
        "probes": [
            [devices.get(probe.entry, ENTRY), devices[probe.leave], frame(probe.packet).hex()]
            for probe in probes
        ],
    }
    return Planned(trial, job, devices, tuple(probes))


def _script_ports(script: str, names: list[str]) -> list[str]:
    """The ports that the script takes, as its usage lists them; others are not compiled."""
    lines = iter(script.splitlines())
    for line in lines:
        if line in ("Port:", "Ports:"):
            break
    listed = set()
    for line in lines:
        if line == "EOT":
            break
        listed.add(line.strip())
    return [name for name in names if name in listed]
