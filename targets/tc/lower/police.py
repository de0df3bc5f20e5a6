"""Meters: a policer as one or two of the kernel's token buckets.

Three colours take two buckets in a row. RFC 2698 tests the peak bucket first and charges the
committed one for green packets only, which is just what the chain does. For RFC 2697 the chain
keeps the bounds CIR * t + CBS for green and CIR * t + CBS + EBS for what is not red, but pools
fractions of tokens that the RFC would leave in two buckets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256

from qosc.amounts import Burst, RateBase, show_rate
from qosc.datapath import meters
from qosc.ir import Algorithm, Meter, Outcome, Policer, Predicate, Verdict
from qosc.ledger import Cursor, Fidelity
from qosc.source import Span
from qosc.targets.entries import enter_draws
from qosc.targets.tc.kernels import DEFAULT, FEATURES, Feature, Kernel
from qosc.targets.tc.lower.classify.match import Matcher
from qosc.targets.tc.lower.marks import mark_fate
from qosc.targets.tc.model import Hook
from qosc.targets.tc.predict import SIZE_MOST, burst_for, kernel_burst, longest_burst

__all__ = ["Bucket", "ColourStep", "PoliceStep", "enter_outcome", "lower_policer", "plain_bucket"]

_LENGTHS = {
    Hook.INGRESS: "lengths are those of the IP packet, without link header",
    Hook.EGRESS: "lengths include the 14 bytes of an Ethernet header",
}
FindCells = Callable[[Predicate, Cursor], Matcher]
_FASTEST = 1 << 60
_FIRST_INDEX = 1 << 30
"""Shared buckets are numbered from here to twice of it."""
_PACKETS_MOST = (1 << 32) - 1
"""Packets, and packets/s: more than any link carries. tc would take 64 bits of them."""
_YELLOW_FIRST = (
    "Packets that come yellow may also take the CBS that RFC 2697 keeps for green ones, which then "
    "turn red; all that is not red stays within CIR * t + CBS + EBS"
)
_SRTCM_MISFIT = (
    (64, "0.27 % of the packets, 0.01 % of the bytes"),
    (16, "3.9 % of the packets, 0.24 % of the bytes"),
    (4, "8.3 % of the packets, 1 % of the bytes"),
    (1, "14 % of the packets, 6.2 % of the bytes"),
)
"""Largest differences seen between the chain and RFC 2697 under random traffic at 0.5 to 5 times
the rate, by the CBS in packets of 1500 bytes."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """What a police action is told: bit/s and bytes, or packets/s and packets."""

    rate: int
    burst: int
    packets: bool = False
    index: int = 0
    """The number of a bucket that several filters share; 0: one of its own."""


@dataclass(frozen=True, slots=True)
class ColourStep:
    """What tells the colours of packets apart as they come; the rest is red.

    With `one_bucket` the bucket decides on yellow packets as on green ones.
    """

    green: Matcher
    yellow: Matcher | None
    one_bucket: bool = False


@dataclass(frozen=True, slots=True)
class PoliceStep:
    """One bucket and two outcomes, or (with `outer` and `violate`) two and three."""

    inner: Bucket | None
    conform: Outcome
    exceed: Outcome
    outer: Bucket | None = None
    violate: Outcome | None = None
    origin: Span | None = None
    colours: ColourStep | None = None

    @property
    def shared(self) -> bool:
        """Whether the buckets are also those of other steps."""
        return self.inner is not None and self.inner.index > 0


def lower_policer(
    policer: Policer,
    link: int | None,
    hook: Hook,
    cursor: Cursor,
    find: FindCells,
    assumed: str = "",
    again: str = "",
    *,
    kernel: Kernel = DEFAULT,
    common: str = "",
) -> PoliceStep | None:
    """The buckets of a policer; None (and UNSUPPORTED entries) where there is no lowering.

    `find` gives the cells of a predicate, with the entries of its leaves.

    `assumed` says what the outcomes as a whole rest on, where a router's way is not known; `again`
    what one that marks a packet and goes on rests on (`looked_at_again`). `common` names what the
    meter is of where that is one for all devices.
    """
    outcomes = [(policer.conform, "conform"), (policer.exceed, "exceed")]
    if policer.violate is not None:
        outcomes.append((policer.violate, "violate"))
    for outcome, name in outcomes:
        goes_on = outcome.marks and outcome.verdict is Verdict.CONTINUE
        enter_outcome(outcome, cursor, name, assumed or (again if goes_on else ""))
    meter = cursor.at("meter")
    if not policer.shared and all(_same(policer.conform, other) for other, _ in outcomes):
        meter.rest(
            Fidelity.EXACT,
            "every outcome is the same, so that the meter decides nothing",
            "no meter",
        )
        return PoliceStep(None, policer.conform, policer.exceed, origin=policer.origin)
    colours = _colours(policer.meter, meter, find)
    too_new = _too_new(policer.meter, link, kernel)
    if too_new:
        enter_draws(policer, cursor, metered=False)
        cursor.at("shared").rest(Fidelity.UNSUPPORTED, "there is no meter to share", "no meter")
        meter.rest(Fidelity.UNSUPPORTED, too_new, "no meter")
        return None
    step = _buckets(policer, link, hook, meter)
    if step is not None and policer.shared:
        step = _share(step, policer, cursor)
    elif step is not None and common:
        step = _numbered(step, f"{common}\0{cursor.path}")
    if step is not None and colours is not None:
        step = _coloured(step, policer, colours, cursor.path)
    enter_draws(policer, cursor, metered=step is not None)
    if step is None:
        cursor.at("shared").rest(Fidelity.UNSUPPORTED, "there is no meter to share", "no meter")
        meter.rest(Fidelity.UNSUPPORTED, "the rate or burst cannot be worked out", "no meter")
    return step


def _too_new(meter: Meter, link: int | None, kernel: Kernel) -> str:
    """Why the kernel cannot have such a meter; empty if it can."""
    used = meters.buckets(meter, link)
    for bucket in filter(None, (used.committed, used.peak)):
        feature = Feature.POLICE_PACKETS if bucket.packets else Feature.POLICE_RATE64
        needed = bucket.packets or (bucket.rate or 0) // 8 > SIZE_MOST
        if needed and not kernel.has(feature):
            since = FEATURES[feature].since
            return f"{feature} needs Linux and iproute2 {since}, and the script is for {kernel}"
    return ""


def _colours(meter: Meter, cursor: Cursor, find: FindCells) -> ColourStep | None:
    colours = meter.colours
    if colours is None:
        return None
    green = find(colours.green, cursor.at("colours", "green"))
    if colours.yellow is None:
        return ColourStep(green, None)
    return ColourStep(green, find(colours.yellow, cursor.at("colours", "yellow")))


def _coloured(step: PoliceStep, policer: Policer, colours: ColourStep, path: str) -> PoliceStep:
    """The step with its colours. Both chains use one outer bucket, so that it needs a number."""
    peak_only = (
        policer.meter.algorithm is Algorithm.TRTCM and step.outer is None and step.inner is not None
    )
    step = replace(step, colours=replace(colours, one_bucket=peak_only))
    return step if step.shared or step.outer is None else _numbered(step, path)


def _share(step: PoliceStep, policer: Policer, cursor: Cursor) -> PoliceStep:
    """The step with buckets that all meters of that name use.

    The number of a bucket comes from its name and depth alone, so that scripts that are made apart
    from one config share it too; those of tc itself count up from 1.
    """
    step = _numbered(step, policer.shared)
    note = (
        "one bucket for all uses, on all interfaces of one network namespace, where no script for "
        "another router may run; a packet counts 14 bytes more on its way out than on its way in"
    )
    got = f"police index {step.inner.index if step.inner is not None else 0}"
    if policer.meter.cir.base is RateBase.PERCENT:
        note += "; interfaces of different speed have different buckets"
        cursor.enter("shared", Fidelity.APPROX, note, got)
    else:
        cursor.exact("shared", note, got)
    return step


def _numbered(step: PoliceStep, name: str) -> PoliceStep:
    """The step with numbers for its buckets."""

    def numbered(bucket: Bucket | None, which: str) -> Bucket | None:
        if bucket is None:
            return None
        text = f"{name}\0{which}\0{bucket.rate}\0{bucket.burst}\0{bucket.packets}"
        digest = sha256(text.encode("utf-8", "surrogateescape")).digest()
        return replace(bucket, index=_FIRST_INDEX | int.from_bytes(digest[:4]) % _FIRST_INDEX)

    return replace(step, inner=numbered(step.inner, "inner"), outer=numbered(step.outer, "outer"))


def _same(one: Outcome, two: Outcome) -> bool:
    return one.verdict is two.verdict and one.marks == two.marks


def enter_outcome(outcome: Outcome, cursor: Cursor, name: str, assumed: str = "") -> None:
    """The ledger's entry for an outcome: as true as its least true mark."""
    order = (Fidelity.EXACT, Fidelity.APPROX, Fidelity.UNKNOWN, Fidelity.UNSUPPORTED)
    fates = [mark_fate(mark) for mark in outcome.marks]
    least = Fidelity.UNKNOWN if assumed else Fidelity.EXACT
    fidelity = max((least, *(fate[0] for fate in fates)), key=order.index)
    notes = dict.fromkeys(note for note in (*(note for _, note, _ in fates), assumed) if note)
    got = ", ".join([*(got for _, _, got in fates), outcome.verdict.value])
    cursor.enter(name, fidelity, "; ".join(notes), got)


def _buckets(policer: Policer, link: int | None, hook: Hook, cursor: Cursor) -> PoliceStep | None:
    meter, filled = policer.meter, meters.buckets(policer.meter, link)
    cir, cbs = _taken(filled.committed)
    if cir is None or cbs is None:
        return None
    origin = policer.origin
    note = _LENGTHS[hook]
    if meter.algorithm is Algorithm.TRTCM and filled.peak is not None:
        pir, pbs = _taken(filled.peak)
        if pir is None or pbs is None:
            return None
        inner, outer = _make(filled.committed, cir, cbs), _make(filled.peak, pir, pbs)
        _enter_rate(cursor, "pir", outer, note, meter.pbs)
        _enter_burst(cursor, "pbs", meter.pbs, outer, pbs)
        violate = policer.violate or policer.exceed
        if not policer.shared and _same(policer.conform, policer.exceed):
            why = "conform and exceed do the same, so that only the peak rate decides"
            cursor.exact("algorithm", why, "one bucket")
            cursor.rest(Fidelity.EXACT, why, "not used")
            return PoliceStep(outer, policer.conform, violate, origin=origin)
        _enter_rate(cursor, "cir", inner, note, meter.cbs)
        _enter_burst(cursor, "cbs", meter.cbs, inner, cbs)
        cursor.exact("algorithm", "two buckets in a row, the peak rate first", "RFC 2698")
        cursor.rest(Fidelity.EXACT, "not used by this meter", "nothing")
        return PoliceStep(inner, policer.conform, policer.exceed, outer, violate, origin)
    if meter.algorithm is Algorithm.SRTCM and policer.violate is not None and filled.excess:
        return _srtcm(policer, filled.excess, cir, cbs, hook, cursor)
    inner = _make(filled.committed, cir, cbs)
    _enter_rate(cursor, "cir", inner, note, meter.cbs)
    if meter.cbs is not None:
        _enter_burst(cursor, "cbs", meter.cbs, inner, cbs)
    _single_bucket_rest(filled, cbs, cursor)
    outcomes = (policer.conform, policer.exceed)
    return PoliceStep(inner, *outcomes, origin=origin)


def _single_bucket_rest(buckets: meters.Buckets, cbs: int, cursor: Cursor) -> None:
    ebs = buckets.excess.depth if buckets.excess is not None else None
    if buckets.lends and ebs is not None and ebs > cbs:
        note = (
            f"a router lends up to {ebs - cbs} bytes more, exceeding at random; here a packet "
            f"exceeds as soon as {cbs} bytes are spent. The rate in the long run is the same"
        )
        cursor.enter("algorithm", Fidelity.APPROX, note, "one bucket of the normal burst")
        cursor.enter("ebs", Fidelity.APPROX, note, "0 bytes lent")
    elif buckets.lends:
        cursor.exact(
            "algorithm", "no debt is allowed, so that one bucket is the same", "one bucket"
        )
        cursor.rest(Fidelity.EXACT, "nothing is lent when it is not above the normal burst", "none")
    else:
        cursor.exact("algorithm", got="one bucket")
    cursor.rest(Fidelity.EXACT, "without a violate action it decides nothing", "not used")


def _srtcm(
    policer: Policer, excess: meters.Bucket, cir: int, cbs: int, hook: Hook, cursor: Cursor
) -> PoliceStep | None:
    meter = policer.meter
    _, ebs = _taken(excess)
    if ebs is None:
        return None
    inner, outer = _make(excess, cir, cbs), _make(excess, cir, cbs + ebs)
    _enter_rate(cursor, "cir", inner, _LENGTHS[hook], meter.cbs)
    _enter_burst(cursor, "cbs", meter.cbs, inner, cbs)
    same = policer.violate is not None and _same(policer.exceed, policer.violate)
    if same and not policer.shared:
        # Whether a packet is green does not depend on the second bucket.
        note = "exceed and violate do the same, so that the excess burst decides nothing"
        cursor.exact("algorithm", note, "one bucket")
        cursor.rest(Fidelity.EXACT, note, "not used")
        return PoliceStep(inner, policer.conform, policer.exceed, origin=policer.origin)
    if not ebs:
        cursor.exact("algorithm", "without an excess burst one bucket is the same", "RFC 2697")
        cursor.exact("ebs")
    else:
        packets = cbs if outer.packets else cbs // 1500
        misfit = next(
            (text for least, text in _SRTCM_MISFIT if packets >= least),
            "16 % of the packets, 14 % of the bytes",
        )
        note = (
            "two buckets in a row keep both bounds of RFC 2697, and never admit more; single "
            f"packets may differ in colour: at most {misfit} were seen with such a burst"
        )
        fidelity = Fidelity.ENVELOPE
        if meter.colours is not None and meter.colours.yellow is not None:
            fidelity, note = Fidelity.APPROX, f"{note}. {_YELLOW_FIRST}"
        cursor.enter("algorithm", fidelity, note, "two buckets in a row")
        if outer.packets:
            fidelity, note = Fidelity.APPROX, f"{note}. {_begins_empty(outer)}"
        depth = outer.burst if outer.packets else kernel_burst(outer.rate, outer.burst)
        got = f"outer bucket of {depth} {'packets' if outer.packets else 'bytes'}"
        cursor.enter("ebs", fidelity, note, got)
    cursor.rest(Fidelity.EXACT, "not used by this meter", "nothing")
    return PoliceStep(
        inner, policer.conform, policer.exceed, outer, policer.violate, policer.origin
    )


def _taken(bucket: meters.Bucket) -> tuple[int | None, int | None]:
    """The rate and the depth where tc takes them; None for what cannot be known."""
    rate, depth = bucket.rate or 0, bucket.depth
    if bucket.packets:
        fits = 0 < rate <= _PACKETS_MOST and (depth or 0) <= _PACKETS_MOST
    else:
        fits = 8 <= rate < _FASTEST
    return (rate, depth) if fits else (None, None)


def _make(bucket: meters.Bucket, value: int, depth: int) -> Bucket:
    return (
        Bucket(value, max(depth, 1), packets=True) if bucket.packets else plain_bucket(value, depth)
    )


def plain_bucket(rate: int, depth: int) -> Bucket:
    """A bucket of bytes that holds at least `depth` after rounding, as far as the kernel can."""
    return Bucket(rate, burst_for(rate, min(max(depth, 1), longest_burst(rate), SIZE_MOST)))


def _enter_rate(cursor: Cursor, name: str, bucket: Bucket, note: str, burst: Burst | None) -> None:
    """The entry of a rate. Where no burst is written, it also tells of the bucket's."""
    got = f"{bucket.rate} packet/s"
    if bucket.packets and burst is None:
        cursor.enter(name, Fidelity.APPROX, f"packets are counted; {_begins_empty(bucket)}", got)
    elif bucket.packets:
        cursor.exact(name, "packets are counted", got)
    else:
        # tc keeps whole bytes per second.
        cursor.exact(name, note, show_rate(bucket.rate // 8 * 8))


def _begins_empty(bucket: Bucket) -> str:
    """What the kernel's bucket of packets begins with; that of bytes begins full, as a router's.

    Linux net/sched/act_police.c, tcf_police_init: sets tcfp_toks and tcfp_ptoks to their depths,
    and leaves tcfp_pkttoks at 0. Seen on Linux 6.1.
    """
    full = -(-1000 * bucket.burst // bucket.rate)
    return (
        "the kernel's bucket of packets begins empty (Linux act_police.c), and a router's full: at "
        f"most {bucket.burst} packets fewer conform, once after apply; without traffic it is full "
        f"{full} ms later"
    )


def _enter_burst(
    cursor: Cursor, name: str, burst: Burst | None, bucket: Bucket, depth: int
) -> None:
    if burst is None:
        return
    if bucket.packets:
        cursor.enter(name, Fidelity.APPROX, _begins_empty(bucket), f"{bucket.burst} packets")
        return
    real = kernel_burst(bucket.rate, bucket.burst)
    got = f"{real} bytes"
    if real < depth:
        note = (
            "the kernel's bucket holds no more than 274 s of its rate, nor 4 GiB: "
            f"{depth - real} bytes less"
        )
        cursor.enter(name, Fidelity.APPROX, note, got)
    elif real == depth:
        note = "" if depth >= 1500 else "a packet longer than the bucket always exceeds"
        cursor.exact(name, note, got)
    else:
        note = f"rounded up by the kernel's clock: at most {real - depth} bytes more at once"
        cursor.enter(name, Fidelity.ENVELOPE, note, got)
