"""Scheduler maps and traffic control profiles as policies.

Sources: Juniper, Configuring Scheduler Maps; Configuring Traffic Control Profiles for Shared
Scheduling and Shaping; Default Schedulers Overview.
"""

from __future__ import annotations

from dataclasses import replace

from qosc.amounts import Depth, DepthUnit, Rate, RateBase
from qosc.fields import Field
from qosc.ir import (
    Anything,
    Attachment,
    Named,
    Policy,
    QueueLimit,
    Reference,
    RefKind,
    Shaper,
    Test,
    TrafficClass,
)
from qosc.source import NOWHERE

from .account import Account
from .lower_classes import ForwardingClasses
from .lower_schedulers import Schedulers, burst_of, rate_of
from .tree import Node

__all__ = ["REST", "Policies"]

REST = "class-default"
"""The name of the class of all other packets."""

_DEFAULT_MAP = "default scheduler-map"


class Policies:
    """The policies by name: `scheduler-map M`, `traffic-control-profile T`, shaped interfaces."""

    def __init__(
        self, root: Node, schedulers: Schedulers, classes: ForwardingClasses, account: Account
    ) -> None:
        self.schedulers, self.classes, self.account = schedulers, classes, account
        self.found: dict[str, Policy] = {}
        self.maps: dict[str, str] = {}
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
            served.update(self.classes.beside(name))
            entries.append((name, kid, scheduler))
        classes = self.schedulers.classes_of(entries)
        rest = TrafficClass(REST, Anything(), origin=node.span)
        name = f"scheduler-map {node.name}"
        self.found[name] = Policy(name, (*classes, rest), origin=node.span, feature=name)

    def _profile(self, node: Node) -> None:
        self.account.modelled(node)
        shaping, guaranteed = node.get("shaping-rate"), node.get("guaranteed-rate")
        name = f"traffic-control-profile {node.name}"
        said = node.get("scheduler-map")
        if said is not None:
            self.maps[node.name] = said.value
        self._outer(name, node, shaping, guaranteed, said)

    def profile_map(self, name: str) -> str:
        """The scheduler map that a traffic control profile names; empty where it names none."""
        return self.maps.get(name, "")

    def _outer(
        self, name: str, node: Node, shaping: Node | None, guaranteed: Node | None,
        scheduler_map: Node | None,
    ) -> None:  # fmt: skip
        """A policy with one class for all, shaped, and the scheduler map inside it."""
        rate = rate_of(shaping, self.account)
        shaper = None
        if rate is not None and shaping is not None:
            shaper = Shaper(rate, committed=burst_of(shaping, self.account), origin=shaping.span)
        whole = TrafficClass(
            REST,
            Anything(),
            guarantee=rate_of(guaranteed, self.account),
            shaper=shaper,
            child=self._inner(scheduler_map, node),
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
            names = tuple(Named(one) for one in self.classes.beside(name))
            made.append(
                TrafficClass(
                    name,
                    Test(Field.FORWARDING_CLASS, names),
                    guarantee=Rate(share, RateBase.PERCENT, by),
                    limits=(QueueLimit(Depth(share, DepthUnit.SHARE, by)),),
                )
            )
        rest = TrafficClass(REST, Anything())
        return Policy(_DEFAULT_MAP, (*made, rest), origin=NOWHERE, feature=_DEFAULT_MAP)

    def _sets(self, port: str, sets: list[Node]) -> Attachment | None:
        """Enhanced transmission selection: a class for each set, with its scheduler map inside.

        Source: Juniper, "Traffic Management User Guide (QFX Series)", Understanding CoS
        Hierarchical Port Scheduling (ETS): a class in no set of the port has no bandwidth there.
        """
        classes = []
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
            names = tuple(Named(self.classes.full(kid.value)) for kid in members.all("class"))
            match = Test(Field.FORWARDING_CLASS, names, members.span)
            classes.append(replace(made.classes[0], name=node.value, match=match, origin=node.span))
        if not classes:
            return None
        name = f"forwarding-class-sets of {port}"
        rest = TrafficClass(REST, Anything(), origin=sets[0].span)
        self.found[name] = Policy(name, (*classes, rest), origin=sets[0].span, feature=name)
        return Attachment(Reference(RefKind.POLICY_MAP, name, sets[0].span), sets[0].span)

    def bind(self, port: str, nodes: list[Node]) -> Attachment | None:
        """What the scheduler of a port does, from the levels that speak of it, nearest first."""
        said = {
            word: next((one for node in nodes if (one := node.get(word)) is not None), None)
            for word in ("output-traffic-control-profile", "scheduler-map", "shaping-rate")
        }
        sets = next((found for node in nodes if (found := node.all("forwarding-class-set"))), None)
        if sets:
            return self._sets(port, sets)
        profile = said["output-traffic-control-profile"]
        if profile is not None:
            name = f"traffic-control-profile {profile.value}"
            if name not in self.found:
                self.account.recognised(profile, f"{name} is not defined")
                return None
            self.account.modelled(profile)
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
