"""QOS459: policy-beside-spokes."""

from __future__ import annotations

import pytest

from qosc.lint import find_rule
from qosc.lint.engine.pages import examples
from tests.rules.linting import lint


@pytest.mark.parametrize(("section", "codes"), [("Example", {"QOS459"}), ("Use instead", set())])
def test_the_page_shows_what_is_reported_and_what_is_not(section: str, codes: set[str]) -> None:
    rule = find_rule("QOS459")
    assert rule is not None
    assert "TODO" not in rule.text
    for example in examples(rule, section):
        assert {found.code for found in lint(example.text, example.platform or "ios-15")} == codes


def test_a_source_by_its_address_is_found_and_each_source_is_told_once() -> None:
    rule = find_rule("QOS459")
    assert rule is not None
    (text,) = (one.text for one in examples(rule, "Example"))
    tunnel = text[text.index("interface Tunnel0") :]
    by_address = text.replace("source FastEthernet0/0", "source 192.0.2.1")
    for told in (by_address, text + tunnel.replace("Tunnel0", "Tunnel1").replace("0.1", "1.1")):
        assert [found.code for found in lint(told, "ios-15")].count("QOS459") == 1


def test_a_tunnel_without_policies_of_spokes_is_left_alone() -> None:
    rule = find_rule("QOS459")
    assert rule is not None
    (text,) = (one.text for one in examples(rule, "Example"))
    plain = text.replace(" ip nhrp map group SMALL service-policy output SPOKE\n", "")
    assert "QOS459" not in {found.code for found in lint(plain, "ios-15")}


def test_a_source_that_is_a_subinterface_goes_by_its_interface() -> None:
    rule = find_rule("QOS459")
    assert rule is not None
    (text,) = (one.text for one in examples(rule, "Example"))
    below = (
        "interface FastEthernet0/0.7\n encapsulation dot1Q 7\n ip address 192.0.9.1 255.255.255.0\n"
    )
    text = text.replace("interface Tunnel0", below + "interface Tunnel0")
    text = text.replace("source FastEthernet0/0", "source FastEthernet0/0.7")
    (found,) = (one for one in lint(text, "ios-15") if one.code == "QOS459")
    assert "FastEthernet0/0, which holds the source of Tunnel0" in found.message
    shaper = "policy-map ONE\n class class-default\n  shape average 5000000\n"
    own = shaper + text.replace("dot1Q 7\n", "dot1Q 7\n service-policy output ONE\n")
    assert "QOS459" not in {one.code for one in lint(own, "ios-15")}


@pytest.mark.parametrize(
    ("routes", "told"),
    [
        (["192.0.2.254"], True),
        (["FastEthernet0/0"], True),
        (["FastEthernet0/0 192.0.2.254"], True),
        (["198.51.100.1"], False),
        (["192.0.2.254", "198.51.100.1"], False),
        (["no-such-port"], False),
        ([], False),
    ],
)
def test_a_source_that_is_a_loopback_goes_by_the_default_route(
    routes: list[str], *, told: bool
) -> None:
    rule = find_rule("QOS459")
    assert rule is not None
    (text,) = (one.text for one in examples(rule, "Example"))
    text = text.replace("source FastEthernet0/0", "source Loopback0")
    text += "interface Loopback0\n ip address 203.0.113.1 255.255.255.255\n"
    text += "interface FastEthernet0/1\n ip address 198.51.100.2 255.255.255.0\n"
    text += "".join(f"ip route 0.0.0.0 0.0.0.0 {hop}\n" for hop in routes)
    found = [one.message for one in lint(text, "ios-15") if one.code == "QOS459"]
    words = "policy-map WAN queues on FastEthernet0/0, by which the default route takes Tunnel0"
    assert found == [words] * told
