"""Leaf queues of `--leaf fq_codel` and `--leaf cake` on a kernel: they are there, the classes above
them share as without, and a queue holds about as much as the router's.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import replace

import pytest

from qosc.targets.tc.options import LEAVES
from tests.bulk import Train, Trial, judge, run
from tests.bulk.boot import Seen
from tests.bulk.rows.row import PORT
from tests.engines.calm import Calm, tried
from tests.engines.tc.test_tc_measured import AF, EF, REST, SECONDS, held_up, shaped
from tests.wire import Packet

pytestmark = pytest.mark.engine

SHARES = shaped(4_000_000, "bandwidth percent 60", "bandwidth percent 20", "bandwidth percent 20")
DEPTHS = shaped(
    64_000,
    "bandwidth percent 10\n  queue-limit 37 packets",
    "bandwidth percent 10\n  queue-limit 15500 bytes",
)
ECN = shaped(
    2_000_000,
    "bandwidth percent 40\n  random-detect\n  queue-limit 4000 packets",
    "bandwidth percent 40\n  random-detect\n  random-detect ecn\n  queue-limit 4000 packets",
)
FLOWS = 8
"""Flows of a class, so that what is dropped at once is not all of it."""


def flows(packet: Packet) -> tuple[Packet, ...]:
    return tuple(replace(packet, src=f"10.0.0.{n}") for n in range(1, FLOWS + 1))


TRIALS = {
    f"{what} {leaf}": Trial(
        f"{what} {leaf}",
        text,
        (),
        "ios-12" if what == "shares" else "ios-15",
        trains=(train,),
        leaf=leaf,
    )
    for leaf in LEAVES
    for what, text, train in (
        ("shares", SHARES, Train((EF, AF, REST), PORT, 4, SECONDS)),
        ("depths", DEPTHS, Train((*flows(EF), *flows(AF), *flows(REST)), PORT, 15)),
        ("ecn", ECN, Train((replace(EF, ecn=1), replace(AF, ecn=1)), PORT, 1, SECONDS)),
    )
}


@pytest.fixture(scope="module")
def seen(linux: None) -> Mapping[str, Seen]:
    """All in one boot; in turn, so that none disturbs another."""

    def measure(names: tuple[str, ...]) -> dict[str, Seen]:
        found = run([TRIALS[name] for name in names])
        for each in found:
            assert judge(each).wrong == [], judge(each).report()
        return dict(zip(names, found, strict=True))

    found = tried(tuple(TRIALS), measure, held_up)
    return Calm(found, {name: held_up(each) for name, each in found.items()})


def tree(made: Seen) -> tuple[list[str], list[str]]:
    """The kinds of the queues below the classes, and the ids of these classes, in their order."""
    rows = next(iter(made.row["tree"].values()))
    below = {row["parent"]: row["kind"] for row in rows["qdiscs"]}
    leaves = sorted(
        row["handle"] for row in rows["classes"] if row["kind"] == "htb" and row["handle"] in below
    )
    return (
        [below[one] for one in leaves],
        [f"{one >> 16:x}:{one & 0xFFFF:x}" for one in leaves],
    )


@pytest.mark.parametrize("leaf", LEAVES)
def test_every_class_has_a_queue_of_that_kind(seen: Mapping[str, Seen], leaf: str) -> None:
    for what in ("shares", "depths", "ecn"):
        assert tree(seen[f"{what} {leaf}"])[0] == [leaf] * 3


@pytest.mark.parametrize("leaf", LEAVES)
def test_classes_share_by_their_guarantees(seen: Mapping[str, Seen], leaf: str) -> None:
    """60, 20 and 20 % of 4 Mbit/s leave nothing over: each class has its guarantee."""
    made = seen[f"shares {leaf}"]
    (train,) = made.row["trains"]
    first, last = train["first"], train["last"]
    seconds = last["at"] - first["at"]
    rates = [(last[one][0] - first[one][0]) * 8 / seconds for one in tree(made)[1]]
    for rate, wanted in zip(rates, (2_400_000, 800_000, 800_000), strict=True):
        assert rate == pytest.approx(wanted, rel=0.05)


def waiting(made: Seen) -> list[int]:
    """Packets in the queue of each class: 120 came at once, of frames of 1000 bytes."""
    (train,) = made.row["trains"]
    return [train["last"][one][2] for one in tree(made)[1]]


def test_fq_codel_holds_no_more_than_the_depth_of_the_class(seen: Mapping[str, Seen]) -> None:
    """37 packets, 10 frames of full size in 15500 bytes, and 20. Above it half of the longest flow
    is dropped, of eight: a sixteenth or one packet more than is asked for, and what leaves then."""
    for held, limit in zip(waiting(seen["depths fq_codel"]), (37, 10, 20), strict=True):
        assert limit - max(limit // 4, 2) <= held <= limit


def test_cake_holds_about_the_depth_of_the_class(seen: Mapping[str, Seen]) -> None:
    """The same in memory: a packet of 1000 bytes takes as much as one of full size, or half."""
    for held, limit in zip(waiting(seen["depths cake"]), (37, 10, 20), strict=True):
        assert limit - 2 <= held <= 2 * limit


def test_fq_codel_marks_only_where_the_router_does(seen: Mapping[str, Seen]) -> None:
    """struct tc_fq_codel_xstats: the type, the largest packet, drops of a full queue, marks."""
    made = seen["ecn fq_codel"]
    (train,) = made.row["trains"]
    marks = []
    for one in tree(made)[1][:2]:
        xstats = bytes.fromhex(train["last"][one][4])
        marks.append(struct.unpack_from("=IIII", xstats)[3])
    assert marks[0] == 0 < marks[1]
