"""What tc shows of a figure: it rounds rates and sizes, and derives some figures from others.

`settle` takes the exact figure of the script wherever tc would show that one as it is shown; any
other figure stays as it is shown. So a change that tc's rounding hides is not seen: in a rate less
than one in a thousand, in a size 16 bytes above 1 KB and 1 KB above 1 MB, in a burst what its rate
sends in two microseconds, in a time what three digits do not show.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from qosc.targets.tc.predict import kernel_burst, red_burst_for, red_wlog, shown_burst
from qosc.verify.tc.model import Class, Filter, Key, Police, Qdisc, Value

__all__ = [
    "as_shown",
    "rate_shown",
    "same_keys",
    "settle_class",
    "settle_filter",
    "settle_qdisc",
    "time_shown",
]

_KILO, _MEGA = 1024, 1024 * 1024
_SIZES = ("limit", "quantum", "min", "max", "memory_limit", "memlimit")
_TIMES = ("target", "interval", "rtt")


def rate_shown(rate: int) -> int:
    """bit/s of a rate as tc prints it (lib/utils_math.c, print_rate): whole units of 1000.

    >>> rate_shown(948_103_448), rate_shown(512_000), rate_shown(1_234_567)
    (948103000, 512000, 1234000)
    """
    left, unit = rate // 8 * 8, 1
    for _ in range(5):
        if left < 1000 or (left % 1000 and left < 1_000_000):
            break
        left, unit = left // 1000, unit * 1000
    return left * unit


def as_shown(size: int) -> int:
    """Bytes of a size as tc prints it (print_size): Kb where it is within 16, Mb within 1024.

    >>> as_shown(65535), as_shown(64000), as_shown(2_097_000)
    (65536, 64000, 2097152)
    """
    for unit, near in ((_MEGA, 1024), (_KILO, 16)):
        whole = round(size / unit) * unit
        if size >= unit and abs(whole - size) < near:
            return whole
    return size


def time_shown(micros: int) -> int:
    """Microseconds of a time as tc prints it (print_time): three digits of s or ms.

    >>> time_shown(90_840), time_shown(1_816_800), time_shown(999)
    (90800, 1820000, 999)
    """
    if micros < 1000:
        return micros
    unit = 1_000_000 if micros >= 1_000_000 else 1000
    return round(float(f"{micros / unit:.3g}") * unit)


def _is_burst(shown: int, rate: int, size: int) -> bool:
    """Whether tc may show a bucket of `size` bytes so.

    Releases before 6.15 count whole microseconds, on the way in by a fraction that may fall short
    of the whole number, and once more on the way out.
    """
    near = 1024 if shown % _MEGA == 0 else 16 if shown % _KILO == 0 else 1
    low = shown_burst(rate, size) - rate // 8_000_000
    return low - near <= shown <= max(kernel_burst(rate, size), size) + near


def settle_class(got: Class, wanted: Class | None) -> Class:
    """A class with the script's figures where tc shows them so."""
    if wanted is None:
        return got
    values = dict(got.values)
    for name in ("prio", "quantum"):
        if name not in values and name in wanted.values:
            values[name] = wanted.values[name]
    for rate, burst in (("rate", "burst"), ("ceil", "cburst")):
        asked = _number(wanted.values, rate)
        if rate_shown(asked) != _number(values, rate):
            continue
        values[rate] = asked
        size = _number(wanted.values, burst)
        if burst in wanted.values and _is_burst(_number(values, burst), asked, size):
            values[burst] = size
    return replace(got, values=values)


def settle_qdisc(got: Qdisc, wanted: Qdisc | None, derived: Mapping[str, float] | None) -> Qdisc:
    """A qdisc with the script's figures where tc shows them so; `derived` are those of red."""
    values = dict(got.values)
    known = wanted.values if wanted is not None and wanted.kind == got.kind else {}
    for name in _SIZES:
        if name in known and as_shown(_number(known, name)) == values.get(name):
            values[name] = known[name]
    for name in _TIMES:
        # fq_codel keeps times in units of 1024 ns, rounded down (Linux codel.h).
        asked = _number(known, name)
        if asked and values.get(name) in (time_shown(asked), time_shown(asked - 1)):
            values[name] = asked
    flows = _number(known, "flows")
    if got.kind == "sfq" and values.get("flows") == min(flows, _number(known, "limit")):
        # The kernel has no more queues than packets (sch_sfq.c, sfq_change).
        values["flows"] = flows
    if got.kind == "red":
        values |= _averaged(values, known, derived or {})
    return replace(got, values=values)


def _averaged(
    values: Mapping[str, Value], known: Mapping[str, Value], derived: Mapping[str, float]
) -> dict[str, Value]:
    """The arguments of red that tc does not show, from what it makes of them."""
    averaged: dict[str, Value] = {}
    low = _number(values, "min")
    packet = _number(known, "avpkt") or 1000
    exponent = int(derived.get("ewma", 0))
    probability = derived.get("probability", 0.0)
    asked = _number(known, "probability")
    averaged["avpkt"] = packet
    same = math.isclose(probability, asked / 1e9, rel_tol=1e-5, abs_tol=1e-9)
    averaged["probability"] = asked if same else round(probability * 1e9)
    burst = _number(known, "burst")
    if not burst or red_wlog(low, burst, packet) != exponent:
        burst = red_burst_for(low, packet, exponent) or 1
    averaged["burst"] = burst
    pace = _number(known, "bandwidth")
    if pace and _idle_scale(pace, packet, exponent) == int(derived.get("Scell_log", -1)):
        averaged["bandwidth"] = pace
    return averaged


def _idle_scale(pace: int, packet: int, exponent: int) -> int:
    """How tc scales the time that a queue of red is idle (tc_red.c, tc_red_eval_idle_damping)."""
    time = packet * 8_000_000 // pace * 1000 // 64
    if not time or not exponent:
        return -1
    most = 31 * time / -math.log(1 - 1 / (1 << exponent))
    return next((scale for scale in range(32) if most / (1 << scale) < 512), -1)


def settle_filter(got: Filter, wanted: Filter | None, times: Mapping[int, int]) -> Filter:
    """A filter with the script's figures of its policers where tc shows them so.

    `times` counts the filters that have the policer of a number: one of a single filter is its own.
    """
    meters = [each for each in wanted.actions if isinstance(each, Police)] if wanted else []
    left = iter(meters)
    actions = tuple(
        _settle_police(each, next(left, None), times) if isinstance(each, Police) else each
        for each in got.actions
    )
    return replace(got, actions=actions)


def _settle_police(got: Police, wanted: Police | None, times: Mapping[int, int]) -> Police:
    if times.get(got.index, 0) < 2 and (wanted is None or wanted.index != got.index):
        got = replace(got, index=0)
    if wanted is None or wanted.packets != got.packets:
        return got
    if as_shown(wanted.mtu) == got.mtu:
        got = replace(got, mtu=wanted.mtu)
    if not got.packets and rate_shown(wanted.rate) == got.rate:
        got = replace(got, rate=wanted.rate)
        if _is_burst(got.burst, wanted.rate, wanted.burst):
            got = replace(got, burst=wanted.burst)
    return got


def _number(values: Mapping[str, Value], name: str) -> int:
    value = values.get(name, 0)
    return value if isinstance(value, int) else 0


def same_keys(keys: tuple[Key, ...]) -> frozenset[Key]:
    """The keys of a filter, whatever their order: those of u32 in words of four bytes, as tc packs
    them.
    """
    words: dict[int, tuple[int, int]] = {}
    others: set[Key] = set()
    for key in keys:
        if key.name != "at":
            # The kernel keeps no test of no bits.
            if key.form or key.numbers[-1]:
                others.add(key)
            continue
        place, width, value, mask = key.numbers
        at = place & ~3
        shift = 8 * (4 - width - (place - at))
        old_value, old_mask = words.get(at, (0, 0))
        words[at] = (old_value | value << shift, old_mask | mask << shift)
    made = {Key("at", (at, 4, value, mask)) for at, (value, mask) in words.items()}
    return frozenset(others | made)
