"""Each small device with a mistake has the finding that is listed here, at a line at fault."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Severity
from tests.rules.mistakes.judging import findings
from tests.rules.unlisted.devices_told import Told, devices_told

CODES = {
    "01": "QOS603",
    "02": "QOS603",
    "03": "QOS605",
    "04": "QOS605",
    "05": "QOS606",
    "07": "QOS612",
    "08": "QOS607",
    "09": "QOS608",
    "10": "QOS602",
    "11": "QOS601",
    "12": "QOS604",
    "17": "QOS613",
    "18": "QOS605",
    "21": "QOS601",
    "22": "QOS602",
    "23": "QOS609",
    "25": "QOS986",
    "26": "QOS604",
}


@pytest.mark.parametrize("one", devices_told(), ids=lambda one: one.number)
def test_a_device_has_the_finding_that_is_listed_and_no_other(one: Told) -> None:
    told = [
        (found.code, found.primary.line)
        for found in findings(f"{one.number}.cfg", one.text)
        if found.severity is not Severity.INFO and one.number in CODES
    ]
    assert {code for code, _ in told} == {CODES[one.number]} if one.number in CODES else not told
    assert all(line in one.lines for _, line in told)


def test_at_least_half_are_told() -> None:
    assert len(CODES) * 2 >= len(devices_told())
