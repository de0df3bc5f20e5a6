"""docs/features.md: what it says of a vendor is what the vendor's reader does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import qosc
from qosc.ir import SupportState

PAGE = (Path(__file__).parents[2] / "docs" / "features.md").read_text(encoding="utf-8")
CLASS = (
    "policy-map P\n class class-default\n  {line}\ninterface Serial0/0\n service-policy output P\n"
)


def cells(feature: str) -> list[str]:
    (row,) = re.findall(rf"^\| {re.escape(feature)} \| (.*) \|$", PAGE, re.MULTILINE)
    return [cell.strip() for cell in row.split("|")]


@pytest.mark.parametrize(
    ("feature", "keyword", "line"),
    [
        ("low-latency queue", "priority", "priority percent 10"),
        ("guaranteed rate", "bandwidth", "bandwidth 100"),
        ("shapers", "shape", "shape average 64000"),
        ("drop", "drop", "drop"),
        ("queues by flow", "fair-queue", "fair-queue"),
        ("early drop (WRED, drop profiles), ECN", "random-detect", "random-detect"),
    ],
)
def test_a_statement_of_cisco_that_the_page_names_is_read(
    feature: str, keyword: str, line: str
) -> None:
    assert f"`{keyword}`" in cells(feature)[0]
    assert not qosc.loads(CLASS.format(line=line)).device.residue


def test_what_the_page_leaves_empty_for_junos_is_not_in_the_model() -> None:
    assert cells("queues by flow")[2] == ""
    text = "set class-of-service schedulers S fair-queue\n"
    residue = qosc.loads(text, platform="junos-mx").device.residue
    assert SupportState.UNKNOWN in {one.state for one in residue}


def test_no_feature_is_without_a_vendor() -> None:
    rows = re.findall(r"^\| ([a-z].*?) \| (.*) \|$", PAGE, re.MULTILINE)[1:]
    assert len(rows) > 20
    assert all("`" in rest for _, rest in rows)
