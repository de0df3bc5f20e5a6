"""A policer whose burst keeps TCP far below its rate.

## What it does

Takes each policer that drops what exceeds and that TCP packets can reach, and reports a burst of
less than what its rate sends in 100 ms. Classes that only take UDP, RTP or EF are passed over, and
so are priority classes, which are for packets that must not wait, and policers that protect the
router's own control plane.

## Why it matters

TCP sends its window in bursts of up to a round trip's worth of data. What does not fit into the
bucket is lost, the window is halved, and the transfer stays well below the rate that it was given:
the smaller the burst against rate times round-trip time, the further below. 100 ms is the
round-trip time of a long terrestrial path.

## Example

```ios
interface FastEthernet0/0
 ip address 192.0.2.129 255.255.255.128
 rate-limit input 1000000 8000 8000 conform-action transmit exceed-action drop
```

## Use instead

```ios
interface FastEthernet0/0
 ip address 192.0.2.129 255.255.255.128
 rate-limit input 1000000 187500 375000 conform-action transmit exceed-action drop
```

## Sources

- T. Flach et al., An Internet-Wide Analysis of Traffic Policing, ACM SIGCOMM 2016: what a policer's
  burst does to TCP.
- T. Ferrari, Normal and Exceed Burst Configuration with CAR, INFN-CNAF test notes: normal burst of
  0.5 s at the rate, extended burst twice that.
- Cisco IOS Quality of Service Solutions Command Reference 12.4, `rate-limit`: recommends a normal
  burst of 1.5 s at the rate, and an extended burst of twice that.
- Cisco tech note 28882, on the counters of CAR: bursts set too low do not allow the rate.
- Recorded `show policy-map interface` outputs of IOS: without `bc`, `police` has 250 ms.
- Juniper, Determining Proper Burst Size for Traffic Policers: the rate of the interface by 5 ms is
  the preferred burst-size-limit. On JunOS, a burst of that size or more is not reported.
- Linux, Documentation/networking/ip-sysctl: tcp_rmem, 6 MB at most by default. A burst of that
  size is not reported: it holds all that one TCP has under way.
- Cisco, Modular QoS Command Reference for NCS 5500 and NCS 540, `police rate`: without `burst`, 10
  ms of the rate; the one for CRS, Release 4.0: 250 ms. A burst of what a router of the platform is
  known to take without one, or more, is not reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import ceil_div, show_rate
from qosc.datapath import link_rate
from qosc.datapath.lengths import mtu_of
from qosc.datapath.meters import default_times
from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Algorithm, Verdict
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.meters import Metered, metered
from qosc.lint.facts.packets.transports import may_be_tcp

__all__ = ["RULE", "check"]

RULE = Rule("QOS303", "burst-too-small-for-tcp", Severity.WARNING, "0.1")

_LEAST = 100
"""Milliseconds at the policer's rate."""
_WINDOW = 6 << 20
"""Bytes that one TCP has under way at most, as Linux is set by default."""
_CAR = 1500
"""Milliseconds at the rate of a `rate-limit`, by Cisco."""
"""Milliseconds at the interface's rate."""


def check(context: Context) -> Iterator[Diagnostic]:
    for policing in context.once(metered):
        meter, exceed = policing.policer.meter, policing.policer.exceed
        conform = policing.policer.conform
        if exceed.verdict is not Verdict.DROP or conform.verdict is Verdict.DROP:
            continue
        if policing.guards_control_plane or (meter.cbs is not None and meter.cbs.default_by):
            continue
        if policing.bounds_priority:
            continue  # Cisco's own AutoQoS writes 33 ms there
        rate, burst = policing.rate, policing.burst
        if rate is None or burst is None or burst * 8000 >= rate * _LEAST or burst >= _WINDOW:
            continue
        mtu = mtu_of(policing.port, context.profile)
        if burst < mtu or _refused(policing, rate):
            continue  # QOS302 and QOS305 say worse of it
        takes = context.profile.takes
        if burst < takes.burst_packets * mtu:
            continue  # so does QOS307
        line = None
        if policing.port is not None:
            line = link_rate(context.device, policing.port, context.profile)
        time = takes.burst_line_time
        if time and line is not None and burst * 8000 >= line * time:
            continue
        usual = _usual(context, policing)
        if not time and usual is not None and burst * 8000 >= rate * usual:
            continue  # a policer without a burst has no more
        if may_be_tcp(context.device, policing.match):
            advice = (
                _of_juniper(line, time) if time else _of_default(policing, rate, usual, context)
            )
            yield _finding(policing, rate, burst, advice)


def _usual(context: Context, policing: Metered) -> int | None:
    """Milliseconds of the rate that each router of the platform takes, or is to have."""
    if policing.policer.meter.algorithm is Algorithm.CAR:
        return _CAR
    times = default_times(context.profile)
    return None if times is None else times[0] // 1000


def _of_default(policing: Metered, rate: int, usual: int | None, context: Context) -> str:
    """What a platform other than those of Juniper takes for a burst."""
    if usual is None:
        return f"give it {ceil_div(rate * _LEAST, 8000)} bytes ({_LEAST} ms) or more"
    size = f"{ceil_div(rate * usual, 8000)} bytes ({usual} ms)"
    if policing.policer.meter.algorithm is Algorithm.CAR:
        return f"{size} is what Cisco recommends for rate-limit"
    times = default_times(context.profile)
    if times is not None and times[0] < times[1]:
        least, most = (end // 1000 for end in times)
        return f"without a burst, routers of this system take {least} to {most} ms"
    return f"{size} is what Cisco takes where police has no burst"


def _of_juniper(line: int | None, time: int) -> str:
    """What Juniper recommends for `burst-size-limit`; `line` is the interface's rate in bit/s."""
    advice = f"the rate of the interface by {time} ms"
    if line is None:
        return f"Juniper recommends a burst-size-limit of {advice}"
    size = ceil_div(line * time, 8000)
    return f"Juniper recommends {advice}: {size} bytes at {show_rate(line)}"


def _finding(policing: Metered, rate: int, burst: int, advice: str) -> Diagnostic:
    meter = policing.policer.meter
    place = meter.cbs.origin if meter.cbs is not None else policing.policer.origin
    return RULE.at(
        place if place.end_column > place.column else policing.policer.origin,
        f"burst of {policing.what} is {burst * 8000 // rate} ms at {show_rate(rate)}",
        effect="TCP loses packets long before it reaches that rate",
        label=f"{burst} bytes",
        notes=(_under_way(rate),),
        help=advice,
    )


def _refused(policing: Metered, rate: int) -> bool:
    used = policing.buckets
    return used.lends and used.committed.depth is not None and used.committed.depth * 2000 < rate


def _under_way(rate: int) -> str:
    window = ceil_div(rate * _LEAST, 8000)
    return (
        f"with a round trip of {_LEAST} ms, TCP has {window} bytes under way when it sends "
        f"{show_rate(rate)}"
    )
