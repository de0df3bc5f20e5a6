"""JunOS queues without a transmit rate, beside queues that have one.

Juniper, excess-rate: excess bandwidth is shared in proportion to the transmit rates, so that a
queue without one has none of it while the others want it, and all that they leave.
"""

from __future__ import annotations

import pytest

import qosc
from qosc.api import qos_ports, verify_script
from qosc.ledger import Fidelity
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.model import HtbClass
from qosc.targets.tc.options import TcOptions

CONFIG = """
interfaces { ge-0/0/0 { speed 10m; unit 0 { family inet { address 192.0.2.1/30; } } } }
class-of-service {
    forwarding-classes { class rest queue-num 0; class gold queue-num 1; class bulk queue-num 2; }
    interfaces { ge-0/0/0 { scheduler-map m; } }
    scheduler-maps { m {
        forwarding-class gold scheduler gold;
        forwarding-class bulk scheduler bulk;
        forwarding-class rest scheduler rest;
    } }
    schedulers {
        gold { transmit-rate percent 40; }
        bulk { buffer-size percent 10; }
        rest { transmit-rate percent 40; }
    }
}
"""


def nodes_of(text: str) -> dict[str, HtbClass]:
    config = qosc.loads(text, name="router.conf", platform="junos-mx")
    plans, _ = lower(config.complete_device, qos_ports(config), TcOptions(config.profile))
    nodes = {
        each.notes[0].removeprefix("class "): each.node
        for plan in plans
        for each in plan.commands
        if isinstance(each.node, HtbClass) and each.notes
    }
    return {name: nodes[name] for name in ("gold", "bulk", "rest")}


def test_it_borrows_after_the_others_in_tc() -> None:
    nodes = nodes_of(CONFIG)
    assert {name: node.rate for name, node in nodes.items()} == {
        "gold": 4_000_000,
        "bulk": 10_000,
        "rest": 4_000_000,
    }
    assert nodes["gold"].prio == nodes["rest"].prio < nodes["bulk"].prio
    assert nodes["bulk"].ceil == 10_000_000, "all that the others leave"
    assert nodes["gold"].quantum == nodes["rest"].quantum < 2_000, "no turns of many packets"


def test_the_script_is_what_the_config_asks_for() -> None:
    config = qosc.loads(CONFIG, name="router.conf", platform="junos-mx")
    made = qosc.compile(config, target="tc")
    (script,) = (file.text for file in made.files if file.name.endswith(".sh"))
    assert not verify_script(config, script, made.ledger).differences
    for good, bad, kind in (
        ("prio 1 quantum 1514", "prio 0 quantum 1514", "order"),
        ("prio 1 quantum 1514", "prio 1 quantum 3028", "share"),
    ):
        assert good in script
        found = verify_script(config, script.replace(good, bad), made.ledger).differences
        assert kind in {each.kind for each in found}


@pytest.mark.parametrize("target", ["tc", "sim"])
def test_the_ledger_says_that_two_pages_differ(target: str) -> None:
    config = qosc.loads(CONFIG, name="router.conf", platform="junos-mx")
    rows = qosc.compile(config, target=target).ledger
    (row,) = (each for each in rows if each.path.endswith("class bulk > excess"))
    assert row.fidelity is Fidelity.UNKNOWN
    assert "equally" in row.note


def test_show_says_what_it_has() -> None:
    shown = qosc.show(qosc.loads(CONFIG, name="router.conf", platform="junos-mx"))
    (line,) = (one for one in shown.text.splitlines() if one.split()[:1] == ["bulk"])
    assert line.split()[1:3] == ["none", "0%*"]
    assert "* default of JunOS (Juniper, excess-rate: in proportion" in shown.text


@pytest.mark.parametrize(
    ("other", "what"),
    [
        ("bulk { transmit-rate percent 5; }", "a rate"),
        ("bulk { excess-rate percent 5; }", "a share of the excess"),
        ("bulk { priority strict-high; }", "priority over the others"),
    ],
)
def test_a_queue_that_is_given_something_is_not_one(other: str, what: str) -> None:
    text = CONFIG.replace("bulk { buffer-size percent 10; }", other)
    config = qosc.loads(text, name="router.conf", platform="junos-mx")
    made = qosc.compile(config, target="sim")
    rows = [each for each in made.ledger if "excess-rate: in proportion" in each.note]
    assert not [each for each in rows if "class bulk" in each.path], what


def test_queues_that_all_have_no_rate_share_alike() -> None:
    text = CONFIG.replace("transmit-rate percent 40", "buffer-size percent 40")
    text = text.replace("queue-num 0", "queue-num 4")  # Queue 0 has 95 % by default.
    nodes = nodes_of(text)
    assert len({(node.prio, node.quantum) for node in nodes.values()}) == 1


def test_beside_an_excess_rate_the_others_have_their_transmit_rates() -> None:
    """Juniper, excess-rate (Schedulers): without one it is the same as the transmit rate."""
    text = CONFIG.replace("bulk { buffer-size percent 10; }", "bulk { excess-rate percent 20; }")
    text = text.replace("rest { transmit-rate percent 40; }", "rest { transmit-rate percent 60; }")
    nodes = nodes_of(text)
    assert nodes["bulk"].prio == nodes["gold"].prio == nodes["rest"].prio
    assert [2 * nodes["bulk"].quantum, 3 * nodes["bulk"].quantum] == [
        nodes["gold"].quantum,
        nodes["rest"].quantum,
    ]
    shown = qosc.show(qosc.loads(text, name="router.conf", platform="junos-mx")).text
    (line,) = (one for one in shown.splitlines() if one.split()[:1] == ["bulk"])
    assert line.split() == ["bulk", "none", "20%"]


def test_the_rate_of_a_remainder_is_in_json() -> None:
    """10 Mbit/s less 3 and 4 Mbit/s."""
    text = CONFIG.replace("bulk { buffer-size percent 10; }", "bulk { transmit-rate remainder; }")
    text = text.replace("rest { transmit-rate percent 40; }", "rest { transmit-rate 3m; }")
    text = text.replace("gold { transmit-rate percent 40; }", "gold { transmit-rate 4m; }")
    shown = qosc.show(qosc.loads(text, name="router.conf", platform="junos-mx"))
    (row,) = (each for each in shown.document["rows"] if each["name"] == "bulk")
    assert row["excess"]["bits_per_second"] == 3_000_000


def test_check_still_says_that_a_queue_has_no_share() -> None:
    text = CONFIG.replace("bulk { buffer-size percent 10; }", "bulk { priority low; }")
    config = qosc.loads(text, name="router.conf", platform="junos-mx")
    assert "QOS437" in {each.code for each in qosc.check(config)}


def made(*, gold: str, bulk: str, rest: str) -> str:
    text = CONFIG
    for name, old, new in (
        ("gold", "transmit-rate percent 40;", gold),
        ("bulk", "buffer-size percent 10;", bulk),
        ("rest", "transmit-rate percent 40;", rest),
    ):
        text = text.replace(f"{name} {{ {old} }}", f"{name} {{ {new} }}")
    return text


def test_a_shaped_queue_with_a_share_is_promised_no_more_than_that() -> None:
    """Its part is 10 of 70 of what 6 Mbit/s leave, 571 kbit/s, and no guarantee."""
    nodes = nodes_of(
        made(
            gold="transmit-rate percent 40;",
            bulk="excess-rate percent 10; shaping-rate 3m;",
            rest="transmit-rate percent 20;",
        )
    )
    assert nodes["bulk"].rate < 600_000
    assert nodes["bulk"].ceil == 3_000_000
    assert nodes["gold"].quantum == 4 * nodes["bulk"].quantum


def test_to_write_the_default_priority_changes_nothing() -> None:
    """Juniper, Schedulers Overview: without a priority it is low."""
    silent = made(gold="transmit-rate 3m;", bulk="transmit-rate 1m; excess-priority high;", rest="")
    said = silent.replace("gold { transmit-rate 3m;", "gold { transmit-rate 3m; priority low;")
    assert said != silent
    before, after = nodes_of(silent), nodes_of(said)
    assert {name: (node.rate, node.prio) for name, node in before.items()} == {
        name: (node.rate, node.prio) for name, node in after.items()
    }
    assert before["bulk"].prio < before["gold"].prio


def test_a_rate_of_nothing_is_no_rate() -> None:
    nodes = nodes_of(CONFIG.replace("buffer-size percent 10", "transmit-rate percent 0"))
    assert nodes["bulk"].prio > nodes["gold"].prio
    assert nodes["bulk"].rate == 10_000


def test_a_share_of_nothing_leaves_the_others_theirs() -> None:
    text = made(gold="excess-rate percent 0;", bulk="", rest="").replace(
        "queue-num 0", "queue-num 4"
    )
    nodes = nodes_of(text)
    assert nodes["bulk"].prio == nodes["rest"].prio < nodes["gold"].prio
    shown = qosc.show(qosc.loads(text, name="router.conf", platform="junos-mx")).text
    (line,) = (one for one in shown.splitlines() if one.split()[:1] == ["bulk"])
    assert "0%" not in line


@pytest.mark.parametrize("target", ["tc", "sim"])
def test_the_ledger_says_that_the_share_of_the_others_is_not_settled(target: str) -> None:
    text = CONFIG.replace("buffer-size percent 10", "excess-rate percent 50")
    config = qosc.loads(text, name="router.conf", platform="junos-mx")
    rows = qosc.compile(config, target=target).ledger
    (row,) = (each for each in rows if each.path.endswith("class gold > excess"))
    assert row.fidelity is Fidelity.UNKNOWN
    assert "Nonqueuing" in row.note
