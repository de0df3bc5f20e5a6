"""What trace and diff say of lists outside QoS that drop packets on their way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qosc.cli import main
from tests.diff.running import compared, diff

ROUTER = """\
hostname r1
policy-map P
 class class-default
  shape average 5000000
interface GigabitEthernet0/0/0
 ip address 10.0.0.1 255.255.255.0
 ip access-group USERS in
interface GigabitEthernet0/0/1
 ip address 10.0.1.1 255.255.255.0
 ip access-group SERVERS out
 service-policy output P
ip access-list extended USERS
 deny tcp any any eq 23
 permit ip any any
ip access-list extended SERVERS
 permit tcp any any
 permit udp any any
"""
SERVERS = " permit tcp any any\n permit udp any any\n"


def notes(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, entered: str, left: str
) -> list[str]:
    (folder / "r.cfg").write_text(text)
    packet = ["tcp", "10.0.0.5:4000", ">", "10.0.1.9:23"]
    ports = ("--in", entered, "--out", left, "--format", "json")
    with pytest.raises(SystemExit) as ended:
        main(["trace", str(folder / "r.cfg"), *packet, *ports])
    assert ended.value.code == 0
    found: list[str] = json.loads(capsys.readouterr().out)["notes"]
    return found


def test_trace_names_each_list_on_the_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "`{}` (line {}) of {} is not followed: the steps are those of packets that {} permits"
    assert notes(tmp_path, capsys, ROUTER, "Gi0/0/0", "Gi0/0/1") == [
        words.format("ip access-group USERS in", 7, "GigabitEthernet0/0/0", "USERS"),
        words.format("ip access-group SERVERS out", 10, "GigabitEthernet0/0/1", "SERVERS"),
    ]


@pytest.mark.parametrize(
    ("entered", "left", "more"),
    [
        pytest.param("Gi0/0/1", "Gi0/0/0", "", id="the other way"),
        pytest.param("Gi0/0/2", "Gi0/0/0", "", id="a port without"),
        pytest.param("Gi0/0/0", "Gi0/0/2", " no ip access-group USERS in\n", id="taken off"),
    ],
)
def test_a_list_that_the_packets_do_not_meet_is_not_named(
    entered: str, left: str, more: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    group = " ip access-group USERS in\n"
    text = ROUTER.replace(group, group + more)
    text += "interface GigabitEthernet0/0/2\n ip address 10.0.2.1 255.255.255.0\n"
    assert notes(tmp_path, capsys, text, entered, left) == []


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("ipv4 access-group EDGE ingress hardware-count", "EDGE"),
        ("ipv6 traffic-filter V6 in", "V6"),
        ("ip access-group 101 in", "101"),
    ],
)
def test_other_families_and_dialects_are_named(
    line: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = ROUTER.replace("ip access-group USERS in", line)
    first, _ = notes(tmp_path, capsys, text, "Gi0/0/0", "Gi0/0/1")
    assert first.endswith(f"those of packets that {name} permits")


@pytest.mark.parametrize(
    "new",
    [
        pytest.param(ROUTER.replace(" permit udp any any\n", ""), id="an entry of the list"),
        pytest.param(ROUTER.replace(" ip access-group SERVERS out\n", ""), id="the statement"),
        pytest.param(ROUTER.replace("group SERVERS out", "group USERS out"), id="its list"),
        pytest.param(
            ROUTER.replace(SERVERS, " permit udp any any\n permit tcp any any\n"), id="its order"
        ),
    ],
)
def test_diff_does_not_decide_what_a_list_on_a_port_with_qos_drops(
    new: str, tmp_path: Path
) -> None:
    status, device = compared(tmp_path, ROUTER, new)
    assert status == 1
    (change,) = device["changes"]
    assert (change["kind"], change["packets"]) == (
        "undecided",
        "packets that an access-group filters",
    )


def test_diff_does_not_decide_what_a_list_on_a_port_without_qos_drops(tmp_path: Path) -> None:
    """Its packets meet the QoS of the other ports."""
    status, device = compared(tmp_path, ROUTER, ROUTER.replace("eq 23", "eq 22"))
    assert status == 1
    (change,) = device["changes"]
    assert change["kind"] == "undecided"
    assert change["ways"][0]["inputs"] == ["GigabitEthernet0/0/0"]


@pytest.mark.parametrize(
    "new",
    [
        ROUTER.replace(" permit tcp any any\n", " remark web\n permit tcp  any any\n!\n"),
        "no ip source-route\n" + ROUTER,
    ],
)
def test_diff_of_equal_lists_says_nothing(new: str, tmp_path: Path) -> None:
    (tmp_path / "old.cfg").write_text(ROUTER)
    (tmp_path / "new.cfg").write_text(new)
    status, _, err = diff(tmp_path, "old.cfg", "new.cfg")
    assert status == 0
    assert "ccess-group" not in err
