"""What kernels and their iproute2 can do: one table, and the kernel that a script is for.

iproute2 has a release for each kernel, and takes from then on what that kernel brought; a script
for Linux 5.10 is for tc of iproute2 5.10 too. Where the two differ, the older one decides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

__all__ = [
    "DEFAULT",
    "FEATURES",
    "OLDEST",
    "Feature",
    "Kernel",
    "Row",
    "parse_kernel",
    "release_for",
    "why_not",
]


class Feature(StrEnum):
    """Something that not all kernels have."""

    CLSACT = "clsact"
    MATCHALL = "matchall"
    PEDIT_EX = "pedit ex"
    CHAINS = "chains and goto"
    FLOWER_TOS = "flower ip_tos, ip_ttl, tcp_flags, mpls_tc"
    CSUM_TAGGED = "csum behind a VLAN tag"
    FLOW = "flow classifier"
    DRR = "drr"
    PORT_RANGES = "flower ranges of ports"
    ALL_RANGES = "flower ranges of ports whatever their bytes"
    POLICE_RATE64 = "police above 34 Gbit/s"
    POLICE_PACKETS = "police by packets"
    EXACT_BURSTS = "bursts that are not rounded down"
    FQ_CODEL = "fq_codel with a limit in memory"
    CAKE = "cake"
    ETS = "ets"
    DSMARK = "dsmark and tcindex"


class Kernel(NamedTuple):
    """A release of Linux."""

    major: int
    minor: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"

    def has(self, feature: Feature) -> bool:
        """Whether this release has it."""
        row = FEATURES[feature]
        return row.since <= self and (row.until is None or self <= row.until)


@dataclass(frozen=True, slots=True)
class Row:
    """When a feature came, in which release it was last, who says so, and what a script without it
    is like. An empty `without`: no script is made for kernels so old, or none uses it.
    """

    since: Kernel
    source: str
    without: str = ""
    until: Kernel | None = None
    used: bool = True


FEATURES: dict[Feature, Row] = {
    Feature.CLSACT: Row(Kernel(4, 5), 'Linux commit 1f211a1b929c, "net, sched: add clsact qdisc"'),
    Feature.MATCHALL: Row(
        Kernel(4, 8),
        "Linux net/sched/cls_matchall.c, tc-matchall(8); its second commit is b87f7936a932, "
        '"net/sched: Add match-all classifier hw offloading", of July 2016',
    ),
    Feature.PEDIT_EX: Row(
        Kernel(4, 11),
        'Linux commit 71d0ed7079df, "net/act_pedit: Support using offset relative to the '
        'conventional network headers"',
    ),
    Feature.CHAINS: Row(
        Kernel(4, 13),
        'Linux commit 5bc1701881e3, "net: sched: introduce multichain support for filters": Linux '
        "4.13 (drgn, helpers for traffic control); tc-actions(8), goto",
    ),
    Feature.FLOWER_TOS: Row(
        Kernel(4, 13),
        'Linux commit 518d8a2e9bad, "net/flow_dissector: add support for dissection of misc ip '
        'header fields", of June 2017, and those after it to net/sched/cls_flower.c; tc-flower(8)',
    ),
    Feature.CSUM_TAGGED: Row(
        Kernel(4, 19),
        'Linux commit 2ecba2d1e45b, "act_csum: Fix csum calc for tagged packets": Linux 5.2, and '
        "the stable releases of 4.19",
    ),
    Feature.FLOW: Row(
        Kernel(2, 6), 'Linux commit e5dfb815181f, "[NET_SCHED]: Add flow classifier"; tc-flow(8)'
    ),
    Feature.DRR: Row(Kernel(2, 6), "Linux commit 13d2a1d2b032 of November 2008; tc-drr(8)"),
    Feature.PORT_RANGES: Row(
        Kernel(5, 0),
        'Linux commit 5c72299fba9d, "cls_flower: Classify packets using port ranges"',
        "a range becomes blocks of a power of two, a filter each",
    ),
    Feature.ALL_RANGES: Row(
        Kernel(6, 1),
        "seen: tc of Debian 11 (iproute2 5.10) refuses `dst_port 5000-5999` and takes 256-511 and "
        "16384-32767; tc of Debian 12 (6.1) takes all",
        "a range whose first port is not below its last with the two bytes of each swapped becomes "
        "blocks of a power of two, a filter each",
    ),
    Feature.POLICE_RATE64: Row(
        Kernel(5, 5),
        'Linux commit d1967e495a8d, "act_police: add 2 new attributes to support police 64bit '
        'rate and peakrate"',
        "refused",
    ),
    Feature.POLICE_PACKETS: Row(
        Kernel(5, 13),
        'Linux commit 2ffe0395288a, "act_police: add support for packet-per-second policing"',
        "refused",
    ),
    Feature.EXACT_BURSTS: Row(
        Kernel(6, 15),
        "iproute2 commit d947f365, tc/tc_core.c",
        "the script requests the smallest burst that is enough after rounding; it is so on newer "
        "ones too, where up to a tick of the clock more is kept",
    ),
    Feature.FQ_CODEL: Row(
        Kernel(4, 7),
        'Linux commit 95b58430abe7, "fq_codel: add memory limitation per queue"; tc-fq_codel(8)',
    ),
    Feature.CAKE: Row(
        Kernel(4, 19),
        'Linux commit 046f6fd5daef, "sched: Add Common Applications Kept Enhanced (cake) qdisc"; '
        "tc-cake(8)",
    ),
    Feature.ETS: Row(
        Kernel(5, 6), 'Linux commit dcc68b4d8084, "net: sch_ets: Add a new Qdisc"', used=False
    ),
    Feature.DSMARK: Row(
        Kernel(2, 4),
        'Linux commit bbe77c14ee61, "net/sched: Retire dsmark qdisc"; stable '
        "releases of older kernels have dropped it too, since February 2024",
        until=Kernel(6, 2),
        used=False,
    ),
}
"""One row a feature. What `gred` needs to tell curves apart (skb->tc_index) was set by dsmark; a
filter of clsact sets it, too, to its `flowid`, where its last action is `ok` (Linux net/core/dev.c,
sch_handle_egress; seen on 6.1). Scripts do not use it yet."""

OLDEST = Kernel(4, 19)
"""The oldest kernel that scripts are made for: all that every script uses is older."""

DEFAULT = max(row.since for row in FEATURES.values() if row.without == "refused")
"""Without a word about it: the oldest kernel on which nothing is refused for its age."""

_VERSION = re.compile(r"(\d{1,3})\.(\d{1,4})(?:\.\d+)?(?:[-+_].*)?")


def parse_kernel(text: str) -> Kernel | None:
    """`5.10`, `6.1.0` or what `uname -r` prints; None for anything else, and what is too old.

    >>> parse_kernel("6.1.0-13-amd64"), parse_kernel("2.6.32")
    (Kernel(major=6, minor=1), None)
    """
    if not text:
        return DEFAULT
    version = _VERSION.fullmatch(text)
    if version is None:
        return None
    kernel = Kernel(int(version[1]), int(version[2]))
    return kernel if kernel >= OLDEST else None


def release_for(kernel: str, iproute2: str) -> Kernel | None:
    """The release whose features a script may use: the older one of a kernel and an iproute2.

    An empty `iproute2` is that of the kernel. None where either is no release, or too old.

    >>> release_for("6.1", "5.10"), release_for("", "6.1.0"), release_for("6.1", "ss140804")
    (Kernel(major=5, minor=10), Kernel(major=5, minor=13), None)
    """
    of_kernel = parse_kernel(kernel)
    of_tools = parse_kernel(iproute2) if iproute2 else of_kernel
    return None if of_kernel is None or of_tools is None else min(of_kernel, of_tools)


def why_not(kernel: str, iproute2: str) -> str:
    """Why `release_for` has no answer, of what was given (empty: it was not).

    >>> why_not("", "9"), why_not("2.6.32", "")
    ("no script is made for iproute2 '9': it is no release, such as 5.10", \
"no script is made for Linux '2.6.32': it is older than 4.19")
    """
    reasons = [
        f"{what} {text!a}: "
        + (
            f"it is older than {OLDEST}"
            if _VERSION.fullmatch(text)
            else "it is no release, such as 5.10"
        )
        for what, text in (("Linux", kernel), ("iproute2", iproute2))
        if parse_kernel(text) is None
    ]
    return "no script is made for " + "; nor for ".join(reasons)
