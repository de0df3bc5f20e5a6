"""Scheduler maps and traffic control profiles as policies.

Sources: Juniper, Configuring Scheduler Maps; Configuring Traffic Control Profiles for Shared
Scheduling and Shaping; Default Schedulers Overview.
"""

from __future__ import annotations

from dataclasses import replace

from qosc.amounts import Depth, DepthUnit, Rate, RateBase
from qosc.frontends.junos.cos.classes import ForwardingClasses, takes_unmarked
from qosc.frontends.junos.cos.overheads import count_overhead
from qosc.frontends.junos.cos.rates import burst_of, rate_of
from qosc.frontends.junos.cos.schedulers import Schedulers
from qosc.frontends.junos.cos.unscheduled import complete
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir import (
    Anything,
    Attachment,
    Policy,
    QueueLimit,
    Reference,
    RefKind,
    Residue,
    Shaper,
    SupportState,
    TrafficClass,
)
from qosc.source import NOWHERE

__all__ = ["WHOLE", "Policies"]

WHOLE = "all-traffic"
"""The name of the one class of a traffic control profile, or of a shaped interface."""

_DEFAULT_MAP = "default scheduler-map"
_SETS = "forwarding-class-sets of"
_NO_SET = "in no forwarding-class-set"
_ETS = (
    "Juniper, Understanding CoS Hierarchical Port Scheduling (ETS): a class in no set of the port "
    "has no bandwidth there"
)


class Policies:
    """The policies by name: `scheduler-map M`, `traffic-control-profile T`, shaped interfaces."""

    def __init__(
        self, root: Node, schedulers: Schedulers, classes: ForwardingClasses, account: Account
    ) -> None:
        self.schedulers, self.classes, self.account = schedulers, classes, account
        self.found: dict[str, Policy] = {}
        self.maps: dict[str, str] = {}
        self.bound: set[str] = set()
        """The policies that ports have."""
        self.inside: dict[str, set[str]] = {}
        """The classes that come to a scheduler map inside a set of classes."""
        cos = root.get("class-of-service")
        self.sets: dict[str, Node] = {}
        for word in ("forwarding-class-sets", "forwarding-class-set"):
            held = cos.get(word) if cos is not None else None
            for node in held.children if held is not None else ():
                if len(node.words) == 1 and node.known:
                    self.sets.setdefault(node.name, node)
        maps = cos.get("scheduler-maps") if cos is not None else None
        for node in maps.children if maps is not None else ():
            if len(node.words) == 1 and node.known:
                account.modelled(maps)
                self._map(node)
        profiles = cos.get("traffic-control-profiles") if cos is not None else None
        for node in profiles.children if profiles is not None else ():
            if len(node.words) == 1 and node.known:
                account.modelled(profiles)
                self._profile(node)

    def _map(self, node: Node) -> None:
        self.account.modelled(node)
        entries: list[tuple[str, Node, Node | None]] = []
        served: set[str] = set()
        for kid in node.all("forwarding-class"):
            name = self.classes.full(kid.value)
            said = kid.get("scheduler")
            scheduler = self.schedulers.nodes.get(said.value) if said is not None else None
            if said is not None and scheduler is None:
                self.account.recognised(said, f"scheduler `{said.value}` is not defined")
            else:
                self.account.modelled(said)
            self.account.modelled(kid)
            if name in served:
                # Another class of this queue has brought its scheduler already.
                self.account.recognised(kid, "its queue has a scheduler in this map already")
                continue
            served.update(self.classes.in_queue_of(name))
            entries.append((name, kid, scheduler))
        classes = self.schedulers.classes_of(entries)
        name = f"scheduler-map {node.name}"
        self.found[name] = Policy(name, tuple(classes), origin=node.span, feature=name)

    def _profile(self, node: Node) -> None:
        self.account.modelled(node)
        shaping, guaranteed = node.get("shaping-rate"), node.get("guaranteed-rate")
        name = f"traffic-control-profile {node.name}"
        said = node.get("scheduler-map")
        if said is not None:
            self.maps[node.name] = said.value
        count_overhead(node, self.account)
        self._outer(name, node, shaping, guaranteed, said)

    def profile_map(self, name: str) -> str:
        """The scheduler map that a traffic control profile names; empty where it names none."""
        return self.maps.get(name, "")

    def _outer(
        self,
        name: str,
        node: Node,
        shaping: Node | None,
        guaranteed: Node | None,
        scheduler_map: Node | None,
    ) -> None:
        """A policy with one class for all, shaped, and the scheduler map inside it."""
        rate = rate_of(shaping, self.account)
        shaper = None
        if rate is not None and shaping is not None:
            shaper = Shaper(rate, committed=burst_of(shaping, self.account), origin=shaping.span)
        whole = TrafficClass(
            WHOLE,
            Anything(),
            guarantee=rate_of(guaranteed, self.account),
            shaper=shaper,
            child=self._inner(scheduler_map, node),
            pools=guaranteed is not None,
            origin=node.span,
        )
        self.found[name] = Policy(name, (whole,), origin=node.span, feature=name)

    def _inner(self, said: Node | None, node: Node) -> Reference | None:
        """The scheduler map that `node` names by `said`, or the default one."""
        if said is None:
            self.schedulers.ask_for_shares(node)
            return Reference(RefKind.POLICY_MAP, self.default_map(), node.span)
        name = f"scheduler-map {said.value}"
        if name not in self.found:
            self.account.recognised(said, f"scheduler-map `{said.value}` is not defined")
            return None
        self.account.modelled(said)
        return Reference(RefKind.POLICY_MAP, name, said.span)

    def default_map(self) -> str:
        """The name of the policy that serves where no scheduler map is bound."""
        if _DEFAULT_MAP not in self.found:
            self.found[_DEFAULT_MAP] = self.default_policy()
        return _DEFAULT_MAP

    def default_policy(self) -> Policy:
        """The scheduler map that the platform has by default."""
        by = self.schedulers.platform
        made = []
        for queue, share in self.schedulers.shares.items():
            name = self.classes.of_queue(queue)
            made.append(
                TrafficClass(
                    name,
                    self.classes.test(self.classes.in_queue_of(name)),
                    guarantee=Rate(share, RateBase.PERCENT, by),
                    limits=(QueueLimit(Depth(share, DepthUnit.SHARE, by)),),
                    queued=True,
                )
            )
        return Policy(_DEFAULT_MAP, tuple(made), origin=NOWHERE, feature=_DEFAULT_MAP)

    def complete(self, used: frozenset[str]) -> None:
        """Give each map a class for each queue that packets come to; see `unscheduled`."""
        elsewhere = self.bound | {
            one.child.name
            for name in self.bound
            for one in self.found[name].classes
            if one.child is not None and not name.startswith(_SETS)
        }
        for name, policy in self.found.items():
            if name == _DEFAULT_MAP or name.startswith("scheduler-map "):
                within = None if name in elsewhere else self.inside.get(name)
                self.found[name] = self.completed(policy, used, within)

    def completed(
        self, policy: Policy, used: frozenset[str], within: set[str] | None = None
    ) -> Policy:
        """A map with a class for each queue that packets come to, of the classes `within`."""
        return complete(policy, used, self.classes, self.schedulers.platform, within)

    def _sets(self, port: str, sets: list[Node]) -> Attachment | None:
        """Enhanced transmission selection: a class for each set, with its scheduler map inside.

        Source: Juniper, Understanding CoS Priority Group and Queue Guaranteed Minimum Bandwidth: a
        queue's bandwidth is a part of the guaranteed-rate of its set.
        """
        classes: list[TrafficClass] = []
        held: set[str] = set()
        for node in sets:
            said = node.get("output-traffic-control-profile")
            made = self.found.get(f"traffic-control-profile {said.value}") if said else None
            members = self.sets.get(node.value)
            if said is None or made is None or members is None:
                what = "set or its profile"
                self.account.unused(node, f"the forwarding-class-{what} is not defined")
                continue
            self.account.modelled(node, said)
            self.account.whole(members)
            names = [self.classes.full(kid.value) for kid in members.all("class")]
            held.update(names)
            match = self.classes.test(names, members.span)
            whole = replace(made.classes[0], name=node.value, match=match, origin=node.span)
            whole = replace(whole, pools=whole.guarantee is not None)
            if whole.child is not None:
                if whole.guarantee is None:
                    self._without_rate(said, whole.child.name)
                self.inside.setdefault(whole.child.name, set()).update(names)
            classes.append(whole)
        if not classes:
            return None
        name, first = f"{_SETS} {port}", self.classes.of_queue(0)
        others = [one for one in self.classes.queues if one not in held]
        if others or first not in held:
            match = self.classes.test(others or (first,), sets[0].span)
            by = f"{self.schedulers.platform} ({_ETS})"
            classes.append(
                TrafficClass(_NO_SET, match, origin=sets[0].span, queued=True, default_by=by)
            )
        # The packets that nothing put into a class are in the last one.
        empty = next((at for at, one in enumerate(classes) if takes_unmarked(one.match)), -1)
        classes.append(classes.pop(empty))
        self.found[name] = Policy(name, tuple(classes), origin=sets[0].span, feature=name)
        return Attachment(Reference(RefKind.POLICY_MAP, name, sets[0].span), sets[0].span)

    def _without_rate(self, said: Node, name: str) -> None:
        """Tell of transmit-rates of a set that has no guaranteed-rate for them to be parts of."""
        if any(one.guarantee and not one.guarantee.default_by for one in self.found[name].classes):
            self.account.remark(
                Residue(
                    SupportState.RECOGNISED,
                    "class-of-service traffic-control-profiles",
                    "",
                    f"traffic-control-profile {said.value} has no guaranteed-rate, of which the "
                    f"transmit-rates of {name} are parts: the configuration fails "
                    "(Juniper, Understanding CoS Priority Group and Queue Guaranteed Minimum "
                    "Bandwidth); here they are of what is above the set",
                    (),
                    said.span,
                )
            )

    def _tell_base(self, name: str) -> None:
        """Say once of what the transmit-rates below a guaranteed-rate are taken.

        Those in a forwarding-class-set are of its guaranteed-rate (see `_sets`), those of a unit
        without one of its shaping-rate: Juniper, Calculation of Expected Traffic on IQE PIC Queues,
        PIR mode. Of a unit with both, no page that could be read says it.
        """
        (whole,) = self.found[name].classes
        inner = self.found.get(whole.child.name) if whole.child is not None else None
        if name in self.bound or inner is None or whole.guarantee is None:
            return
        parts = [
            rate
            for one in inner.classes
            for rate in (one.guarantee, one.priority.rate if one.priority is not None else None)
            if rate is not None and rate.base is RateBase.PERCENT
        ]
        if not parts:
            return
        other = "the shaping-rate" if whole.shaper is not None else "the rate of the port"
        reason = (
            f"{name} has a guaranteed-rate: the transmit-rates in percent of {inner.name} are "
            "taken of it, as those of a forwarding-class-set are; no public source that was found "
            f"says so of other queues, and on some hardware they may be of {other}"
        )
        if any(one.policers for one in inner.classes):
            reason += ", of which what a rate-limit lets through is taken"
        self.account.remark(
            Residue(
                SupportState.RECOGNISED,
                "class-of-service traffic-control-profiles",
                "",
                reason,
                (),
                whole.guarantee.origin,
            )
        )

    def bind(self, port: str, nodes: list[Node]) -> Attachment | None:
        """What the scheduler of a port does, from the levels that speak of it, nearest first."""
        attachment = self._bind(port, nodes)
        if attachment is not None:
            self.bound.add(attachment.policy.name)
        return attachment

    def remaining(self, nodes: list[Node]) -> Reference | None:
        """The profile of what leaves by units without one of their own.

        Juniper, Example: Controlling Remaining Traffic: all of them together have its rates and its
        queues. The statement is told as not in the model until a tree holds it (`datapath.units`).
        """
        word = "output-traffic-control-profile-remaining"
        said = next((one for node in nodes if (one := node.get(word)) is not None), None)
        if said is None:
            return None
        name = f"traffic-control-profile {said.value}"
        if name not in self.found:
            self.account.recognised(said, f"{name} is not defined")
            return None
        self._tell_base(name)
        self.bound.add(name)
        return Reference(RefKind.POLICY_MAP, name, said.span)

    def _bind(self, port: str, nodes: list[Node]) -> Attachment | None:
        said = {
            word: next((one for node in nodes if (one := node.get(word)) is not None), None)
            for word in ("output-traffic-control-profile", "scheduler-map", "shaping-rate")
        }
        sets = next(
            (sets_of_node for node in nodes if (sets_of_node := node.all("forwarding-class-set"))),
            None,
        )
        if sets:
            return self._sets(port, sets)
        profile = said["output-traffic-control-profile"]
        if profile is not None:
            name = f"traffic-control-profile {profile.value}"
            if name not in self.found:
                self.account.recognised(profile, f"{name} is not defined")
                return None
            self.account.modelled(profile)
            self._tell_base(name)
            return Attachment(Reference(RefKind.POLICY_MAP, name, profile.span), profile.span)
        scheduler_map, shaping = said["scheduler-map"], said["shaping-rate"]
        if shaping is not None and shaping.kids:
            name = f"shaping-rate of {port}"
            self._outer(name, shaping, shaping, None, scheduler_map)
            return Attachment(Reference(RefKind.POLICY_MAP, name, shaping.span), shaping.span)
        if scheduler_map is None:
            return None
        inner = self._inner(scheduler_map, scheduler_map)
        return Attachment(inner, scheduler_map.span) if inner is not None else None
