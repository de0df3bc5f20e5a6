"""sim: colour-aware meters and marks that are looked up come over as they are."""

from __future__ import annotations

import pytest

from qosc import frontends
from qosc.datapath import with_defaults
from qosc.fields import Field, ds_byte
from qosc.ir import Mark, MarkTable
from qosc.ir.leaves import qos_ports
from qosc.ledger import Fidelity
from qosc.packets import Packet
from qosc.packets.quick import marked
from qosc.profiles import profile
from qosc.scenario import LookUp, Scenario, load
from qosc.simulator import simulate
from qosc.simulator.conditioning import freeze_marks
from qosc.simulator.packet import Headers
from qosc.source import SourceText
from qosc.targets.base import Artefact
from qosc.targets.sim import TARGET
from qosc.targets.sim.options import SimOptions
from qosc.targets.sim.police import lower_marks, mark_fate

CONFIG = """\
table-map down
 map from 10 to 12
class-map match-all green
 match dscp af11
class-map match-all yellow
 match dscp af12
policy-map p
 class class-default
  police cir 8000 bc 1500 be 3000
   conform-color green exceed-color yellow
   conform-action transmit
   exceed-action set-dscp-transmit dscp table down
   violate-action drop
interface GigabitEthernet0/1
 service-policy input p
"""


def compiled(text: str) -> Artefact:
    known = profile("ios-12")
    device = with_defaults(frontends.load(SourceText("t.cfg", text)), known)
    assert device.residue == ()
    return TARGET.compile(device, qos_ports(device), SimOptions(known))


def test_every_leaf_of_a_colour_aware_policer_is_carried_exactly() -> None:
    artefact = compiled(CONFIG)
    assert {entry.fidelity for entry in artefact.ledger} == {Fidelity.EXACT}
    (file,) = artefact.files
    found = load(file.text, file.name)
    assert isinstance(found, Scenario)
    (stage,) = next(port for port in found.ports if port.input).input
    assert stage.kind == "policy"
    police = stage.classes[-1].police[0]
    assert police.meter.colours is not None
    assert police.meter.colours.green.where == {Field.DSCP: (10,)}
    assert police.meter.colours.yellow is not None
    assert police.exceed.set == {
        Field.DSCP: LookUp.model_validate({"from": "dscp", "map": [(10, 12)]})
    }


SCENARIO = """\
schema: qosc/scenario/1
duration_ms: 2000
measure: {warm_up_ms: 0}
nodes:
  - {name: a, kind: host, address: 10.0.0.1}
  - {name: r, kind: router}
  - {name: b, kind: host, address: 10.0.0.2}
links:
  - {ends: [{node: a, port: p}, {node: r, port: i}], rate_bps: 1000000, delay_us: 0}
  - {ends: [{node: r, port: o}, {node: b, port: p}], rate_bps: 1000000, delay_us: 0}
ports:
  - node: r
    port: i
    input:
      - kind: rules
        rules:
          - match: {where: {}}
            police:
              meter:
                algorithm: srtcm
                cir_bps: 8
                cbs_bytes: 1000
                ebs_bytes: 500
                colours: {green: {where: {dscp: 10}}, yellow: {where: {dscp: 12}}}
              exceed: {set: {dscp: {from: dscp, map: [[10, 12], [12, 14]]}}}
              violate: {then: drop}
traffic:
"""


def result(*colours: int) -> list[tuple[int, ...]]:
    """(received, dropped, marked) of a flow of 10 packets of 100 bytes with each DSCP."""
    flows = "".join(
        f"  - {{name: f{n}, kind: cbr, from: a, to: b, packet_bytes: 100, interval_us: 100000,"
        f" start_us: {n * 10}, stop_us: 950000, header: {{dscp: {dscp}, dst-port: {n + 1}}}}}\n"
        for n, dscp in enumerate(colours)
    )
    found = load(SCENARIO + flows, "s.yaml")
    assert isinstance(found, Scenario), found
    done = simulate(found)
    keys = ("received_packets", "dropped_packets", "marked_packets")
    return [tuple(flow[key] for key in keys) for flow in done.flows]


def test_the_simulator_meters_by_the_colour_that_packets_come_with() -> None:
    # Ten green packets fit the 1000 bytes of C; five yellow ones the 500 of E, and are marked by
    # the table; red ones are dropped, and take nothing from either.
    assert result(10, 12, 0) == [(10, 0, 0), (5, 5, 5), (0, 10, 0)]


TABLES = [
    MarkTable(Field.DSCP, ((10, 12), (12, 14)), "copy"),
    MarkTable(Field.COS, ((5, 46),), "ignore"),
    MarkTable(Field.PRECEDENCE, ((5, 46),), 8),
    MarkTable(Field.QOS_GROUP, ((0, 7),), "ignore"),
]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_table_means_the_same_in_the_model_and_in_the_simulator(table: MarkTable) -> None:
    mark = Mark(Field.DSCP, 0, table=table)
    marks = freeze_marks(lower_marks((mark,)))
    headers = Headers()
    for dscp in range(64):
        for cos in (None, 4, 5):
            values: dict[Field, int | str] = {Field.DSCP: dscp, Field.ECN: 1}
            layers = frozenset[str]()
            if cos is not None:
                values[Field.COS] = cos
                layers = frozenset(("tagged",))
            after = headers.header(dict(values)).marked(marks)
            wanted = marked(Packet(4, dscp << 2 | 1, values, layers), (mark,))
            assert ds_byte(after.values) == wanted.ds


@pytest.mark.parametrize(
    "mark",
    [
        Mark(Field.COS, 0, table=MarkTable(Field.DSCP)),
        Mark(Field.DSCP, 0, table=MarkTable(Field.COS, ((1, 64),))),
        Mark(Field.DSCP, 0, table=MarkTable(Field.FORWARDING_CLASS)),
    ],
)
def test_a_table_that_does_not_fit_is_a_loss(mark: Mark) -> None:
    assert mark_fate(mark)[0] is Fidelity.UNSUPPORTED
    assert lower_marks((mark,)) == {}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("set: {dscp: {from: cos, map: [[8, 1]]}}", "cos goes from 0 to 7"),
        ("set: {cos: {from: dscp}}", "does not fit"),
        ("set: {forwarding-class: {from: dscp}}", "cannot be looked up"),
        ("set: {dscp: {map: [[1, 1]]}}", "from"),
    ],
)
def test_faults_of_a_look_up_are_named(line: str, fault: str) -> None:
    text = SCENARIO.replace("            police:", f"            {line}\n            police:")
    flow = "  - {name: f, kind: cbr, from: a, to: b, packet_bytes: 100, interval_us: 1000}\n"
    found = load(text + flow, "s.yaml")
    assert isinstance(found, tuple)
    assert any(fault in each.message for each in found), [each.message for each in found]
