"""Policies put together by chance: the script does what they say."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import qosc
from qosc.api import verify_script

CODES = ("ef", "af11", "af12", "af13", "cs1", "default", "af31")
NUMBERS = (46, 10, 12, 14, 8, 0, 26)
LISTS = """\
access-list 101 permit udp any any
access-list 102 deny tcp any any
access-list 102 permit ip any any dscp af11
access-list 103 permit ip any any
ipv6 access-list six
 deny ipv6 any any fragments
 permit ipv6 any any
"""
PORT = "interface GigabitEthernet0/1\n bandwidth 2000\n"

codes = st.lists(st.sampled_from(CODES), min_size=1, max_size=3, unique=True).map(" ".join)
tests = st.one_of(
    codes.map("match dscp {}".format),
    codes.map("match ip dscp {}".format),
    st.sampled_from(CODES).map("match not dscp {}".format),
    st.integers(0, 7).map("match precedence {}".format),
    st.sampled_from((101, 102, 103)).map("match access-group {}".format),
    st.sampled_from(
        ("match protocol arp", "match any", "match qos-group 2", "match access-group name six")
    ),
)
kinds = st.sampled_from(("any", "all"))
class_maps = st.tuples(kinds, st.lists(tests, min_size=1, max_size=3))
curves = st.lists(
    st.tuples(st.sampled_from(NUMBERS), st.integers(1, 30)).map(
        lambda curve: "  random-detect dscp {} {} 40\n".format(*curve)
    ),
    max_size=3,
).map(lambda lines: "  random-detect dscp-based\n" + "".join(lines))
actions = st.sampled_from(
    (
        "",
        "",
        "  set dscp af13\n",
        "  set precedence 0\n",
        "  set qos-group 2\n",
        "  police 64000 8000 8000 conform-action transmit exceed-action set-dscp-transmit 14\n",
        "  police 64000 8000 8000 conform-action set-dscp-transmit 8 exceed-action drop\n",
    )
)
queues = st.tuples(st.one_of(curves, st.just("")), actions).map("".join)
CAR = " rate-limit output 64000 8000 8000 conform-action set-dscp-continue 14 exceed-action drop\n"
limits = st.sampled_from(("", "", CAR))


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.tuples(class_maps, queues), min_size=1, max_size=4),
    queues,
    limits,
    st.sampled_from(("ios-12", "ios-15")),
    st.sampled_from(("", "4.19")),
)
def test_a_script_does_what_a_policy_says(classes, default, limit, platform, kernel) -> None:
    maps = policy = ""
    for number, ((kind, lines), queue) in enumerate(classes):
        maps += f"class-map match-{kind} c{number}\n" + "".join(f" {line}\n" for line in lines)
        policy += f" class c{number}\n  bandwidth 100\n{queue}"
    policy = f"policy-map wan\n{policy} class class-default\n{default}"
    text = f"{LISTS}{maps}{policy}{PORT}{limit} service-policy output wan\n"
    config = qosc.loads(text, platform=platform)
    artefact = qosc.compile(config, allow_loss=True, kernel=kernel)
    assert verify_script(config, artefact.files[0].text, artefact.ledger).differences == (), text


def test_marks_from_the_tag_of_both_versions_of_ip_are_no_overlap() -> None:
    text = "policy-map P\n class class-default\n  set dscp cos\n"
    config = qosc.loads(text + "interface FastEthernet0/1\n service-policy input P\n")
    made = qosc.compile(config, allow_loss=True)
    script = made.files[0].text
    assert "vlan_ethtype ipv6" in script
    assert verify_script(config, script, made.ledger).differences == ()
