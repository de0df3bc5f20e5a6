"""What the counters of an interface are called by the router: `show` of a script prints them so.

A class or band goes by its path of class names, a policer by the config line that it comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from qosc.targets.tc.model import Command, Fifo, Filter, HtbClass, Plan, Police, Red, Sfq
from qosc.targets.tc.quoting import comment_text

__all__ = ["counted_names"]

_QUEUE = "queue of "


def counted_names(plan: Plan, quoted: Callable[[Command], str]) -> Iterator[tuple[str, str]]:
    """The key of each counter in what tc shows, and its name; `quoted` has the config line of a
    command. A class has its id for a key, a policer the place of its filter.
    """
    paths: dict[str, str] = {}
    policers: set[str] = set()
    for command in plan.commands:
        node = command.node
        if isinstance(node, HtbClass):
            own = comment_text(command.notes[0]) if command.notes else quoted(command)
            above = paths.get(str(node.parent), "")
            paths[str(node.classid)] = f"{above} > {own}" if above else own
            # The link is above all classes: its name says nothing in theirs.
            yield str(node.classid), paths[str(node.classid)]
            if not above and str(node.parent).endswith(":"):
                paths[str(node.classid)] = ""
        elif isinstance(node, Fifo | Red | Sfq) and str(node.parent) not in paths:
            notes = [note for note in command.notes if note.startswith(_QUEUE)]
            if node.parent is not None and notes:
                yield str(node.parent), comment_text(notes[0].removeprefix(_QUEUE))
        elif isinstance(node, Filter):
            meters = [each for each in node.actions if isinstance(each, Police)]
            key = f"{node.hook}/{node.chain}/{node.pref}"
            if meters and key not in policers:
                policers.add(key)
                # The kernel has one with a number once, and counts there for all interfaces.
                of = " of all interfaces" if any(each.index for each in meters) else ""
                yield key, f"policer{of}, {quoted(command)}"
