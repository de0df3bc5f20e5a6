"""Cisco IOS and its relatives: text -> statements in sections -> phrases -> model.

`text` makes logical lines, `sections` finds the statements and their places, `statements` parses
them, and the rooms above make the model: access lists, class-maps and policy-maps, ports.
"""

from __future__ import annotations

import gc

from qosc.frontends.cisco.device import lower
from qosc.frontends.cisco.sections.reader import read
from qosc.frontends.cisco.table.dialect import called
from qosc.ir import Device
from qosc.source import SourceText

__all__ = ["load"]


def load(source: SourceText, platform: str | None = None, dialect: str = "ios") -> Device:
    """The device that an IOS config describes. Any text at all gives a device; nothing raises.

    `platform` names a profile (see `qosc.profiles`); without it, the config's own hints decide.
    `dialect` is the relative of IOS that it is written in, a key of
    `qosc.frontends.detection.dialect.DIALECTS`.
    """
    if not platform:
        from qosc.frontends.detection.dialect import detect

        platform = detect(source).platform
    # A model of many nodes makes the collector look through it again and again, for nothing:
    # lowering makes no garbage in cycles. It takes half of the time.
    paused = gc.isenabled()
    gc.disable()
    try:
        return lower(read(source), platform, called(dialect))
    finally:
        if paused:
            gc.enable()
