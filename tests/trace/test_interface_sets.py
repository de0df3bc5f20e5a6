"""What trace says of units of an interface set."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qosc.cli import main

TEXT = """\
class-of-service {
 scheduler-maps { M { forwarding-class best-effort scheduler B; } }
 schedulers { B { transmit-rate percent 90; } }
 traffic-control-profiles {
  P { shaping-rate 800m; }
  S { scheduler-map M; shaping-rate 40m; }
  U1 { shaping-rate 500m; }
 }
 interfaces {
  interface-set C { output-traffic-control-profile S; }
  ge-0/0/0 {
   output-traffic-control-profile P;
   unit 1 { output-traffic-control-profile U1; }
   unit 2 { output-traffic-control-profile U1; }
  }
 }
}
interfaces {
 interface-set C { interface ge-0/0/0 { unit 1; unit 2; } }
 ge-0/0/0 { hierarchical-scheduler; vlan-tagging; unit 1 { vlan-id 1; } unit 2 { vlan-id 2; } }
}
"""


def traced(folder: Path, capsys: pytest.CaptureFixture[str], text: str) -> Any:
    (folder / "r.conf").write_text(text)
    packet = ["udp", "10.0.0.5:4000", ">", "10.0.1.9:17000", "dscp", "0"]
    ports = ("--in", "ge-0/0/0.2", "--out", "ge-0/0/0.1", "--format", "json")
    with pytest.raises(SystemExit) as ended:
        main(["trace", str(folder / "r.conf"), *packet, *ports])
    assert ended.value.code == 0
    return json.loads(capsys.readouterr().out)


def test_the_shaper_and_the_queues_of_a_set_with_a_map_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = traced(tmp_path, capsys, TEXT)
    (note,) = found["notes"]
    assert "units of interface-set C (line 10) share" in note
    assert "shaping-rate 40 Mbit/s, queues of scheduler-map M" in note
    assert found["decided"] is False
    assert "those of interface-set C (scheduler-map M) are not followed" in str(found["ways"])


def test_a_set_without_a_map_is_a_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = traced(tmp_path, capsys, TEXT.replace("S { scheduler-map M; ", "S { "))
    assert (found["notes"], found["decided"]) == ([], True)
    assert "interface-set C" in str(found["ways"])
