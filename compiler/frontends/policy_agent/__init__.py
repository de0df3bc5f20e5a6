"""The reader of OS/390 and z/OS Policy Agent files (PAGENT): a host that marks what it sends."""

from __future__ import annotations

from qosc.ir import Device
from qosc.source import SourceText

__all__ = ["load"]


def load(source: SourceText) -> Device:
    """The device that a Policy Agent file describes. Any text gives one; nothing raises."""
    from qosc.frontends.policy_agent.reading import read

    return read(source)
