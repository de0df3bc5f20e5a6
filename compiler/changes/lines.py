"""Lines on QoS that are not in the model: what cannot be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from qosc.changes.model import Change
from qosc.datapath.crossing.kept_dscp import is_kept_dscp, kept_dscp
from qosc.ir import Device, Residue
from qosc.treatments.compare import Delta

__all__ = ["unread_lines"]


def unread_lines(old: Device, new: Device) -> tuple[tuple[Change, ...], int]:
    """The lines that only one side has, each as a change that is not decided; how many both have.

    Places do not count: the same lines in another order are the same lines.
    """
    # A line with another in force in its place changes nothing of what the router does.
    first, second = list(_unread(old)), list(_unread(new))
    before, after = Counter(map(_key, first)), Counter(map(_key, second))
    gone, come = before - after, after - before
    found = []
    for one in first:
        if gone[_key(one)] > 0:
            gone[_key(one)] -= 1
            found.append(_change(one, new=False))
    for one in second:
        if come[_key(one)] > 0:
            come[_key(one)] -= 1
            found.append(_change(one, new=True))
    return tuple(found), sum((before & after).values())


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
