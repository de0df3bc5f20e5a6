"""What the tests of the rules share."""

from __future__ import annotations

from functools import partial

from qosc import frontends
from qosc.datapath import with_defaults
from qosc.diagnostics import Diagnostic
from qosc.ir import Device
from qosc.lint import check
from qosc.profiles import profile
from qosc.source import SourceText


def lint(text: str, platform: str = "ios-12", **options: tuple[str, ...]) -> list[Diagnostic]:
    """The findings about a config."""
    source = SourceText("test.cfg", text)
    device = frontends.load(source, platform)
    kind = profile(platform)
    said = partial(frontends.junos_statements, source)
    return list(check(with_defaults(device, kind), kind, source, statements=said, **options))


def codes(text: str, platform: str = "ios-12") -> set[str]:
    """The codes of the findings about a config."""
    return {finding.code for finding in lint(text, platform)}


def complete(text: str, platform: str = "ios-12") -> Device:
    """The device of a config with its defaults filled in."""
    return with_defaults(frontends.load(SourceText("test.cfg", text), platform), profile(platform))
