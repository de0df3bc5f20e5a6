"""`compile --leaf fq_codel|cake`: every FIFO and early drop of a class becomes that queue."""

from __future__ import annotations

from pathlib import Path

import pytest

import qosc
from qosc.api import verify_script
from qosc.ledger import Fidelity
from qosc.targets.tc.kernels import FEATURES, OLDEST, Feature
from qosc.targets.tc.options import LEAVES, LeafError
from tests.targets.live.kit import run

CONFIG = """
class-map match-any V
 match dscp ef
class-map match-any W
 match dscp af21
class-map match-any X
 match dscp af31
class-map match-any Y
 match dscp af41
policy-map CHILD
 class V
  bandwidth percent 10
  queue-limit 20 packets
 class W
  bandwidth percent 30
  queue-limit 15500 bytes
  random-detect
  random-detect ecn
 class X
  bandwidth percent 10
  fair-queue
 class Y
  bandwidth percent 25
  queue-limit 25 ms
 class class-default
  queue-limit 64 packets
policy-map PARENT
 class class-default
  shape average 4000000
  service-policy CHILD
interface GigabitEthernet0/1
 service-policy output PARENT
"""
NAMES = ("V", "W", "X", "Y", "class-default")
JUNOS = """
interfaces { ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/30; } } } }
class-of-service {
    interfaces { ge-0/0/0 { scheduler-map m; shaping-rate 10m; } }
    scheduler-maps { m { forwarding-class best-effort scheduler be; } }
    schedulers { be {
        transmit-rate percent 95;
        buffer-size temporal 100k;
        drop-profile-map loss-priority high protocol any drop-profile steep;
    } }
    drop-profiles { steep {
        fill-level 40 drop-probability 50;
        fill-level 80 drop-probability 100;
    } }
}
"""


def script(leaf: str, config: str = CONFIG) -> str:
    return qosc.compile(qosc.loads(config), leaf=leaf).files[0].text


def leaves(leaf: str) -> dict[str, str]:
    """The queue of each class, without its place."""
    lines = [line for line in script(leaf).splitlines() if " qdisc add " in line and "1:1" in line]
    found = [line.split(": ", 1)[1] for line in lines]
    return dict(zip(NAMES, found, strict=True))


def test_the_depth_of_the_class_is_the_limit_of_fq_codel() -> None:
    """15500 bytes are 10 frames of 1514. One and a half of these take 45.42 ms at 400 kbit/s,
    15.14 ms at 1.2 Mbit/s and 18.168 ms at 1 Mbit/s, where more than 5 ms is too short (RFC 8290,
    section 5.2.2); 25 ms at 1 Mbit/s are two frames."""
    got = leaves("fq_codel")
    assert got["V"] == (
        "fq_codel limit 20 flows 1024 target 45420us interval 140420us quantum 1514 "
        "memory_limit 33554432b noecn"
    )
    assert got["W"].startswith("fq_codel limit 10 flows 1024 target 15140us interval 110140us")
    assert got["W"].endswith(" ecn")
    assert got["Y"].startswith("fq_codel limit 2 flows 1024 target 18168us")
    assert got["class-default"].startswith("fq_codel limit 64 ")


def test_the_depth_of_the_class_is_the_memory_of_cake() -> None:
    """2304 bytes for a packet of full size: 2048 for its data and what stands around it, and 256
    that describe it. tc makes the target a twentieth of rtt (tc-cake(8))."""
    got = leaves("cake")
    assert got["V"] == "cake unlimited besteffort flows rtt 908400us memlimit 46080b"
    assert got["W"] == "cake unlimited besteffort flows rtt 302800us memlimit 23040b"


def test_fast_classes_have_the_usual_times() -> None:
    fast = CONFIG.replace("4000000", "400000000")
    assert "target 5000us interval 100000us" in script("fq_codel", fast)
    assert "rtt 100000us" in script("cake", fast)


@pytest.mark.parametrize("leaf", LEAVES)
def test_a_class_with_flow_queues_keeps_them(leaf: str) -> None:
    assert leaves(leaf)["X"].startswith("sfq ")


def test_without_the_option_nothing_changes() -> None:
    got = leaves("")
    assert got["V"] == "pfifo limit 20"
    assert got["W"].startswith("red ")
    assert script("") == qosc.compile(qosc.loads(CONFIG)).files[0].text


@pytest.mark.parametrize("leaf", LEAVES)
def test_only_the_leaf_queues_differ(leaf: str) -> None:
    """Classes, filters and meters are those of the script without the option."""

    def others(text: str) -> list[str]:
        return [
            line
            for line in text.splitlines()
            if " tc " in line and not (" qdisc add " in line and " parent " in line)
        ]

    assert others(script(leaf)) == others(script(""))


@pytest.mark.parametrize("leaf", LEAVES)
def test_the_ledger_says_of_each_class_what_is_lost(leaf: str) -> None:
    made = qosc.compile(qosc.loads(CONFIG), leaf=leaf)
    for name in ("V", "W", "Y", "class-default"):
        part = f"policy-map CHILD > class {name} > limits"
        entry = next(e for e in made.ledger if part in e.path and e.path.endswith("depth"))
        assert entry.fidelity in (Fidelity.APPROX, Fidelity.UNKNOWN)
        assert f"{leaf} in its place, as asked" in entry.note
        assert "another order" in entry.note
    drops = [e for e in made.ledger if "class W > wred" in e.path]
    assert drops
    assert all("no curve" in entry.note for entry in drops)


def test_loss_priorities_are_told_to_be_lost() -> None:
    """A drop profile for packets of high loss priority alone: the queue no longer tells them."""
    made = qosc.compile(qosc.loads(JUNOS), leaf="fq_codel")
    assert "fq_codel" in made.files[0].text
    assert any("whatever their precedence or loss priority" in e.note for e in made.ledger)


@pytest.mark.parametrize("config", [CONFIG, JUNOS])
@pytest.mark.parametrize("leaf", LEAVES)
def test_verify_finds_no_difference_and_each_that_is_made(config: str, leaf: str) -> None:
    loaded = qosc.loads(config)
    made = qosc.compile(loaded, leaf=leaf)
    text = made.files[0].text
    assert verify_script(loaded, text, made.ledger, leaf=leaf).differences == ()
    queues = [line for line in text.splitlines() if f": {leaf} " in line]
    assert queues
    words = queues[0].split(f": {leaf} ")[1].split()
    for number, word in enumerate(words):
        if not word[0].isdigit():
            continue
        other = f"{int(word.rstrip('usb')) + 1}{'us' if word.endswith('us') else ''}"
        changed = " ".join([*words[:number], other, *words[number + 1 :]])
        wrong = text.replace(queues[0], queues[0].replace(" ".join(words), changed))
        (difference,) = verify_script(loaded, wrong, made.ledger, leaf=leaf).differences
        assert f"another {words[number - 1]}" in difference.message


@pytest.mark.parametrize("leaf", LEAVES)
def test_verify_without_the_option_asks_for_the_router_s_queues(leaf: str) -> None:
    loaded = qosc.loads(CONFIG)
    made = qosc.compile(loaded)
    found = verify_script(loaded, script(leaf), made.ledger).differences
    assert {each.script for each in found} == {leaf}
    assert {each.router for each in found} == {"pfifo", "bfifo", "red"}


def test_a_word_that_is_no_leaf_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LeafError, match="fq_codel or cake"):
        script("pie")
    file = tmp_path / "router.cfg"
    file.write_text(CONFIG)
    ended = run("compile", str(file), "-t", "tc", "--leaf", "pie")
    assert ended.status == 2
    assert "fq_codel or cake" in ended.errors


def test_every_kernel_that_scripts_are_made_for_has_them() -> None:
    for feature in (Feature.FQ_CODEL, Feature.CAKE):
        assert FEATURES[feature].since <= OLDEST
