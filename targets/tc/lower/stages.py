"""The stages of a pipeline, one after the other, each from a chain of its own."""

from __future__ import annotations

from qosc.ir import Policy, RuleList, Stage
from qosc.ir.leaves import child_paths, resolve
from qosc.ledger import Cursor, Fidelity
from qosc.targets.tc.lower.classify.chains import OK, Chains, to
from qosc.targets.tc.lower.context import Context
from qosc.targets.tc.lower.policy import lower_policy
from qosc.targets.tc.lower.queueing.queues import Queues
from qosc.targets.tc.lower.rules import lower_rules
from qosc.targets.tc.model import Control

__all__ = ["lower_stages"]


def lower_stages(
    context: Context,
    chains: Chains,
    stages: tuple[Stage, ...],
    cursor: Cursor,
    queues: Queues,
    way: Control = OK,
) -> int | None:
    """The chain of the first stage; None where there is none. `way` leads on from the last."""
    entries = [chains.new() for _ in stages]
    for number, (stage, path) in enumerate(
        zip(stages, child_paths(cursor.path, stages), strict=True)
    ):
        on = to(entries[number + 1]) if number + 1 < len(stages) else way
        place = Cursor(cursor.ledger, path)
        if isinstance(stage, RuleList):
            lower_rules(context, chains, entries[number], stage, place, on)
            continue
        policy = resolve(context.device, stage.policy)
        if isinstance(policy, Policy):
            lower_policy(context, chains, entries[number], policy, place, on, queues)
        elif on != OK:
            chains.always(entries[number], on, stage.origin)
        # What is still open is a reference that leads nowhere.
        note = "there is no such policy-map, or it is its own child"
        place.rest(Fidelity.UNSUPPORTED, note, "nothing")
    return entries[0] if entries else None
