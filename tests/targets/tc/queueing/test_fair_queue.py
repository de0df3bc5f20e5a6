"""`fair-queue` on an interface: eight classes in proportion to precedence + 1."""

import pytest

import qosc
from qosc.api import verify_script
from qosc.fields import Field
from qosc.ledger import Fidelity
from qosc.targets.tc.model import Filter, HtbClass, Sfq
from tests.laws.packets.packet_oracle import build
from tests.targets.tc_machine import run
from tests.targets.tc_reading import read_script

CONFIG = """\
interface Serial0
 bandwidth 2000
 fair-queue 32 128
 hold-queue 500 out
 rate-limit output 64000 8000 8000 conform-action set-prec-transmit 3 exceed-action drop
"""


def nodes_of(text: str, platform: str = "ios-12"):
    config = qosc.loads(text, platform=platform)
    artefact = qosc.compile(config)
    assert artefact.losses == ()
    (plan,) = read_script(artefact.files[0].text)
    return [command.node for command in plan.commands], artefact, config


def test_turns_are_in_proportion_to_precedence_plus_one():
    nodes, _, _ = nodes_of(CONFIG)
    classes = [node for node in nodes if isinstance(node, HtbClass)][1:]
    assert [node.quantum // classes[-1].quantum for node in classes] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert all(node.quantum % classes[-1].quantum == 0 for node in classes)
    queues = [node for node in nodes if isinstance(node, Sfq)]
    assert {(node.flows, node.depth, node.limit) for node in queues} == {(128, 32, 500)}


@pytest.mark.parametrize("version", [4, 6])
@pytest.mark.parametrize("precedence", range(8))
def test_a_packet_is_queued_by_its_precedence(precedence, version):
    nodes, _, _ = nodes_of(CONFIG.replace(" rate-limit", " no rate-limit"))
    filters = [node for node in nodes if isinstance(node, Filter)]
    classes = [node.classid for node in nodes if isinstance(node, HtbClass)][1:]
    packet = build({Field.VERSION: version, Field.DSCP: precedence << 3 | 5})
    assert run(filters, packet, lambda police: True).queue == classes[7 - precedence]


def test_a_limit_before_the_queue_writes_what_the_queue_goes_by():
    nodes, _, _ = nodes_of(CONFIG)
    filters = [node for node in nodes if isinstance(node, Filter)]
    classes = [node.classid for node in nodes if isinstance(node, HtbClass)][1:]
    packet = build({Field.VERSION: 4, Field.DSCP: 0})
    assert run(filters, packet, lambda police: True).queue == classes[7 - 3]


def test_the_ledger_says_in_what_it_differs_and_verify_finds_no_difference():
    _, artefact, config = nodes_of(CONFIG)
    entries = [entry for entry in artefact.ledger if "fair-queue" in entry.path]
    assert len(entries) == 2
    assert {entry.fidelity for entry in entries} == {Fidelity.APPROX}
    assert all("between m/n and M/n of its share" in entry.note for entry in entries)
    assert all(
        "may wait for a turn of each other busy precedence" in entry.note for entry in entries
    )
    script = artefact.files[0].text
    assert not verify_script(config, script, artefact.ledger).differences
    wrong = script.replace("quantum 12112", "quantum 10598")
    assert wrong != script
    assert verify_script(config, wrong, artefact.ledger).differences


def test_a_bare_fair_queue_is_accounted_for_too():
    _, artefact, _ = nodes_of("interface Serial0\n bandwidth 2000\n fair-queue\n")
    assert [e.fidelity for e in artefact.ledger if "fair-queue" in e.path] == [Fidelity.APPROX]


def test_a_policy_takes_the_place_of_the_fair_queue():
    text = CONFIG + " service-policy output p\npolicy-map p\n class class-default\n  bandwidth 9\n"
    nodes, _, _ = nodes_of(text)
    assert not any(isinstance(node, Sfq) for node in nodes)


def test_a_policy_without_queues_leaves_the_fair_queue_where_it_is():
    text = CONFIG + " service-policy output p\npolicy-map p\n class class-default\n  set dscp 40\n"
    nodes, artefact, config = nodes_of(text)
    assert len([node for node in nodes if isinstance(node, Sfq)]) == 8
    assert not verify_script(config, artefact.files[0].text, artefact.ledger).differences


@pytest.mark.parametrize("platform", ["ios-15", "ios-xe"])
def test_with_hqf_all_flows_are_served_alike(platform):
    nodes, artefact, config = nodes_of(CONFIG, platform)
    (queue,) = [node for node in nodes if isinstance(node, Sfq)]
    assert (queue.flows, queue.depth, queue.limit) == (128, 32, 500)
    assert not any("precedence" in e.note for e in artefact.ledger if "fair-queue" in e.path)
    assert not verify_script(config, artefact.files[0].text, artefact.ledger).differences


@pytest.mark.parametrize(
    ("bandwidth", "flows"), [(64, 16), (65, 32), (256, 64), (512, 128), (513, 256), (2000, 256)]
)
def test_the_number_of_flow_queues_goes_by_the_bandwidth(bandwidth, flows):
    text = f"interface Serial0\n bandwidth {bandwidth}\n fair-queue\n"
    nodes, _, config = nodes_of(text)
    assert {(q.flows, q.depth) for q in nodes if isinstance(q, Sfq)} == {(flows, 64)}
    simulated = qosc.compile(config, target="sim").files[0].text
    assert (f"flows: {flows}," in simulated) == (flows != 256)


def test_where_the_link_is_not_known_flows_hold_as_many_packets():
    nodes, artefact, config = nodes_of("interface Tunnel0\n fair-queue\n hold-queue 300 out\n")
    (queue,) = [node for node in nodes if isinstance(node, Sfq)]
    assert (queue.parent, queue.flows, queue.depth, queue.limit) == (None, 256, 64, 300)
    assert not verify_script(config, artefact.files[0].text, artefact.ledger).differences


def test_what_cannot_be_lowered_of_the_classes_is_a_loss_of_the_fair_queue():
    rules = "".join(
        f" rate-limit output access-group {n} 64000 8000 8000 conform-action set-prec-continue 3 "
        "exceed-action continue\n"
        for n in range(1, 30)
    )
    lists = "".join(
        f"access-list {n} permit 10.{net}.{n}.0 0.0.0.255\n" for n in range(1, 30) for net in (0, 1)
    )
    text = f"interface Serial0\n bandwidth 2000\n fair-queue\n{rules}{lists}"
    artefact = qosc.compile(qosc.loads(text, platform="ios-12"), allow_loss=True)
    assert any("fair-queue" in entry.path for entry in artefact.losses)
