"""What the engine tests run: the published configs, their scripts, and traffic for them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

import qosc
from qosc import scenario
from qosc.api import qos_ports
from qosc.cli.experiments import read_folder
from qosc.lab.linux.engine import Experiment, Script
from qosc.scenario import Cbr, Limit, Measure, Ping, Poisson, Scenario, Source, Tcp
from qosc.simulator import Result

EXAMPLES = Path(__file__).parents[2] / "examples"
ROUTER, LAN, WAN = "router", "FastEthernet0/0", "ATM1/0.108 pvc 4/108"
PACKET = 528
"""Bytes of a packet: 500 of payload, as in appendix A of the paper."""


THREE_CLASSES = """
class-map match-all gold
 match ip precedence 5
class-map match-all silver
 match ip precedence 3
policy-map out
 class gold
  bandwidth 900
 class silver
  bandwidth 300
 class class-default
  bandwidth 150
interface Serial0/1
 bandwidth 2000
 service-policy output out
"""


SHAPED_RATIOS = """
class-map match-all gold
 match ip precedence 5
class-map match-all silver
 match ip precedence 3
policy-map shares
 class gold
  shape average 1900000
  bandwidth remaining ratio 7
 class silver
  shape average 1900000
  bandwidth remaining ratio 2
policy-map out
 class class-default
  shape average 1000000
  service-policy shares
interface GigabitEthernet0/1
 service-policy output out
"""
"""Classes of 7, 2 and (by default) 1 part, of which a shaper lets each have nearly all."""


ESNET_MARKS = {
    "network-control": (48, 5),
    "best-effort": (0, 20),
    "science-data": (18, 70),
    "scavenger-service": (8, 5),
}
"""The DSCP that packets of a class come with here, and its transmit-rate in the paper."""


def published(name: str, *, corrected: bool = True) -> str:
    """The config of an example; `corrected` puts the access list that was meant: 182 for 105."""
    text = (EXAMPLES / name / "router.cfg").read_text(encoding="utf-8")
    assert "access-group 105" in text
    return text.replace("access-group 105", "access-group 182") if corrected else text


def esnet() -> str:
    """The example at 2 Mbit/s, with a classifier in the place of the filter that finds classes."""
    text = (EXAMPLES / "esnet-alpha-flows" / "oscars.conf").read_text(encoding="utf-8")
    filtered = re.sub(r"filter \{\s+input alpha-flows;\s+\}", "", text)
    assert filtered != text
    slower = filtered.replace("speed 10m;", "speed 2m;")
    points = "".join(
        f"forwarding-class {name} {{ loss-priority low code-points {dscp:06b}; }}"
        for name, (dscp, _) in ESNET_MARKS.items()
    )
    return slower + (
        f"class-of-service {{ classifiers {{ dscp marks {{ {points} }} }}"
        " interfaces { ge-1/0/0 { unit 0 { classifiers { dscp marks; } } } } }"
    )


def emitted(text: str, platform: str | None = None) -> Script:
    """The script of the tc target for all ports of a config."""
    config = qosc.loads(text, name="router.cfg", platform=platform)
    artefact = qosc.compile(config, target="tc")
    return Script(artefact.files[0].text, tuple(port.name for port in qos_ports(config)))


def network(text: str, platform: str | None = None) -> Scenario:
    """The scenario of the sim target for a config."""
    config = qosc.loads(text, name="router.cfg", platform=platform)
    found = scenario.load(qosc.compile(config, target="sim").files[0].text, "scenario.yaml")
    assert isinstance(found, Scenario), found
    return found


PATH = {"from": "sender", "to": "receiver"}


def backlog(precedence: int, rate_bps: int) -> Cbr:
    """UDP of one precedence that no rule on input matches."""
    return Cbr(
        **PATH,
        kind="cbr",
        name=f"prec{precedence}",
        packet_bytes=PACKET,
        rate_bps=rate_bps,
        start_us=137 * precedence,
        header={"src-port": 20_000 + precedence, "dst-port": 30_000, "dscp": precedence << 3},
    )


def with_traffic(base: Scenario, *traffic: Source, warm_up_ms: int = 3000) -> Scenario:
    """Eight seconds of measured traffic over a network."""
    return base.model_copy(
        update={
            "traffic": traffic,
            "duration_ms": warm_up_ms + 8000,
            "measure": Measure(warm_up_ms=warm_up_ms, interval_ms=100),
        }
    )


SATURATION = tuple(backlog(n, 1_500_000 if n == 7 else 300_000) for n in range(8))
"""Every precedence above what any of the policies leaves it."""
THREE_BACKLOGS = (backlog(5, 1_600_000), backlog(3, 900_000), backlog(0, 700_000))
PING = Ping(**PATH, kind="ping", name="ping", interval_us=40_000, header={"dscp": 56})
ROBIN = Poisson(
    **PATH,
    kind="poisson",
    name="robin",
    packet_bytes=PACKET,
    rate_bps=550_000,
    header={"src-port": 20_007, "dst-port": 30_000, "dscp": 56},
)
LOAD = (*(backlog(n, 400_000) for n in range(7)), ROBIN, PING)
"""The link saturated by all but precedence 7, whose packets come in at random below its rate."""
BULK = Tcp(
    **PATH, kind="tcp", name="bulk", flows=2, socket_buffer_bytes=240_000, header={"dscp": 48}
)
CAR_PACKET = 256
POLICED = Cbr(
    **PATH,
    kind="cbr",
    name="policed",
    packet_bytes=CAR_PACKET,
    rate_bps=1_500_000,
    header={"dst4": "192.190.218.1"},
)
MARKED = Cbr(
    **PATH,
    kind="cbr",
    name="marked",
    packet_bytes=CAR_PACKET,
    rate_bps=100_000,
    header={"dst4": "192.190.218.2", "dst-port": 50_001},
)


@dataclass(frozen=True)
class Run:
    """What both engines make of one scenario."""

    scenario: Scenario
    kernel: Result
    simulator: Result


def experiments() -> dict[str, Experiment]:
    wfq, wrong, pq = (
        published("infn-fnal-wfq"),
        published("infn-fnal-wfq", corrected=False),
        published("infn-fnal-pq"),
    )
    found: dict[str, Experiment] = {}
    for name, text, platform in (
        ("corrected", wfq, None),
        ("published", wrong, None),
        ("xe", THREE_CLASSES, "ios-xe"),
        ("ratios", SHAPED_RATIOS, "ios-xe"),
    ):
        traffic = SATURATION if platform is None else THREE_BACKLOGS
        found[name] = Experiment(
            with_traffic(network(text, platform), *traffic), {ROUTER: emitted(text, platform)}
        )
    found["car"] = Experiment(
        with_traffic(network(wfq), POLICED, MARKED, warm_up_ms=0),
        {ROUTER: emitted(wfq)},
        trace=frozenset({"policed"}),
    )
    for name, text in (("wfq", wfq), ("pq", pq)):
        found[name] = Experiment(with_traffic(network(text), *LOAD), {ROUTER: emitted(text)})
    plain = with_traffic(network(wfq), *LOAD)
    fifo = tuple(
        port.model_copy(update={"output": (), "limit": Limit(packets=40), "tx_ring_packets": 0})
        for port in plain.ports
        if port.port == WAN
    )
    found["fifo"] = Experiment(plain.model_copy(update={"ports": fifo}))
    bulk = with_traffic(network(wfq), BULK)
    found["tcp"] = Experiment(bulk.model_copy(update={"ports": fifo}))
    return found | hold_queues()


def hold_queues() -> dict[str, Experiment]:
    """A port with a hold-queue alone, as `qosc lab run` reads it; and the same with the limit
    changed in the script only, which shows whose FIFO holds the packets.
    """
    read = read_folder(str(Path(__file__).parent / "scenarios" / "hold-queue"), "never")
    assert read is not None
    hold = read[1]["hold"]
    script = hold.scripts[ROUTER]
    shorter = replace(script, text=script.text.replace("pfifo limit 30", "pfifo limit 10"))
    assert shorter != script
    return {"hold-30": hold, "hold-10": replace(hold, scripts={ROUTER: shorter})}
