"""A check of nothing: a config that has no QoS, where QoS is required."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qosc.api import Config
from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Device
from qosc.ir.leaves import has_qos
from qosc.source import NOWHERE, Span

__all__ = ["without_qos"]

_CODE, _NAME = "QOS009", "not-a-config"


def without_qos(config: Config, diagnostics: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """The finding that a device has no QoS, for `--require-qos`; none where it is told already that
    the text is no config.
    """
    if _any_qos(config.device) or any(one.code == _CODE for one in diagnostics):
        return
    source = config.source
    first = source.number(0) if source.lines else 1
    length = len(source.lines[0]) if source.lines else 0
    whose = f" for {config.name}" if config.host else ""
    yield Diagnostic(
        _CODE,
        _NAME,
        Severity.ERROR,
        f"no QoS is configured{whose}, and --require-qos asks for some",
        Span(source.path, first, 1, first, max(length, 1) + 1),
        help="check that this is the running config, whole; or leave --require-qos out",
    )


def _any_qos(device: Device) -> bool:
    """Whether a config says anything on QoS, in use or not: a line with an address makes a port,
    which alone is none.
    """
    return bool(
        device.policies
        or device.class_maps
        or device.rule_lists
        # Those of no place are the platform's own.
        or any(name.origin != NOWHERE for name in device.names)
        or any(map(has_qos, device.ports.values()))
        or any(one.text for one in device.residue)
    )
