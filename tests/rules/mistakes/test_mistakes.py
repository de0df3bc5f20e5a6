"""What the rules say of devices with one mistake each is what the page on them says."""

from __future__ import annotations

from functools import partial

import pytest

from qosc import frontends
from qosc.datapath import with_defaults
from qosc.lint import check
from qosc.profiles import DEFAULT, profile
from qosc.source import SourceText
from tests.rules.mistakes.sixty import DEVICES, Mistake, mistakes

GENERAL = ("QOS010", "QOS011")
"""That a line is not in the model says nothing of its mistake."""
ORDER = ("error", "warning", "info")


@pytest.mark.parametrize("one", mistakes(), ids=lambda one: one.file)
def test_a_mistake_is_told_as_the_page_says(one: Mistake) -> None:
    source = SourceText(one.file, (DEVICES / one.file).read_text())
    device = frontends.load(source, None)
    kind = profile(device.platform or DEFAULT)
    said = partial(frontends.junos_statements, source)
    found = [
        (ORDER.index(str(finding.severity)), finding.code)
        for finding in check(with_defaults(device, kind), kind, source, statements=said)
        if finding.primary.line in one.lines and finding.code not in GENERAL
    ]
    told = f"{min(found)[1]} {ORDER[min(found)[0]]}" if found else ""
    assert told == one.now


def test_at_least_half_are_told_at_their_line_and_each_device_is_of_the_list() -> None:
    known = mistakes()
    assert len(known) == 60
    assert sum(bool(one.now) for one in known) * 2 >= len(known)
    assert {one.file for one in known} == {path.name for path in DEVICES.iterdir()}
