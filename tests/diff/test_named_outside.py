"""Objects that only lines outside the model lead to: a difference in them is not decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diff.running import compared, diff

LEVELS = """\
class-of-service { forwarding-classes { class BE queue-num 0; class EF queue-num 1; } }
firewall {
    hierarchical-policer HP {
        aggregate { if-exceeding { bandwidth-limit 20m; burst-size-limit 200k; } then discard; }
        premium { if-exceeding { bandwidth-limit 5m; burst-size-limit 50k; } then discard; }
    }
}
interfaces {
    ge-0/0/0 {
        unit 0 {
            layer2-policer { input-hierarchical-policer HP; }
            family inet { address 10.0.0.1/24; }
        }
    }
}
"""
ON_INPUT = """\
class-of-service {
    drop-profiles { DROP { fill-level 50 drop-probability 10; } }
    scheduler-maps { MAP { forwarding-class best-effort scheduler BE; } }
    schedulers {
        BE { drop-profile-map loss-priority low protocol any drop-profile DROP; }
        IDLE { transmit-rate 5m; }
    }
    traffic-control-profiles {
        REST { shaping-rate 100m; scheduler-map MAP; }
        ONE { shaping-rate 50m; }
    }
    interfaces {
        ge-0/0/0 {
            input-traffic-control-profile REST;
            unit 1 { output-traffic-control-profile ONE; }
        }
    }
}
interfaces {
    ge-0/0/0 {
        hierarchical-scheduler;
        vlan-tagging;
        unit 1 { vlan-id 1; family inet { address 10.0.1.1/24; } }
        unit 2 { vlan-id 2; family inet { address 10.0.2.1/24; } }
    }
}
"""


@pytest.mark.parametrize(
    ("text", "old", "new", "what"),
    [
        (LEVELS, "20m", "8m", "hierarchical-policer HP"),
        (LEVELS, "50k", "60k", "hierarchical-policer HP"),
        (ON_INPUT, "100m", "1m", "traffic-control-profile REST"),
        (ON_INPUT, "drop-probability 10", "drop-probability 90", "drop-profile DROP"),
    ],
)
def test_a_definition_that_only_a_line_outside_the_model_names_is_not_decided(
    text: str, old: str, new: str, what: str, tmp_path: Path
) -> None:
    status, device = compared(tmp_path, text, text.replace(old, new))
    (change,) = device["changes"]
    assert (status, change["kind"], device["counts"]["differing"]) == (1, "line", 0)
    (delta,) = change["differences"]
    assert delta["name"] == f"definition of {what}"
    assert old in delta["old"]
    assert new in delta["new"]
    assert change["old_lines"]
    assert change["new_lines"]


def test_what_nothing_leads_to_and_the_order_of_statements_change_nothing(tmp_path: Path) -> None:
    for old, new in (
        ("IDLE { transmit-rate 5m; }", "IDLE { transmit-rate 6m; }"),
        ("shaping-rate 100m; scheduler-map MAP;", "scheduler-map MAP; shaping-rate 100m;"),
    ):
        assert old in ON_INPUT
        assert compared(tmp_path, ON_INPUT, ON_INPUT.replace(old, new))[0] == 0


def test_it_says_which_line_leads_to_it_and_why_that_is_not_modelled(tmp_path: Path) -> None:
    (tmp_path / "old").write_text(LEVELS)
    (tmp_path / "new").write_text(LEVELS.replace("20m", "8m"))
    status, out, _ = diff(tmp_path, "old", "new")
    assert status == 1
    assert "No change" not in out
    assert "`input-hierarchical-policer HP` of interfaces ge-0/0/0" in " ".join(out.split())
    status, out, _ = diff(tmp_path, "old", "old")
    assert (status, out) == (
        0,
        "Neither config has any QoS in the model; 2 lines on QoS the same on both sides.\n",
    )


def test_a_stanza_that_is_understood_as_a_whole_is_compared_whole(tmp_path: Path) -> None:
    text = ON_INPUT.replace(
        "    drop-profiles",
        "    host-outbound-traffic { dscp-code-point 101110; }\n    drop-profiles",
    )
    status, device = compared(tmp_path, text, text.replace("101110", "001110"))
    (change,) = device["changes"]
    assert (status, change["kind"]) == (1, "line")
    assert "001110" in change["differences"][0]["new"]


def test_objects_that_name_each_other_end(tmp_path: Path) -> None:
    rounds = LEVELS.replace(
        "firewall {",
        "firewall { family inet {"
        " filter A { term x { filter B; then { prefix-action P; } } }"
        " filter B { term x { filter A; } }"
        " prefix-action P { policer Q; } }"
        " policer Q { if-exceeding { bandwidth-limit 3m; burst-size-limit 15k; } then discard; }",
    )
    status, device = compared(tmp_path, rounds, rounds.replace("3m", "4m"))
    assert status == 1
    assert "policer Q" in device["changes"][0]["differences"][0]["name"]


TEMPLATE = """\
version 15.4
ip access-list extended CALLS
 permit udp any any eq 5060
class-map match-any VOICE
 match access-group name CALLS
table-map MARKS
 map from 0 to 8
policy-map EDGE
 class VOICE
  police 100000 8000
 class class-default
  set dscp dscp table MARKS
policy-map IDLE
 class VOICE
  police 300000 8000
template SITE
 service-policy input EDGE
interface GigabitEthernet0/0
 ip address 10.0.0.1 255.255.255.0
"""
ZONES = """\
version 15.4
ip access-list extended WEB
 permit tcp any any eq www
class-map type inspect match-any BROWSING
 match access-group name WEB
policy-map type inspect FIREWALL
 class type inspect BROWSING
  inspect
 class class-default
  drop
zone-pair security OUT source inside destination outside
 service-policy type inspect FIREWALL
interface GigabitEthernet0/0
 ip address 10.0.0.1 255.255.255.0
"""


@pytest.mark.parametrize(
    ("text", "old", "new", "what"),
    [
        (TEMPLATE, "100000", "200000", "policy-map EDGE"),
        (TEMPLATE, "eq 5060", "eq 5061", "access-list CALLS"),
        (TEMPLATE, "0 to 8", "0 to 16", "table-map MARKS"),
        (ZONES, "eq www", "eq 443", "access-list WEB"),
        (ZONES, "  inspect", "  pass", "policy-map FIREWALL"),
        (ZONES, "match-any", "match-all", "class-map BROWSING"),
    ],
)
def test_a_definition_of_cisco_that_only_such_a_line_names_is_not_decided(
    text: str, old: str, new: str, what: str, tmp_path: Path
) -> None:
    status, device = compared(tmp_path, text, text.replace(old, new))
    told = {
        delta["name"]: delta
        for change in device["changes"]
        if change["kind"] == "line"
        for delta in change["differences"]
    }
    assert status == 1
    assert list(told) == [f"definition of {what}"]
    assert old.strip() in told[f"definition of {what}"]["old"]
    assert new.strip() in told[f"definition of {what}"]["new"]


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        pytest.param(TEMPLATE, TEMPLATE, TEMPLATE, id="itself"),
        pytest.param(ZONES, "\n  ", "\n     ", id="indentation"),
        pytest.param(ZONES, "WEB\n permit", "WEB\n remark pages\n permit", id="a remark"),
    ],
)
def test_another_spelling_of_such_a_definition_is_no_change(
    text: str, old: str, new: str, tmp_path: Path
) -> None:
    assert compared(tmp_path, text, text.replace(old, new))[0] == 0


def test_what_no_such_line_leads_to_is_told_as_a_policy_alone(tmp_path: Path) -> None:
    _, device = compared(tmp_path, TEMPLATE, TEMPLATE.replace("300000", "400000"))
    assert not any(change["kind"] == "line" for change in device["changes"])


def test_it_says_which_line_of_cisco_leads_to_it(tmp_path: Path) -> None:
    (tmp_path / "old").write_text(ZONES)
    (tmp_path / "new").write_text(ZONES.replace("eq www", "eq 443"))
    status, out, _ = diff(tmp_path, "old", "new")
    assert status == 1
    assert "No change" not in out
    assert "`service-policy type inspect FIREWALL` of zone-pair security OUT" in " ".join(
        out.split()
    )


def test_objects_of_cisco_that_name_each_other_end(tmp_path: Path) -> None:
    rounds = TEMPLATE.replace(
        "policy-map IDLE\n class VOICE\n",
        "policy-map IDLE\n class class-default\n  service-policy EDGE\n class VOICE\n",
    ).replace("  police 100000 8000", "  service-policy IDLE")
    status, device = compared(tmp_path, rounds, rounds.replace("300000", "400000"))
    assert status == 1
    names = {delta["name"] for one in device["changes"] for delta in one["differences"]}
    assert "definition of policy-map IDLE" in names
