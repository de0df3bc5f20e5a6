"""Scenarios of configs and of models, and what their ledgers say."""

from __future__ import annotations

from qosc import frontends
from qosc.amounts import Rate
from qosc.datapath import with_defaults
from qosc.ir import Anything, Attachment, Device, Policy, Port, Reference, RefKind, TrafficClass
from qosc.ir.leaves import qos_ports
from qosc.ledger import Fidelity
from qosc.profiles import profile
from qosc.scenario import Measure, Scenario, load
from qosc.source import SourceText
from qosc.targets.base import Artefact
from qosc.targets.sim import TARGET
from qosc.targets.sim.options import SimOptions

__all__ = ["backlogged", "compiled", "default", "fates", "lowered", "on_port", "only", "scenarios"]


def compiled(text: str, platform: str = "ios-12", **options: str) -> Artefact:
    device = frontends.load(SourceText("router.cfg", text), platform)
    return lowered(device, platform, **options)


def lowered(device: Device, platform: str = "ios-12", **options: str) -> Artefact:
    known = profile(platform)
    device = with_defaults(device, known)
    return TARGET.compile(device, qos_ports(device), SimOptions(known, **options))


def backlogged(scenario: Scenario, duration_ms: int = 6000) -> Scenario:
    """The scenario with twice its slowest link from each class all the time, as none rests."""
    rate = 2 * min(link.rate_bps for link in scenario.links)
    sources = [each for each in scenario.traffic if each.kind == "cbr"]
    kept = {each.name.partition(", ")[0]: each for each in reversed(sources)}
    traffic = tuple(
        each.model_copy(
            update={
                "name": name,
                "rate_bps": rate,
                "packet_bytes": 528,
                "start_us": place * 137,
                "stop_us": None,
            }
        )
        for place, (name, each) in enumerate(reversed(kept.items()))
    )
    measure = Measure(warm_up_ms=duration_ms // 5)
    links = tuple(
        link.model_copy(update={"rate_bps": max(link.rate_bps, 10 * len(kept) * rate)})
        if link.name != "output"
        else link
        for link in scenario.links
    )
    changed = {"traffic": traffic, "duration_ms": duration_ms, "measure": measure, "links": links}
    return scenario.model_copy(update=changed)


def scenarios(artefact: Artefact) -> list[Scenario]:
    found = [load(each.text, each.name) for each in artefact.files]
    assert all(isinstance(each, Scenario) for each in found), found
    return found


def only(artefact: Artefact) -> Scenario:
    (found,) = scenarios(artefact)
    return found


def fates(artefact: Artefact, end: str) -> set[Fidelity]:
    found = {entry.fidelity for entry in artefact.ledger if entry.path.endswith(end)}
    assert found, f"no leaf ends with {end}"
    return found


def on_port(*classes: TrafficClass, side: str = "output", **port: object) -> Device:
    policy = Policy("p", classes)
    stage = Attachment(Reference(RefKind.POLICY_MAP, "p"))
    made = Port("Serial0", bandwidth=Rate(2_000_000), **{side: (stage,)}, **port)
    return Device(ports={"Serial0": made}, policies={"p": policy})


def default(**more: object) -> TrafficClass:
    return TrafficClass("class-default", Anything(), **more)
