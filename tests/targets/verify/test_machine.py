"""Verify's reader and machine, on all packets, against another reader and one packet at a time.

`targets.tc.read` and `tc_machine` share no code with `verify.tc`: what one of them takes for
granted wrongly, the other does not.
"""

from functools import cache

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import qosc
from qosc.api import Config
from qosc.packets import Packet
from qosc.targets.tc.model import Filter, Handle, Hook
from qosc.verify.packets.space import HeaderSpace
from qosc.verify.packets.tree import Leaf, Metered, Outcomes
from qosc.verify.tc.machine import Machine
from qosc.verify.tc.matches import Matches
from qosc.verify.tc.read import read_script
from tests.targets import tc_strategies as some
from tests.targets.tc_machine import run
from tests.targets.tc_reading import read_script as read_otherwise
from tests.targets.verify.verify_configs import CONFIGS

NAMES = [name for name, (_, platform) in CONFIGS.items() if platform is None]
HOOKS = {"ingress": Hook.INGRESS, "egress": Hook.EGRESS}


@cache
def script(name: str) -> tuple[Config, str]:
    config = qosc.loads(CONFIGS[name][0])
    return config, qosc.compile(config, allow_loss=True).files[0].text


@cache
def everywhere(name: str, hook: str) -> tuple[HeaderSpace, Outcomes]:
    config, text = script(name)
    space = HeaderSpace(config.complete_device)
    filters = tuple(each for each in read_script(text)[0].filters if each.hook == hook)
    return space, Machine(space, Matches(space), filters, space.domain).outcomes()


@cache
def one_by_one(name: str, hook: str) -> list[Filter]:
    commands = (command.node for command in read_otherwise(script(name)[1])[0].commands)
    return [node for node in commands if isinstance(node, Filter) and node.hook is HOOKS[hook]]


def alone(space: HeaderSpace, packet: Packet):
    """The set of just this packet, as far as filters can tell: no IP options, no first fragment."""
    one = space.domain & ~space.first_fragment()
    for variable, value in space.builder.assignment(packet):
        one &= space.var(variable) if value else ~space.var(variable)
    return one & (~space.have("ip4") | space.number([space.var(v) for v in space.header_words], 5))


def follow(outcomes: Outcomes, one, conforming: set[int]) -> Leaf:
    (tree,) = (tree for tree, packets in outcomes.items() if (packets & one).satisfiable())
    while isinstance(tree, Metered):
        tree = tree.conform if tree.bucket.action.rate in conforming else tree.exceed
    return tree


@settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))
@given(
    st.sampled_from(NAMES),
    st.sampled_from(sorted(HOOKS)),
    some.packets(),
    st.sets(st.sampled_from((*some.RATES, 8000, 512_000, 1_000_000, 10_000_000))),
)
def test_a_packet_ends_where_the_set_of_it_does(name, hook, packet, conforming):
    space, outcomes = everywhere(name, hook)
    one = alone(space, packet)
    assume(one.satisfiable())
    leaf = follow(outcomes, one, conforming)
    state = run(one_by_one(name, hook), packet, lambda police: police.rate in conforming)
    assert leaf.dropped == state.dropped
    if leaf.dropped:
        return
    queue = None if leaf.state.queue is None else Handle(*leaf.state.queue)
    assert queue == state.queue
    if packet.version:
        assert state.ds == packet.ds & ~leaf.state.ds.mask | leaf.state.ds.value
    written = leaf.state.beside
    assert state.mark & written.mask == written.value
