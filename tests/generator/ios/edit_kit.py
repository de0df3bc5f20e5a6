"""What an edit of an abstract IOS router is, and the router with one object replaced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.generator.ios.model import (
    Acl,
    Policy,
    Port,
    Router,
)

Edit = Callable[[Random, Router], Router | None]
"""Gives the router after the edit, None where it has nothing that can be edited so."""


def with_policy(router: Router, new: Policy) -> Router:
    """The router with another policy of that name."""
    return replace(router, policies={**router.policies, new.name: new})


def with_acl(router: Router, new: Acl) -> Router:
    """The router with another list of that name."""
    return replace(router, acls={**router.acls, new.name: new})


def with_port(router: Router, new: Port) -> Router:
    """The router with another port of that name."""
    ports = tuple(new if port.name == new.name else port for port in router.ports)
    return replace(router, ports=ports)


def attached(router: Router) -> list[Policy]:
    """The policies that some port has, and their children."""
    names = [name for port in router.ports for name in (port.input, port.output) if name]
    found: dict[str, Policy] = {}
    while names:
        policy = router.policies[names.pop()]
        if policy.name not in found:
            found[policy.name] = policy
            names += [each.child for each in policy.classes if each.child]
    return [router.policies[name] for name in router.policies if name in found]
