"""Maps of switches, lists of queues and ranges of values: what is told of a line that stays out."""

from __future__ import annotations

import pytest

from qosc import frontends
from qosc.source import SourceText
from tests.rules.linting import codes

INPUT = (
    "the two queues between all ports and the ring are not in the model: how fast they empty "
    "depends on what all ports of the switch receive"
)
REWRITE = (
    "packets keep the DSCP that they came with: trace and diff follow that, and elsewhere the "
    "model writes that of the switch into them, and chooses queues by it"
)
DBL = "dynamic buffer limiting drops by flow, in a way that Cisco does not document"
AUTO = "what AutoQoS makes for the whole switch stands in lines of its own"
OTHER = "this setting of the switch is not in the model"
USED = """\
policy-map Q
 class class-default
  fair-queue
interface Serial0/1
 service-policy output Q
"""
EARLY = "the line ends too early"


@pytest.mark.parametrize(
    ("platform", "line", "state", "words"),
    [
        ("cat3750", "mls qos srr-queue input bandwidth 4 4", "recognised", INPUT),
        ("cat3750", "mls qos srr-queue input buffers 90 10", "recognised", INPUT),
        ("cat3750", "mls qos srr-queue input threshold 1 80 90", "recognised", INPUT),
        ("cat3750", "no mls qos rewrite ip dscp", "recognised", REWRITE),
        ("cat3750", "auto qos srnd4", "recognised", AUTO),
        ("cat4500", "qos dbl", "recognised", DBL),
        ("cat6500", "mls qos protocol arp police 10000", "recognised", OTHER),
        ("ios-12", "queue-list 1", "unknown", EARLY),
        ("ios-12", "priority-list 1", "unknown", EARLY),
        ("ios-12", "access-list 101 permit ip any any ttl range 5", "unknown", "`ttl range` takes"),
    ],
)
def test_what_is_told(platform: str, line: str, state: str, words: str) -> None:
    text = f"mls qos\n{line}\n" if platform == "cat3750" else f"!\n{line}\n"
    found = frontends.load(SourceText("test.cfg", text), platform).residue
    told = [(each.state.value, each.reason) for each in found if each.origin.line == 2]
    assert [state] == [state for state, _ in told]
    assert told[0][1].startswith(words)


@pytest.mark.parametrize("kind", ["priority-list 1 protocol ip high", "queue-list 1 protocol ip 3"])
def test_no_takes_the_whole_list_away(kind: str) -> None:
    name = " ".join(kind.split()[:2])
    found = frontends.load(SourceText("test.cfg", f"{kind}\n"), "ios-12")
    assert list(found.policies) == [name]
    found = frontends.load(SourceText("test.cfg", f"{kind}\nno {name}\n"), "ios-12")
    assert not found.policies
    assert not found.residue


@pytest.mark.parametrize(
    ("kind", "use"),
    [
        ("priority-list 1 protocol ip high", "frame-relay priority-group 1"),
        ("queue-list 1 protocol ip 3", "frame-relay custom-queue-list 1"),
    ],
)
def test_a_list_that_only_a_map_class_names_is_in_use(kind: str, use: str) -> None:
    assert "QOS005" in codes(f"{USED}{kind}\n", "ios-12")
    assert "QOS005" not in codes(f"{USED}{kind}\nmap-class frame-relay X\n {use}\n", "ios-12")
    other = use.replace(" 1", " 2")
    assert "QOS005" in codes(f"{USED}{kind}\nmap-class frame-relay X\n {other}\n", "ios-12")


@pytest.mark.parametrize("words", ["range Gi0/1 - 0", "range Gi0/9 - 3", "range Gi0/1 - 9999"])
def test_a_range_that_names_no_ports_is_told(words: str) -> None:
    text = f"interface {words}\n service-policy output Q\n"
    found = frontends.load(SourceText("test.cfg", text), "ios-15")
    assert not found.ports
    told = {each.origin.line: (each.state.value, each.reason) for each in found.residue}
    assert told[1] == ("recognised", "this range of interfaces is not in the model")


@pytest.mark.parametrize("name", ["ttl", "packet-length"])
def test_a_range_of_one_number_is_told_by_the_word_of_the_line(name: str) -> None:
    text = f"ip access-list L\n 10 permit ip any any {name} range 5\n"
    (found,) = frontends.load(SourceText("test.cfg", text), "ios-xr").residue
    assert found.reason.startswith(f"`{name} range` takes two numbers")
