"""Priority queueing and custom queueing: `priority-list` and `queue-list`.

A list becomes a policy of its own with a class for each queue. What the lists do is in the Cisco
IOS Quality of Service Solutions Command Reference under `priority-list default`, `queue-list
default` (queue 1) and the commands that `qosc.profiles.legacy_queueing` names, which has the limits
and byte counts of lists that say none. The rules of a list are looked at in the order of their
lines, and the first that matches decides, whatever queue it names.
"""

from __future__ import annotations

from qosc.amounts import Burst, Depth
from qosc.fields import Field
from qosc.frontends.cisco.acl.ip_names import TCP_PORTS, UDP_PORTS
from qosc.frontends.cisco.statements import Node, Word
from qosc.frontends.cisco.statements.account import (
    Account,
    Rejected,
    at,
    equal,
    number,
    phrase,
    recognised,
)
from qosc.frontends.cisco.statements.interface_names import canonical
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import (
    AllOf,
    AnyOf,
    Anything,
    Attachment,
    Named,
    Not,
    Opaque,
    Policy,
    Predicate,
    Priority,
    QueueLimit,
    Reference,
    RefKind,
    Test,
    TrafficClass,
)
from qosc.profiles import legacy_queueing as defaults
from qosc.source import Span

__all__ = ["QueueLists", "use_list"]

_REFERENCE = "QoS command reference"
_LEVELS = ("high", "medium", "normal", "low")
_LIMITS = dict(enumerate(defaults.PRIORITY_LIST_LIMITS.value, 1))
_BYTE_COUNT = defaults.QUEUE_LIST_BYTES.value
_LIMIT = defaults.QUEUE_LIST_LIMIT.value
_BY_IOS = "ios"
_NORMAL = 3
_MOST_RULES = 128
"""A rule is excluded from the queues whose rules stand behind it: what a list costs grows with the
square of its rules."""

_ARP, _TCP, _UDP = 0x0806, 6, 17


class _List:
    """A list while its lines are read. A queue of a priority list is its level, 1 to 4."""

    __slots__ = ("default", "keyword", "limits", "lowest", "origin", "quanta", "rules")

    def __init__(self, keyword: str, origin: Span) -> None:
        self.keyword = keyword
        self.origin = origin
        self.rules: dict[Predicate, tuple[int, Predicate]] = {}
        self.default: tuple[int, Span] | None = None
        self.limits: dict[int, Depth] = {}
        self.quanta: dict[int, Burst] = {}
        self.lowest = 1

    @property
    def strict(self) -> bool:
        """Whether its queues are served in strict order."""
        return self.keyword == "priority-list"

    def value(self, name: str) -> Policy:
        last, origin = self.default or (_NORMAL if self.strict else 1, self.origin)
        queues = {queue for queue, _ in self.rules.values()} | self.quanta.keys()
        queues |= set(_LIMITS) if self.strict else self.limits.keys()
        order = [*sorted(queues - {last}), last]
        classes = []
        for queue in order:
            match = Anything(origin) if queue == last else self._match(queue, order)
            classes.append(self._class(queue, match))
        return Policy(name, tuple(classes), "", self.origin, name)

    def _match(self, queue: int, order: list[int]) -> Predicate:
        """What reaches a queue: its rules, but not what an earlier rule sends to a later class."""
        place = {one: rank for rank, one in enumerate(order)}
        passed: list[Predicate] = []
        wanted: list[Predicate] = []
        for target, match in self.rules.values():
            if target == queue:
                wanted.append(AllOf((match, *passed), self.origin) if passed else match)
            elif place[target] > place[queue]:
                passed.append(Not(match, self.origin))
        return wanted[0] if len(wanted) == 1 else AnyOf(tuple(wanted), self.origin)

    def _class(self, queue: int, match: Predicate) -> TrafficClass:
        if self.strict:
            name = _LEVELS[queue - 1]
            limit = self.limits.get(queue) or Depth(_LIMITS[queue], default_by=_BY_IOS)
        else:
            name = f"queue {queue}"
            limit = self.limits.get(queue) or Depth(_LIMIT, default_by=_BY_IOS)
        priority = quantum = None
        if self.strict:
            priority = Priority(queue, origin=self.origin)
        elif queue < self.lowest:
            # Queue 0, and those below `lowest-custom`, are emptied before the others.
            priority = Priority(queue + 1, origin=self.origin)
        else:
            quantum = self.quanta.get(queue) or Burst(_BYTE_COUNT, default_by=_BY_IOS)
        return TrafficClass(
            name,
            match,
            priority=priority,
            limits=(QueueLimit(limit, origin=limit.origin),),
            origin=self.origin,
            quantum=quantum,
        )


class QueueLists:
    """Collects the lists of both kinds."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._found: dict[str, _List] = {}

    def line(self, line: Line) -> None:
        """A line `priority-list ...` or `queue-list ...`. Raises `Rejected`."""
        try:
            node = phrase("queue_lists", line)
            index = number(node.words()[0], 1, 16, "a list", _REFERENCE)
            if node.name == "list_other":
                raise recognised(None, "queueing of serial tunnels is not in the model")
            name = f"{line.keyword} {index}"
            if node.name in ("priority_all", "queue_all"):
                _only_behind_no(line)
                self._found.pop(name, None)
            else:
                target = self._found.setdefault(name, _List(line.keyword, line.span()))
                _SETTINGS[node.name.partition("_")[2]](target, line, node)
        except Rejected as error:
            self._account.rejected(line, error)
        else:
            self._account.modelled(line)

    def finish(self) -> dict[str, Policy]:
        """The lists as policies, by their names."""
        return {name: queue_list.value(name) for name, queue_list in self._found.items()}


def _only_behind_no(line: Line) -> None:
    if not line.negated:
        raise Rejected(None, "the line ends too early")


def _queue(target: _List, node: Node, part: Node | Word | None) -> int:
    """The queue that a line names."""
    if part is None:
        raise Rejected(node, "a queue is missing")
    if target.strict:
        word = part.text if isinstance(part, Word) else part.word()
        ranks = [rank for rank, level in enumerate(_LEVELS, 1) if level.startswith(word.lower())]
        if len(ranks) != 1:
            raise Rejected(part, "a queue is high, medium, normal or low", expected=_LEVELS)
        return ranks[0]
    return number(part, 0, 16, "a queue", _REFERENCE)


def _protocol(target: _List, line: Line, node: Node) -> None:
    match = _protocol_match(line, node)
    if line.negated:
        target.rules.pop(match, None)
    else:
        _add(target, _queue(target, node, node.find("level") or node.find("queue")), match)


def _add(target: _List, queue: int, match: Predicate) -> None:
    if len(target.rules) >= _MOST_RULES:
        raise recognised(None, f"only {_MOST_RULES} rules of a list are in the model")
    target.rules.setdefault(match, (queue, match))


def _protocol_match(line: Line, node: Node) -> Predicate:
    _, word = node.words()
    name, origin = word.text.lower(), at(line, word)
    option = next((part for part in node.nodes() if part.name not in ("level", "queue")), None)
    family: Predicate
    if name in ("ip", "ipv6"):
        family = equal(Field.VERSION, (4 if name == "ip" else 6,), origin)
    elif name == "arp":
        family = equal(Field.ETHERTYPE, (_ARP,), origin)
    else:
        family = Opaque("protocol", name, origin)
    if option is None:
        return family
    if option.name == "list" and name in ("ip", "ipv6"):
        given = option.words()[0]
        return Reference(RefKind.ACCESS_LIST, given.text, at(line, given))
    return AllOf((family, *_option(line, option)), origin)


def _option(line: Line, node: Node) -> tuple[Predicate, ...]:
    origin = at(line, node)
    if node.name == "fragments":
        return (equal(Field.FRAGMENT, (1,), origin),)
    word = node.words()[0]
    if node.name in ("longer", "shorter"):
        # The size counts the encapsulation, which the length of the IP packet does not.
        number(word, 0, 65535, "a size in bytes", _REFERENCE)
        return (
            Opaque("packet size", f"{'gt' if node.name == 'longer' else 'lt'} {word.text}", origin),
        )
    if node.name == "list":
        return (Opaque("list", word.text, origin),)
    names, protocol = (TCP_PORTS, _TCP) if node.name == "tcp" else (UDP_PORTS, _UDP)
    port = names.get(word.text.lower())
    if port is None:
        port = number(word, 0, 65535, "a port", "RFC 793")
    # From the port or to it (command reference, `priority-list protocol`).
    ends = (equal(Field.SRC_PORT, (port,), origin), equal(Field.DST_PORT, (port,), origin))
    return equal(Field.PROTOCOL, (protocol,), origin), AnyOf(ends, origin)


def _interface(target: _List, line: Line, node: Node) -> None:
    text = node.words()[1]
    name, _, last = text.text.strip().rpartition(" ")
    word = Word(last, text.start + len(name) + 1, text.start + len(text.text.rstrip()))
    if line.negated and last[-1:].isdigit() and (target.strict or not name[-1:].isdigit()):
        name, last = text.text, ""
    match = Test(Field.INPUT_INTERFACE, (Named(canonical(name)),), at(line, text))
    if line.negated:
        target.rules.pop(match, None)
    elif not name.strip():
        raise Rejected(text, "an interface and a queue are needed")
    else:
        _add(target, _queue(target, node, word), match)


def _default(target: _List, line: Line, node: Node) -> None:
    if line.negated:
        target.default = None
        return
    queue = _queue(target, node, node.find("level") or node.find("queue"))
    target.default = queue, line.span()


def _limits(target: _List, line: Line, node: Node) -> None:
    """`priority-list N queue-limit`: those left out keep what they had."""
    if line.negated:
        target.limits.clear()
        return
    words = node.words()[1:]
    if not words:
        raise Rejected(None, "a queue limit is missing")
    limits = [number(word, 0, 32767, "a queue limit", _REFERENCE) for word in words]
    for level, (value, word) in enumerate(zip(limits, words, strict=True), 1):
        target.limits[level] = Depth(value, origin=at(line, word))


def _lowest(target: _List, line: Line, node: Node) -> None:
    """Queues below this one are emptied first, in order (K. Dooley, I. Brown, Cisco IOS Cookbook,
    "Using Custom Queues with Priority Queues").
    """
    target.lowest = 1 if line.negated else _queue(target, node, node.find("queue"))


def _one_value(node: Node) -> Word:
    words = node.words()[1:]
    if not words:
        raise Rejected(None, "a number is missing")
    return words[0]


def _bytes(target: _List, line: Line, node: Node) -> None:
    queue = _queue(target, node, node.find("queue"))
    if line.negated:
        target.quanta.pop(queue, None)
        return
    word = _one_value(node)
    value = number(word, 1, 16_777_215, "a byte count", _REFERENCE)
    target.quanta[queue] = Burst(value, origin=at(line, word))
    if len(node.words()) > 2:
        _set_limit(target, queue, line, node.words()[2])


def _limit(target: _List, line: Line, node: Node) -> None:
    queue = _queue(target, node, node.find("queue"))
    if line.negated:
        target.limits.pop(queue, None)
        return
    _set_limit(target, queue, line, _one_value(node))


def _set_limit(target: _List, queue: int, line: Line, word: Word) -> None:
    value = number(word, 0, 32767, "a queue limit", _REFERENCE)
    if not value:
        raise recognised(word, "a queue without a limit is not in the model")
    target.limits[queue] = Depth(value, origin=at(line, word))


_SETTINGS = {
    "protocol": _protocol,
    "interface": _interface,
    "default": _default,
    "limits": _limits,
    "lowest": _lowest,
    "bytes": _bytes,
    "limit": _limit,
}


_LISTS = {"priority-group": "priority-list", "custom-queue-list": "queue-list"}
"""The lines that put a list on an interface."""


def use_list(line: Line) -> Attachment | None:
    """`priority-group N`, `custom-queue-list N`: the later line takes the place of the earlier.

    Raises `Rejected` for a line without a number.
    """
    words = phrase("queue_lists", line).words()
    if line.negated:
        return None
    if not words:
        raise Rejected(None, "a list is missing")
    index = number(words[0], 1, 16, "a list", "QoS command reference")
    name = f"{_LISTS[line.keyword]} {index}"
    return Attachment(Reference(RefKind.POLICY_MAP, name, at(line, words[0])), line.span())
