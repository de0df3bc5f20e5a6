"""The ledger as people read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc.cli import main

CONFIG = """\
version 15.0
policy-map CHILD
 class class-default
  bandwidth percent 25
  random-detect
policy-map PARENT
 class class-default
  shape average 1000000
  service-policy CHILD
interface FastEthernet0/0
 service-policy output PARENT
"""


@pytest.fixture
def table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    source = tmp_path / "router.cfg"
    source.write_text(CONFIG)
    with pytest.raises(SystemExit) as ended:
        main(
            [
                "compile",
                str(source),
                "--target",
                "sim",
                "--ledger",
                "full",
                "-o",
                str(tmp_path / "out.yaml"),
            ]
        )
    assert not ended.value.code
    return capsys.readouterr().err.splitlines()


def test_the_class_of_a_child_policy_has_a_heading_of_its_own(table: list[str]) -> None:
    port = "FastEthernet0/0 > output > policy-map PARENT > class class-default"
    # It is wider than a page, so that it goes on in the next line.
    folded = " ".join(line.strip() for line in table)
    assert f"{port} > policy-map CHILD > class class-default exact " in folded


def test_the_curves_that_nobody_wrote_stand_in_one_row_for_each_kind_of_value(
    table: list[str],
) -> None:
    rows = [line for line in table if "wred > curves" in line]
    assert [line.split()[3] for line in rows] == ["curves[1..8]"] * 4
    assert any("0, 1, 2, 3, 4, 5, 6, 7" in line for line in rows)
