"""The scheduler's figures: rates, ceilings, order, turns, buckets, link layer and defaults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from qosc.datapath.lengths import layer_of
from qosc.datapath.shapers import shaped
from qosc.datapath.shares import Part, divide, lending_ranks
from qosc.ir import Port
from qosc.profiles import Excess, Profile
from qosc.targets.tc.predict import HTB_QUANTUM_MOST, kernel_burst, longest_burst
from qosc.verify.account import Account
from qosc.verify.found import Difference
from qosc.verify.queueing.drops import queue_differences
from qosc.verify.queueing.pairing import QueueIds, class_words
from qosc.verify.queueing.queues import Queue, QueueTree
from qosc.verify.queueing.setup import Setup
from qosc.verify.tc.model import Class, Qdisc

__all__ = ["scheduler_differences"]

_LAST_PRIO = 7
_TENTH = 1000
"""Classes that are promised nothing are sure of 1/1000 of the link or less."""


def scheduler_differences(
    tree: QueueTree, setup: Setup, ids: QueueIds, port: Port, profile: Profile, account: Account
) -> Iterator[Difference]:
    """Every figure of the tree against what the model has."""
    if not tree.top or setup.root is None or setup.root.kind != "htb" or not tree.line:
        return
    (link,) = setup.children(setup.root.handle)[:1] or (None,)
    if link is None:
        return
    yield from _link_layer(port, setup.root, (link, *setup.classes.values()))
    origin = port.origin
    for name in ("rate", "ceil"):
        if _number(link, name) // 8 != tree.line // 8:
            yield Difference(
                "rate",
                "the link has another speed",
                f"{tree.line} bit/s",
                f"{name} {link.values[name]}bit",
                origin,
                link.line,
            )
    yield from _bucket(link, "burst", _number(link, "rate"), tree.frame, origin_of=None)
    yield from _bucket(link, "cburst", _number(link, "ceil"), tree.frame, origin_of=None)
    if not tree.strict:
        yield from _default(tree, setup, ids)
        yield from _level(tree.top, tree, setup, ids, profile, tree.line)
    for top in tree.top:
        for queue in top.walk():
            if not queue.children and queue.path in ids:
                yield from queue_differences(queue, tree, setup, ids[queue.path], profile, account)


def _number(htb_class: Class, name: str) -> int:
    value = htb_class.values.get(name, 0)
    return value if isinstance(value, int) else 0


def _link_layer(port: Port, root: Qdisc, classes: tuple[Class, ...]) -> Iterator[Difference]:
    """An ATM circuit counts cells, of what its layers come to beside the frame of Linux."""
    layer = layer_of(port)
    wanted = f"cells, {layer.beside_mac} bytes a packet more" if layer.atm else ""
    for each in classes:
        got = ""
        if any(name.startswith("stab ") for name in root.values):
            got = f"{root.values.get('stab overhead', 0)} bytes a packet more"
        if root.values.get("stab linklayer") == "atm":
            got = f"cells, {root.values.get('stab overhead', 0)} bytes a packet more"
        if got and (each.values.get("linklayer") or each.values.get("overhead")):
            got = f"{got}, and once more by the class"
        elif each.values.get("linklayer") == "atm":
            got = f"cells, {each.values.get('overhead', 0)} bytes a packet more"
        elif each.values.get("overhead"):
            got = f"{each.values['overhead']} bytes a packet more"
        if got != wanted:
            yield Difference(
                "overhead",
                "lengths are counted in another way",
                wanted or "the length",
                got or "the length",
                port.origin,
                each.line,
            )
            return


def _default(tree: QueueTree, setup: Setup, ids: QueueIds) -> Iterator[Difference]:
    assert setup.root is not None  # noqa: S101
    minor = setup.root.values.get("default", 0)
    last = tree.top[-1]
    while last.children:
        last = last.children[-1]
    wanted = ids.get(last.path)
    if wanted is None or minor != wanted[1]:
        yield Difference(
            "default",
            "packets that no filter names have no queue of the default class",
            f"class {last.found.name}",
            f"default {minor:x}",
            last.found.origin,
            setup.root.line,
        )


def _level(
    queues: tuple[Queue, ...],
    tree: QueueTree,
    setup: Setup,
    ids: QueueIds,
    profile: Profile,
    line: int,
) -> Iterator[Difference]:
    """`line` is the bit/s that these classes may send together."""
    whole = queues[0].whole
    pairs = [(q, setup.classes[ids[q.path]]) for q in queues if ids.get(q.path) in setup.classes]
    classes = tuple(queue.found for queue in queues)
    shares = divide(classes, queues[0].base, profile, (True,) * len(classes))
    parts = dict(zip((q.path for q in queues), shares, strict=True))
    unbounded = any(c.priority is not None and c.priority.rate is None for c in classes)
    # What is promised beside a class that may take all would be kept from it.
    sure = {path: part.asked if unbounded else part.sure for path, part in parts.items()}
    yield from _rates(pairs, sure, parts, whole, line)
    yield from _order(
        queues, pairs, inherited=unbounded and profile.excess_rule is Excess.INHERITED
    )
    yield from _turns(pairs, parts, tree.frame)
    for queue, got in pairs:
        cap = queue.base.cap(queue.found.shaper)
        ceil = line if cap is None else min(cap, line)
        if _number(got, "ceil") // 8 != ceil // 8:
            yield Difference(
                "ceil",
                f"class {queue.found.name} has another cap",
                f"at most {ceil} bit/s",
                f"ceil {got.values['ceil']}bit",
                queue.origin,
                got.line,
            )
        at_once = queue.bound[1] if queue.bound is not None else 0
        least = tree.frame + at_once
        yield from _bucket(got, "burst", _number(got, "rate"), least, origin_of=queue)
        bounds = shaped(queue.found.shaper, queue.base.above(queue.found.shaper))
        held = bounds.burst if bounds is not None else 0
        yield from _bucket(
            got, "cburst", ceil, held or tree.frame, origin_of=queue, exact=bool(held)
        )
        if queue.children:
            yield from _level(queue.children, tree, setup, ids, profile, ceil)


def _rates(
    pairs: list[tuple[Queue, Class]],
    sure: dict[str, int | None],
    parts: dict[str, Part],
    whole: int,
    line: int,
) -> Iterator[Difference]:
    queues = [queue for queue, _ in pairs]
    asked = _asked(queues, sure, parts, whole, line)
    promised = sum(asked)
    for (queue, got), most in zip(pairs, asked, strict=True):
        rate = _number(got, "rate")
        # What is promised beyond the whole is promised in proportion.
        wanted = max(most * line // promised, 8) if promised > line else most
        if sure[queue.path] or _alone(queue, queues):
            good, words = wanted // 8 == rate // 8, f"{sure[queue.path] or wanted} bit/s"
        else:
            good, words = 8 <= rate <= most, f"at most a stopgap of {most} bit/s"
        if not good:
            what = "has another guarantee" if sure[queue.path] else "is promised nothing"
            yield Difference(
                "guarantee",
                f"class {queue.found.name} {what}",
                words,
                f"rate {rate}bit",
                queue.origin,
                got.line,
            )


def _alone(queue: Queue, queues: Sequence[Queue]) -> bool:
    """Whether a class that is promised nothing may have what is left by itself.

    Of several levels of unbounded priority only the first may: it goes before the others.
    """
    levels = [p.level for q in queues if (p := q.found.priority) is not None and p.rate is None]
    priority = queue.found.priority
    if priority is not None:
        return priority.rate is None and priority.level == min(levels)
    if len(queues) == 1:
        return True
    return queue.found.shaped_only


def _asked(
    queues: list[Queue],
    sure: dict[str, int | None],
    parts: dict[str, Part],
    whole: int,
    line: int,
) -> list[int]:
    """The rates (bit/s) that the classes are sure of, with stopgaps for those that are of none.

    HTB wants some rate for each class. Classes with weights have stopgaps in their ratio, and so
    have those that part what is left between them: they get their rates before turns count.
    """
    least = max(min(whole, line) // _TENTH, 64)
    weights = {q.path: parts[q.path].weight for q in queues if q.found.part_of_rest is not None}
    rates: dict[str, int] = {}
    for queue in queues:
        rate = sure[queue.path]
        if not rate and queue.path in weights:
            rate = least * len(weights) * weights[queue.path] // (sum(weights.values()) or 1)
            rate = max(rate, 64)
        rates[queue.path] = rate or least
    alone = [q.path for q in queues if not sure[q.path] and _alone(q, queues)]
    ratios = dict.fromkeys(alone, 1)
    if alone and all(path in weights for path in alone):
        alone = [
            q.path for q in queues if not (sure[q.path] or q.found.priority or q.found.without_rest)
        ]
        ratios = {path: parts[path].weight for path in alone}
    others = sum(rate for path, rate in rates.items() if path not in alone)
    for path in alone:
        rates[path] = max((line - others) * ratios[path] // sum(ratios.values()), least)
    caps = [queue.base.cap(queue.found.shaper) for queue in queues]
    return [
        min(rates[queue.path], line if cap is None else min(cap, line))
        for queue, cap in zip(queues, caps, strict=True)
    ]


def _order(
    queues: Sequence[Queue], pairs: list[tuple[Queue, Class]], *, inherited: bool
) -> Iterator[Difference]:
    """Who is served first. With `inherited` heirs of the rest may come before the others."""
    order = lending_ranks([queue.found for queue in queues])
    rank = {queue.path: place for queue, place in zip(queues, order, strict=True)}
    ordered = sorted(pairs, key=lambda pair: rank[pair[0].path])
    for (one, before), (two, after) in pairwise(ordered):
        first, second = _number(before, "prio"), _number(after, "prio")
        if rank[one.path] == rank[two.path]:
            wanted = "with"
            good = first == second or (inherited and one.found.priority is None)
        else:
            wanted = "before"
            good = first < second or first == second == _LAST_PRIO
        if not good:
            yield Difference(
                "order",
                f"class {one.found.name} is served in another order",
                f"{wanted} class {two.found.name}",
                f"prio {first} and {second}",
                one.origin,
                before.line,
            )


def _turns(
    pairs: list[tuple[Queue, Class]], parts: dict[str, Part], frame: int
) -> Iterator[Difference]:
    """Excess goes round in turns in proportion to the weights, within the kernel's limits."""
    waiting = [(q, c) for q, c in pairs if q.found.priority is None]
    yield from _priority_turns([pair for pair in pairs if pair[0].found.priority is not None])
    for queue, got in waiting:
        # Those that have no part of the rest are served after the others, in equal turns.
        if queue.found.without_rest and _number(got, "quantum") != frame:
            yield Difference(
                "share",
                f"class {queue.found.name} has other turns than its like",
                f"turns of {frame} bytes",
                f"quantum {_number(got, 'quantum')}",
                queue.origin,
                got.line,
            )
    waiting = [(q, c) for q, c in waiting if not q.found.without_rest]
    weights = [parts[q.path].weight for q, _ in waiting]
    if not weights:
        return
    low, high = min(weights), max(weights)
    unit = frame / low
    if frame * high // low > HTB_QUANTUM_MOST:
        unit = HTB_QUANTUM_MOST / high
    for (queue, got), weight in zip(waiting, weights, strict=True):
        wanted, quantum = max(unit * weight, frame), _number(got, "quantum")
        if abs(quantum - wanted) > 2 + wanted / 500:
            yield Difference(
                "share",
                f"class {queue.found.name} has another share of the excess",
                f"turns of {wanted:.0f} bytes",
                f"quantum {quantum}",
                queue.origin,
                got.line,
            )


def _priority_turns(pairs: list[tuple[Queue, Class]]) -> Iterator[Difference]:
    """Priority classes of one level have equal turns."""
    first: dict[int, int] = {}
    for queue, got in pairs:
        quantum = _number(got, "quantum")
        if first.setdefault(_number(got, "prio"), quantum) != quantum:
            yield Difference(
                "share",
                f"class {queue.found.name} has other turns than its level",
                f"turns of {first[_number(got, 'prio')]} bytes",
                f"quantum {quantum}",
                queue.origin,
                got.line,
            )


def _bucket(
    got: Class, name: str, rate: int, least: int, origin_of: Queue | None, *, exact: bool = False
) -> Iterator[Difference]:
    """A bucket of the scheduler: what a shaper says, or a frame and up to 2 ms of the rate."""
    if not rate:
        return
    held = kernel_burst(rate, _number(got, name))
    slack = rate // 7_000_000 + 2
    most = least + slack + (0 if exact else rate * 2_000 // 8_000_000)
    # No bucket is deeper than what the kernel counts of ticks in 32 bits.
    least = min(least, longest_burst(rate) - slack)
    if not least <= held <= most:
        origin = origin_of.origin if origin_of is not None else None
        words = f"{least} bytes" if exact else f"{least} to {most} bytes"
        message = f"the bucket of {class_words(got.classid)} has another depth"
        text = f"{name} {got.values.get(name, 'missing')}"
        if origin is None:
            yield Difference("burst", message, words, text, line=got.line)
        else:
            yield Difference("burst", message, words, text, origin, got.line)
