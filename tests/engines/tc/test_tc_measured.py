"""Figures of queues, classes and policers, measured: rates, bursts, limits, order and shares.

What is expected is worked out from the config by the vendor's rule. Frames are those of Ethernet
without the frame check sum, which is what Linux counts on the way out.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.bulk import Train, Trial, judge, run
from tests.bulk.boot import Seen
from tests.bulk.rows.row import PORT
from tests.engines.calm import Calm, tried
from tests.engines.engine_kit import ESNET_MARKS, esnet
from tests.wire import Packet

pytestmark = pytest.mark.engine

_LAN = "GigabitEthernet0/0"
EF, AF, REST = (
    Packet(dscp=46, payload_length=958),
    Packet(dscp=18, payload_length=958),
    Packet(payload_length=958),
)
"""Packets of 986 bytes, frames of 1000."""
FRAME = 1000
SHAPED = f"""
class-map match-any V
 match dscp ef
class-map match-any W
 match dscp af21
policy-map CHILD
 class V
  %s
 class W
  %s
 class class-default
  %s
policy-map PARENT
 class class-default
  shape average %d
  service-policy CHILD
interface {PORT}
 service-policy output PARENT
"""
POLICED = f"""
class-map match-any V
 match dscp ef
policy-map IN
 class V
  police cir %d bc %d conform-action transmit exceed-action %s
interface {_LAN}
 service-policy input IN
"""
SECONDS = 3.0


def shaped(rate: int, voice: str, data: str, rest: str = "queue-limit 20 packets") -> str:
    return SHAPED % (voice, data, rest, rate)


TRIALS = {
    "rate": Trial(
        "rate",
        shaped(2_000_000, "bandwidth percent 10", "bandwidth percent 30"),
        (),
        trains=(Train((REST,), PORT, 8, SECONDS),),
    ),
    "shares": Trial(
        "shares",
        shaped(4_000_000, "bandwidth percent 60", "bandwidth percent 20", "bandwidth percent 20"),
        (),
        "ios-12",
        trains=(Train((EF, AF, REST), PORT, 4, SECONDS),),
    ),
    "esnet": Trial(
        "esnet",
        esnet(),
        (),
        "junos-mx",
        trains=(
            Train(
                tuple(Packet(dscp=d, payload_length=958) for d, _ in ESNET_MARKS.values()),
                "ge-1/0/2",
                2,
                SECONDS,
                "ge-1/0/0",
            ),
        ),
    ),
    "guarantee": Trial(
        "guarantee",
        shaped(4_000_000, "priority percent 25", "bandwidth percent 50"),
        (),
        trains=(Train((EF, AF, REST), PORT, 4, SECONDS),),
    ),
    "limit": Trial(
        "limit",
        shaped(
            64_000,
            "bandwidth percent 10\n  queue-limit 37 packets",
            "bandwidth percent 10\n  queue-limit 5 packets",
        ),
        (),
        trains=(Train((EF, AF, REST), PORT, 120),),
    ),
    "limit in bytes": Trial(
        "limit in bytes",
        shaped(
            64_000,
            "bandwidth percent 10\n  queue-limit 15500 bytes",
            "bandwidth percent 10\n  fair-queue\n  queue-limit 64 packets",
            "random-detect\n  random-detect precedence 0 5 10\n  queue-limit 20 packets",
        ),
        (),
        trains=(Train((EF, AF, replace(REST, payload_length=1458)), PORT, 120),),
    ),
    "flows": Trial(
        "flows",
        shaped(
            64_000,
            "bandwidth percent 10",
            "bandwidth percent 10\n  fair-queue\n  queue-limit 64 packets",
        ),
        (),
        trains=(Train(tuple(replace(AF, src=f"10.0.0.{n}") for n in range(1, 41)), PORT, 5),),
    ),
    "red": Trial(
        "red",
        shaped(2_000_000, "bandwidth percent 10", "bandwidth percent 80\n  random-detect"),
        (),
        trains=(Train((replace(AF, payload_length=1472),), PORT, 4, SECONDS),),
    ),
    "red part": Trial(
        "red part",
        shaped(
            8_000,
            "bandwidth percent 10",
            "bandwidth percent 80\n  queue-limit 4000 packets\n  random-detect dscp-based\n"
            "  random-detect dscp 18 20 2020 2\n"
            "  random-detect exponential-weighting-constant 1",
        ),
        (),
        trains=(Train((replace(AF, payload_length=1458),), PORT, 1, SECONDS),),
    ),
    "red ecn": Trial(
        "red ecn",
        shaped(
            2_000_000,
            "bandwidth percent 10",
            "bandwidth percent 80\n  random-detect\n  random-detect ecn",
        ),
        (),
        trains=(Train((replace(AF, ecn=1, payload_length=1472),), PORT, 4, SECONDS),),
    ),
    "red ecn part": Trial(
        "red ecn part",
        shaped(
            8_000,
            "bandwidth percent 10",
            "bandwidth percent 80\n  queue-limit 4000 packets\n  random-detect dscp-based\n"
            "  random-detect dscp 18 20 3500 1\n  random-detect ecn\n"
            "  random-detect exponential-weighting-constant 1",
        ),
        (),
        trains=(Train((replace(AF, ecn=1, payload_length=1458),), PORT, 1, SECONDS),),
    ),
    "police burst": Trial(
        "police burst",
        POLICED % (8_000, 30_000, "drop"),
        (),
        trains=(Train((EF,), PORT, 100, 0.0, _LAN),),
    ),
    "police packets": Trial(
        "police packets",
        (POLICED % (8_000, 30_000, "drop")).replace(
            "cir 8000 bc 30000", "rate 400 pps burst 25 packets"
        ),
        (),
        trains=(Train((REST,), PORT, 1, 0.2, _LAN), Train((EF,), PORT, 100, 0.0, _LAN)),
    ),
    "police packets slowly": Trial(
        "police packets slowly",
        (POLICED % (8_000, 30_000, "drop")).replace(
            "cir 8000 bc 30000", "rate 1 pps burst 25 packets"
        ),
        (),
        trains=(Train((EF,), PORT, 25, 0.0, _LAN),),
    ),
    "police rate": Trial(
        "police rate",
        POLICED % (1_600_000, 10_000, "drop"),
        (),
        trains=(Train((EF,), PORT, 8, SECONDS, _LAN),),
    ),
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


def held_up(made: Seen) -> str:
    """Whether the host kept the kernel from a hundredth of the time, and so from sending."""
    held = sum(train.get("held_s", 0.0) for train in made.row["trains"])
    return f"the guest stood still for {held * 1000:.0f} ms" if held > 0.01 * SECONDS else ""


def rates(made: Seen) -> dict[str, float]:
    """Bit/s by class over the measured time."""
    (train,) = made.row["trains"]
    first, last = train["first"], train["last"]
    seconds = last["at"] - first["at"]
    return {name: (last[name][0] - first[name][0]) * 8 / seconds for name in last if name != "at"}


def leaves(made: Seen) -> dict[str, list[int]]:
    """Counters of the classes that hold a queue, in the order of the config."""
    (train,) = made.row["trains"]
    counters = train["last"]
    tree = next(iter(made.row["tree"].values()))
    inner = {row["parent"] for row in tree["classes"]}
    names = [
        f"{row['handle'] >> 16:x}:{row['handle'] & 0xFFFF:x}"
        for row in sorted(tree["classes"], key=lambda row: row["handle"])
        # That of a tbf is the whole tree below it.
        if row["handle"] not in inner and row["kind"] != "tbf"
    ]
    return {name: counters[name] for name in names}


def by_leaf(made: Seen) -> list[float]:
    found = rates(made)
    return [found[name] for name in leaves(made)]


def test_a_shaper_sends_at_its_rate(seen: Mapping[str, Seen]) -> None:
    """One class alone borrows all of it."""
    assert sum(by_leaf(seen["rate"])) == pytest.approx(2_000_000, rel=0.03)


def test_classes_share_by_their_guarantees(seen: Mapping[str, Seen]) -> None:
    """60, 20 and 20 % leave nothing over: each has its guarantee."""
    for rate, wanted in zip(by_leaf(seen["shares"]), (2_400_000, 800_000, 800_000), strict=True):
        assert rate == pytest.approx(wanted, rel=0.05)


def test_the_four_classes_of_esnet_have_their_shares(seen: Mapping[str, Seen]) -> None:
    """5, 20, 70 and 5 % of 2 Mbit/s, with as much offered to each class."""
    found, (script, *_) = rates(seen["esnet"]), seen["esnet"].planned.job["files"].values()
    number = re.search(r"ge-1/0/2=\*\) number=(\d+)", script)
    assert number is not None
    for name, (_, percent) in ESNET_MARKS.items():
        key = re.search(rf"^#= {number[1]} (\S+) class {name}$", script, re.MULTILINE)
        assert key is not None
        assert found[key[1]] == pytest.approx(percent * 20_000, rel=0.05), name


def test_a_priority_class_has_no_more_than_its_rate_on_a_full_link(
    seen: Mapping[str, Seen],
) -> None:
    voice, data, _ = by_leaf(seen["guarantee"])
    assert voice == pytest.approx(1_000_000, rel=0.05)
    assert data >= 0.97 * 2_000_000


def test_a_queue_holds_its_limit_and_drops_the_rest(seen: Mapping[str, Seen]) -> None:
    """120 at once at 64 kbit/s: what did not leave and is not dropped is the queue."""
    for (_, left, waiting, drops, _), limit in zip(
        leaves(seen["limit"]).values(), (37, 5, 20), strict=True
    ):
        assert waiting == limit
        assert left + waiting + drops == 120


def test_queues_of_bytes_flows_and_early_drop_hold_their_limit(seen: Mapping[str, Seen]) -> None:
    """120 frames at once: 15 of 1000 bytes are in 15500 bytes; one flow has a quarter of the 64
    packets (Cisco, fair-queue in HQF); 20 packets of full size, while the average is below 5."""
    rows = list(leaves(seen["limit in bytes"]).values())[:3]  # The fourth is a flow of sfq.
    assert [row[2] for row in rows] == [15, 16, 20]
    _, left, _, drops, xstats = rows[2]
    early, full, _, _ = struct.unpack_from("=IIII", bytes.fromhex(xstats))
    assert (early, full) == (0, drops)
    assert left + 20 + full == 120


def test_flows_together_hold_the_limit_of_their_class(seen: Mapping[str, Seen]) -> None:
    """40 flows of five packets, in a queue of 64."""
    rows = list(leaves(seen["flows"]).values())
    assert rows[1][2] == 64


def red(made: Seen) -> tuple[int, int, int, int]:
    """What waits in the second class; early drops, drops of a full queue, marks (pkt_sched.h)."""
    _, (_, _, waiting, _, xstats), *_ = leaves(made).values()
    early, full, _, marked = struct.unpack_from("=IIII", bytes.fromhex(xstats))
    return waiting, early, full, marked


def test_early_drop_keeps_the_queue_at_its_threshold(seen: Mapping[str, Seen]) -> None:
    """Thresholds of precedence 2 are 24 and 40 packets (Cisco, random-detect precedence): far
    above the link's rate the average stands at the upper one. With a weight of 1/512 it comes
    there from 0 in 512 ln(64 / (64 - 40)) = 502 arrivals, in which the queue of 64 may be full."""
    waiting, early, full, marked = red(seen["red"])
    assert 24 <= waiting <= 64
    assert early > 502
    assert full <= 502
    assert marked == 0


def test_early_drop_drops_the_part_of_the_packets_that_is_asked_for(
    seen: Mapping[str, Seen],
) -> None:
    """At the upper threshold one packet in two, and half of that half way up to it (Cisco,
    Congestion Avoidance Overview). Frames of 1500 bytes hardly leave at 8 kbit/s: each that is not
    dropped makes the queue longer. The ledger says by how much more is dropped: 3.6 %."""
    waiting, early, full, _ = red(seen["red part"])
    assert full == 0
    sent = waiting + early
    assert sent > 400
    queue, part, above = 0.0, 0.0, 0.0
    for _ in range(sent):
        chance = min(max((queue - 20) / 2000, 0), 1) / 2
        queue += 1 - chance
        part += chance
        above += 0.036 if chance else 0
    assert part - 3 * part**0.5 <= early <= part + above + 3 * part**0.5


def test_ecn_marks_in_place_of_early_drops(seen: Mapping[str, Seen]) -> None:
    """Between the thresholds: three seconds of a packet in a millisecond are fewer than 3500."""
    waiting, early, full, marked = red(seen["red ecn part"])
    assert early == full == 0
    assert marked > waiting**2 / 2 / 3500 / 2


def test_above_the_upper_threshold_ecn_saves_no_packet(seen: Mapping[str, Seen]) -> None:
    """Cisco, WRED Explicit Congestion Notification: above the maximum packets are dropped as
    without it. The figures are those of the same load without ECN."""
    waiting, early, full, marked = red(seen["red ecn"])
    assert 24 <= waiting <= 64
    assert early > 502
    assert full <= 502
    assert marked < early


def test_a_policer_admits_its_burst_at_once(seen: Mapping[str, Seen]) -> None:
    """30 000 bytes of IP packets of 986 on the way in; 1000 bytes a second come in."""
    (train,) = seen["police burst"].row["trains"]
    extra = 1 + train["sent_s"] * 1000 / 986
    assert 30_000 // 986 <= train["came"] <= 30_000 // 986 + extra


def test_a_policer_of_packets_admits_its_burst_at_once(seen: Mapping[str, Seen]) -> None:
    """25 packets, and 400 in a second. The kernel begins with an empty bucket, which is full after
    a sixteenth of a second: packets that are not metered take longer than that before."""
    _, train = seen["police packets"].row["trains"]
    assert 25 <= train["came"] <= 25 + 1 + train["sent_s"] * 400


def test_a_policer_of_packets_begins_empty(seen: Mapping[str, Seen]) -> None:
    """The ledger tells it. A bucket that began full would pass 25; this one is full after 25 s."""
    (train,) = seen["police packets slowly"].row["trains"]
    assert train["came"] < 25


def test_a_policer_admits_its_rate(seen: Mapping[str, Seen]) -> None:
    (train,) = seen["police rate"].row["trains"]
    admitted = (train["came"] * 986 - 10_000) * 8 / SECONDS
    assert admitted == pytest.approx(1_600_000, rel=0.03)
