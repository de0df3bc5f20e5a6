"""Cisco IOS: text -> logical lines (`reader`) -> phrases (`statements`) -> model (`lower`)."""

from __future__ import annotations

from qosc.frontends.ios.lower import lower
from qosc.frontends.ios.reader import read
from qosc.ir import Device
from qosc.source import SourceText

__all__ = ["load"]


def load(source: SourceText, platform: str | None = None) -> Device:
    """The device that an IOS config describes. Any text at all gives a device; nothing raises.

    `platform` names a profile (see `qosc.profiles`); without it, the config's own hints decide.
    """
    reading = read(source)
    return lower(reading, platform or "ios-12")
