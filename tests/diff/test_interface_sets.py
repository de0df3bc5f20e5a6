"""What differs of an interface set is told figure by figure."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diff.running import compared, diff

SETS = """\
class-of-service {
    drop-profiles { D { fill-level 50 drop-probability 20; } }
    scheduler-maps { M { forwarding-class best-effort scheduler B; } }
    schedulers {
        B {
            transmit-rate percent 90;
            drop-profile-map loss-priority low protocol any drop-profile D;
        }
    }
    traffic-control-profiles {
        P { shaping-rate 800m; }
        S { scheduler-map M; shaping-rate 40m; }
        U { shaping-rate 500m; }
    }
    interfaces {
        interface-set C { output-traffic-control-profile S; }
        ge-0/0/0 {
            output-traffic-control-profile P;
            unit 1 { output-traffic-control-profile U; }
            unit 2 { output-traffic-control-profile U; }
        }
    }
}
interfaces {
    interface-set C { interface ge-0/0/0 { unit 1; unit 2; } }
    ge-0/0/0 {
        hierarchical-scheduler;
        vlan-tagging;
        unit 1 { vlan-id 1; family inet { address 10.0.1.1/24; } }
        unit 2 { vlan-id 2; family inet { address 10.0.2.1/24; } }
    }
}
"""
CAP = ("cap of the interface set", "40 Mbit/s", "30 Mbit/s")
SHARE = ("guarantee of best-effort in the set", "36 Mbit/s", "27 Mbit/s")


@pytest.mark.parametrize(
    ("old", "new", "kind", "told"),
    [
        ("40m", "30m", "differs", [CAP, SHARE]),
        ("percent 90", "percent 50", "differs", [(SHARE[0], "36 Mbit/s", "20 Mbit/s")]),
        (
            "40m;",
            "40m; guaranteed-rate 10m;",
            "undecided",
            [("guarantee of the interface set", "none", "10 Mbit/s")],
        ),
        (
            "probability 20",
            "probability 90",
            "undecided",
            [("queues of the interface set", "", "")],
        ),
    ],
)
def test_each_figure_of_a_set_is_told_by_itself(
    old: str, new: str, kind: str, told: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    status, device = compared(tmp_path, SETS, SETS.replace(old, new))
    (change,) = device["changes"]
    assert (status, change["kind"]) == (1, kind)
    rows = {delta["name"]: (delta["old"], delta["new"]) for delta in change["differences"]}
    for name, before, after in told:
        assert rows[name][0].startswith(before)
        assert rows[name][1].startswith(after)


@pytest.mark.parametrize(
    ("old", "new"),
    [("40m", "30m"), ("interface-set C { output-traffic-control-profile S; }", "")],
)
def test_no_line_has_the_words_of_a_program(old: str, new: str, tmp_path: Path) -> None:
    (tmp_path / "old").write_text(SETS)
    (tmp_path / "new").write_text(SETS.replace(old, new))
    _, out, _ = diff(tmp_path, "old", "new")
    assert "interface set" in out
    assert not [word for word in ("Shaper(", "Rate(", "RateBase", "=None") if word in out]
