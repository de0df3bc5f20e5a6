"""Which ports share a policer is told where it changes, whatever else they share."""

from __future__ import annotations

from pathlib import Path

from tests.diff.running import compared

TWO = """\
firewall {
    policer A { if-exceeding { bandwidth-limit 1m; burst-size-limit 15k; } then discard; }
    policer P {
        logical-interface-policer;
        if-exceeding { bandwidth-limit 10m; burst-size-limit 150k; }
        then discard;
    }
    family inet {
        filter F {
            term v { from { dscp ef; } then { policer A; accept; } }
            term x { then { policer P; accept; } }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input F; } address 10.0.1.1/24; } } }
    ge-0/0/1 { unit 0 { family inet { filter { input F; } address 10.0.2.1/24; } } }
}
"""
COMMON = TWO.replace("        logical-interface-policer;\n", "")


def test_a_policer_that_ports_begin_or_cease_to_share_is_told_beside_another(
    tmp_path: Path,
) -> None:
    apart, together = "each port by itself", "ge-0/0/0 and ge-0/0/1"
    for old, new, before, after in ((TWO, COMMON, apart, together), (COMMON, TWO, together, apart)):
        status, device = compared(tmp_path, old, new)
        (change,) = device["changes"]
        assert (status, change["kind"]) == (1, "differs")
        (delta,) = change["differences"]
        assert delta["name"] == "ports of a policer of 10 Mbit/s"
        assert (delta["old"], delta["new"]) == (before, after)
        assert delta["old_source"].startswith("old.cfg:")


def test_other_names_and_another_rate_say_nothing_of_who_shares(tmp_path: Path) -> None:
    other = COMMON.replace("policer P", "policer Q").replace("filter F", "filter G")
    other = other.replace("input F", "input G").replace("term x", "term y")
    assert compared(tmp_path, COMMON, other)[0] == 0
    status, device = compared(tmp_path, COMMON, COMMON.replace("10m", "20m"))
    names = [delta["name"] for change in device["changes"] for delta in change["differences"]]
    assert status == 1
    assert names
    assert not [name for name in names if "ports" in name]
