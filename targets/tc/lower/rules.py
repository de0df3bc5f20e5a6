"""Rule lists (CAR, filters): the first rule that matches decides, unless it says to go on."""

from __future__ import annotations

from qosc.ir import Rule, RuleList, Verdict
from qosc.ir.leaves import child_paths, join
from qosc.ledger import Cursor, Fidelity
from qosc.source import Span
from qosc.targets.entries import looked_at_again
from qosc.targets.tc.lower.body import MarkStep, Step, Ways, emit_body, inline_body
from qosc.targets.tc.lower.classify.chains import CONTINUE, DROP, OK, Chains, to
from qosc.targets.tc.lower.classify.match import Matcher, finder, lower_match
from qosc.targets.tc.lower.context import Context
from qosc.targets.tc.lower.marks import mark_fate
from qosc.targets.tc.lower.police import PoliceStep, lower_policer
from qosc.targets.tc.model import Control, Gact

__all__ = ["lower_rules"]

_CAR = "rate-limit"
_FRAMES = (
    "frames other than IP (ARP) are metered too, where a router limits IP only (Cisco, Configuring "
    "Committed Access Rate)"
)


def lower_rules(
    context: Context, chains: Chains, entry: int, rules: RuleList, cursor: Cursor, way: Control
) -> None:
    """Put the rules into chain `entry` and what follows from it; `way` leads to the next stage."""
    paths = child_paths(join(cursor.path, "rules"), rules.rules)
    here = entry
    again = looked_at_again(context.device, rules)
    for rule, path, note in zip(rules.rules, paths, again, strict=True):
        place = Cursor(cursor.ledger, path)
        matcher = lower_match(
            context.device,
            rule.match,
            context.options.undefined_access_list,
            place.at("match"),
            _FRAMES if rules.feature == _CAR else "",
            tags=context.tags,
            kernel=context.kernel,
            budget=context.budget,
        )
        steps = _steps(context, chains, rule, place, note)
        if steps is None and rules.otherwise_drop and rule.policer is not None:
            # What the rule would let through must not fall to the end of the list.
            conform = rule.policer.conform
            steps = (PoliceStep(None, conform, conform, origin=rule.policer.origin),)
        if steps is not None:
            here = _emit_rule(chains, here, rule, matcher, steps, way, tagged=context.tags)
    if rules.otherwise_drop:
        # To the control plane only IP comes.
        frames = "" if context.common else ", frames other than IP too"
        cursor.exact("otherwise-drop", f"what no rule takes{frames}", "drop")
        chains.always(here, DROP, rules.origin)
    elif way != OK:
        chains.always(here, way, rules.origin)


def _steps(
    context: Context, chains: Chains, rule: Rule, cursor: Cursor, again: str
) -> tuple[Step, ...] | None:
    """What the rule does; None when its meter cannot be lowered (the ledger says so)."""
    for path, mark in zip(
        child_paths(join(cursor.path, "marks"), rule.marks), rule.marks, strict=True
    ):
        fidelity, note, got = mark_fate(mark)
        cursor.ledger.enter(path, fidelity, note, got)
    marks: tuple[Step, ...] = (MarkStep(rule.marks),) if rule.marks else ()
    if rule.policer is None:
        cursor.exact("verdict")
        return marks
    cursor.enter("verdict", Fidelity.EXACT, "the policer's outcomes decide", "not used")
    step = lower_policer(
        rule.policer,
        context.link,
        chains.hook,
        cursor.at("policer"),
        finder(context),
        again=again,
        kernel=context.kernel,
        common=context.common,
    )
    return None if step is None else (*marks, step)


def _emit_rule(
    chains: Chains,
    here: int,
    rule: Rule,
    matcher: Matcher,
    steps: tuple[Step, ...],
    way: Control,
    *,
    tagged: bool,
) -> int:
    """Returns the chain in which the next rule belongs."""
    if not matcher.cells:
        return here
    origin: Span = rule.origin
    on = way if rule.policer is not None else _way(rule.verdict, way)
    if len(matcher.cells) == 1:
        cell, _ = matcher.cells[0]
        actions = inline_body(steps, Ways(on, CONTINUE), cell[0])
        if actions is not None:
            chains.add(here, cell, actions, origin)
            return here
    if _takes_for_good(rule) and all(verdict for _, verdict in matcher.cells):
        # No packet of this rule comes back, and the others fall to the next filter: the rules can
        # stay in one chain, of which the kernel lets a packet see sixteen.
        body = chains.new()
        emit_body(chains, body, steps, Ways(on, tagged=tagged), origin)
        for cell, _ in matcher.cells:
            chains.add(here, cell, (Gact(to(body)),), origin)
        return here
    # Packets that go on to the next rule must not meet this rule's other filters.
    following = chains.new()
    body = chains.new()
    if rule.policer is None and rule.verdict is Verdict.CONTINUE:
        on = to(following)
    emit_body(chains, body, steps, Ways(on, to(following), tagged), origin)
    for cell, verdict in matcher.cells:
        chains.add(here, cell, (Gact(to(body if verdict else following)),), origin)
    chains.always(here, to(following), origin)
    return following


def _takes_for_good(rule: Rule) -> bool:
    """Whether no packet that the rule takes is seen by the next one."""
    if rule.policer is None:
        return rule.verdict is not Verdict.CONTINUE
    outcomes = (rule.policer.conform, rule.policer.exceed, rule.policer.violate)
    return not any(one is not None and one.verdict is Verdict.CONTINUE for one in outcomes)


def _way(verdict: Verdict, way: Control) -> Control:
    return {Verdict.TRANSMIT: way, Verdict.DROP: Control("drop"), Verdict.CONTINUE: CONTINUE}[
        verdict
    ]
