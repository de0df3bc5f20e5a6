"""Lines on QoS that are not in the model: what cannot be compared.

A line of both sides says the same only where what it names is defined alike on both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from qosc.changes.definitions import but
from qosc.changes.model import Change
from qosc.datapath.crossing.kept_dscp import is_kept_dscp, kept_dscp
from qosc.ir import Device, Residue
from qosc.treatments.compare import Delta

__all__ = ["unread_lines"]

_MOST_LINES = 40
_MOST_STEPS = 200_000
"""So many steps are taken to find all lines that lead to an object; beyond, one for each."""


def unread_lines(old: Device, new: Device) -> tuple[tuple[Change, ...], int]:
    """The lines that only one side has, each as a change that is not decided; how many both have.

    Places do not count: the same lines in another order are the same lines.
    """
    # A line with another in force in its place changes nothing of what the router does.
    first, second = list(_unread(old)), list(_unread(new))
    before, after = Counter(map(_key, first)), Counter(map(_key, second))
    gone, come = before - after, after - before
    changed = []
    for one in first:
        if gone[_key(one)] > 0:
            gone[_key(one)] -= 1
            changed.append(_change(one, new=False))
    for one in second:
        if come[_key(one)] > 0:
            come[_key(one)] -= 1
            changed.append(_change(one, new=True))
    changed += _defined_otherwise(old, new, before & after)
    return tuple(changed), sum((before & after).values())


def _defined_otherwise(
    old: Device, new: Device, both: Counter[tuple[str, str, str]]
) -> Iterator[Change]:
    """One change for each object that lines of both sides lead to, and that they define
    otherwise; with the lines.
    """
    keys = old.definitions.keys() | new.definitions.keys()
    differing = {key for key in keys if _held(old, key) != _held(new, key)}
    if not differing:
        return
    sides = [_leading(device, differing, both) for device in (old, new)]
    for key in sorted(differing):
        # A line that names the object tells more than the object's own head.
        lines = [
            sorted(leading.get(key, ()), key=lambda line: key.endswith(line.text))
            for leading in sides
        ]
        if not (lines[0] or lines[1]):
            continue
        one = (lines[0] or lines[1])[0]
        before, after = _held(old, key), _held(new, key)
        words = (but(before, after), but(after, before))
        more = len({_key(line) for line in [*lines[0], *lines[1]]}) - 1
        others = f" and {more} other line{'s' * (more > 1)}" if more else ""
        yield Change(
            "line",
            (),
            (Delta(f"definition of {key}", *words, decided=False),),
            reason=f"`{' '.join(one.text.split())}` of {one.context}{others} "
            f"{'are' if more else 'is'} not in the model",
            old_lines=tuple(line.origin for line in lines[0][:_MOST_LINES]),
            new_lines=tuple(line.origin for line in lines[1][:_MOST_LINES]),
        )


def _held(device: Device, key: str) -> list[str]:
    definition = device.definitions.get(key)
    return list(definition.lines) if definition is not None else []


def _leading(
    device: Device, differing: Iterable[str], both: Counter[tuple[str, str, str]]
) -> dict[str, list[Residue]]:
    """The lines that lead to each of some objects, of those lines that both sides have."""
    users: dict[str, list[str]] = {}
    for key, one in device.definitions.items():
        for name in one.names:
            users.setdefault(name, []).append(key)
    lines: dict[str, list[Residue]] = {}
    for line in _unread(device):
        for name in line.names if both[_key(line)] else ():
            lines.setdefault(name, []).append(line)
    by_word: dict[str, list[Residue]] = {}
    steps = 0
    for key in sorted(differing):
        seen, work = {key}, [key]
        # In a ring of objects each leads to all: one line is enough then.
        while work and (steps < _MOST_STEPS or key not in by_word):
            steps += 1
            name = work.pop()
            if name in lines:
                by_word.setdefault(key, []).extend(lines[name])
            for above in users.get(name, ()):
                if above not in seen:
                    seen.add(above)
                    work.append(above)
    return by_word


def _unread(device: Device) -> Iterator[Residue]:
    followed = kept_dscp(device) is not None
    for one in device.residue:
        if one.rival is None and not (followed and is_kept_dscp(one)):
            yield one


def _key(line: Residue) -> tuple[str, str, str]:
    """What makes two lines one. The reason tells of a drop profile that the line only names."""
    reason = line.reason if line.text.startswith("drop-profile-map ") else ""
    return line.context, " ".join(line.text.split()), reason


def _change(line: Residue, *, new: bool) -> Change:
    text = " ".join(line.text.split())
    before, after = ("none", text) if new else (text, "none")
    delta = Delta("line not in the model", before, after, decided=False)
    spans = (line.origin,)
    return Change(
        "line",
        (),
        (delta,),
        reason=f"in {line.context}: {line.reason}" if line.reason else f"in {line.context}",
        old_lines=() if new else spans,
        new_lines=spans if new else (),
    )
