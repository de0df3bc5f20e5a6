"""Cisco IOS: text -> logical lines (`reader`) -> phrases (`statements`) -> model (`lower`)."""

from __future__ import annotations

import gc

from qosc.frontends.ios.lower import lower
from qosc.frontends.ios.reader import read
from qosc.ir import Device
from qosc.source import SourceText

__all__ = ["load"]


def load(source: SourceText, platform: str | None = None, dialect: str = "ios") -> Device:
    """The device that an IOS config describes. Any text at all gives a device; nothing raises.

    `platform` names a profile (see `qosc.profiles`); without it, the config's own hints decide.
    `dialect` is the relative of IOS that it is written in, a key of
    `qosc.frontends.detect.DIALECTS`.
    """
    if not platform:
        from qosc.frontends.detect import detect

        platform = detect(source).platform
    # A model of many nodes makes the collector look through it again and again, for nothing:
    # lowering makes no garbage in cycles. It takes half of the time.
    paused = gc.isenabled()
    gc.disable()
    try:
        return lower(read(source), platform, dialect)
    finally:
        if paused:
            gc.enable()
