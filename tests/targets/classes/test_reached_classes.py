"""`reached_classes.py` of scripts: nested classes count by their path, the others have a cause."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.figures import reached_classes

TEXT = """\
class-map match-all VOICE
 match ip dscp ef
class-map match-all GONE
 match access-group 150
policy-map QUEUES
 class VOICE
  priority 500
 class GONE
  bandwidth 200
 class class-default
policy-map SHAPED
 class class-default
  shape average 2000000
  service-policy QUEUES
interface FastEthernet0/0
 service-policy output SHAPED
"""


def test_classes_of_a_child_policy_are_counted_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.cfg").write_text(TEXT)
    (tmp_path / "b.cfg").write_text(TEXT + "! " + "x" * 2000)
    monkeypatch.setattr("sys.argv", ["x", str(tmp_path), "--list", "--largest", "2000"])
    assert reached_classes.main() == 1
    out = capsys.readouterr().out
    assert "FastEthernet0/0: class-default > GONE: its match names a list" in out
    assert "2 of 3 classes reached (66.7 %), 1 ports, 1 configs; 1 larger files left out" in out
