"""Ports of which the config says nothing, and that have flow queues all the same."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import show_rate
from qosc.datapath.queues.flows import with_default_flows
from qosc.datapath.rates import link_rate
from qosc.ir import Device
from qosc.ir.leaves import has_qos
from qosc.profiles import Profile
from qosc.render.layout import hung
from qosc.render.printable import printable
from qosc.render.style import PLAIN, Style

__all__ = ["show_unasked_flows"]

_SHOWN = 20
"""So many ports of one speed are named."""


def show_unasked_flows(device: Device, profile: Profile, style: Style = PLAIN) -> Iterator[str]:
    """The serial lines without QoS that have weighted fair queueing by default, by their speed.

    Which these are is `with_default_flows`'s to say. An empty line stands behind them.
    """
    alike: dict[int, list[str]] = {}
    for port in device.ports.values():
        if has_qos(port) or port.shutdown:
            continue
        if with_default_flows(device, port, profile).fair_queue is not None:
            rate = link_rate(device, port, profile)
            alike.setdefault(rate or 0, []).append(port.name)
    for rate, names in alike.items():
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        words = f"{', '.join(map(printable, names[:_SHOWN]))}{more}: {show_rate(rate)}"
        yield from hung("", words, style.columns, hang=2)
        by = printable(profile.name)
        yield f"  no QoS in the config; fair queueing by flow (default of {by})"
        yield ""
