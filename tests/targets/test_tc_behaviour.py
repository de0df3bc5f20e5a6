"""The filters do to each packet what the router's pipeline does."""

from hypothesis import HealthCheck, given, settings

from qosc.fields import DS_VIEWS, Field
from qosc.ir import Device, Interval, Port, Test
from qosc.ledger import Fidelity
from qosc.profiles import profile, with_defaults
from qosc.targets.base import Options
from qosc.targets.tc import lower
from qosc.targets.tc.lower.cells import cells
from qosc.targets.tc.lower.chains import OK
from qosc.targets.tc.lower.decision import TooLargeError, decide
from qosc.targets.tc.model import Filter, Gact, Handle, Hook, HtbClass
from tests.laws.packet_oracle import build, holds
from tests.targets import tc_strategies as some
from tests.targets.tc_machine import State, matches, run
from tests.targets.tc_router import route

OPTIONS = Options(profile("ios-12"))
PATIENT = settings(
    deadline=None, max_examples=120,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)  # fmt: skip


def matched(device: Device, predicate, packet) -> bool:
    """First match among the filters of a predicate."""
    shifts = {Field.QOS_GROUP: 0, Field.DISCARD_CLASS: 10}
    mark = sum(packet.values[name] << shift for name, shift in shifts.items())
    state = State(packet.version, packet.ds, dict(packet.values), packet.layers, mark)
    for conjunction, verdict in decide(device, predicate).entries:
        for protocol, match in cells(conjunction):
            if matches(Filter(Hook.EGRESS, 0, 1, protocol, match, (Gact(OK),)), state):
                return verdict
    return False


@PATIENT
@given(some.access_lists(), some.predicates, some.packets())
def test_filters_of_a_predicate_match_what_it_holds_for(lists, predicate, packet):
    device = Device(access_lists=lists)
    try:
        got = matched(device, predicate, packet)
    except TooLargeError:
        return
    assert got == holds(device, predicate, packet)


def test_every_ds_byte_against_every_view():
    for view, (shift, mask) in DS_VIEWS.items():
        for value in range((mask >> shift) + 1):
            predicate = Test(view, (Interval(value, value),))
            for version in (4, 6):
                for byte in range(256):
                    packet = build(
                        {Field.VERSION: version, Field.DSCP: byte >> 2, Field.ECN: byte & 3}
                    )
                    assert matched(Device(), predicate, packet) == (byte & mask == value << shift)


@PATIENT
@given(
    some.devices(),
    some.packets(),
    some.st.sets(some.st.sampled_from((*some.RATES, 90_000, 512_000))),
)
def test_a_port_treats_packets_as_the_router_does(device, packet, conforming):
    device = with_defaults(device, OPTIONS.profile)
    port = device.ports["Serial0"]
    (plan,), ledger = lower(device, (port,), OPTIONS)
    if any(e.fidelity is Fidelity.UNSUPPORTED and "> match" in e.path for e in ledger):
        return
    if any("change chain" in e.note for e in ledger):
        return
    names = {
        command.node.classid: command.notes[0].removeprefix("class ")
        for command in plan.commands if isinstance(command.node, HtbClass)
    }  # fmt: skip
    for hook, stages in ((Hook.INGRESS, port.input), (Hook.EGRESS, port.output)):
        filters = [
            c.node for c in plan.commands if isinstance(c.node, Filter) and c.node.hook is hook
        ]
        state = run(filters, packet, lambda police: police.rate in conforming)
        passage = route(device, stages, packet, lambda rate: rate in conforming)
        assert state.dropped == passage.dropped
        if not state.dropped:
            assert state.ds == passage.packet.ds
            assert state.mark & 0x3FF == passage.packet.values[Field.QOS_GROUP]
            if state.queue is not None and passage.queue:
                assert _queue_of(names, state.queue, passage.queue, device)


def _queue_of(names: dict[Handle, str], queue: Handle, wanted: str, device: Device) -> bool:
    """A class of a child policy without queues of its own is in its parent's queue."""
    if wanted in names.values():
        return names[queue] == wanted
    return wanted.startswith("inner") and names[queue].startswith("outer")


@PATIENT
@given(some.devices())
def test_each_value_of_any_device_is_accounted_for_once(device):
    from qosc.ir.leaves import leaves

    device = with_defaults(device, OPTIONS.profile)
    port: Port = device.ports["Serial0"]
    _, ledger = lower(device, (port,), OPTIONS)
    assert [entry.path for entry in ledger] == [leaf.path for leaf in leaves(device, port)]
    assert all(entry.note for entry in ledger if entry.fidelity is not Fidelity.EXACT)
