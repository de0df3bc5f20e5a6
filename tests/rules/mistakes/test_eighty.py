"""What the rules say of eighty changed configs is what the page says; the configs are sound."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from qosc import frontends
from qosc.datapath import with_defaults
from qosc.diagnostics import Diagnostic
from qosc.lint import check
from qosc.profiles import DEFAULT, profile
from qosc.source import SourceText
from tests.rules.mistakes.eighty import BASES, Change, changes
from tests.rules.mistakes.test_mistakes import GENERAL, ORDER

DOUBTFUL = ("nx",)
"""NX-OS is read as IOS in part, and a priority class without a bound is usual there."""


def findings(name: str, text: str) -> list[Diagnostic]:
    source = SourceText(name, text)
    device = frontends.load(source, None)
    kind = profile(device.platform or DEFAULT)
    said = partial(frontends.junos_statements, source)
    return list(check(with_defaults(device, kind), kind, source, statements=said))


@pytest.mark.parametrize("one", changes(), ids=lambda one: f"{one.number}-{one.base}")
def test_a_changed_config_is_told_as_the_page_says(one: Change) -> None:
    found = [
        (ORDER.index(str(finding.severity)), finding.code)
        for finding in findings(f"{one.base}.cfg", one.text)
        if finding.primary.line in one.lines and finding.code not in GENERAL
    ]
    told = f"{min(found)[1]} {ORDER[min(found)[0]]}" if found else ""
    assert told == one.now


@pytest.mark.parametrize("path", sorted(BASES.glob("*.cfg")), ids=lambda path: path.stem)
def test_the_config_without_a_mistake_has_no_warning(path: Path) -> None:
    loud = [
        (one.code, one.primary.line, one.message)
        for one in findings(path.name, path.read_text(encoding="utf-8"))
        if str(one.severity) != "info" and path.stem not in DOUBTFUL
    ]
    assert loud == []


def test_twenty_were_set_aside() -> None:
    known = changes()
    assert len(known) == 80
    assert sum(one.aside for one in known) == 20
    assert all(one.lines for one in known)
