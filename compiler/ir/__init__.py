"""The vendor-neutral QoS model, in the elements of RFC 3290: classifier, meter, marker, dropper,
queue, scheduler.

Every node is a frozen value with its `origin`, which takes no part in comparison: two configs that
mean the same give equal models. `kind` tells the nodes of a union apart in JSON.
"""

from __future__ import annotations

from qosc.ir.conditioning import (
    Algorithm,
    Colours,
    Mark,
    MarkTable,
    Meter,
    Outcome,
    Policer,
    Rule,
    RuleList,
    Verdict,
)
from qosc.ir.device import (
    UNNAMED,
    AtmShaping,
    Attachment,
    Beside,
    Coverage,
    Device,
    Port,
    PortKind,
    Relation,
    Residue,
    Stage,
    Standing,
    SupportState,
    Together,
    unnamed_ingress,
)
from qosc.ir.match import (
    AccessEntry,
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    ClassMap,
    Interval,
    Masked,
    Named,
    Not,
    Opaque,
    Predicate,
    Reference,
    RefKind,
    Test,
)
from qosc.ir.queueing import (
    DropCurve,
    FairQueue,
    Policy,
    Priority,
    QueueLimit,
    Shaper,
    TrafficClass,
    Wred,
)

__all__ = [
    "UNNAMED", "AccessEntry", "AccessList", "Algorithm", "AllOf", "AnyOf", "Anything", "AtmShaping",
    "Attachment", "Beside", "ClassMap", "Colours", "Coverage", "Device", "DropCurve", "FairQueue",
    "Interval", "Mark", "MarkTable", "Masked", "Meter", "Named", "Not", "Opaque", "Outcome",
    "Policer", "Policy", "Port", "PortKind", "Predicate", "Priority", "QueueLimit", "RefKind",
    "Reference", "Relation", "Residue", "Rule", "RuleList", "Shaper", "Stage", "Standing",
    "SupportState", "Test", "Together", "TrafficClass", "Verdict", "Wred", "unnamed_ingress",
]  # fmt: skip
