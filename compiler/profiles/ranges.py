"""The least and the greatest value that IOS and IOS XE take for the numbers of the MQC.

The one table of them. Releases differ: what no release takes is here, not what some do not. Source
of each row: module Cisco-IOS-XE-policy of IOS XE 17.18.1 (YangModels/yang), the leaf named below
`action-list` of a class of a policy-map.
"""

from __future__ import annotations

from qosc.tuples import NamedTuple

__all__ = ["MQC", "Range"]

MODULE = "Cisco-IOS-XE-policy (IOS XE 17.18.1)"


class Range(NamedTuple):
    """From `least` to `most`, both included, in `unit`; `scale` of them are one unit of the model
    (a rate of the model is in bit/s, a time in microseconds).

    `what` is said of the value, `leaf` is where the module says it.
    """

    what: str
    unit: str
    least: int
    most: int
    scale: int
    leaf: str

    def holds(self, value: int) -> bool:
        """Whether a value of the model is within the range."""
        return self.least * self.scale <= value <= self.most * self.scale


_KBPS = 1000
_MS = 1000

MQC = {
    "bandwidth": Range("a bandwidth", "kbit/s", 1, 100_000_000, _KBPS, "bandwidth/bits"),
    "remaining ratio": Range("a ratio", "", 1, 65_536, 1, "bandwidth/remaining/ratio"),
    "priority": Range("a priority rate", "kbit/s", 1, 100_000_000, _KBPS, "priority/kilo-bits"),
    "priority level": Range("a priority level", "", 1, 2, 1, "priority/level"),
    "priority burst": Range("a priority burst", "bytes", 32, 2_000_000, 1, "priority/burst"),
    "shape": Range("a shape rate", "bit/s", 1_000, 10**11, 1, "shape/average/bit-rate"),
    "shape bc": Range(
        "Bc", "bits", 32, 800_000_000, 1, "shape/average/bits-per-interval-sustained"
    ),
    "shape be": Range("Be", "bits", 0, 154_400_000, 1, "shape/average/bits-per-interval-excess"),
    "shape bc ms": Range("Bc", "ms", 10, 2_000, _MS, "shape/average/burst-size-sustained"),
    "shape be ms": Range("Be", "ms", 10, 2_000, _MS, "shape/average/bse/burst-size-excess"),
    "police": Range("a police rate", "bit/s", 8_000, 10**11, 1, "police/cir, police-bit-rate-type"),
    "police peak": Range("a peak rate", "bit/s", 8_000, 64 * 10**9, 1, "police/pir"),
    "police burst": Range(
        "a police burst",
        "bytes",
        100,
        512_000_000,
        1,
        "police/confirm_burst-byte; police/bc begins at 1000",
    ),
    "queue-limit packets": Range(
        "a queue-limit", "packets", 1, 8_192_000, 1, "queue-limit, description"
    ),
    "queue-limit bytes": Range("a queue-limit", "bytes", 1, 64_000_000, 1, "queue-limit"),
    "queue-limit us": Range(
        "a queue-limit",
        "us",
        1,
        3_400_000,
        1,
        "queue-limit, description: 1-3400 in ms, 1-512000 in us",
    ),
    "flow limit": Range("the depth of a flow", "packets", 1, 32_768, 1, "fair-queue/queue-limit"),
    "wred exponent": Range(
        "an exponential weighting constant",
        "",
        1,
        16,
        1,
        "random-detect/exponential-weighting-constant",
    ),
    "wred denominator": Range(
        "a mark probability denominator", "", 1, 65_535, 1, "random-detect/dscp/denominator"
    ),
    "qos-group": Range("a qos-group", "", 0, 99, 1, "set/qos-group/qos-group-value"),
}
"""By the name of the argument. The code points (DSCP, precedence, CoS, EXP, discard-class) are as
wide as their fields, see `qosc.fields.WIDTHS`; the flows of fair-queue are powers of two; a
percentage that is not from 1 to 100 is no statement at all."""
