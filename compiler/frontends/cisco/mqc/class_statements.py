"""What each statement of a class of a policy-map does to the class.

`READ` has a function for each phrase of the grammar `policy_map` that stands in a class. A phrase
without a function is a fault of the program, which a test finds; it is never taken for another.
"""

from __future__ import annotations

from collections.abc import Callable

from qosc.amounts import Depth
from qosc.frontends.cisco.mqc.class_lines import ClassLines
from qosc.frontends.cisco.mqc.marks import set_line
from qosc.frontends.cisco.mqc.police import PER_FLOW, police
from qosc.frontends.cisco.mqc.queueing import (
    buffers,
    fair_queue,
    guarantee,
    is_share,
    one_in,
    priority,
    queue_limit,
    shaper,
)
from qosc.frontends.cisco.mqc.wred import read_wred
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.statements.account import (
    KILO,
    Account,
    Rejected,
    at,
    phrase,
    recognised,
    unquoted,
)
from qosc.frontends.cisco.table import readers
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import Reference, RefKind, SupportState
from qosc.tuples import NamedTuple

__all__ = ["READ", "ClassStatements"]

_WHY = {"dbl": "dynamic buffer limiting drops by flow, in a way that Cisco does not document"}
_KILO = frozenset(("kbytes", "mbytes", "gbytes"))
_IN_MODEL = readers(Mode.POLICY_CLASS)
_KINDS = frozenset(("average", "level", "peak", "percent", "ratio", "remaining"))
"""Words between a keyword and its value, after which a line with `no` may end."""


class _Given(NamedTuple):
    """A statement, and the class that it stands in. `whole` is the queue-limit of the class, for a
    statement that gives a part of it.
    """

    account: Account
    target: ClassLines
    line: Line
    node: Node
    whole: Depth | None


class ClassStatements:
    """Reads the lines of classes, and accounts for each."""

    def __init__(self, account: Account) -> None:
        self._account = account

    def read(self, target: ClassLines, line: Line) -> None:
        """A line of the class `target`. Raises `Rejected`."""
        keyword = line.keyword
        words = line.text.lower().split()[2:] if line.negated else []
        try:
            if keyword == "police":
                self._police(target, line)
            elif keyword == "set" and (words or not line.negated):
                set_line(self._account, line, target.marks)
            elif keyword not in _IN_MODEL:
                raise recognised(None, _WHY.get(keyword, f"`{keyword}` is not in the model"))
            elif line.negated and _KINDS.issuperset(words):
                target.clear(keyword, words)
            else:
                node = phrase("policy_map", line)
                self._units(line, node)
                if is_share(node):
                    target.shares.append((line, node))
                else:
                    READ[node.name](_Given(self._account, target, line, node, None))
        except Rejected as error:
            self._account.rejected(line, error)
        else:
            self._account.modelled(line)

    def _police(self, target: ClassLines, line: Line) -> None:
        """A class has one policer, that of the last line, also where the model has none for it."""
        account, before, made = self._account, target.police_line, None
        if line.negated:
            target.police = target.police_line = target.police_told = None
            return
        doubt = None
        try:
            made = police(account, line)
        except Rejected as error:
            account.rejected(line, error)
            doubt = len(account.residue) - 1
            if error.state is SupportState.UNKNOWN or error.reason == PER_FLOW:
                return  # perhaps no router takes it; or the one before it stays beside it
        if before is not None and before.text != line.text:
            reason = f"`{before.text.strip()}` is replaced by `{line.text.strip()}`"
            account.overruled(before, reason, line.span(), instead=target.police_told)
        target.police, target.police_line, target.police_told = made, line, doubt
        target.child_of_meter = account.dialect.child_of_meter

    def finish(self, target: ClassLines) -> None:
        """Read the lines that give a part of the queue-limit, once all lines are known."""
        limit = target.limits.get(None)
        whole = limit.depth if limit is not None else None
        for line, node in target.shares:
            try:
                READ[node.name](_Given(self._account, target, line, node, whole))
            except Rejected as error:
                self._account.rejected(line, error)

    def _units(self, line: Line, node: Node) -> None:
        """Say what of a line is approximated or left out."""
        account = node.find("account")
        if account is not None:
            reason = "accounting for layer-2 overhead is not in the model"
            self._account.recognised(line, reason, account)
        for part in node.nodes():
            loss = part if part.name == "loss" else part.find("chance_percent")
            if loss is not None and 100 % (percent := int(loss.word())) and one_in(percent):
                reason = f"taken for a drop probability of 1/{one_in(percent)}"
                self._account.recognised(line, reason, loss)
            units = [one for one in part.nodes() if one.name.endswith("unit")]
            unit = units[0] if units else part
            if unit.word() in _KILO:
                self._account.recognised(line, KILO, unit)


def _guarantee(given: _Given) -> None:
    given.target.guarantee = (
        None if given.line.negated else guarantee(given.line, given.node, given.account.dialect)
    )


def _excess(given: _Given) -> None:
    given.target.excess = (
        None if given.line.negated else guarantee(given.line, given.node, given.account.dialect)
    )


def _priority(given: _Given) -> None:
    if given.node.find("express") is not None and not given.line.negated:
        # Cisco-IOS-XE-policy (17.18.1), priority/express: frames that interrupt others.
        given.account.recognised(given.line, "frame preemption is not in the model")
    target, line = given.target, given.line
    value = None if line.negated else priority(line, given.node)
    before, at = target.priority, target.priority_line
    if value is not None and before is not None and at is not None and value != before:
        reason = f"`{at.text.strip()}` is taken to be replaced by `{line.text.strip()}`"
        given.account.overruled(at, reason, line.span())
    target.priority, target.priority_line = value, line


def _shaper(given: _Given) -> None:
    if given.node.name == "shape_between" and given.node.words()[0].text.strip("0."):
        reason = "the least rate of a shaped queue is not in the model"
        given.account.recognised(given.line, reason, given.node.words()[0])
    given.target.shaper = None if given.line.negated else shaper(given.line, given.node)


def _limit(given: _Given) -> None:
    limit = queue_limit(given.line, given.node, given.whole)
    given.target.limits.pop(limit.match, None)
    if not given.line.negated:
        given.target.limits[limit.match] = limit


def _buffers(given: _Given) -> None:
    given.target.limits.pop(None, None)
    if not given.line.negated:
        given.target.limits[None] = buffers(given.line, given.node)


def _fair_queue(given: _Given) -> None:
    given.target.fair_queue = (
        None if given.line.negated else fair_queue(given.line, given.node, given.target.fair_queue)
    )


def _wred(given: _Given) -> None:
    given.target.wred = read_wred(given.target.wred, given.line, given.node, given.whole)


def _drop(given: _Given) -> None:
    given.target.drop = not given.line.negated


def _child(given: _Given) -> None:
    word = given.node.words()[0]
    child = Reference(RefKind.POLICY_MAP, unquoted(word.text), at(given.line, word))
    given.target.child = None if given.line.negated else child


READ: dict[str, Callable[[_Given], None]] = {
    "bandwidth": _guarantee,
    "bandwidth_percent": _guarantee,
    "remaining_percent": _excess,
    "remaining_ratio": _excess,
    "priority": _priority,
    "shape": _shaper,
    "shape_between": _shaper,
    "shape_kbps": _shaper,
    "shape_other": _shaper,
    "shape_percent": _shaper,
    "shape_units": _shaper,
    "queue_limit": _limit,
    "queue_limit_of": _limit,
    "queue_limit_other": _limit,
    "queue_limit_share": _limit,
    "queue_limit_share_of": _limit,
    "queue_buffers": _buffers,
    "fair_queue": _fair_queue,
    "fair_queue_limit": _fair_queue,
    "fair_queue_other": _fair_queue,
    "curve_all": _wred,
    "curve_cos": _wred,
    "curve_discard_class": _wred,
    "curve_dscp": _wred,
    "curve_exp": _wred,
    "curve_precedence": _wred,
    "wred_aggregate": _wred,
    "wred_cos": _wred,
    "wred_discard_class": _wred,
    "wred_dscp": _wred,
    "wred_ecn": _wred,
    "wred_exp": _wred,
    "wred_exponent": _wred,
    "wred_levels": _wred,
    "wred_other": _wred,
    "wred_plain": _wred,
    "wred_red": _wred,
    "drop": _drop,
    "service_policy": _child,
}
"""By the name of a phrase, what it does to the class."""
