"""What class of service of JunOS has before a line is written, by platform.

Names of forwarding classes with their queues; the share of rate and buffer that a queue has without
a scheduler; and the classifiers of an interface without one.
"""

from __future__ import annotations

from typing import NamedTuple

from qosc.profiles.model import Fact

__all__ = ["PRIORITIES", "JunosDefaults", "junos_defaults", "priority_words"]

_BE, _EF, _AF, _NC = (
    "best-effort",
    "expedited-forwarding",
    "assured-forwarding",
    "network-control",
)
_ROUTERS = "Juniper, 'Class of Service User Guide (Routers and EX9200 Switches)', "
_QFX = "Juniper, 'Traffic Management User Guide (QFX Series and EX4600 Switches)', "
_QFX_PAGE = _QFX + "Understanding Default CoS Scheduling and Classification"


PRIORITIES = {
    "low-latency": 1,
    "strict-high": 1,
    "high": 1,
    "medium-high": 2,
    "medium-low": 3,
    "low-high": 4,
    "low-medium": 5,
    "low": 6,
}
"""The order in which JunOS serves the priorities of schedulers: Juniper, Transmission Priority
Scheduling; strict-high takes turns with high, `priority (Schedulers)`."""
_LEVELS = tuple(PRIORITIES)[2:]
_BY_PRIORITY = Fact(
    dict(zip(_LEVELS, _LEVELS, strict=True)),
    "Juniper, Transmission Priority Scheduling: queues out of profile in the order of their "
    "priorities",
)


_ONE_VERSION = Fact(
    value=False,
    source="Juniper, dscp and dscp-ipv6 (class-of-service classifiers): one for IPv4, one for IPv6 "
    "packets; the same for EX Series in Defining CoS Classifiers, for PTX Series in CoS Features "
    "and Limitations",
)


_ROUTER_TABLES = Fact(
    "routers",
    "Juniper, Default DSCP and DSCP IPv6 Classifiers, Default IEEE 802.1p Classifier, Default MPLS "
    "EXP Classifier, Default IP Precedence Classifier",
)


_NO_LEVELS = Fact(
    None,
    "no public source says which priorities its hardware serves alike; Juniper, Transmission "
    "Priority Scheduling: high, medium-high, medium-low, low-high, low-medium, low",
)
_PROPAGATION = "Juniper, Priority Propagation in Hierarchical Scheduling, "
_REWRITES = "Juniper, Applying Default Rewrite Rules"
_ROUTER_REWRITES = Fact("routers", _REWRITES + ", Table 1")


class JunosDefaults(NamedTuple):
    """The defaults of one platform.

    classes      The queue of each forwarding class.
    shares       Parts per million of rate and buffer by queue; other queues have none.
                 None where no public source settles them.
    classifiers  The kinds of default classifier that are in force on an interface without any.
                 `compatibility` is the IP precedence table that is never asked for by name, for
                 units with family inet, `compatibility-ipv6` the one for units with family inet6;
                 `exp` is for units with family mpls.
    excess       The priority of what a queue sends above its transmit-rate, by the priority of the
                 queue, where no `excess-priority` says otherwise.
    both_versions  Whether a `dscp`, `dscp-ipv6` or `inet-precedence` classifier or rewrite rule is
                 for IPv4 and IPv6 alike, and only one of them may stand on a port.
    tables       Whose default classifiers: of `routers`; of `ex`, which know best-effort and
                 network-control only; of `qfx`, which know the lossless classes as well.
    rewrites     Whose default rewrite rules: of `routers`; of `qfx`, whose classes are others; of
                 `ptx`, whose EXP table depends on the release.
    levels       The rank of each priority within the transmit-rate where it is another than in
                 `PRIORITIES`. None where no public source says which ones the hardware serves
                 alike.
    excess_levels  The same for `excess-priority`, above the transmit-rate.
    """

    classes: Fact[dict[str, int]]
    shares: Fact[dict[int, int] | None]
    classifiers: Fact[tuple[str, ...]]
    excess: Fact[dict[str, str]] = _BY_PRIORITY
    both_versions: Fact[bool] = _ONE_VERSION
    tables: Fact[str] = _ROUTER_TABLES
    rewrites: Fact[str] = _ROUTER_REWRITES
    levels: Fact[dict[str, int] | None] = _NO_LEVELS
    excess_levels: Fact[dict[str, int] | None] = _NO_LEVELS


_MX = JunosDefaults(
    Fact({_BE: 0, _EF: 1, _AF: 2, _NC: 3}, _ROUTERS + "Default Forwarding Classes"),
    Fact({0: 950_000, 3: 50_000}, "Juniper, Default Schedulers Overview"),
    Fact(
        ("compatibility", "compatibility-ipv6", "exp"),
        "Juniper, Default IP Precedence Classifier and Default MPLS EXP Classifier; dscp-ipv6-"
        "compatibility as recorded on a vMX and an MX480 (show class-of-service interface)",
    ),
    Fact(
        {word: "high" if word == "high" else "low" for word in _LEVELS},
        "Juniper, Per-Priority Shaping on MIC and MPC Interfaces Overview, default excess "
        "priorities. DPCs: the priority of the queue",
    ),
    levels=Fact(
        {"medium-low": PRIORITIES["medium-high"]},
        _PROPAGATION + "Table 1: hardware priority 0 for strict-high and high, 1 for medium-high "
        "and medium-low, 2 for low",
        "enhanced-priority-mode of MPC7E, MPC8E and MPC9E: five priorities",
    ),
    excess_levels=Fact(
        {"medium-high": PRIORITIES["high"], "medium-low": PRIORITIES["low"]},
        _PROPAGATION + "Table 2: 3 for excess-priority high and medium-high, 4 for medium-low and "
        "low",
    ),
)
_SEVEN = {0: 950_000, 7: 50_000}
_PLATFORMS = {
    "junos-mx": _MX,
    "junos-acx": _MX._replace(
        levels=_NO_LEVELS,
        excess_levels=_NO_LEVELS,
        classifiers=Fact(
            ("compatibility",),
            "Juniper, ACX Series Universal Access Router Configuration Guide, Default IP "
            "Precedence Classifier. No public source says when its EXP classifier is in force",
        ),
        excess=_BY_PRIORITY,
        both_versions=Fact(
            value=True,
            source="Juniper, ACX Series Universal Access Router Configuration Guide, Applying DSCP "
            "and DSCP IPv6 Classifiers: one alone classifies IPv4 and IPv6 packets, a rewrite rule "
            "applies to both, and a commit with two of them fails",
        ),
    ),
    "junos-ptx": _MX._replace(
        levels=Fact(
            None,
            "Juniper, Understanding Scheduling on PTX Series Routers: the hardware has high, "
            "medium, low and excess for strict-high, high, medium-high, medium-low and low",
        ),
        excess_levels=_NO_LEVELS,
        classifiers=Fact(
            ("compatibility", "exp"),
            "Juniper, Default Behavior Aggregate Classification Overview (M, MX, PTX, T Series)",
            "the EXP table is that before Junos OS 21.1: since then it has best-effort and "
            "network-control of four loss priorities (Default MPLS EXP Classifier)",
        ),
        excess=Fact(
            dict.fromkeys(_LEVELS, "low"),
            "Juniper, Configuring Excess Rate for PTX Series Packet Transport Routers: all queues "
            "have one excess priority",
        ),
        rewrites=Fact(
            "ptx",
            _REWRITES + ", Table 1, and Table 2 for EXP since Junos OS 21.1: what both have",
        ),
    ),
    "junos-srx": _MX._replace(
        levels=_NO_LEVELS,
        excess_levels=_NO_LEVELS,
        excess=_BY_PRIORITY,
        # One page of the same guide, Default Scheduler Settings, has queues 0, 5, 1 and 7: those of
        # EX Series. Every other page, and the example with eight classes, has the four of routers.
        classes=Fact(
            _MX.classes.value,
            "Juniper, 'Class of Service User Guide (Security Devices)', Forwarding Classes "
            "Overview and Example: Configuring Forwarding Classes: queues 0 to 3",
        ),
        shares=Fact(
            {0: 950_000, 3: 50_000},
            "the same example: 95 % for queue 0 and 5 % for queue 3",
        ),
        classifiers=Fact(
            ("compatibility",),
            "Juniper, JUNOS 9.4 Security Interfaces and Routing Guide, Default IP Precedence "
            "Classifier",
        ),
    ),
    "junos-ex": JunosDefaults(
        Fact(
            {_BE: 0, _EF: 5, _AF: 1, _NC: 7},
            "Juniper, 'Class of Service User Guide (EX Series)', Understanding CoS Schedulers: "
            "queues 0, 5, 1 and 7. EX4300 and EX3400 have 0 to 3, and classes for multicast",
        ),
        Fact(
            _SEVEN,
            "the same page: 95 and 5 %. EX8200: 75, 20 (queue 2) and 5; EX4300 and EX3400: 75, "
            "5 (queue 3), 15 (queue 8) and 5 (queue 11)",
        ),
        # An access port trusts nothing, a trunk port its 802.1p bits, a routed port DSCP: which of
        # them a port is would have to be known.
        Fact((), "no one table is in force on all ports"),
        tables=Fact(
            "ex",
            "Juniper, Junos 10.3 for EX Series, Using CoS with MPLS Networks: default classifiers "
            "know best-effort and network-control only. Loss priority low is no public source's",
        ),
    ),
    "junos-qfx": JunosDefaults(
        Fact(
            {_BE: 0, "fcoe": 3, "no-loss": 4, _NC: 7, "mcast": 8},
            _QFX + "Understanding Default CoS Settings. QFX10000 has no class mcast",
        ),
        Fact(None, _QFX_PAGE + ": each default class has a scheduler; its share depends on model"),
        # Trunk ports trust 802.1p bits, routed ports DSCP, access ports nothing (the same page).
        # The tables have the classes of lossless traffic, and are not those of routers.
        Fact((), "which table is in force depends on what the port is"),
        tables=Fact(
            "qfx",
            _QFX + "Understanding Default CoS Settings: 802.1p 000 best-effort, 011 fcoe, 100 "
            "no-loss, 111 network-control; Example: Configuring Unicast Classifiers: 110 "
            "network-control, loss priority low. 001, 010 and 101: taken to be best-effort",
        ),
        rewrites=Fact(
            "qfx",
            _REWRITES + ", Table 1, of best-effort and network-control: fcoe, no-loss and mcast "
            "are in no public table",
        ),
    ),
}


def junos_defaults(platform: str) -> JunosDefaults:
    """The defaults of a platform; those of MX Series for a name that has none of its own."""
    return _PLATFORMS.get(platform, _MX)


def priority_words(platform: str, rank: int, *, above: bool = False) -> str:
    """The priorities that a platform serves in a rank, within the transmit-rate or `above` it."""
    defaults = junos_defaults(platform)
    own = (defaults.excess_levels if above else defaults.levels).value or {}
    words = [word for word in _LEVELS if own.get(word, PRIORITIES[word]) == rank]
    return " or ".join(words or [word for word in _LEVELS if PRIORITIES[word] == rank])
