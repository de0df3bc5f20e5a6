"""Which test decides each key and argument of tc: a row with packets, or an engine test.

Names are those of `qosc.targets.tc.vocabulary`: the part and the key. What only sizes a queue or a
bucket is measured where it makes a difference to packets, and else read back from the kernel and
compared with what the manual pages say that the command asks for (`tests/readback`).
"""

from __future__ import annotations

from tests.bulk.rows import ROWS

READ = "tests/engines/tc/test_tc_readback.py::test_the_kernel_holds_what_each_command_asked_for"
_MEASURED = "tests/engines/tc/test_tc_measured.py::test_"
_LIMITS = f"{_MEASURED}queues_of_bytes_flows_and_early_drop_hold_their_limit"
_SHARES = "tests/engines/linux/test_linux_shares.py::test_"
_LEAVES = "tests/engines/linux/test_linux_leaves.py::test_"
_FLOWS = "tests/engines/linux/test_linux_fair_queue.py::test_flows_on_a_kernel_share_by_the_weight"
_ORDER = "tests/engines/tc/test_tc_forwarding_classes.py::test_"

ENGINE: dict[str, str] = {
    "qdisc root": READ,
    "qdisc parent": READ,
    "qdisc handle": READ,
    "stab linklayer": f"{_SHARES}the_backlogged_link_is_full",
    "stab overhead": f"{_SHARES}the_backlogged_link_is_full",
    "stab mtu": READ,
    "stab tsize": READ,
    "htb default": f"{_MEASURED}a_shaper_sends_at_its_rate",
    "htb class rate": f"{_MEASURED}classes_share_by_their_guarantees",
    "htb class ceil": f"{_MEASURED}a_shaper_sends_at_its_rate",
    "htb class burst": READ,
    "htb class cburst": READ,
    "htb class prio": f"{_ORDER}a_priority_list_starves_what_comes_after",
    "htb class quantum": f"{_SHARES}classic_ios_shares_the_excess_in_proportion",
    "htb class overhead": READ,
    "htb class linklayer": READ,
    "pfifo limit": f"{_MEASURED}a_queue_holds_its_limit_and_drops_the_rest",
    "bfifo limit": _LIMITS,
    "prio bands": READ,
    "prio priomap": READ,
    "red limit": _LIMITS,
    "red min": f"{_MEASURED}early_drop_keeps_the_queue_at_its_threshold",
    "red max": f"{_MEASURED}early_drop_keeps_the_queue_at_its_threshold",
    "red avpkt": READ,
    "red burst": READ,
    "red bandwidth": READ,
    "red probability": f"{_MEASURED}early_drop_drops_the_part_of_the_packets_that_is_asked_for",
    "red ecn": f"{_MEASURED}ecn_marks_in_place_of_early_drops",
    "red harddrop": f"{_MEASURED}above_the_upper_threshold_ecn_saves_no_packet",
    "sfq limit": f"{_MEASURED}flows_together_hold_the_limit_of_their_class",
    "sfq depth": _LIMITS,
    "sfq flows": _FLOWS,
    "sfq divisor": READ,
    "sfq quantum": _FLOWS,
    "fq_codel limit": f"{_LEAVES}fq_codel_holds_no_more_than_the_depth_of_the_class",
    "fq_codel flows": READ,
    "fq_codel target": READ,
    "fq_codel interval": READ,
    "fq_codel quantum": f"{_LEAVES}classes_share_by_their_guarantees",
    "fq_codel memory_limit": READ,
    "fq_codel ecn": f"{_LEAVES}fq_codel_marks_only_where_the_router_does",
    "fq_codel noecn": f"{_LEAVES}fq_codel_marks_only_where_the_router_does",
    "cake unlimited": f"{_LEAVES}classes_share_by_their_guarantees",
    "cake besteffort": f"{_LEAVES}classes_share_by_their_guarantees",
    "cake flows": f"{_LEAVES}classes_share_by_their_guarantees",
    "cake rtt": READ,
    "cake memlimit": f"{_LEAVES}cake_holds_about_the_depth_of_the_class",
    "police index": f"{_ORDER}two_rules_with_one_meter_share_its_bucket",
    "police rate": f"{_MEASURED}a_policer_admits_its_rate",
    "police burst": f"{_MEASURED}a_policer_admits_its_burst_at_once",
    "police pkts_rate": READ,
    "police pkts_burst": f"{_MEASURED}a_policer_of_packets_admits_its_burst_at_once",
    "police mtu": f"{_MEASURED}a_policer_admits_its_rate",
}
"""By argument the test, as its file and the start of its name."""

UNWRITTEN = frozenset({"police overhead"})
"""What the vocabulary has and no config makes the emitter write."""

ROWS_OF: dict[str, tuple[str, ...]] = {
    key: tuple(row.name for row in ROWS if key in row.covers)
    for key in sorted({key for row in ROWS for key in row.covers})
}
"""By argument the rows whose packets depend on it."""
