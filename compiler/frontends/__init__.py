"""Readers of vendor configuration: each makes a `qosc.ir.Device` of a text."""

from __future__ import annotations

from qosc.ir import Device
from qosc.source import SourceText

__all__ = ["load"]


def load(source: SourceText, platform: str | None = None) -> Device:
    """The device that a config describes. Any text at all gives a device; nothing raises.

    `platform` names a profile (see `qosc.profiles`); without it, the config's own hints decide.
    """
    from qosc.frontends import ios

    return ios.load(source, platform)
