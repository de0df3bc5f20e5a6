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
