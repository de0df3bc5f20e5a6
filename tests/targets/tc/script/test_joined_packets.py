"""What `apply` puts above the classes, so that they get single packets. What the kernel makes of it
is in tests/engines/tc/test_tc_joined_packets.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import qosc
from tests.targets.tc.script.fake_kernel import calls, fake_kernel, run

CLASSES = """\
policy-map P
 class class-default
  bandwidth 300
interface Serial0
 bandwidth 1000
 service-policy output P
"""
CELLS = """\
policy-map P
 class class-default
  bandwidth 300
interface ATM1/0.1 point-to-point
 pvc 1/100
  vbr-nrt 1000 1000
  encapsulation aal5mux ip
  service-policy output P
"""


def script(text: str) -> str:
    return (
        qosc.compile(qosc.loads(text, name="r.cfg", platform="ios-15"), target="tc").files[0].text
    )


def roots(env: dict[str, str]) -> list[str]:
    """The commands for qdiscs that are no leaves."""
    lines = [" ".join(call) for call in calls(env)]
    return [line for line in lines if " root " in line or (" htb " in line and "qdisc" in line)]


def test_a_tbf_with_room_for_a_frame_stands_above_the_classes(tmp_path: Path) -> None:
    env = fake_kernel(tmp_path / "bin")
    assert run(env, script(CLASSES), "apply", "e0").returncode == 0
    assert roots(env) == [
        "qdisc add dev e0 root handle fffe: tbf rate 1tbit burst 1564 limit 1000000",
        "qdisc add dev e0 parent fffe:1 handle 1: htb default 10",
    ]


def test_its_room_is_that_of_the_interface(tmp_path: Path) -> None:
    env = fake_kernel(tmp_path / "bin")
    (tmp_path / "bin" / "mtu").write_text("9000\n")
    assert run(env, script(CLASSES), "apply", "e0").returncode == 0
    assert "burst 9064 " in roots(env)[0]


def test_another_mtu_is_a_change_and_the_same_is_none(tmp_path: Path) -> None:
    env = fake_kernel(tmp_path / "bin")
    run(env, script(CLASSES), "apply", "e0")
    before = len(calls(env))
    assert run(env, script(CLASSES), "apply", "e0").returncode == 0
    assert len(calls(env)) == before
    (tmp_path / "bin" / "mtu").write_text("4000\n")
    assert run(env, script(CLASSES), "apply", "e0").returncode == 0
    assert "burst 4064 " in roots(env)[-2]


@pytest.mark.parametrize(("text", "options"), [(CLASSES, ("--keep-offloads",)), (CELLS, ())])
def test_there_is_none_where_that_is_asked_for_or_cells_are_counted(
    tmp_path: Path, text: str, options: tuple[str, ...]
) -> None:
    env = fake_kernel(tmp_path / "bin")
    assert run(env, script(text), "apply", *options, "e0").returncode == 0
    (only,) = roots(env)
    assert only.startswith("qdisc add dev e0 root handle 1: ")


def test_what_is_lost_where_a_device_has_many_transmit_queues_is_told(tmp_path: Path) -> None:
    env = fake_kernel(tmp_path / "bin")
    told = "e0: one tree takes the place of a queue for each processor (mq)"
    assert told not in run(env, script(CLASSES), "apply", "--check", "e0").stderr
    found = run({**env, "FAKE_ROOT": "mq"}, script(CLASSES), "apply", "--check", "e0")
    assert found.returncode == 0
    assert told in found.stderr
