"""Drop profiles, and the maps of a scheduler that use them.

Source: Juniper, Configuring RED Drop Profiles: a segmented profile holds each probability until the
next fill level; an interpolated one is drawn through its points from (0, 0) to (100, 100).
"""

from __future__ import annotations

from qosc.fields import Field
from qosc.frontends.junos.text.values import LOSS, percentage
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir import DropCurve, ResidueKind, Wred

__all__ = ["DropProfiles"]

_FULL = 1_000_000
_Curve = tuple[tuple[tuple[int, int], ...], bool]
"""The points, and whether they are joined by lines."""
_TERMINAL: _Curve = (((_FULL, _FULL),), False)
"""The default profile: nothing is dropped before the queue is full."""


class DropProfiles:
    """The curves by the profile's name: points, and whether they are joined by lines."""

    def __init__(self, root: Node, account: Account) -> None:
        self.account = account
        self.curves: dict[str, _Curve] = {}
        self.nodes: dict[str, Node] = {}
        self.used: set[str] = set()
        holder = root.get("class-of-service", "drop-profiles")
        for node in holder.children if holder is not None else ():
            if len(node.words) != 1 or not node.known:
                continue
            self.nodes[node.name] = node
            points = self._points(node)
            if points is None:
                account.refused(node, *_why_not(node))
                continue
            self.curves[node.name] = points

    def _points(self, node: Node) -> _Curve | None:
        inner = node.get("interpolate")
        if inner is not None:
            levels, chances = inner.get("fill-level"), inner.get("drop-probability")
            pairs = (_percentages(levels), _percentages(chances))
            if None in pairs[0] or None in pairs[1] or len(pairs[0]) != len(pairs[1]):
                return None
            by_fill = {0: 0, _FULL: _FULL} | {
                level: chance
                for level, chance in zip(*pairs, strict=True)
                if level is not None and chance is not None
            }
            return tuple(sorted(by_fill.items())), True
        points: dict[int, int] = {}
        for one in node.all("fill-level"):
            held = one.get("drop-probability")
            level = percentage(one.value)
            value = percentage(held.value) if held is not None else None
            if level is None or value is None:
                return None
            points[level] = value
        return (tuple(sorted(points.items())), False) if points else None

    def _beside(self, node: Node, profile: Node, curve: _Curve, maps: list[Node]) -> None:
        """A map for traffic other than TCP beside one for TCP, whose curve stands for both."""
        self.used.add(profile.value)
        self.account.whole(self.nodes[profile.value])
        sibling = _sibling(node, maps)
        held = sibling.get("drop-profile") if sibling is not None else None
        other = self.curves.get(held.value if held else "", _TERMINAL)
        off = _difference(curve, other)
        self.account.modelled(profile)
        if off:
            instead = f"the curve of the map for tcp, not its own ({_words(curve)})"
            self.account.recognised(node, _alike("non-tcp", instead, off))
        else:
            self.account.modelled(node)

    def wred(self, scheduler: Node) -> Wred | None:
        """The drop curves of a scheduler by loss priority; None where it has none."""
        curves: list[DropCurve] = []
        ecn = scheduler.get("explicit-congestion-notification")
        maps = scheduler.all("drop-profile-map")
        for node in maps:
            profile = node.get("drop-profile")
            if profile is None or len(node.words) < 5:
                continue
            loss, protocol = node.words[2], node.words[4]
            profile_curve = self.curves.get(profile.value)
            if loss != "any" and loss not in LOSS:
                self.account.unknown(node, "not a loss priority", ("any", *LOSS))
            elif profile_curve is None and profile.value not in self.nodes:
                self.account.recognised(profile, f"drop-profile `{profile.value}` is not defined")
            elif (
                profile_curve is not None
                and protocol == "non-tcp"
                and _sibling(node, maps) is not None
            ):
                self._beside(node, profile, profile_curve, maps)
            elif profile_curve is not None:
                if protocol != "any" and _sibling(node, maps) is None:
                    other = "tcp" if protocol == "non-tcp" else "non-tcp"
                    instead = "the curve of this map, and none on the router"
                    off = _difference(profile_curve, _TERMINAL)
                    self.account.recognised(node, _alike(other, instead, off))
                self.used.add(profile.value)
                self.account.modelled(node, profile)
                self.account.whole(self.nodes[profile.value])
                values = () if loss == "any" else (LOSS[loss],)
                curves.append(
                    DropCurve(
                        values,
                        None,
                        None,
                        origin=node.span,
                        points=profile_curve[0],
                        interpolated=profile_curve[1],
                    )
                )
        if not curves:
            return None
        self.account.modelled(ecn)
        by_loss = any(curve.values for curve in curves)
        return Wred(
            Field.LOSS_PRIORITY if by_loss else None,
            tuple(curves),
            ecn=ecn is not None,
            origin=curves[0].origin,
        )


def _sibling(node: Node, maps: list[Node]) -> Node | None:
    """The map of the same loss priority for the other kind of traffic."""
    other = "non-tcp" if node.words[4] == "tcp" else "tcp"
    siblings = (one for one in maps if len(one.words) > 4 and one.words[4] == other)
    return next((one for one in siblings if one.words[2] == node.words[2]), None)


def _alike(protocol: str, instead: str, off: int) -> str:
    """What is said where both kinds of traffic get one curve."""
    return (
        f"a queue of the model has one drop curve for all protocols: {protocol} traffic gets "
        f"{instead}, up to {off / 10_000:g} percentage points off"
    )


def _words(curve: _Curve) -> str:
    """A curve by its points: how full the queue is, and how much of the packets is dropped."""
    points, interpolated = curve
    listed = ", ".join(f"{fill / 10_000:g}% full {part / 10_000:g}%" for fill, part in points)
    return f"rising {listed}" if interpolated else listed


def _difference(one: _Curve, two: _Curve) -> int:
    """The largest difference of two curves in parts per million, up to a queue that is full.

    Both are straight between their levels, or hold, so that it is at a level or just before one.
    """
    levels = {level for points, _ in (one, two) for level, _ in points}
    fills = {0} | {near for level in levels for near in (level - 1, level) if 0 <= near < _FULL}
    return max(abs(_drop(one, fill) - _drop(two, fill)) for fill in fills)


def _drop(curve: _Curve, fill: int) -> int:
    points, interpolated = curve
    before = next((point for point in reversed(points) if point[0] <= fill), (0, 0))
    after = next((point for point in points if point[0] > fill), None)
    if not interpolated or after is None:
        return before[1]
    rise = (after[1] - before[1]) * (fill - before[0])
    return before[1] + rise // (after[0] - before[0])


def _why_not(node: Node) -> tuple[str, ResidueKind]:
    """Why a profile has no curve."""
    inner = node.get("interpolate")
    if inner is not None:
        levels = _percentages(inner.get("fill-level"))
        chances = _percentages(inner.get("drop-probability"))
        if len(levels) != len(chances):
            counts = f"{len(levels)} values and drop-probability {len(chances)}"
            # A list that is missing altogether may be given elsewhere.
            kind = ResidueKind.UNPAIRED if levels and chances else ResidueKind.LINE
            return f"fill-level has {counts}: they go together in pairs", kind
    return "fill levels and probabilities do not go together", ResidueKind.LINE


def _percentages(node: Node | None) -> list[int | None]:
    if node is None:
        return []
    words = [kid.value for kid in node.children] or list(node.words[1:])
    return [percentage(word) for word in words]
