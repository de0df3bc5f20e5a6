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
REMAINING = """\
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
            output-traffic-control-profile-remaining REST;
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
        (REMAINING, "100m", "1m", "traffic-control-profile REST"),
        (REMAINING, "drop-probability 10", "drop-probability 90", "drop-profile DROP"),
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
        assert old in REMAINING
        assert compared(tmp_path, REMAINING, REMAINING.replace(old, new))[0] == 0


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
    text = REMAINING.replace(
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
