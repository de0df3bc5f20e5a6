"""Names of lists, time ranges, tracked objects and maps that no line defines."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint

DEVICE = """\
hostname r1
time-range OFFICE
 periodic weekdays 7:00 to 19:00
track 1 ip sla 1 reachability
track 2 interface Serial0/0 line-protocol
ip sla 1
 icmp-echo 192.0.2.2
vc-class atm VOICE
 vbr-nrt 512 512
mls qos map dscp-mutation PARTNER 40 to 46
class-map match-all ERP
 match access-group name ERP
policy-map WAN
 class ERP
  bandwidth percent 20
interface GigabitEthernet0/0
 ip address 10.1.1.1 255.255.255.0
 ip access-group FROM-LAN in
 ip policy route-map BY-PORT
 mls qos dscp-mutation PARTNER
interface ATM1/0.1 point-to-point
 pvc 1/32
  class-vc VOICE
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
 service-policy output WAN
ip access-list extended ERP
 permit tcp any any eq 3200 time-range OFFICE
ip access-list extended FROM-LAN
 permit ip any any
ip access-list extended CALLS
 permit udp any any range 16384 32767
route-map BY-PORT permit 10
 match ip address CALLS
 set ip next-hop verify-availability 192.0.2.2 10 track 1
route-map OTHER permit 10
 match ip address NOWHERE
end
"""


def told(text: str) -> list[tuple[int, str, str]]:
    found = [one for one in lint(text, "ios-15") if one.code == "QOS018"]
    return [(one.primary.line, str(one.severity), one.help) for one in found]


def line_of(text: str, words: str) -> int:
    (found,) = (n for n, line in enumerate(text.splitlines(), 1) if words in line)
    return found


@pytest.mark.parametrize(
    ("right", "wrong", "help_"),
    [
        ("time-range OFFICE\n", "time-range OFICE\n", "did you mean OFFICE?"),
        ("sla 1 reachability", "sla 9 reachability", "define ip sla 9"),
        ("access-group FROM-LAN in", "access-group FROM-LAM in", "did you mean FROM-LAN?"),
        ("match ip address CALLS", "match ip address CALL", "did you mean CALLS?"),
        ("10 track 1", "10 track 7", "define track 7"),
        ("  class-vc VOICE", "  class-vc VOICES", "did you mean VOICE?"),
        ("mutation PARTNER\n", "mutation PARTNERS\n", "did you mean PARTNER?"),
    ],
)
def test_a_name_that_no_line_defines_is_told_at_its_line(
    right: str, wrong: str, help_: str
) -> None:
    at = DEVICE.rindex(right)
    text = DEVICE[:at] + wrong + DEVICE[at + len(right) :]
    assert told(text) == [(line_of(text, wrong.strip()), "warning", help_)]


def test_a_device_that_defines_all_its_names_has_no_finding() -> None:
    # No port sends packets by the route-map OTHER: what its list is decides nothing here.
    assert told(DEVICE) == []


def test_a_filter_whose_list_has_another_name_altogether_is_an_info() -> None:
    text = DEVICE.replace("access-group FROM-LAN in", "access-group 150 in")
    assert [(line, severity) for line, severity, _ in told(text)] == [(18, "info")]


def test_an_object_that_no_next_hop_tracks_may_lack_its_probe() -> None:
    text = DEVICE.replace("track 2 interface Serial0/0 line-protocol", "track 2 ip sla 5")
    assert told(text) == []


def test_a_text_without_any_list_is_not_blamed_for_the_lists_of_its_ports() -> None:
    text = (
        "hostname r1\npolicy-map P\n class class-default\n  set dscp ef\n"
        "interface Serial0/0\n ip address 192.0.2.1 255.255.255.252\n"
        " ip access-group FROM-LAN in\n service-policy input P\nend\n"
    )
    assert told(text) == []
