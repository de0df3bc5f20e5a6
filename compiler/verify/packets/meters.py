"""The token buckets that a meter of the model comes to, and whether a police action is one.

Three colours are two buckets in a row. RFC 2698 asks the peak bucket first and charges the other
for green packets only. RFC 2697 with CBS and EBS keeps both bounds when the first bucket holds
CBS + EBS and the second CBS (the ledger calls that an envelope).
"""

from __future__ import annotations

from typing import NamedTuple

from qosc.datapath.meters import Bucket, buckets
from qosc.ir import Algorithm, Outcome, Policer
from qosc.source import Span
from qosc.targets.tc.predict import kernel_burst, longest_burst
from qosc.verify.tc.model import Police

__all__ = ["MeterTree", "MeterTrees", "Wanted", "disagreement", "meter_tree"]

_LEAST_MTU = 0xFFFF
"""A packet of the largest size must not exceed by its size alone."""
_SLACK_US = 1.1
"""The kernel's clock and tc's own microseconds round a bucket up by no more."""


class Wanted(NamedTuple):
    """A bucket as the config has it: bit/s and bytes, or packets; depth None: any."""

    which: str
    rate: int
    depth: int | None
    shared: str
    origin: Span
    packets: bool = False


class MeterTree(NamedTuple):
    """A bucket and what follows from it."""

    bucket: Wanted
    conform: MeterTree | Outcome
    exceed: MeterTree | Outcome


class MeterTrees(NamedTuple):
    """What is done to a packet by the colour that it has when it comes."""

    green: MeterTree | Outcome
    yellow: MeterTree | Outcome
    red: MeterTree | Outcome


def meter_tree(policer: Policer, path: str, base: int | None) -> MeterTrees:
    """The buckets of a policer; `base` (bit/s) is what percentages are taken of."""
    meter = policer.meter
    violate = policer.violate or policer.exceed
    everything = (policer.conform, policer.exceed, violate)
    if not policer.shared and len({(o.verdict, o.marks) for o in everything}) == 1:
        # Nothing depends on the meter.
        return MeterTrees(*everything)
    wanted = buckets(meter, base)
    inner = _wanted(policer, path, "committed", wanted.committed)
    plain = MeterTree(inner, policer.conform, policer.exceed)
    outer: Wanted | None = None
    if meter.algorithm is Algorithm.TRTCM and wanted.peak is not None:
        outer = _wanted(policer, path, "peak", wanted.peak)
        if not policer.shared and _alike(policer.conform, policer.exceed):
            whole = MeterTree(outer, policer.conform, violate)
            return MeterTrees(whole, whole, violate)
    elif meter.algorithm is Algorithm.SRTCM and policer.violate is not None and wanted.excess:
        outer = _wanted(policer, path, "excess", wanted.excess)
        if outer.depth is not None and inner.depth is not None:
            outer = outer._replace(depth=outer.depth + inner.depth)
        if not policer.shared and _alike(policer.exceed, policer.violate):
            outer = None
    if outer is None:
        return MeterTrees(plain, policer.exceed, violate)
    return MeterTrees(
        MeterTree(outer, plain, violate), MeterTree(outer, policer.exceed, violate), violate
    )


def _alike(one: Outcome, two: Outcome) -> bool:
    return one.verdict is two.verdict and one.marks == two.marks


def _wanted(policer: Policer, path: str, part: str, bucket: Bucket) -> Wanted:
    return Wanted(
        f"{policer.shared or path} {part}",
        bucket.rate or 0,
        bucket.depth,
        policer.shared,
        policer.origin,
        bucket.packets,
    )


def disagreement(wanted: Wanted, got: Police) -> str:
    """In what a police action is not the bucket that is wanted; empty where it is."""
    if wanted.packets != got.packets:
        return "one counts packets, the other bytes"
    unit = "packet/s" if wanted.packets else "bit/s"
    if wanted.rate // (1 if wanted.packets else 8) != got.rate // (1 if got.packets else 8):
        return f"the router's rate is {wanted.rate} {unit}, the script's {got.rate}"
    if wanted.shared and not got.index:
        return "the router's meter is shared, the script's is not"
    if wanted.packets:
        if wanted.depth is not None and got.burst != max(wanted.depth, 1):
            return f"the burst is {wanted.depth} packets, the script's {got.burst}"
        return ""
    return _sizes(wanted, got)


def _sizes(wanted: Wanted, got: Police) -> str:
    if got.mtu < _LEAST_MTU:
        return f"packets above {got.mtu or 2047} bytes exceed whatever the bucket holds"
    if got.overhead or got.linklayer:
        return f"the script counts {got.overhead} bytes more for each packet"
    if wanted.depth is None or not wanted.rate:
        return ""
    slack = int(wanted.rate * _SLACK_US / 8_000_000) + 1
    asked = min(max(wanted.depth, 1), longest_burst(wanted.rate), (1 << 32) - 1)
    held = kernel_burst(got.rate, got.burst)
    # tc has 32 bits for a size: what its rounding takes off the largest cannot be made up for.
    short = slack if asked != wanted.depth or got.burst == (1 << 32) - 1 else 0
    if not asked - short <= held <= asked + slack:
        return f"the bucket is to hold {asked} bytes, the script's holds {held}"
    return ""
