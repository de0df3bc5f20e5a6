"""Lines that void the marks of a Cisco text, which a rule tells and the model leaves out."""

from __future__ import annotations

from qosc.fields import Field
from qosc.lint.engine.rule import Context
from qosc.lint.facts.effect.halves import policies_on, taken_values, written_marks
from qosc.lint.facts.lines.blocks import blocks, interfaces

__all__ = ["fixed_tunnels", "rewrite_off", "voided"]

_REWRITE = "no mls qos rewrite ip dscp"
_TOS = "tunnel tos "


def voided(context: Context) -> frozenset[int]:
    """The numbers of all these lines. Use through `context.once`."""
    return frozenset((*context.once(rewrite_off), *context.once(fixed_tunnels)))


def rewrite_off(context: Context) -> dict[int, str]:
    """The line by which a switch may not write a DSCP, with what sets one all the same. Use through
    `context.once`.
    """
    if context.source is None or _REWRITE not in context.source.text:
        return {}
    writer = _writer(context)
    if not writer:
        return {}
    return {block.number: writer for block in context.once(blocks) if block.head == _REWRITE}


def _writer(context: Context) -> str:
    """What sets a DSCP; empty if nothing does."""
    for policy in policies_on(context, "input"):
        for item in policy.classes:
            if any(mark.field is Field.DSCP for mark in written_marks(item)):
                return policy.title
    if any(block.has("mls qos dscp-mutation ") for block in context.once(blocks)):
        return "a DSCP mutation map"
    return ""


def fixed_tunnels(context: Context) -> dict[int, tuple[str, str]]:
    """The lines that give all packets of a tunnel one mark, with the tunnel and the interface below
    it, where a policy there goes by marks. Use through `context.once`.
    """
    if context.source is None or _TOS not in context.source.text:
        return {}
    by_name = {block.head.split()[1]: block for block in context.once(interfaces)}
    tunnels = {}
    for name, block in by_name.items():
        if not name.startswith("tunnel") or block.has("qos pre-classify"):
            continue
        source = next((line.split()[-1] for _, line in block.starting("tunnel source ")), "")
        under = by_name.get(source)
        if under is None or not under.has("service-policy output ") or not _goes_by_marks(context):
            continue
        tunnels.update(
            {
                number: (name, source)
                for number, line in block.starting(_TOS)
                if not _has_class(context, line.split()[-1])
            }
        )
    return tunnels


def _has_class(context: Context, octet: str) -> bool:
    """Whether a class on output waits for the one mark: the tunnel is of one service."""
    value = int(octet[:4]) if octet.isdecimal() else 0
    for policy in policies_on(context, "output") if value else ():
        for item in policy.classes:
            taken = taken_values(context, policy, item)
            if taken is None:
                continue
            asked = value >> 2 if taken.field is Field.DSCP else value >> 5
            if taken.field in (Field.DSCP, Field.PRECEDENCE) and asked in taken.values:
                return True
    return False


def _goes_by_marks(context: Context) -> bool:
    """Whether a policy on output has classes by DSCP or precedence."""
    for policy in policies_on(context, "output"):
        for item in policy.classes:
            taken = taken_values(context, policy, item)
            if taken is not None and taken.field in (Field.DSCP, Field.PRECEDENCE):
                return True
    return False
