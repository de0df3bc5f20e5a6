"""The words of `qosc show`: what a reader would take them to mean is what the config does."""

from __future__ import annotations

import re

import qosc
from qosc.api import qos_ports
from qosc.render.shows.model import show_loose_policies, show_port
from qosc.render.style import Style


def shown(text: str, platform: str = "ios-12") -> str:
    """All tables, with runs of blanks made one."""
    config = qosc.loads(text, platform=platform)
    lines = (
        line
        for port in qos_ports(config)
        for line in show_port(config.complete_device, port, config.profile, Style(room=1000))
    )
    return re.sub(r"\s+", " ", "\n".join(lines))


POLICY = """\
class-map match-any MGMT
 match access-group 101
policy-map CHILD
 class MGMT
  bandwidth 64
policy-map PARENT
 class class-default
  shape average 1500000
  service-policy CHILD
interface Serial0/0
 bandwidth 1544
 service-policy output PARENT
access-list 101 permit tcp any any eq 22
"""


def test_a_deny_at_the_end_of_a_list_says_nothing_of_what_matches() -> None:
    assert shown(f"{POLICY}access-list 101 deny ip any any log\n") == shown(POLICY)


def test_a_deny_in_front_is_shown_as_one_exception() -> None:
    text = POLICY.replace("permit tcp any any eq 22", "deny tcp any any eq 22")
    assert "IPv4 except (IPv4 and tcp and port 22)" in shown(
        f"{text}access-list 101 permit ip any any\n"
    )


def test_a_class_with_a_child_policy_has_no_queue_of_its_own() -> None:
    outer, inner = shown(POLICY).split("inside it: policy-map CHILD")
    assert "64 packets" not in outer
    assert "64 packets" in inner


def test_bursts_are_called_what_they_are() -> None:
    car = (
        "interface Serial0/0\n rate-limit input 1000000 8000 {}"
        " conform-action transmit exceed-action {}\n"
    )
    assert "burst 8000 bytes transmit drop" in shown(car.format(8000, "drop"))
    assert "extended to 16000 bytes" in shown(car.format(16000, "drop"))
    policed = POLICY.replace(
        "bandwidth 64",
        "police 512000 16000 16000 conform-action transmit exceed-action"
        " set-dscp-transmit af13 violate-action drop",
    )
    assert "excess burst 16000 bytes" in shown(policed)


def test_a_rule_that_goes_on_does_not_decide() -> None:
    text = (
        "interface Serial0/0\n rate-limit input 1000000 8000 8000 conform-action"
        " set-prec-continue 3 exceed-action drop\n"
    )
    assert "the first rule that matches decides, unless it says continue" in shown(text)
    assert "continue" not in shown(text.replace("continue 3", "transmit 3"))


def test_the_ledger_shows_code_points_as_a_config_does() -> None:
    text = POLICY.replace("bandwidth 64", "bandwidth 64\n  random-detect")
    entries = qosc.compile(qosc.loads(text)).ledger
    values = [entry.asked for entry in entries if entry.path.endswith("> values")]
    assert values
    assert not [words for words in values if "(" in words]


def test_a_policy_that_nothing_applies_fits_a_narrow_terminal() -> None:
    text = POLICY.replace(
        "interface Serial0/0\n bandwidth 1544\n service-policy output PARENT\n", ""
    )
    config = qosc.loads(text.replace("PARENT", "THE-POLICY-OF-THE-OTHER-OFFICE"))
    lines = list(show_loose_policies(config.complete_device, config.profile, Style(room=40)))
    assert "applied to no interface" in " ".join(" ".join(lines[:3]).split())
    assert max(map(len, lines)) <= 40


def test_a_custom_queue_says_what_it_sends_in_a_turn() -> None:
    text = (
        "queue-list 1 protocol ip 1 tcp www\nqueue-list 1 queue 1 byte-count 4500\n"
        "interface Serial0/0\n bandwidth 1544\n custom-queue-list 1\n"
    )
    assert "4500 bytes a turn" in shown(text)


def test_a_mac_address_is_written_as_routers_write_it() -> None:
    text = POLICY.replace("match access-group 101", "match source-address mac 0011.2233.4455")
    assert "src-mac 0011.2233.4455" in shown(text)


def test_a_priority_class_with_a_policer_is_bounded_by_it() -> None:
    bounded = POLICY.replace("bandwidth 64", "priority\n  police 64000")
    assert "policed" in shown(bounded)
    assert "policed" not in shown(POLICY.replace("bandwidth 64", "priority"))
    marked = bounded + "policy-map CHILD\n class MGMT\n  police 64000 exceed-action transmit\n"
    assert "policed" not in shown(marked)


def test_what_guarantees_leave_is_not_shared_by_them_where_weights_share_it() -> None:
    port = "mls qos\ninterface GigabitEthernet0/1\n srr-queue bandwidth shape {}\n"
    assert "What the guarantees leave" in shown(port.format("4 4 4 4"))
    weighted = shown(port.format("4 0 0 0"))
    assert "at least 25% = 250 Mbit/s" in weighted
    assert "What the guarantees leave" not in weighted


def test_a_list_of_a_kind_that_the_model_does_not_hold_is_not_called_undefined() -> None:
    text = POLICY.replace("access-group 101", "access-group name IPX")
    words = shown(f"mac access-list extended IPX\n permit any any 0x8137 0x0\n{text}")
    assert "access-list IPX (not in the model)" in words
    assert "class-map MGMT (not in the text)" in shown(POLICY.replace("match-any MGMT", "OTHER"))
    assert "access-list 105 (undefined)" in shown(POLICY.replace("group 101", "group 105"))


def test_no_part_of_the_buffer_is_said_to_be_reserved_for_a_queue_of_a_catalyst_9000() -> None:
    text = shown(
        "policy-map P\n class class-default\n  queue-buffers ratio 80\n"
        "interface GigabitEthernet1/0/1\n service-policy output P\n",
        "cat9000",
    )
    assert "80% of the buffer" in text
    assert "80% reserved" not in text
    assert "How much of it is reserved" in text
    assert "depends on model and release" in text
