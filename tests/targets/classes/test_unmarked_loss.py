"""What loss priority packets have that nothing gives one is in no public source, and told so."""

from __future__ import annotations

import pytest

import qosc
from qosc.ledger import Entry, Fidelity

ROW = "loss priority by default"
TEXT = """class-of-service {
    drop-profiles { early { fill-level 50 drop-probability 50; } }
    schedulers {
        be { transmit-rate percent 60; DROP }
        nc { transmit-rate percent 40; DROP }
    }
    scheduler-maps { m {
        forwarding-class best-effort scheduler be;
        forwarding-class network-control scheduler nc;
    } }
    REWRITE
    interfaces {
        ge-0/0/0 { scheduler-map m; unit 0 { APPLY } }
        ge-0/0/1 { shaping-rate 10m; }
    }
}
interfaces { ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/24; } } } }
"""
BY_LOSS = "drop-profile-map loss-priority high protocol any drop-profile early;"
FOR_ALL = "drop-profile-map loss-priority any protocol any drop-profile early;"


def rows(target: str, drop: str = "", rewrite: str = "", apply: str = "") -> list[Entry]:
    text = TEXT.replace("DROP", drop).replace("REWRITE", rewrite).replace("APPLY", apply)
    config = qosc.loads(text, platform="junos-mx")
    made = qosc.compile(config, target=target, allow_loss=True)
    return [entry for entry in made.ledger if entry.path.endswith(ROW)]


@pytest.mark.parametrize("target", ["tc", "sim"])
def test_a_port_that_drops_by_loss_priority_has_one_row(target: str) -> None:
    (row,) = rows(target, BY_LOSS)
    assert row.path == f"ge-0/0/0 > {ROW}"
    assert row.fidelity is Fidelity.UNKNOWN
    assert row.got == "low"


@pytest.mark.parametrize("drop", ["", FOR_ALL])
def test_a_port_that_does_not_look_at_it_has_none(drop: str) -> None:
    assert rows("tc", drop) == []


def test_a_rewrite_rule_looks_at_it_as_well() -> None:
    rules = (
        "rewrite-rules { dscp r { forwarding-class best-effort {\n"
        "loss-priority low code-point 000000; loss-priority high code-point 001000; } } }"
    )
    assert len(rows("tc", rewrite=rules, apply="rewrite-rules { dscp r; }")) == 1
