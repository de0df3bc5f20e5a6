"""Whether a router of IOS XR divides the rates of a bundle's policy among its member links.

Without a line that says so each link has the whole policy (Cisco ASR 9000 QoS guide OL-23108-02,
QoS and Link Bundling). `aggregate-bundle-mode` is what Cisco's YANG model of `hw-module all
qos-mode` calls the other mode, which is of 6.0.1: there the rates are split over the links by their
speeds (J. Bensley, NANOG mailing list, 20 December 2017, who writes it the other way).
"""

from __future__ import annotations

import re

from qosc.frontends.cisco.sections.addresses import text_lines
from qosc.frontends.cisco.text.lines import Reading
from qosc.patterns import pattern

__all__ = ["divided_over_links", "divides"]

_MODE = pattern(
    r"\s*+hw-module\s++all\s++qos-mode\s++(?:aggregate-bundle-mode|bundle-qos-aggregate-mode)\b",
    re.IGNORECASE,
)


def divided_over_links(reading: Reading) -> bool:
    """Whether a line says that the rates of a policy on a bundle are those of all its links."""
    return any(divides(line) for _, line in text_lines(reading))


def divides(line: str) -> bool:
    """Whether a line says so."""
    return _MODE.match(line) is not None
