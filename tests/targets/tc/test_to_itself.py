"""Packets to the router itself: which control planes are in a script, and what the script does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import qosc
from qosc.api import Config, verify_script
from qosc.ledger import Entry, Fidelity
from tests.targets.tc.script.fake_kernel import fake_kernel, run

CHAIN = " ingress chain 1000000 "
METER = "police 8000 1500 conform-action transmit exceed-action {}"
CLASSES = """class-map match-any SSH
 match ip dscp 16
policy-map IN
 class SSH
  set ip dscp 8
policy-map COPP
 class SSH
  {}
 class class-default
  {}
"""
PORTS = """interface Loopback0
 ip address 192.0.2.1 255.255.255.255
interface GigabitEthernet0/0
 ip address 10.0.0.1 255.255.255.0
 ip address 10.0.9.1 255.255.255.0 secondary
 ipv6 address 2001:db8::1/64
 ipv6 address 2001:db8:1::/64 eui-64
 service-policy input IN
interface GigabitEthernet0/1
 ip address 10.0.1.1 255.255.255.0
 shutdown
"""
PLANE = "control-plane\n service-policy input COPP\n"
OWN = {"192.0.2.1/32", "10.0.0.1/32", "10.0.9.1/32", "2001:db8::1/128"}
LINK = {"224.0.0.0/24", "255.255.255.255/32", "fe80::/10", "ff02::/16"}
JUNOS = """interfaces {{
    ge-0/0/0 {{ unit 0 {{
        family inet {{ {port} address 10.0.0.1/24; }}
        family inet6 {{ address 2001:db8::1/64; }}
    }} }}
    lo0 {{ unit {unit} {{ family inet {{ filter {{ {side} RE; }} address 192.0.2.1/32; }} }} }}
}}
firewall {{ family inet {{
    filter PORT {{ term a {{ from {{ protocol udp; port 7; }} then discard; }}
                   term b {{ then accept; }} }}
    filter RE {{ term ssh {{ from {{ protocol tcp; port ssh; }} then accept; }}
                 term no {{ then discard; }} }}
}} }}
"""


def ios(
    marked: str = METER.format("drop"),
    rest: str = METER.format("drop"),
    plane: str = PLANE,
    ports: str = PORTS,
    platform: str = "ios-15",
) -> Config:
    text = CLASSES.format(marked, rest) + ports + plane
    return qosc.loads(text, name="router.cfg", platform=platform)


def junos(unit: int = 0, side: str = "input", port: str = "filter { input PORT; }") -> Config:
    return qosc.loads(JUNOS.format(unit=unit, side=side, port=port), platform="junos-mx")


def script(config: Config, **options: object) -> str:
    return qosc.compile(config, allow_loss=True, **options).files[0].text


def commands(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.startswith("    tc ")]


def destinations(text: str) -> list[str]:
    return re.findall(rf"{CHAIN}.* dst_ip (\S+) ", text)


def lost(config: Config) -> list[Entry]:
    return [e for e in qosc.compile(config).ledger if e.fidelity is Fidelity.UNSUPPORTED]


def test_the_control_plane_stands_behind_each_port_and_alone_for_others() -> None:
    artefact = qosc.compile(ios())
    assert artefact.losses == ()
    text = artefact.files[0].text
    assert set(destinations(text)) == OWN | LINK
    assert len(destinations(text)) == 2 * len(OWN | LINK)
    assert "  GigabitEthernet0/0\n  control-plane\n" in text


def test_each_meter_is_one_on_all_interfaces_and_no_two_are_one() -> None:
    found = re.findall(r" police index (\d+) ", script(ios()))
    assert len(found) == 4
    assert len(set(found)) == 2


def test_an_interface_alone_is_compiled_without_the_control_plane() -> None:
    assert destinations(script(ios(), interface="GigabitEthernet0/0")) == []


def test_a_control_plane_alone_makes_a_script() -> None:
    config = ios(ports="interface Loopback0\n ip address 192.0.2.1 255.255.255.255\n")
    text = qosc.compile(config).files[0].text
    assert set(destinations(text)) == {"192.0.2.1/32"} | LINK
    assert "[PORT=]INTERFACE" not in text


def test_one_interface_is_that_of_the_port_and_not_of_the_control_plane() -> None:
    text = script(ios(), device_name="eth7")
    assert "|| set -- GigabitEthernet0/0=eth7\n" in text


def test_the_last_discard_of_lo0_is_in_the_script_and_transit_never_meets_it() -> None:
    config = junos()
    artefact = qosc.compile(config)
    assert artefact.losses == ()
    own = {"10.0.0.1/32", "192.0.2.1/32", "2001:db8::1/128"}
    assert set(destinations(artefact.files[0].text)) == own | LINK


@pytest.mark.parametrize(
    ("config", "word"),
    [
        (ios(ports="interface GigabitEthernet0/0\n service-policy input IN\n"), "no address"),
        (ios(plane=PLANE.replace("plane", "plane host", 1)), "of several"),
        (ios(plane=PLANE.replace("input", "output")), "that the router sends"),
        (ios(platform="cat9000"), "queues of its processor"),
        (junos(unit=7), "routing instance"),
        (junos(side="output"), "that the router sends"),
    ],
    ids=["no address", "host", "output", "switch", "unit 7", "lo0 output"],
)
def test_what_cannot_be_told_by_its_destination_is_told_as_lost(config: Config, word: str) -> None:
    found = lost(config)
    assert found
    assert all(entry.path.startswith(("control-plane", "lo0")) for entry in found)
    assert all(word in entry.note for entry in found)
    assert destinations(script(config)) == []


def test_an_output_policy_beside_that_of_input_is_lost_alone() -> None:
    config = ios(plane=f"{PLANE} service-policy output COPP\n")
    found = lost(config)
    assert found
    assert all(entry.path.startswith("control-plane > output > ") for entry in found)
    assert set(destinations(script(config))) == OWN | LINK


def test_a_class_for_arp_matches_nothing_there_and_the_ledger_says_so() -> None:
    text = CLASSES.replace("match ip dscp 16", "match protocol arp")
    config = qosc.loads(
        text.format(METER.format("drop"), METER.format("drop")) + PORTS + PLANE, platform="ios-15"
    )
    (found,) = lost(config)
    assert found.path.startswith("control-plane > input > policy-map COPP > class SSH > match > ")
    assert found.asked == "ethertype 2054"


def test_what_no_own_address_tells_is_a_row() -> None:
    rows = {entry.path: entry for entry in qosc.compile(ios()).ledger}
    row = rows["control-plane > packets that no own address tells"]
    assert row.fidelity is Fidelity.APPROX
    for word in ("TTL", "IP options", "ARP", "IS-IS", "HSRP"):
        assert word in row.note


@pytest.mark.parametrize("config", [ios(), junos()], ids=["ios", "junos"])
@pytest.mark.parametrize("batch", [False, True], ids=["script", "batch"])
def test_verify_finds_no_difference(config: Config, batch: bool) -> None:
    made = qosc.compile(config, batch=batch)
    text, runner = made.files[0].text, None
    if batch:
        text, runner = "".join(each.text for each in made.files[1:]), text
    found = verify_script(config, text, made.ledger, runner=runner)
    assert found.differences == ()
    assert found.ports == 2


@pytest.mark.parametrize(
    ("old", "new", "kinds"),
    [
        (r"^.* dst_ip 10\.0\.0\.1/32 .*\n", "", {"meter"}),
        (r"dst_ip 10\.0\.0\.1/32", "dst_ip 10.0.0.2/32", {"meter"}),
        (r"goto chain 1000000", "ok", {"meter"}),
        (r"(index \d+ rate) 8000bit", r"\1 16000bit", {"meter"}),
    ],
    ids=["address missing", "another address", "never asked", "rate"],
)
def test_verify_finds_what_was_changed(old: str, new: str, kinds: set[str]) -> None:
    config = ios()
    made = qosc.compile(config)
    text = re.sub(old, new, made.files[0].text, flags=re.MULTILINE)
    assert text != made.files[0].text
    found = verify_script(config, text, made.ledger).differences
    assert {each.kind for each in found} == kinds


def test_verify_finds_a_bucket_of_its_own() -> None:
    config = ios()
    made = qosc.compile(config)
    text = made.files[0].text
    (index, *_) = re.findall(r" police index (\d+) ", text)
    place = text.index("apply_2() {")
    text = text[:place] + text[place:].replace(f"index {index}", "index 77")
    found = verify_script(config, text, made.ledger).differences
    assert [each.message for each in found] == [
        "one policer of the router is several in the script"
    ]


def test_verify_finds_transit_that_is_dropped() -> None:
    config = junos()
    made = qosc.compile(config)
    text = made.files[0].text.replace("dst_ip 224.0.0.0/24", "dst_ip 224.0.0.0/3")
    found = verify_script(config, text, made.ledger).differences
    assert {each.kind for each in found} == {"verdict"}


def applied(folder: Path, config: Config, *options: str) -> tuple[int, str, str]:
    """The status and the words of `apply`, and what is set up on the interface then."""
    env = fake_kernel(folder / "bin")
    pairs = [f"{name}=e{n}" for n, name in enumerate(("GigabitEthernet0/0", "control-plane"))]
    found = run(env, script(config), "apply", *options, *pairs)
    account = folder / "bin" / "account e0"
    return found.returncode, found.stderr, account.read_text() if account.exists() else ""


def test_apply_asks_for_confirm_before_the_first_change(tmp_path: Path) -> None:
    status, said, account = applied(tmp_path, ios())
    assert status == 1
    assert "apply --confirm TIME" in said
    assert account == ""


def test_apply_goes_on_where_that_is_asked_for(tmp_path: Path) -> None:
    status, said, account = applied(tmp_path, ios(), "--no-confirm")
    assert (status, "confirm" in said) == (0, False)
    assert "chain 1000000" in account


def test_meters_that_drop_nothing_need_no_confirm(tmp_path: Path) -> None:
    mark = METER.format("set-dscp-transmit default")
    status, said, account = applied(tmp_path, ios(mark, mark))
    assert (status, "confirm" in said) == (0, False)
    assert "chain 1000000" in account
    assert "--no-confirm" not in script(ios(mark, mark))


def test_addresses_that_apply_is_told_take_the_place_of_the_config_s(tmp_path: Path) -> None:
    told = ("--own-address", "203.0.113.1", "--own-address", "2001:db8::9")
    status, said, account = applied(tmp_path, ios(), "--no-confirm", *told)
    assert status == 0, said
    assert set(re.findall(r"dst_ip ([^ \"\\]+)", account)) == {
        "203.0.113.1/32",
        "2001:db8::9/128",
        *LINK,
    }


@pytest.mark.parametrize(
    ("told", "left", "other"), [("203.0.113.1", ":", "32"), ("2001:db8::9", ".", "128")]
)
def test_addresses_of_the_other_kind_stay(tmp_path: Path, told: str, left: str, other: str) -> None:
    status, said, account = applied(tmp_path, ios(), "--no-confirm", "--own-address", told)
    assert status == 0, said
    found = set(re.findall(r"dst_ip ([^ \"\\]+)", account))
    assert found == {f"{told}/{other}", *LINK} | {text for text in OWN if left in text}


@pytest.mark.parametrize(
    "text",
    ["", "eth0", "10.0.0.1;reboot", "$(reboot)", "10.0.0.1 ", "10.1", "10.0.0.256", "10.0.0.01"],
)
def test_an_address_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    status, said, account = applied(tmp_path, ios(), "--no-confirm", "--own-address", text)
    assert status == 1
    assert said.startswith(f"error: not an address: {text}; give four numbers from 0 to 255")
    assert account == ""


@pytest.mark.parametrize(
    "text",
    [":", ":::", "1:2", "1::2::3", ":1::2", "1::2:", "12345::", "1:2:3:4:5:6:7:8:9", "::10.0.0.1"],
)
def test_an_ipv6_address_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    status, said, account = applied(tmp_path, ios(), "--no-confirm", "--own-address", text)
    assert status == 1
    assert said.startswith(f"error: not an IPv6 address: {text}; ")
    assert account == ""


@pytest.mark.parametrize("text", ["::1", "1:2:3:4:5:6:7:8", "1::", "2001:DB8::a:0"])
def test_an_ipv6_address_is_taken(tmp_path: Path, text: str) -> None:
    status, said, account = applied(tmp_path, ios(), "--no-confirm", "--own-address", text)
    assert status == 0, said
    assert f"dst_ip {text}/128 " in account


@pytest.mark.parametrize("text", ["10.0.0.0/24", "2001:db8::/32", "10.0.0.1/32"])
def test_a_prefix_is_refused_with_what_to_do(tmp_path: Path, text: str) -> None:
    status, said, account = applied(tmp_path, ios(), "--no-confirm", "--own-address", text)
    assert status == 1
    assert said.startswith(f"error: not an address but a prefix: {text}; give the address")
    assert account == ""


def test_a_meter_that_all_interfaces_share_is_shown_as_such() -> None:
    named = re.findall(r"^#= \d+ ingress/\S+ (.*?), router\.cfg", script(ios()), re.MULTILINE)
    assert named == ["policer of all interfaces"] * 4


def test_the_last_discard_of_lo0_is_said_to_hold_for_what_can_come_there() -> None:
    rows = [e for e in qosc.compile(junos()).ledger if e.path.endswith(" > otherwise-drop")]
    assert rows
    for row in rows:
        assert ("frames other than IP" in row.note) == (not row.path.startswith("lo0"))


@pytest.mark.parametrize("word", ["discard", "reject"])
@pytest.mark.parametrize("term", ["udp; port 7; }} then", "term no {{ then"], ids=["port", "lo0"])
def test_a_rule_that_rejects_does_not_answer_and_a_row_says_so(term: str, word: str) -> None:
    text = JUNOS.replace(f"{term} discard", f"{term} {word}")
    text = text.format(unit=0, side="input", port="filter { input PORT; }")
    config = qosc.loads(text, platform="junos-mx")
    rows = [e for e in qosc.compile(config).ledger if e.path == "Linux > then reject"]
    assert len(rows) == (word == "reject")
    line = next(n for n, text in enumerate(text.splitlines(), 1) if "reject" in text or not rows)
    assert all(row.fidelity is Fidelity.APPROX for row in rows)
    assert all(row.note.endswith(f"Terms of line {line}") for row in rows)


def test_the_row_on_offloads_tells_of_tcp_that_the_machine_sends() -> None:
    (row,) = [e for e in qosc.compile(ios()).ledger if e.path == "Linux > offloads"]
    assert "but for TCP that the machine itself sends" in row.note


def test_check_needs_no_confirm_and_says_that_apply_will(tmp_path: Path) -> None:
    status, said, account = applied(tmp_path, ios(), "--check")
    assert status == 0
    assert "apply will demand --confirm TIME" in said
    assert "nothing stands in the way on: e0 e1" in said
    assert account == ""
