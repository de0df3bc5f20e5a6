"""The systemd unit and the wrapper that compile writes beside a script."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import qosc
from qosc.targets.tc.options import DeviceNameError

TEXT = """policy-map P
 class class-default
  police 640000 8000
interface GigabitEthernet0/0
 service-policy input P
interface GigabitEthernet0/1
 service-policy input P
"""
GUARDED = """access-list 100 permit udp any any
class-map match-all U
 match access-group 100
policy-map COPP
 class U
  drop
interface GigabitEthernet0/0
 ip address 10.0.0.1 255.255.255.0
control-plane
 service-policy input COPP
"""
HOSTILE = "$(reboot)-%n.x"


def files(text: str, **options: object) -> dict[str, str]:
    made = qosc.compile(
        qosc.loads(text, name="router.cfg", platform="ios-15"), allow_loss=True, **options
    )
    return {each.name: each.text for each in made.files}


def unit(text: str = TEXT, *devices: str) -> dict[str, list[str]]:
    """The settings of the unit, each with its words."""
    found = files(text, unit=True, devices=devices)["qos.service"]
    settings = (line.partition("=") for line in found.splitlines() if "=" in line)
    return {name: words.split() for name, _, words in settings if not name.startswith("#")}


def test_the_unit_is_bound_to_the_interfaces_as_systemd_calls_them() -> None:
    found = unit(TEXT, "Gi0/0=eth0.10", f"Gi0/1={HOSTILE}")
    # `systemd-escape` of systemd 252 writes them so.
    wanted = [
        "sys-subsystem-net-devices-eth0.10.device",
        r"sys-subsystem-net-devices-\x24\x28reboot\x29\x2d\x25n.x.device",
    ]
    assert found["BindsTo"] == found["After"] == found["WantedBy"] == wanted
    assert found["ExecStart"] == ["/bin/sh", "/etc/qosc/qos.sh", "apply"]


def test_a_script_that_demands_to_be_confirmed_is_not_left_waiting() -> None:
    assert unit(GUARDED, "control-plane=eth0")["ExecStart"][-2:] == ["apply", "--no-confirm"]


@pytest.mark.parametrize(
    ("devices", "words"),
    [
        (("Gi0/0=eth0",), "GigabitEthernet0/1' has none"),
        (("Gi0/0=eth0", "Gi0/1=02:00:00:00:00:01"), "an alternative name or an address"),
        (("Gi0/0=eth0", "Gi0/1=to-the-house-next-door"), "an alternative name or an address"),
    ],
)
def test_an_interface_that_systemd_does_not_know_is_refused(
    devices: tuple[str, ...], words: str
) -> None:
    with pytest.raises(DeviceNameError, match=words):
        files(TEXT, unit=True, devices=devices)


def test_systemd_has_no_complaint(tmp_path: Path) -> None:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("there is no systemd-analyze")
    found = files(TEXT, unit=True, devices=("Gi0/0=eth0.10", f"Gi0/1={HOSTILE}"))
    (tmp_path / "qos.service").write_text(found["qos.service"])
    done = subprocess.run(
        [tool, "verify", "--man=no", str(tmp_path / "qos.service")],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "qos.service" not in done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The wrapper beside a script that says how it was called, and tools that say what they ran."""
    (tmp_path / "qos-in.sh").write_text(files(TEXT, wrapper=True)["qos-in.sh"])
    (tmp_path / "qos.sh").write_text('printf "<%s>" "$@"\n')
    tools = {
        "ip": 'echo "ip $1 $2 $3"; shift 3; exec "$@"\n',
        "nsenter": 'echo "nsenter $1 $2 $3"; shift 4; exec "$@"\n',
        "docker": '[ "$5" = web ] && echo 4711\n',
    }
    for name, body in tools.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{body}")
        (tmp_path / name).chmod(0o755)
    return tmp_path


def wrapped(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", str(folder / "qos-in.sh"), *words],
        env={"PATH": f"{folder}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("where", "ran"),
    [
        (("netns", "blue sky"), "ip netns exec blue sky"),
        (("docker", "web"), "nsenter --target 4711 --net"),
        (("pid", "12"), "nsenter --target 12 --net"),
    ],
)
def test_the_wrapper_runs_the_script_in_there(
    folder: Path, where: tuple[str, ...], ran: str
) -> None:
    done = wrapped(folder, *where, "apply", "ATM1/0 pvc 4/108=$(reboot)")
    assert done.stdout == f"{ran}\n<apply><ATM1/0 pvc 4/108=$(reboot)>"


@pytest.mark.parametrize(
    "words",
    [
        ("netns", "../etc", "show", "e0"),
        ("netns", "-n", "show", "e0"),
        ("docker", "$(reboot)", "show", "e0"),
        ("pid", "1; reboot", "show", "e0"),
        ("pid", "0", "show", "e0"),
        ("chroot", "x", "show", "e0"),
        ("netns", "blue"),
    ],
)
def test_the_wrapper_refuses_other_places(folder: Path, words: tuple[str, ...]) -> None:
    done = wrapped(folder, *words)
    assert done.returncode in (1, 2)
    assert done.stdout == ""
    assert done.stderr


def test_the_wrapper_says_that_the_script_is_missing(folder: Path) -> None:
    (folder / "qos.sh").unlink()
    assert "it belongs beside this script" in wrapped(folder, "netns", "b", "show", "e0").stderr
