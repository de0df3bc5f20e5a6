"""Drop profiles, and the maps of a scheduler that use them.

Source: Juniper, Configuring RED Drop Profiles: a segmented profile holds each probability until the
next fill level; an interpolated one is drawn through its points from (0, 0) to (100, 100).
"""

from __future__ import annotations

from qosc.fields import Field
from qosc.ir import DropCurve, Wred

from .account import Account
from .lower_words import LOSS, percentage
from .tree import Node

__all__ = ["DropProfiles"]

_FULL = 1_000_000


class DropProfiles:
    """The curves by the profile's name: points, and whether they are joined by lines."""

    def __init__(self, root: Node, account: Account) -> None:
        self.account = account
        self.curves: dict[str, tuple[tuple[tuple[int, int], ...], bool]] = {}
        self.nodes: dict[str, Node] = {}
        self.used: set[str] = set()
        holder = root.get("class-of-service", "drop-profiles")
        for node in holder.children if holder is not None else ():
            if len(node.words) != 1 or not node.known:
                continue
            self.nodes[node.name] = node
            found = self._points(node)
            if found is None:
                account.recognised(node, "fill levels and probabilities do not go together")
                continue
            self.curves[node.name] = found

    def _points(self, node: Node) -> tuple[tuple[tuple[int, int], ...], bool] | None:
        inner = node.get("interpolate")
        if inner is not None:
            levels, chances = inner.get("fill-level"), inner.get("drop-probability")
            pairs = (_percentages(levels), _percentages(chances))
            if None in pairs[0] or None in pairs[1] or len(pairs[0]) != len(pairs[1]):
                return None
            found = {0: 0, _FULL: _FULL} | {
                level: chance
                for level, chance in zip(*pairs, strict=True)
                if level is not None and chance is not None
            }
            return tuple(sorted(found.items())), True
        points: dict[int, int] = {}
        for one in node.all("fill-level"):
            held = one.get("drop-probability")
            level = percentage(one.value)
            value = percentage(held.value) if held is not None else None
            if level is None or value is None:
                return None
            points[level] = value
        return (tuple(sorted(points.items())), False) if points else None

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
            found = self.curves.get(profile.value)
            if loss != "any" and loss not in LOSS:
                self.account.unknown(node, "not a loss priority", ("any", *LOSS))
            elif found is None and profile.value not in self.nodes:
                self.account.recognised(profile, f"drop-profile `{profile.value}` is not defined")
            elif found is not None and protocol != "any" and not _for_both(node, maps):
                self.account.recognised(
                    node, f"the model has no drop curve for {protocol} traffic alone; left out"
                )
            elif found is not None:
                self.used.add(profile.value)
                self.account.modelled(node, profile)
                self.account.whole(self.nodes[profile.value])
                if protocol == "non-tcp":
                    continue  # the same as the map for TCP, which stands for both
                values = () if loss == "any" else (LOSS[loss],)
                curves.append(
                    DropCurve(values, None, None, origin=node.span, points=found[0],
                              interpolated=found[1])
                )  # fmt: skip
        if not curves:
            return None
        self.account.modelled(ecn)
        by_loss = any(curve.values for curve in curves)
        return Wred(
            Field.LOSS_PRIORITY if by_loss else None, tuple(curves), ecn=ecn is not None,
            origin=curves[0].origin,
        )  # fmt: skip


def _for_both(node: Node, maps: list[Node]) -> bool:
    """Whether TCP and other traffic of a loss priority have the same profile."""
    profile = node.get("drop-profile")
    other = "non-tcp" if node.words[4] == "tcp" else "tcp"
    return any(
        one.words[2] == node.words[2]
        and one.words[4] == other
        and (held := one.get("drop-profile")) is not None
        and profile is not None
        and held.value == profile.value
        for one in maps
        if len(one.words) > 4
    )


def _percentages(node: Node | None) -> list[int | None]:
    if node is None:
        return []
    words = [kid.value for kid in node.children] or list(node.words[1:])
    return [percentage(word) for word in words]
