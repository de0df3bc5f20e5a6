"""Platform defaults as data: one module per platform, each row with its source."""

from __future__ import annotations

from importlib import import_module

from qosc.profiles.fill import with_defaults
from qosc.profiles.model import Excess, Profile
from qosc.profiles.rates import link_rate

__all__ = ["DEFAULT", "NAMES", "Excess", "Profile", "link_rate", "profile",
           "with_defaults"]  # fmt: skip

NAMES = ("ios-12", "ios-xe", "junos-mx")
"""The known platforms: those of one system in the order of their age."""

DEFAULT = "ios-12"
"""What a config that gives no hint is taken for."""


def profile(name: str) -> Profile:
    """The profile of a platform; KeyError for an unknown name."""
    if name not in NAMES:
        raise KeyError(name)
    module = import_module(f"qosc.profiles.{name.replace('-', '_')}")
    found: Profile = module.PROFILE
    return found
