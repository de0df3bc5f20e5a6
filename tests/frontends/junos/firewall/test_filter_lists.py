"""Filters applied by `input-list` and `output-list`: one filter for each interface and direction.

Source: Juniper, Policy Framework Configuration Guide, chapter 9: the filters of a list become one
filter named `so-1/0/0.0-i`, and its policers and counters are renamed likewise.
"""

from __future__ import annotations

import pytest

from qosc import api
from qosc.ir import RuleList
from qosc.render.shows.model import show_loose_policies

TEXT = """
interfaces {{
    ge-0/0/0 {{ unit 0 {{ family inet {{ filter {{ {first} }} }} }} }}
    ge-0/0/1 {{ unit 0 {{ family inet {{ filter {{ {second} }} }} }} }}
    ge-0/0/2 {{ unit 0 {{ family inet {{ filter {{ {third} }} }} }} }}
}}
firewall {{
    policer P {{ {scope} if-exceeding {{ bandwidth-limit 10m; burst-size-limit 625k; }}
                 then discard; }}
    family inet {{
        filter F {{ term a {{ from {{ protocol udp; }} then {{ policer P; accept; }} }}
                    term b {{ from {{ protocol tcp; }} then {{ policer P; accept; }} }} }}
        filter G {{ term all {{ then accept; }} }}
    }}
}}
"""


def config(first: str, second: str, third: str = "", scope: str = "") -> api.Config:
    text = TEXT.format(first=first, second=second, third=third, scope=scope)
    return api.loads(text, name="r1.conf", platform="junos-mx")


def meters(found: api.Config, port: str) -> list[str]:
    """The names of the shared meters of a port's rules; empty ones are the rule's own."""
    one = found.device.ports[port]
    return [
        rule.policer.shared
        for stage in (*one.input, *one.output)
        if isinstance(stage, RuleList)
        for rule in stage.rules
        if rule.policer is not None
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("input-list [ F G ];", "input-list [ F G ];"),
        ("output-list [ F G ];", "output-list [ F G ];"),
        ("input-list [ F G ];", "output-list [ F G ];"),
        ("input F;", "input-list [ F G ];"),
        ("input-list F;", "input-list F;"),
    ],
)
def test_each_interface_has_the_rate_for_itself(first: str, second: str) -> None:
    found = config(first, second)
    assert meters(found, "ge-0/0/0.0") == meters(found, "ge-0/0/1.0") == ["", ""]
    assert "QOS308" not in {one.code for one in api.check(found)}
    script = "".join(file.text for file in api.compile(found, target="tc").files)
    assert "police rate 10000000bit" in script
    assert not [
        line for line in script.splitlines() if " police rate" in line and " index " in line
    ]


def test_a_filter_specific_policer_is_one_for_each_interface() -> None:
    found = config("input-list [ F G ];", "input-list [ F G ];", scope="filter-specific;")
    first, second = (set(meters(found, f"ge-0/0/{n}.0")) for n in (0, 1))
    assert len(first) == len(second) == 1
    assert first != second


def test_those_that_apply_the_filter_itself_still_share() -> None:
    found = config("input F;", "input F;", "input-list [ F G ];")
    assert meters(found, "ge-0/0/0.0") == meters(found, "ge-0/0/1.0") != ["", ""]
    assert meters(found, "ge-0/0/2.0") == ["", ""]


def test_show_does_not_call_a_filter_of_a_list_unapplied() -> None:
    text = TEXT.format(first="input-list [ F G ];", second="", third="", scope="")
    text = text.replace("filter G", "filter H { term all { then accept; } } filter G")
    found = api.loads(text, name="r1.conf", platform="junos-mx")
    shown = "\n".join(show_loose_policies(found.device, found.profile))
    assert "filter inet F, used by ge-0/0/0 unit 0 family inet" in shown
    assert "filter inet G, used by" in shown
    assert "filter inet H, applied to no interface" in shown
