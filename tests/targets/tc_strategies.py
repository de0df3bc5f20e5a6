"""Small random predicates, packets and devices for the tests of the tc target."""

from hypothesis import strategies as st

from qosc.amounts import Burst, BurstUnit, Depth, DepthUnit, Rate
from qosc.fields import Field
from qosc.ir import (
    AccessEntry,
    AccessList,
    Algorithm,
    AllOf,
    AnyOf,
    Anything,
    Attachment,
    Device,
    DropCurve,
    FairQueue,
    Interval,
    Mark,
    Masked,
    Meter,
    Named,
    Not,
    Outcome,
    Policer,
    Policy,
    Port,
    Priority,
    QueueLimit,
    Reference,
    RefKind,
    Rule,
    RuleList,
    Shaper,
    Test,
    TrafficClass,
    Verdict,
    Wred,
)
from tests.laws.packets.packet_oracle import build

WORDS = {
    Field.PROTOCOL: (1, 2, 6, 17, 255),
    Field.DSCP: (0, 1, 46, 63),
    Field.PRECEDENCE: (0, 5, 7),
    Field.TOS: (0, 4),
    Field.ECN: (0, 3),
    Field.LENGTH: (40, 64, 100, 1500),
    Field.SRC_PORT: (0, 1, 80),
    Field.DST_PORT: (0, 80, 81, 65535),
    Field.FRAGMENT: (0, 1),
    Field.TTL: (1, 64, 255),
    Field.VERSION: (4, 6),
    Field.ICMP_TYPE: (0, 8),
    Field.QOS_GROUP: (0, 1, 99),
    Field.DISCARD_CLASS: (0, 7),
}
NAMES = {
    Field.FORWARDING_CLASS: ("voice", "bulk", "nobody's"),
    Field.LOSS_PRIORITY: ("low", "high"),
}
ADDRESSES4 = (0, 0x0A000001, 0x0A000002, 0x0A010002, 0xFFFFFFFF)
MASKS4 = (0, 0xFF000000, 0xFFFF0000, 0xFFFFFFFF, 0xFF0000FF, 1)
ADDRESSES6 = (0, 1, 0x20010DB8 << 96, (0x20010DB8 << 96) + 1)
MASKS6 = (0, 0xFFFFFFFF << 96, (1 << 128) - 1, 1)
LISTS = ("101", "102", "gone")


@st.composite
def tests_of_fields(draw):
    field = draw(st.sampled_from([*WORDS, Field.SRC4, Field.DST4, Field.SRC6, Field.TCP_FLAGS]))
    if field in (Field.SRC4, Field.DST4):
        mask = draw(st.sampled_from(MASKS4))
        return Test(field, (Masked(draw(st.sampled_from(ADDRESSES4)) & mask, mask),))
    if field is Field.SRC6:
        mask = draw(st.sampled_from(MASKS6))
        return Test(field, (Masked(draw(st.sampled_from(ADDRESSES6)) & mask, mask),))
    if field is Field.TCP_FLAGS:
        mask = draw(st.sampled_from((16, 2, 18)))
        return Test(field, (Masked(draw(st.sampled_from((0, 16, 2, 18))) & mask, mask),))
    if field in (Field.SRC_PORT, Field.DST_PORT) and draw(st.booleans()):
        mask = draw(st.sampled_from((1, 0xC001, 0xFFFF, 0xFF00)))
        return Test(field, (Masked(draw(st.sampled_from(WORDS[field])) & mask, mask),))
    ends = st.lists(st.sampled_from(WORDS[field]), min_size=2, max_size=2)
    values = [
        Interval(min(pair), max(pair)) for pair in draw(st.lists(ends, min_size=1, max_size=2))
    ]
    if field is Field.PROTOCOL:
        values = [Interval(v.low, v.low) for v in values]
    return Test(field, tuple(values))


tests_of_names = st.sampled_from(list(NAMES)).flatmap(
    lambda field: st.builds(
        Test,
        st.just(field),
        st.lists(st.builds(Named, st.sampled_from(NAMES[field])), min_size=1, max_size=2).map(
            tuple
        ),
    )
)
references = st.sampled_from([Reference(RefKind.ACCESS_LIST, name) for name in LISTS])
simple = st.one_of(st.just(Anything()), tests_of_fields())


def combined(base):
    return st.recursive(
        base,
        lambda inner: st.one_of(
            st.builds(Not, inner),
            st.builds(AllOf, st.lists(inner, min_size=1, max_size=3).map(tuple)),
            st.builds(AnyOf, st.lists(inner, min_size=1, max_size=3).map(tuple)),
        ),
        max_leaves=5,
    )


predicates = combined(st.one_of(simple, references))
with_names = combined(st.one_of(simple, references, tests_of_names))
"""Names have a number only in a device that gives them to packets."""
entries = st.builds(
    AccessEntry,
    st.booleans(),
    st.one_of(simple, st.builds(AllOf, st.lists(simple, min_size=1, max_size=3).map(tuple))),
)


@st.composite
def access_lists(draw):
    return {
        name: AccessList(name, tuple(draw(st.lists(entries, min_size=1, max_size=4))))
        for name in LISTS[:2]
    }


@st.composite
def packets(draw):
    values = {
        field: draw(st.sampled_from(words))
        for field, words in WORDS.items()
        if field not in (Field.DSCP, Field.PRECEDENCE, Field.TOS, Field.ECN)
    }
    values[Field.VERSION] = draw(st.sampled_from((4, 4, 4, 6, 0)))
    values |= {
        Field.SRC4: draw(st.sampled_from(ADDRESSES4)),
        Field.DST4: draw(st.sampled_from(ADDRESSES4)),
        Field.SRC6: draw(st.sampled_from(ADDRESSES6)),
        Field.TCP_FLAGS: draw(st.sampled_from((0, 2, 16, 18))),
        Field.ETHERTYPE: 0x806,
        Field.DSCP: draw(st.sampled_from((0, 1, 40, 46, 56, 63))),
        Field.ECN: draw(st.integers(0, 3)),
        Field.FORWARDING_CLASS: "",
        Field.LOSS_PRIORITY: "low",
    }
    return build(values)


marks = st.one_of(
    st.builds(Mark, st.just(Field.DSCP), st.sampled_from((0, 46))),
    st.builds(Mark, st.just(Field.PRECEDENCE), st.sampled_from((1, 7))),
    st.builds(Mark, st.just(Field.QOS_GROUP), st.sampled_from((0, 99))),
    st.sampled_from([Mark(Field.FORWARDING_CLASS, 5, name=name) for name in ("voice", "bulk")]),
    st.sampled_from(
        [Mark(Field.LOSS_PRIORITY, 0, name="low"), Mark(Field.LOSS_PRIORITY, 3, name="high")]
    ),
)
mark_lists = st.lists(marks, max_size=2).map(tuple)
RATES = (64_000, 128_000, 256_000)


@st.composite
def policers(draw, verdicts=(Verdict.TRANSMIT, Verdict.DROP)):
    outcomes = st.builds(Outcome, st.sampled_from(verdicts), mark_lists)
    cir = Rate(draw(st.sampled_from(RATES)))
    three = draw(st.booleans())
    shared = draw(st.sampled_from(("", "", f"sum of {cir} {three}")))
    if three:
        meter = Meter(Algorithm.TRTCM, cir, Burst(8000), pir=Rate(512_000), pbs=Burst(9000))
        violate = draw(outcomes)
    else:
        algorithm = draw(st.sampled_from((Algorithm.SINGLE_BUCKET, Algorithm.CAR)))
        meter, violate = Meter(algorithm, cir, Burst(8000), Burst(8000)), None
    return Policer(meter, draw(outcomes), draw(outcomes), violate, shared=shared)


@st.composite
def rule_lists(draw):
    verdicts = tuple(Verdict)
    rules = st.builds(
        Rule,
        with_names,
        st.one_of(st.none(), policers(verdicts)),
        mark_lists,
        st.sampled_from(verdicts),
    )
    found = tuple(draw(st.lists(rules, min_size=1, max_size=3)))
    drop = draw(st.sampled_from((False, False, True)))
    return RuleList(draw(st.sampled_from(("rate-limit", "filter"))), found, otherwise_drop=drop)


bursts = st.sampled_from((Burst(1), Burst(4500), Burst(3, BurstUnit.PACKETS), Burst(10**9)))
depths = st.sampled_from(
    (
        Depth(7),
        Depth(0),
        Depth(9_000, DepthUnit.BYTES),
        Depth(300_000, DepthUnit.SHARE),
        Depth(20_000, DepthUnit.MICROSECONDS),
    )
)
parts = st.integers(0, 1_000_000)
points = st.dictionaries(parts, parts, min_size=1, max_size=5).map(
    lambda found: tuple(zip(sorted(found), sorted(found.values()), strict=True))
)
curves = st.one_of(
    st.builds(
        DropCurve,
        st.sampled_from(((), (1,), (5, 6))),
        st.sampled_from((Depth(20), Depth(30))),
        st.sampled_from((Depth(40), Depth(80_000, DepthUnit.BYTES))),
        st.sampled_from((0, 1, 10)),
    ),
    st.builds(
        DropCurve, st.just(()), st.none(), st.none(), points=points, interpolated=st.booleans()
    ),
)
wreds = st.builds(
    Wred,
    st.sampled_from((None, Field.PRECEDENCE, Field.LOSS_PRIORITY)),
    st.lists(curves, min_size=1, max_size=3).map(tuple),
    st.sampled_from((None, 0, 1, 9)),
    st.booleans(),
)


@st.composite
def strict_policies(draw, name):
    """What a `priority-list` is: a class for each of some levels, and nothing more."""
    levels = draw(st.lists(st.integers(1, 4), min_size=1, max_size=4, unique=True))
    last = len(levels) - 1
    classes = tuple(
        TrafficClass(
            f"{name}-{level}",
            Anything() if number == last else draw(with_names),
            priority=Priority(level),
            limits=(QueueLimit(draw(depths)),),
        )
        for number, level in enumerate(levels)
    )
    return Policy(name, classes, feature="priority-list 1")


@st.composite
def policies(draw, name, child=None, queues=True):
    classes = []
    count = draw(st.integers(0, 2))
    for number in range(count + 1):
        last = number == count
        kinds = (
            "none",
            "guarantee",
            "priority",
            "strict",
            "shape",
            "limit",
            "turns",
            "level",
            "early",
        )
        queue = draw(st.sampled_from(kinds[: None if queues else 1]))
        used = child if child is not None and draw(st.booleans()) else None
        classes.append(
            TrafficClass(
                f"{name}-{number}",
                Anything() if last else draw(with_names),
                marks=draw(mark_lists) if used is None else (),
                policers=(draw(policers()),) if used is None and draw(st.booleans()) else (),
                drop=draw(st.sampled_from((False, False, True))),
                guarantee=Rate(100_000) if queue in ("guarantee", "level") else None,
                level=draw(st.integers(0, 3)) if queue == "level" else None,
                excess_level=draw(st.sampled_from((None, 0, 1, 2))) if queue == "level" else None,
                quantum=draw(bursts) if queue == "turns" else None,
                wred=draw(wreds) if queue == "early" else None,
                priority={
                    "priority": Priority(1, Rate(90_000), Burst(2000)),
                    "strict": Priority(),
                }.get(queue),
                shaper=Shaper(Rate(400_000)) if queue == "shape" else None,
                limits=(QueueLimit(draw(depths)),) if queue in ("limit", "early") else (),
                fair_queue=FairQueue(16) if queues and draw(st.integers(0, 9)) == 0 else None,
                child=Reference(RefKind.POLICY_MAP, used) if used else None,
            )
        )
    return Policy(name, tuple(classes))


@st.composite
def devices(draw):
    """A device with one port; its classes have names of their own."""
    inner = draw(policies("inner"))
    outer = draw(st.one_of(*[policies("outer", "inner")] * 3, strict_policies("outer")))
    marker = draw(policies("marker", queues=False))
    stages = draw(st.lists(rule_lists(), max_size=2))
    marking = Attachment(Reference(RefKind.POLICY_MAP, "marker"))
    port = Port(
        "Serial0",
        fifo=True,
        bandwidth=Rate(2_000_000),
        input=tuple(draw(st.sampled_from(([], stages, [marking], [*stages[:1], marking])))),
        output=(*stages, Attachment(Reference(RefKind.POLICY_MAP, "outer"))),
        tx_ring=draw(st.sampled_from((None, Depth(5)))),
    )
    return Device(
        ports={"Serial0": port},
        policies={"inner": inner, "outer": outer, "marker": marker},
        access_lists=draw(access_lists()),
    )
