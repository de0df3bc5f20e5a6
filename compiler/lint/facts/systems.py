"""Lines that only a system has which is not read, though its config looks like one of IOS."""

from __future__ import annotations

from qosc.patterns import pattern

__all__ = ["system_of"]

_SYSTEMS = (
    # Cisco ASA Series CLI Configuration Guide, Service Policy Using the Modular Policy Framework.
    (
        "Cisco ASA",
        pattern(
            r"set connection |match default-inspection-tra|match access-list \S|"
            r"service-policy \S+ (?:interface \S+|global)$|inspect [a-z]"
        ),
    ),
    # Broadcom EFOS Administrator's Guide, and Netgear M4300 CLI, QoS Commands: match srcl4port,
    # policy-map NAME in, assign-queue, drop.
    (
        "Broadcom EFOS",
        pattern(r"match (?:src|dst)l4port |policy-map \S+ (?:in|out)$|assign-queue \d"),
    ),
    # Brocade NetIron QoS Configuration Guide, policy-map: cir, cbs, eir and ebs; Network OS
    # Layer 2 Switching Configuration Guide: qos map cos-mutation.
    ("Brocade", pattern(r"cir \d+ cbs \d+|qos map (?:cos|dscp|traffic-class)-[a-z-]+ ")),
    # Dell Force10 FTOS Configuration Guide, IP Access Control Lists: seq N permit.
    ("Force10", pattern(r"seq \d+ (?:permit|deny) ")),
)


def system_of(line: str) -> str:
    """The system that alone has such a line; empty where IOS and its kin may have it too."""
    words = " ".join(line.split()).lower()
    return next((name for name, said in _SYSTEMS if said.match(words)), "")
