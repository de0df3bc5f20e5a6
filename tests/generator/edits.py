"""Two abstract routers, one an edit of the other, and whether they treat a packet alike.

The judgement is from the abstract routers and the manuals alone. `Judgement.OPEN` is what no public
source settles, and what is a matter of words: a packet in another class of the same figures, or
in a class of which only the neighbours have changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import product
from random import Random
from typing import Any

from tests.generator.borders import Interest, packet
from tests.generator.device import IOS, Device, IosExpected, JunosExpected, device
from tests.generator.figure import Figure
from tests.generator.ios import edits as ios_edits
from tests.generator.ios import printing as ios_printing
from tests.generator.ios import treat as ios_treat
from tests.generator.ios.model import Police, PolicyClass, Router
from tests.generator.junos import edits as junos_edits
from tests.generator.junos import printing as junos_printing
from tests.generator.junos import treat as junos_treat
from tests.generator.junos.model import JunosRouter
from tests.generator.treatment import Treatment, World
from tests.wire import Packet, carried

Key = tuple[str, str, tuple[str, ...]]


class Judgement(Enum):
    """Whether a packet is treated alike by old and new."""

    SAME = "same"
    DIFFERS = "differs"
    OPEN = "open"


@dataclass(frozen=True)
class Side:
    """One router: its text and what it does."""

    text: str
    platform: str | None
    expected: IosExpected | JunosExpected

    @cached_property
    def figures(self) -> dict[Key, dict[str, int | None]]:
        """Quantities by port, direction and path."""
        found: dict[Key, dict[str, int | None]] = {}
        for each in self.expected.figures():
            _add(found, each)
        return found

    @property
    def router(self) -> Any:
        """The abstract router."""
        return self.expected.router

    def of_port(self, name: str) -> dict[Key, object]:
        """All that is said of the way out of a port."""
        found: dict[Key, object] = {}
        if isinstance(self.router, Router):
            # What the guarantees leave is a share of this, whatever the classes say.
            found[name, "output", ()] = self.router.port(name).reference
        for key, values in self.figures.items():
            if key[0] == name and key[1] == "output" and key[2]:
                found[key] = (sorted(values.items()), self.beside(key))
        return found

    def beside(self, key: Key) -> object:
        """What a class says beside its figures."""
        if isinstance(self.router, JunosRouter):
            found = dict(self.router.port(key[0]).schedulers).get(key[2][-1] if key[2] else "")
            return found and (found.priority, found.buffer_percent, found.exact, found.shaping)
        each = self.the_class(key)
        if each is None:
            return None
        return each.random_detect, each.fair_queue, each.priority is not None, each.child is None

    def the_class(self, key: Key) -> PolicyClass | None:
        """The class of an IOS policy at a place."""
        router: Router = self.router
        port = router.port(key[0])
        name = router.input_holder(port).input if key[1] == "input" else port.output
        found = None
        for part in key[2]:
            classes = router.policies[name].classes if name else ()
            found = next((each for each in classes if each.name == part), None)
            name = found.child if found is not None else None
        return found


def _add(found: dict[Key, dict[str, int | None]], each: Figure) -> None:
    found.setdefault((each.port, each.direction, each.path), {})[each.quantity] = each.value


@dataclass(frozen=True)
class Pair:
    """An edit by its name, and the two routers."""

    kind: str
    old: Side
    new: Side
    ports: tuple[str, ...]
    made: Device

    def packets(self, count: int, rng: Random) -> list[tuple[str, str, Packet]]:
        """So many packets with the ports that they pass; near the borders of either side."""
        interests = [side.expected.interest() for side in (self.old, self.new)]
        interests += self._apart(*interests)
        treating = [port for port in self.made.ports if port.input or port.output]
        found = []
        for number in range(count):
            here, there = rng.sample(self.made.ports, 2)
            if number % 2 and len(treating) > 1:
                here, there = rng.sample(treating, 2)
            versions = tuple(v for v in (4, 4, 4, 6) if v in here.versions and v in there.versions)
            interest = interests[number % len(interests)] if number % 8 else Interest()
            made = packet(rng, interest, versions=versions, vlan=here.vlan)
            if made.version not in versions:
                made = packet(rng, Interest(), versions=versions, vlan=here.vlan)
            found.append((here.name, there.name, made))
        return found

    def _apart(self, old: Interest, new: Interest) -> list[Interest]:
        """What one side names and the other does not, where there is such a thing."""
        mine = [each for each in old.patterns if each not in new.patterns]
        mine += [each for each in new.patterns if each not in old.patterns]
        if not mine:
            return []
        found = self.new.expected.interest()
        found.patterns = mine
        return [found, found]

    def judge(self, ingress: str, egress: str, one: Packet) -> Judgement:
        """Whether old and new treat a packet alike from one port to another."""
        before = self.old.expected.treat(ingress, egress, one)
        after = self.new.expected.treat(ingress, egress, one)
        found = self._judged(before, after, ingress, egress, one)
        spared = any(
            _spares(side, each, ingress, egress)
            for side, treated in ((self.old, before), (self.new, after))
            for each in treated.meters
        )
        # What exceeds and goes on may go another way than what conforms, which alone is known.
        return Judgement.OPEN if found is Judgement.SAME and spared else found

    def _judged(
        self, before: Treatment, after: Treatment, ingress: str, egress: str, one: Packet
    ) -> Judgement:
        if before.unknown or after.unknown:
            return Judgement.OPEN
        if before.dropped and after.dropped:
            # What the way in does to packets that the way out drops is of no account, and is told.
            quiet = not self._filtered(egress) and self._meters(before, after, ingress, egress)
            return Judgement.SAME if quiet else Judgement.OPEN
        if before.dropped or after.dropped:
            return Judgement.DIFFERS
        if (before.dscp_out, before.cos_out) != (after.dscp_out, after.cos_out):
            return Judgement.DIFFERS
        if not self._meters(before, after, ingress, egress):
            return self._by_colour(ingress, egress, one)
        if before.leaf is None and isinstance(self.old.router, JunosRouter):
            # The queues that a platform has by default are not among the figures known here.
            alike = at_output(self.old, ingress, one) == at_output(self.new, ingress, one)
            return Judgement.SAME if alike and not after.leaf else Judgement.OPEN
        return self._queues(before, after, egress)

    def _filtered(self, egress: str) -> bool:
        """Whether something on the way out may drop packets."""
        return any(port.output for port in self.made.ports if port.name == egress)

    def _meters(self, before: Treatment, after: Treatment, ingress: str, egress: str) -> bool:
        return _metered(self.old, before, ingress, egress) == _metered(
            self.new, after, ingress, egress
        )

    def _by_colour(self, ingress: str, egress: str, one: Packet) -> Judgement:
        """Of a packet that passes other policers on either side, which let it go on alike where
        they conform: whether they differ in marks alone, and what follows undoes these.
        """
        if isinstance(self.old.router, JunosRouter):
            return Judgement.DIFFERS
        known = self.old.expected.treat(ingress, egress, one)
        after = self.new.expected.treat(ingress, egress, one)
        bare = [
            _metered(side, each, ingress, egress, marks=False)
            for side, each in ((self.old, known), (self.new, after))
        ]
        if known.meters != after.meters or bare[0] != bare[1]:
            return Judgement.DIFFERS
        for colours in product(("conform", "exceed", "violate"), repeat=len(known.meters)):
            found = dict(zip(known.meters, colours, strict=True))
            ends = [
                ios_treat.treat(side.router, ingress, egress, one, found)
                for side in (self.old, self.new)
            ]
            if ends[0] != ends[1]:
                return Judgement.DIFFERS
        return self._queues(known, after, egress)

    def _queues(self, before: Treatment, after: Treatment, egress: str) -> Judgement:
        one, two = _queue(self.old, before, egress), _queue(self.new, after, egress)
        if None in (*one[1], *two[1]):
            return Judgement.OPEN
        if one[0] != two[0]:
            return Judgement.DIFFERS
        if one[0] is not None and before.leaf != _unchanged(after.leaf):
            return Judgement.OPEN
        if self.kind == "release":
            return Judgement.OPEN  # its defaults are more than the figures that are known here
        new = self.new.of_port(egress)
        named = {(port, side, _unchanged(path)): found for (port, side, path), found in new.items()}
        return Judgement.SAME if self.old.of_port(egress) == named else Judgement.OPEN


def _unchanged(path: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Names of classes without what an edit appends to all of them."""
    return None if path is None else tuple(name.removesuffix(ios_edits.SUFFIX) for name in path)


def _metered(
    side: Side, found: Treatment, ingress: str, egress: str, *, marks: bool = True
) -> list[object]:
    """The policers that a packet passes, with their figures and actions, or what they drop alone.

    Without those that do the same to every packet: nothing is.
    """
    meters = [_meter(side, each, ingress, egress, marks=marks) for each in found.meters]
    return [each for each in meters if each is not None]


def _meter(side: Side, name: str, ingress: str, egress: str, *, marks: bool) -> object:
    direction, *parts = name.split(":")
    port = ingress if direction == "input" else egress
    if isinstance(side.router, JunosRouter):
        policer = side.router.policers[parts[-1]]
        rate = policer.bps or side.router.port(port).speed * (policer.percent or 0) // 100
        return rate, policer.burst, policer.excess
    if parts[0].startswith("rate-limit "):
        rules = side.router.port(port)
        chosen = rules.input_rules if direction == "input" else rules.output_rules
        rule = chosen[int(parts[0].split()[1]) - 1]
        if rule.conform is None and not rule.goes_on and not rule.exceed_drops:
            return None
        conform = rule.conform if marks else None
        return rule.bps, rule.normal, rule.maximum, conform, rule.exceed_drops
    path = tuple(part.split("/", 1)[1] for part in parts)
    each = side.the_class((port, direction, path))
    assert each is not None
    holder = port
    if direction == "input":
        holder = side.router.input_holder(side.router.port(port)).name
    figures = side.figures.get((holder, direction, path), {})
    rates = {name: figures.get(name) for name in ("cir", "bc", "pir", "be")}
    actions = _actions(each.police)
    if set(actions) - {None} == {(None, False)}:
        return None
    return rates, actions if marks else [action and action[1] for action in actions]


def _spares(side: Side, name: str, ingress: str, egress: str) -> bool:
    """Whether a meter lets packets go on that do not conform."""
    direction, *parts = name.split(":")
    port = ingress if direction == "input" else egress
    if isinstance(side.router, JunosRouter):
        return bool(side.router.policers[parts[-1]].excess != "discard")
    if parts[0].startswith("rate-limit "):
        rules = side.router.port(port)
        chosen = rules.input_rules if direction == "input" else rules.output_rules
        return not chosen[int(parts[0].split()[1]) - 1].exceed_drops
    path = tuple(part.split("/", 1)[1] for part in parts)
    each = side.the_class((port, direction, path))
    assert each is not None
    assert each.police is not None
    return not each.police.exceed_drops or not each.police.violate_drops


def _actions(police: Police | None) -> tuple[tuple[object, bool] | None, ...]:
    assert police is not None
    three = police.pir is not None or police.be is not None
    violate = (police.violate, police.violate_drops) if three else None
    return (
        (police.conform, police.conform_drops),
        (police.exceed, police.exceed_drops),
        violate,
    )


_SCHEDULED = ("guaranteed", "remaining", "ratio", "cap", "priority", "priority_burst", "queue")


def _queue(side: Side, found: Treatment, egress: str) -> tuple[object, list[object]]:
    """The figures of the queue of a packet and of all around it; then each of them by itself."""
    if found.leaf is None or not _has_queues(side, egress):
        return None, [0]
    levels: list[object] = []
    known: list[object] = [0]
    junos = isinstance(side.router, JunosRouter)
    for depth in range(1, len(found.leaf) + 1):
        path = found.leaf[:depth]
        places = [path]
        each = None if junos else side.the_class((egress, "output", path))
        if not junos and (each is None or not _queueing(each)):
            places = [(*path[:-1], "class-default")]
        for place in places:
            key = (egress, "output", place)
            figures = {n: v for n, v in side.figures.get(key, {}).items() if n in _SCHEDULED}
            known += figures.values()
            levels.append((sorted(figures.items(), key=str), side.beside(key)))
    return levels, known


def _has_queues(side: Side, egress: str) -> bool:
    """Whether what stands on the way out of a port divides it into queues."""
    if isinstance(side.router, JunosRouter):
        return True
    router: Router = side.router
    return ios_treat.queues(router, router.port(egress).output)


def _queueing(each: PolicyClass) -> bool:
    parts = (each.bandwidth, each.remaining, each.ratio, each.priority, each.shape, each.child)
    return any(parts) or bool(each.queue_limit or each.fair_queue) or each.random_detect is not None


KINDS = {
    **{f"ios {name}": name for name in ios_edits.EDITS},
    **{f"junos {name}": name for name in junos_edits.EDITS},
}
"""All kinds of edits; the first word says of which vendor."""


def pair(
    seed: int, dialect: str, kind: str, size: str = "small", *, respelt: bool = True
) -> Pair | None:
    """The pair of a seed: the same arguments give the same bytes.

    `kind` is one of KINDS without its first word. With `respelt`, names of numbers, order of
    definitions, indentation and abbreviations of the new text are others as well. None where the
    device of that seed has nothing that can be edited so.
    """
    made = device(seed, dialect, size)
    rng = Random(f"{seed} {dialect} {kind}")  # noqa: S311
    spelling = Random(f"{seed} {'new' if respelt else 'old'}")  # noqa: S311
    first = Random(f"{seed} old")  # noqa: S311
    ports = tuple(port.name for port in made.ports)
    if dialect in IOS:
        assert isinstance(made.expected, IosExpected)
        router = made.expected.router
        other = ios_edits.EDITS[kind](rng, router)
        if other is None:
            return None
        old = Side(ios_printing.text_of(router, first), router.platform, made.expected)
        new = Side(ios_printing.text_of(other, spelling), other.platform, IosExpected(other))
        return Pair(kind, old, new, ports, made)
    assert isinstance(made.expected, JunosExpected)
    junos = made.expected.router
    changed = junos_edits.EDITS[kind](rng, junos)
    if changed is None:
        return None
    forms = ("braces", "set") if respelt else ("braces", "braces")
    texts = [
        junos_printing.text_of(each, by, form)
        for each, by, form in zip((junos, changed), (first, spelling), forms, strict=True)
    ]
    sides = [Side(texts[0], made.platform, made.expected)]
    sides.append(Side(texts[1], made.platform, JunosExpected(changed)))
    return Pair(kind, sides[0], sides[1], ports, made)


def at_output(side: Side, ingress: str, one: Packet) -> dict[str, int | str]:
    """What the way in has made of the fields of a packet, in one world of the open questions."""
    if isinstance(side.router, JunosRouter):
        port = side.router.port(ingress)
        name, loss = junos_treat.classify(port, one, World())
        for each in port.unit.input_filters:
            if each.version == one.version:
                verdict = junos_treat.run(side.router, each, one, World(), "input")
                name = verdict.forwarding_class or name
                loss = verdict.loss_priority or loss
        return {"forwarding-class": name, "loss-priority": loss}
    port = side.router.port(ingress)
    journey = ios_treat.Journey(side.router, carried(one), World())
    met = side.router.input_holder(port).input
    if met is not None:
        journey.policy(met, "input")
    journey.rules(port.input_rules, "input")
    return {"dscp": journey.packet.dscp, "qos-group": journey.group}
