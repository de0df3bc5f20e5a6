"""`verify` knows by itself what an interface's fair queue comes to."""

import re

import pytest

import qosc
from qosc.amounts import Depth
from qosc.api import verify_script
from qosc.ir import FairQueue
from qosc.targets.tc.lower import fair

CONFIG = """\
interface Serial0
 bandwidth 2000
 fair-queue 32 128
 hold-queue 500 out
 rate-limit output 64000 8000 8000 conform-action set-prec-transmit 3 exceed-action drop
interface Serial1
 bandwidth 64
 fair-queue
"""
CLASS = r"classid 1:1{} .* quantum (\d+)"


def compiled(platform: str = "ios-12"):
    config = qosc.loads(CONFIG, platform=platform)
    artefact = qosc.compile(config)
    return config, artefact.files[0].text, artefact.ledger


def kinds(script: str, platform: str = "ios-12") -> set[str]:
    config, _, ledger = compiled(platform)
    return {each.kind for each in verify_script(config, script, ledger).differences}


def test_the_script_that_compile_makes_is_right() -> None:
    assert kinds(compiled()[1]) == set()
    assert kinds(compiled("ios-15")[1], "ios-15") == set()


@pytest.mark.parametrize("number", range(8))
def test_turns_of_one_class_that_are_longer(number: int) -> None:
    script = compiled()[1]
    found = re.search(CLASS.format(number), script)
    assert found is not None
    longer = int(found[1]) * 5 // 4
    wrong = script[: found.start(1)] + str(longer) + script[found.end(1) :]
    assert kinds(wrong) == {"share"}


def test_turns_of_two_classes_exchanged() -> None:
    script = compiled()[1]
    wrong = script.replace("quantum 12112", "@").replace("quantum 1514", "quantum 12112")
    assert "share" in kinds(wrong.replace("@", "quantum 1514"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Another class; the class of precedence 6 is also that of 7; one that there is not.
        ("skbedit priority 1:12", "skbedit priority 1:13"),
        ("skbedit priority 1:10", "skbedit priority 1:11"),
        ("skbedit priority 1:11", "skbedit priority 1:1f"),
        # Another precedence.
        ("ip_tos 0xa0/0xe0", "ip_tos 0x80/0xe0"),
    ],
)
def test_a_packet_in_the_class_of_another_precedence(old: str, new: str) -> None:
    script = compiled()[1]
    assert old in script
    assert "class" in kinds(script.replace(old, new))


def test_no_filter_at_all() -> None:
    lines = compiled()[1].split("\n")
    assert "class" in kinds("\n".join(line for line in lines if "tc filter add" not in line))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("depth 32", "depth 64"),
        ("flows 128 divisor 128", "flows 64 divisor 64"),
        ("limit 500", "limit 1000"),
        ("flows 16 divisor 16", "flows 256 divisor 256"),
    ],
)
def test_flow_queues_of_other_sizes(old: str, new: str) -> None:
    script = compiled()[1]
    assert old in script
    assert kinds(script.replace(old, new, 1)) & {"drop", "limit"}


@pytest.mark.parametrize("platform", ["ios-12", "ios-15"])
def test_a_fault_of_the_compiler_itself(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    config = qosc.loads(CONFIG, platform=platform)
    monkeypatch.setattr(fair, "flow_weight", lambda number, *, weighted: 9 - number)
    if platform == "ios-15":
        monkeypatch.setattr(fair, "flows_of", lambda *_: FairQueue(256, Depth(9)))
    artefact = qosc.compile(config)
    assert verify_script(config, artefact.files[0].text, artefact.ledger).differences


def test_the_script_of_one_system_is_not_that_of_another() -> None:
    script = compiled("ios-15")[1]
    assert kinds(script, "ios-12") == {"queues"}
    assert "queues" in kinds(compiled()[1], "ios-15")
