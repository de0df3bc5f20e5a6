"""The filters do to each packet what the router's pipeline does."""

import re

from hypothesis import HealthCheck, given, settings

from qosc.datapath import with_defaults
from qosc.fields import DS_VIEWS, Field
from qosc.ir import Device, Interval, Port, Test
from qosc.ledger import Fidelity
from qosc.profiles import profile
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.lower.classify.cells import cells
from qosc.targets.tc.lower.classify.chains import OK
from qosc.targets.tc.lower.classify.decision import TooLargeError, decide
from qosc.targets.tc.lower.port import NO_LOWERING
from qosc.targets.tc.model import U32, Fifo, Filter, Gact, Handle, Hook, HtbClass, Plan, Red, Sfq
from qosc.targets.tc.options import TcOptions
from tests.laws.packets.packet_oracle import build, holds
from tests.targets import tc_strategies as some
from tests.targets.tc_machine import State, matches, run
from tests.targets.tc_router import route
from tests.targets.verify.verify_configs import HOLES

OPTIONS = TcOptions(profile("ios-12"))
PATIENT = settings(
    deadline=None,
    max_examples=120,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def queue_names(plan: Plan) -> dict[Handle, str]:
    """The classes of the tree, and the bands, by what a filter calls them."""
    names = {}
    for command in plan.commands:
        if isinstance(command.node, HtbClass):
            names[command.node.classid] = command.notes[0].removeprefix("class ")
        elif isinstance(command.node, Fifo | Red | Sfq) and command.node.parent is not None:
            names[command.node.parent] = command.notes[0].removeprefix("queue of class ")
    return names


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
    if packet.version == 6 and packet.values[Field.FRAGMENT]:
        # Raw bytes tell no fragments of IPv6 from others; the ledger says so.
        made = [cell for c, _ in decide(device, predicate).entries for cell in cells(c)]
        if any(isinstance(match, U32) for _, match in made):
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
    names = queue_names(plan)
    given_names = sorted(
        set(re.findall(r"'forwarding-class'>, value=5, name='(\w+)'", repr(device)))
    )
    mark = 0
    for hook, stages in ((Hook.INGRESS, port.input), (Hook.EGRESS, port.output)):
        filters = [
            c.node for c in plan.commands if isinstance(c.node, Filter) and c.node.hook is hook
        ]
        state = run(filters, packet, lambda police: police.rate in conforming, mark)
        passage = route(device, stages, packet, lambda rate: rate in conforming)
        assert state.dropped == passage.dropped
        if state.dropped:
            break
        assert state.ds == passage.packet.ds
        values = passage.packet.values
        assert state.mark & 0x3FF == values[Field.QOS_GROUP]
        assert state.mark >> 16 & 0xFF == ["", *given_names].index(values[Field.FORWARDING_CLASS])
        assert state.mark >> 24 == {"low": 0, "high": 3}[values[Field.LOSS_PRIORITY]]
        if state.queue is not None and passage.queue:
            assert _queue_of(names, state.queue, passage.queue, device)
        # The packet leaves by the same port, with what the way in has made of it.
        packet, mark = passage.packet, state.mark & ~0xFFFF


def _queue_of(names: dict[Handle, str], queue: Handle, wanted: str, device: Device) -> bool:
    """A class of a child policy without queues of its own is in its parent's queue, and one that
    says nothing of queueing in that of the default class, which is the last.
    """
    if wanted in names.values():
        return names[queue] == wanted
    if wanted.startswith("outer"):
        return names[queue] == device.policies["outer"].classes[-1].name
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
    # Each construct of these devices has code of its own.
    assert not [entry.path for entry in ledger if entry.note == NO_LOWERING]


def test_filters_grow_with_the_entries_of_a_list():
    """A long list and another line of the class: one filter for whole packets and one for later
    fragments an entry, not one a pair."""
    import qosc

    lines = "".join(
        f"access-list 101 permit tcp 10.{n // 250}.{n % 250}.0 0.0.0.255 any eq {1 + n}\n"
        for n in range(400)
    )
    text = f"""{lines}class-map match-all c
 match access-group 101
 match ip dscp ef
policy-map p
 class c
  bandwidth 100
interface Serial0
 bandwidth 2000
 service-policy output p
"""
    config = qosc.loads(text)
    (plan,), _ = lower(config.complete_device, qosc.api.qos_ports(config), OPTIONS)
    assert sum(isinstance(command.node, Filter) for command in plan.commands) == 801


def test_a_list_with_holes_jumps_once_and_not_for_each_class():
    """The kernel drops a packet that changes chain more than 16 times."""
    import qosc

    text = "access-list 101 deny ip host 10.0.0.1 any\naccess-list 101 permit ip any any\n"
    text += "".join(f"class-map c{n}\n match ip dscp {n}\n" for n in range(40))
    text += "class-map hole\n match access-group 101\npolicy-map p\n class hole\n  set dscp 1\n"
    text += "".join(f" class c{n}\n  set dscp {n + 1}\n" for n in range(40))
    config = qosc.loads(text + "interface Serial0\n service-policy output p\n")
    (plan,), ledger = lower(config.complete_device, qosc.api.qos_ports(config), OPTIONS)
    assert all(entry.fidelity is not Fidelity.UNSUPPORTED for entry in ledger)
    filters = [c.node for c in plan.commands]
    chains = {f.chain for f in filters if isinstance(f, Filter) and "10.0.0.1" in str(f.match)}
    assert chains == {0}


def test_what_would_jump_too_often_is_refused_and_not_left_to_the_kernel():
    import qosc

    text = "access-list 101 deny ip host 10.0.0.1 any\naccess-list 101 permit ip any any dscp 1\n"
    rules = "".join(
        f" rate-limit output access-group 10{n % 2 + 1} {n + 1}000000 8000 8000"
        " conform-action set-prec-continue 1 exceed-action set-prec-continue 2\n"
        for n in range(20)
    )
    text += f"access-list 102 permit tcp any any\ninterface Serial0\n bandwidth 2000\n{rules}"
    config = qosc.loads(text)
    (plan,), ledger = lower(config.complete_device, qosc.api.qos_ports(config), OPTIONS)
    assert not [c for c in plan.commands if isinstance(c.node, Filter)]
    refused = [e for e in ledger if e.fidelity is Fidelity.UNSUPPORTED]
    assert len(refused) > 20
    assert all("16 times" in e.note for e in refused)


def test_what_a_deny_entry_passes_over_goes_on_as_in_the_router():
    import qosc

    device = qosc.loads(HOLES).complete_device
    port = device.ports["Serial0"]
    (plan,), _ = lower(device, (port,), OPTIONS)
    names = queue_names(plan)
    seen = set()
    for protocol in (1, 6, 17):
        for source in (0x0A000001, 0x0A000002):
            for dest_port in (80, 81):
                for dscp in (0, 40, 46):
                    packet = build(
                        {
                            Field.VERSION: 4,
                            Field.PROTOCOL: protocol,
                            Field.SRC4: source,
                            Field.DST_PORT: dest_port,
                            Field.DSCP: dscp,
                        }
                    )
                    for conforming in (set(), {64_000}, {128_000}, {64_000, 128_000}):
                        for hook, stages in (
                            (Hook.INGRESS, port.input),
                            (Hook.EGRESS, port.output),
                        ):
                            filters = [
                                c.node
                                for c in plan.commands
                                if isinstance(c.node, Filter) and c.node.hook is hook
                            ]
                            state = run(filters, packet, lambda p, ok=conforming: p.rate in ok)
                            passage = route(
                                device, stages, packet, lambda r, ok=conforming: r in ok
                            )
                            assert state.dropped == passage.dropped
                            if state.dropped:
                                continue
                            assert state.ds == passage.packet.ds
                            group = passage.packet.values[Field.QOS_GROUP]
                            assert state.mark & 0x3FF == group
                            if hook is Hook.EGRESS:
                                assert names[state.queue] == passage.queue
                                seen.add(passage.queue)
    assert seen == {"a", "b", "class-default"}
