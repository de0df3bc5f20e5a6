"""The constructs of docs/semantics.md: what tc does for each."""

from __future__ import annotations

from dataclasses import dataclass

from pages.semantics_texts import (
    IN,
    JUNOS,
    KERNEL,
    LEVELS,
    LISTS,
    OUT,
    PORT,
    SCRIPT,
    SET_TEXT,
    SHARES,
    UNITS,
)

__all__ = ["CONSTRUCTS", "Construct"]


@dataclass(frozen=True)
class Construct:
    """One construct of the model. `leaf` finds it among the ledger's paths of `config`, which is a
    text or the name of one of the small examples; `rows` are lines of the agreement table, `tests`
    modules that put it on a kernel.
    """

    title: str
    fields: tuple[str, ...]
    nodes: tuple[str, ...]
    discipline: str
    why: str
    config: str
    leaf: str
    rows: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


CONSTRUCTS = (
    Construct(
        "Choice of the class",
        ("TrafficClass.match", "Rule.match"),
        ("Clsact", "Filter", "Flower", "Matchall", "U32", "SkbPriority", "Gact"),
        "filters at the clsact hooks; the class of the root goes into the packet as `skbedit "
        "priority`",
        "one choice, from the packet as it came; filters below the root would see the marks",
        "mark",
        r"> match",
        ("mark", "guarantee"),
        (KERNEL, LISTS),
    ),
    Construct(
        "Rule list, access list",
        ("RuleList.rules", "RuleList.otherwise_drop", "Rule.verdict"),
        ("Filter",),
        "one filter for each conjunction in first-match order; filters on the same bits share one "
        "`pref` and are one hash table",
        "flower keeps filters on the same bits in a hash table, so that a packet pays for each set "
        "of bits and not for each line; ranges of ports and raw bits (u32) stay one by one",
        "car",
        r"rate-limit > rules\[1\] > match",
        ("car",),
        (LISTS,),
    ),
    Construct(
        "Mark",
        ("TrafficClass.marks", "Rule.marks", "Outcome.marks"),
        ("Pedit", "Csum", "SkbMark", "VlanPriority", "PriorityMap"),
        "`pedit ex` under a mask that keeps the other bits, then `csum`; what a router keeps "
        "beside a packet is bits of the packet's mark; the CoS of a tag is in the "
        "`egress-qos-map` of the VLAN device, by `skbedit priority`",
        "the ECN bits are not the policy's to write; the mark outlives forwarding",
        "mark",
        r"marks\[1\]",
        ("mark",),
        (KERNEL, JUNOS),
    ),
    Construct(
        "Drop",
        ("TrafficClass.drop", "Outcome.verdict"),
        ("Gact",),
        "the control `drop`",
        "needs no queue",
        IN.format("  drop\n"),
        r"drop$",
        (),
        (KERNEL,),
    ),
    Construct(
        "Policer, one rate",
        ("TrafficClass.policers", "Meter.cir", "Meter.cbs"),
        ("Police",),
        "one `police` action",
        "one token bucket that starts full and has no debt, as the router's",
        "police",
        r"meter > c[bi][rs]$",
        ("police", "police-burst"),
        (SCRIPT,),
    ),
    Construct(
        "Policer, one rate and three colours",
        ("Meter.ebs", "Meter.algorithm"),
        ("Police",),
        "two `police` actions, CBS + EBS before CBS",
        "the kernel has no second bucket for overflow",
        "srtcm",
        r"meter > (ebs|algorithm)$",
        ("srtcm",),
        (KERNEL,),
    ),
    Construct(
        "Policer, two rates",
        ("Meter.pir", "Meter.pbs"),
        ("Police",),
        "two `police` actions, the peak rate first",
        "that is the order of RFC 2698",
        "trtcm",
        r"meter > (pir|pbs|algorithm)$",
        ("trtcm",),
        (KERNEL,),
    ),
    Construct(
        "Colour-aware meter",
        ("Meter.colours", "Meter.doubts"),
        ("Police",),
        "a chain for each colour, with one outer bucket between them (`index`)",
        "what comes yellow must not take green's tokens",
        "",
        "",
        ("srtcm-aware",),
        (),
    ),
    Construct(
        "Shared meter",
        ("Policer.shared",),
        ("Police",),
        "one `police index` in all places",
        "the kernel shares the bucket of an index",
        "",
        "",
        ("shared-police",),
        (JUNOS,),
    ),
    Construct(
        "Meter that more packets draw on than it limits",
        ("Policer.draws_all",),
        ("Police",),
        "the meter is shared, and a packet takes all its tokens or none",
        "no action of the kernel takes what is left of a bucket",
        LEVELS,
        r"> draws-all$",
    ),
    Construct(
        "CAR",
        ("Rule.policer",),
        ("Police",),
        "one `police` action of the normal burst",
        "lending is by chance on the router; the rate in the long run is the same",
        PORT + " rate-limit input 64000 8000 16000 conform-action transmit exceed-action drop\n",
        r"meter > (algorithm|ebs)$",
        ("car",),
        (KERNEL,),
    ),
    Construct(
        "Guarantee",
        ("TrafficClass.guarantee",),
        ("Htb", "HtbClass"),
        "an `htb` class of that rate, with `quantum` by the platform's way of sharing what is left",
        "HTB shares what is left by quantum alone, so that the profile's rule can be put there",
        "excess-proportional",
        r"guarantee$",
        ("guarantee", "excess-proportional", "excess-equal"),
        (SHARES, KERNEL),
    ),
    Construct(
        "Part of what is left",
        ("TrafficClass.excess",),
        ("HtbClass",),
        "a small `rate` and a `quantum` by the weight",
        "as above",
        "remaining",
        r"excess$",
        ("remaining",),
        (SHARES,),
    ),
    Construct(
        "Turns",
        ("TrafficClass.quantum",),
        ("HtbClass",),
        "`quantum` by the bytes of a turn",
        "a deficit round robin is what HTB has among equals",
        "custom-queue",
        r"quantum$",
        ("custom-queue",),
        ("tests/engines/linux/test_linux_switch_queues.py",),
    ),
    Construct(
        "Order of service",
        ("TrafficClass.level", "TrafficClass.excess_level"),
        ("HtbClass",),
        "`prio` of the class",
        "HTB has one order for both: that of what is sent above the guarantees, then that within "
        "them",
        "",
        "",
        ("junos-levels",),
        (),
    ),
    Construct(
        "Bounded priority",
        ("TrafficClass.priority",),
        ("HtbClass", "Police"),
        "an `htb` class of the first order, policed on its filter",
        "unlimited priority would starve the others; a ceiling would delay instead of drop",
        "priority-police",
        r"priority > (rate|level)$",
        ("priority-police", "priority-idle", "priority-delay"),
        (KERNEL,),
    ),
    Construct(
        "Strict order alone",
        ("TrafficClass.priority",),
        ("Prio",),
        "a `prio` qdisc in the one class of HTB",
        "HTB alone would give each class a part of its own",
        "priority-list",
        r"priority",
        ("priority-list",),
        (),
    ),
    Construct(
        "Shaper",
        ("TrafficClass.shaper",),
        ("HtbClass",),
        "`ceil` and `cburst`",
        "a token bucket keeps the same bound as an interval of Bc",
        "shape",
        r"shaper > rate$",
        ("shape",),
        (KERNEL,),
    ),
    Construct(
        "Hierarchy",
        ("TrafficClass.child",),
        ("HtbClass",),
        "`htb` classes below the parent's, four levels",
        "HTB lends along the tree",
        "hierarchy",
        r"guarantee$",
        ("hierarchy",),
        (KERNEL,),
    ),
    Construct(
        "Depth of a queue",
        ("TrafficClass.limits",),
        ("Fifo", "FqCodel", "Cake"),
        "`pfifo` or `bfifo`; `fq_codel` or `cake` where `--leaf` names it",
        "tail drop at the depth; the others drop by the time that packets wait, and serve flows in "
        "turn",
        "queue-limit",
        r"depth$",
        ("queue-limit",),
        (KERNEL,),
    ),
    Construct(
        "Early drop",
        ("TrafficClass.wred",),
        ("Red",),
        "`red`, with the exponent of the average solved for",
        "one curve, of several the one that drops first and most. `gred` has a curve for each kind "
        "of packet, by the `flowid` of the filter of `clsact` that is the last to take it; seen to "
        "come nearer ([agreement.md](agreement.md#tried)), and not written yet",
        OUT.format("  bandwidth 500\n  random-detect\n"),
        r"minimum$",
        ("wred",),
        (KERNEL,),
    ),
    Construct(
        "Flow queues",
        ("TrafficClass.fair_queue",),
        ("Sfq",),
        "`sfq` with as many flows and the router's depth of each",
        "it only shares: fq_codel and cake would drop as well",
        "flow-queues",
        r"flows$",
        ("flow-queues",),
        (KERNEL,),
    ),
    Construct(
        "Fair queue of an interface",
        ("Port.fair_queue", "Port.fifo"),
        ("Htb", "HtbClass", "Sfq"),
        "eight `htb` classes by precedence, `quantum` in proportion to precedence + 1, with `sfq` "
        "in each; one class with `sfq` for a system that serves flows alike",
        "`drr` with the flow classifier would weigh each flow, but takes a class for each hash "
        "value and precedence, and needs HTB above it all the same; where the speed of the link "
        "is not known `sfq` alone, and where a policy has queues those",
        PORT + " fair-queue 64 256\n",
        r"fair-queue > flows$",
        (),
        ("tests/engines/linux/test_linux_fair_queue.py",),
    ),
    Construct(
        "Speed of the link",
        ("Port.bandwidth", "Port.speed", "Port.mtu", "Port.encapsulation"),
        ("Htb", "HtbClass"),
        "the root class has the link's rate as rate and ceiling",
        "queues must form here and not in the driver",
        "guarantee",
        r"bandwidth$",
        (),
        (KERNEL,),
    ),
    Construct(
        "ATM circuit",
        ("Port.atm",),
        ("ATM", "Stab"),
        "`linklayer atm`, or a size table (`stab`)",
        "the link is used up by whole cells",
        "interface ATM1/0\n pvc 1/100\n  vbr-nrt 2000 1000 32\n  service-policy output p\n"
        "policy-map p\n class class-default\n  bandwidth 500\n",
        r"atm > sustained$",
        (),
        (SHARES,),
    ),
    Construct(
        "Output hold queue",
        ("Port.hold_queue_out",),
        ("Fifo",),
        "`pfifo` at the root",
        "the depth of the interface's only queue",
        PORT + " hold-queue 100 out\n",
        r"hold-queue-out$",
        (),
        (),
    ),
    Construct(
        "Transmit ring, input hold queue",
        ("Port.tx_ring", "Port.hold_queue_in"),
        (),
        "nothing",
        "Linux has its own",
        PORT + " tx-ring-limit 3\n" + " hold-queue 100 in\n",
        r"(tx-ring|hold-queue-in)$",
        (),
        (),
    ),
    Construct(
        "Limit that several ports share",
        ("Port.within",),
        (),
        "nothing",
        "each port has a script of its own",
        SET_TEXT,
        r"> within >",
    ),
    Construct(
        "Units and subinterfaces of a port",
        (
            "Port.beside",
            "Port.whole",
            "Port.vlan",
            "Port.holds",
            "Port.unit_queues",
            "Port.remaining",
        ),
        ("HtbClass",),
        "one interface for a port and its untagged unit, a VLAN device for each other unit",
        "a packet passes the VLAN device first and then the port's. Units that one tag each tells "
        "apart have their queues in the tree of the port; otherwise a shaper of the port stands "
        "above the queues of each unit as well",
        UNITS,
        r"> beside >",
    ),
    Construct(
        "Queues on input",
        ("Port.input",),
        (),
        "refused",
        "IOS rejects a policy with queues on input; those of IOS XR and JunOS wait for a switch "
        "fabric that Linux does not have ([tc.md](tc.md#queues-on-input))",
        IN.format("  bandwidth 500\n"),
        r"guarantee$",
        (),
        (),
    ),
)
"""Every construct that the tc target looks at, in the order of the page."""
