"""Which class or band of a script is the queue of which class of the model."""

from __future__ import annotations

from qosc.verify.found import Difference
from qosc.verify.queueing.queues import Queue, QueueTree
from qosc.verify.queueing.setup import Setup
from qosc.verify.tc.model import Class, Handle

__all__ = ["QueueIds", "class_words", "pair_queues"]

QueueIds = dict[str, Handle]
"""The class or band of the script for the path of each class of the model."""


def pair_queues(tree: QueueTree, setup: Setup) -> tuple[QueueIds, list[Difference]]:
    """Classes of the model with those of the script, in the order in which each has them."""
    ids: QueueIds = {}
    differences: list[Difference] = []
    if not tree.top:
        if setup.classes:
            first = next(iter(setup.classes.values()))
            differences.append(
                Difference(
                    "queues",
                    "the script has queues that the router has not",
                    "no queues of classes",
                    "classes",
                    line=first.line,
                )
            )
        return ids, differences
    origin = tree.top[0].found.origin
    if setup.root is None or setup.root.kind != "htb":
        line = setup.root.line if setup.root is not None else 0
        differences.append(
            Difference(
                "queues",
                "the script has no scheduler for the classes",
                "classes with queues",
                "no htb at the root",
                origin,
                line,
            )
        )
        return ids, differences
    links = setup.children(setup.root.handle)
    if len(links) != 1:
        differences.append(
            Difference(
                "queues",
                "one class is to stand for the link",
                "one link",
                f"{len(links)} classes below the root",
                origin,
                setup.root.line,
            )
        )
        return ids, differences
    if tree.strict:
        _pair_bands(tree, setup, links[0], ids, differences)
    else:
        _pair(tree.top, setup, links[0], ids, differences)
    return ids, differences


def _pair(
    wanted: tuple[Queue, ...],
    setup: Setup,
    parent: Class,
    ids: QueueIds,
    differences: list[Difference],
) -> None:
    got = setup.children(parent.classid)
    if len(got) != len(wanted):
        differences.append(
            Difference(
                "queues",
                f"{len(wanted)} classes have a queue below {class_words(parent.classid)}",
                f"{len(wanted)} classes",
                f"{len(got)} classes",
                wanted[0].found.origin,
                parent.line,
            )
        )
    for queue, each in zip(wanted, got, strict=False):
        ids[queue.path] = each.classid
        if queue.children:
            _pair(queue.children, setup, each, ids, differences)
        elif setup.children(each.classid):
            differences.append(
                Difference(
                    "queues",
                    f"class {queue.found.name} has no classes below it",
                    "a queue",
                    "classes",
                    queue.origin,
                    each.line,
                )
            )


def _pair_bands(
    tree: QueueTree, setup: Setup, link: Class, ids: QueueIds, differences: list[Difference]
) -> None:
    bands = setup.below.get(link.classid)
    levels = sorted(q.found.priority.level for q in tree.top if q.found.priority is not None)
    if bands is None or bands.kind != "prio" or bands.values["bands"] != len(levels):
        differences.append(
            Difference(
                "order",
                f"{len(levels)} queues are to be served in strict order",
                f"{len(levels)} queues in order",
                "no such bands",
                tree.top[0].found.origin,
                link.line,
            )
        )
        return
    for queue in tree.top:
        if queue.found.priority is not None:
            band = levels.index(queue.found.priority.level) + 1
            ids[queue.path] = (bands.handle[0], band)
    last = ids[tree.top[-1].path][1] - 1
    default = bands.values["priomap"]
    if not isinstance(default, tuple) or set(default) != {last}:
        differences.append(
            Difference(
                "default",
                "packets that nothing names go to the last class",
                f"band {last + 1}",
                "another band",
                tree.top[-1].found.origin,
                bands.line,
            )
        )


def class_words(classid: Handle) -> str:
    """A class id as tc writes it."""
    return f"{classid[0]:x}:{classid[1]:x}"
