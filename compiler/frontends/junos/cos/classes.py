"""Forwarding classes and their queues.

Source: Juniper, "Class of Service User Guide (Routers and EX9200 Switches)", Default Forwarding
Classes: a packet that no classifier assigns to another queue is in the class of queue 0.
"""

from __future__ import annotations

from collections.abc import Iterable

from qosc.fields import Field
from qosc.frontends.junos.cos.code_points import KINDS, Kind
from qosc.frontends.junos.text.values import LOSS
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir import Mark, Named, Predicate, Residue, SupportState, Test
from qosc.profiles.junos_tables import junos_defaults
from qosc.source import NOWHERE, Span

__all__ = ["ForwardingClasses", "takes_unmarked"]

_SHORT = {
    "be": "best-effort",
    "ef": "expedited-forwarding",
    "af": "assured-forwarding",
    "nc": "network-control",
}
_MOST_QUEUES = 16
_QUEUES = {"junos-qfx": 12, "junos-ex": 12}
_FEWEST_QUEUES = 8
"""Queues of a port: those of QFX and of EX like it have twelve, of which 8 to 11 are for
multidestination traffic; others have eight. Juniper, CLI Explorer, class (Forwarding Classes), and
Configuring Up to 16 Forwarding Classes: they share eight queues."""


def takes_unmarked(match: Predicate) -> bool:
    """Whether a test for classes holds for packets that nothing put into one."""
    return isinstance(match, Test) and Named("") in match.values


class ForwardingClasses:
    """The queue of each forwarding class: those of the config, and the defaults it leaves."""

    def __init__(self, root: Node, platform: str, account: Account) -> None:
        self.account = account
        self.platform = platform
        self.defaults = junos_defaults(platform)
        self.queues: dict[str, int] = {}
        self.premium: list[str] = []
        self.where: dict[str, Span] = {}
        self._told: set[str] = set()
        stanza = root.get("class-of-service", "forwarding-classes")
        taken: set[int] = set()
        for node in stanza.children if stanza is not None else ():
            self._read(node)
        taken.update(self.queues.values())
        for name, queue in self.defaults.classes.value.items():
            # A class of the config takes the queue over from the default one.
            if queue not in taken:
                self.queues.setdefault(name, queue)

    def _read(self, node: Node) -> None:
        if node.words[0] == "class" and len(node.words) > 1:
            queue = node.get("queue-num")
            self._add(node, node.words[1], queue.value if queue is not None else "", queue)
        elif node.words[0] == "queue" and len(node.words) > 1:
            for kid in node.children:
                if kid.known and len(kid.words) == 1:
                    self._add(node, kid.name, node.words[1], kid)
                    break
        name = node.value if node.words[0] == "class" else self.of_queue_number(node)
        for kid in node.children:
            if kid.words[0] == "policing-priority" and kid.value in ("premium", "normal"):
                self.account.modelled(kid)
                if kid.value == "premium" and name:
                    self.premium.append(name)
            elif kid.words[0] in (
                "priority",
                "no-loss",
                "pfc-priority",
                "policing-priority",
                "spu-priority",
            ):
                self.account.recognised(kid, "understood, but not in the model")

    @staticmethod
    def of_queue_number(node: Node) -> str:
        """The class of a `queue N NAME` statement; empty where it has none."""
        return next((kid.name for kid in node.children if kid.known and len(kid.words) == 1), "")

    def premium_classes(self) -> tuple[str, ...]:
        """The classes whose packets a hierarchical policer takes for premium.

        Sources: Juniper, CLI Explorer, `policing-priority`; Hierarchical Policers: packets of
        expedited forwarding are premium.
        """
        default = "expedited-forwarding"
        return tuple(self.premium) or ((default,) if default in self.queues else ())

    def _add(self, node: Node, name: str, queue: str, said: Node | None) -> None:
        if not (queue.isascii() and queue.isdecimal() and int(queue[:9]) < _MOST_QUEUES):
            self.account.unknown(said or node, f"a queue is a number from 0 to {_MOST_QUEUES - 1}")
            return
        most = _QUEUES.get(self.platform, _FEWEST_QUEUES)
        if int(queue) >= most:
            at = node.span if node.words[0] == "queue" or said is None else said.span
            reason = f"{self.platform} has queues 0 to {most - 1}"
            place = "class-of-service forwarding-classes"
            self.account.remark(
                Residue(SupportState.UNKNOWN, place, f"queue {queue}", reason, (), at)
            )
        self.queues[name] = int(queue)
        self.where[name] = node.span
        self.account.modelled(node.parent, node, said)

    def mark(self, node: Node, name: str) -> Mark:
        """The mark that puts a packet into a forwarding class."""
        name = self.full(name)
        queue = self.queues.get(name)
        if queue is None and name not in self._told:
            self._told.add(name)
            self.account.remark(
                Residue(
                    SupportState.RECOGNISED,
                    "class-of-service forwarding-classes",
                    name,
                    f"forwarding class `{name}` has no queue in this text",
                    (),
                    node.span,
                )
            )
        return Mark(Field.FORWARDING_CLASS, queue or 0, node.span, name)

    def full(self, name: str) -> str:
        """The name of a class that may be given by its short name (`be`)."""
        return name if name in self.queues else _SHORT.get(name, name)

    def of_queue(self, queue: int) -> str:
        """The first class of a queue."""
        names = (name for name, number in self.queues.items() if number == queue)
        return next(names, f"queue {queue}")

    def kind(self, name: str) -> Kind:
        """A kind of code point, and whose packets the platform looks at for it."""
        known_kind = KINDS[name]
        return known_kind._replace(version=0) if self.defaults.both_versions.value else known_kind

    def test(self, names: Iterable[str], origin: Span = NOWHERE) -> Test:
        """The packets in one of some classes; the first of queue 0 has those nothing put in any."""
        full = dict.fromkeys(self.full(name) for name in names)
        if self.of_queue(0) in full:
            full[""] = None
        return Test(Field.FORWARDING_CLASS, tuple(Named(name) for name in full), origin)

    def of_default(self, name: str) -> str:
        """What the config calls the class of a default table.

        Source: Juniper, Default Forwarding Classes: a new name for the class of a queue changes
        nothing in the default classification and scheduling of that queue.
        """
        # A platform without such a class gives its packets to queue 0.
        queue = self.defaults.classes.value.get(name, 0)
        if name not in self.queues:
            return self.of_queue(queue)
        if self.queues[name] != queue and queue in self.queues.values():
            self._moved(name, queue)
        return name

    def _moved(self, name: str, queue: int) -> None:
        """Say once that a default class has another queue, and its own queue another class."""
        reason = (
            f"`{name}` has queue {self.queues[name]} here and {queue} by default: no public source "
            f"says whether default tables follow the name or the queue; here they follow the name"
        )
        if reason not in self._told:
            self._told.add(reason)
            place = "class-of-service forwarding-classes"
            at = self.where.get(name, NOWHERE)
            self.account.remark(Residue(SupportState.RECOGNISED, place, name, reason, (), at))

    def in_queue_of(self, name: str) -> tuple[str, ...]:
        """All classes of the queue of a class, itself first."""
        queue = self.queues.get(name)
        others = (n for n, number in self.queues.items() if number == queue and n != name)
        return (name, *others) if queue is not None else (name,)

    @staticmethod
    def loss(node: Node, name: str) -> Mark | None:
        """The mark that gives a packet a loss priority; None for a word that is none."""
        if name not in LOSS:
            return None
        return Mark(Field.LOSS_PRIORITY, LOSS[name], node.span, name)
