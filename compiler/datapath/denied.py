"""What a `deny` in the access list of a class does on the platform at hand."""

from __future__ import annotations

from qosc.ir import AccessEntry, AccessList, Device
from qosc.ir.resolve import lists_of_classes
from qosc.profiles.model import Profile
from qosc.values import replace

__all__ = ["with_denied"]


def with_denied(device: Device, profile: Profile) -> Device:
    """The device whose access lists take packets into classes as its platform does. Idempotent.

    Where the platform ignores the action (`Takes.lists_deny`), an entry that denies is one that
    permits, and says so (`AccessEntry.deny_ignored`). Where its routers differ
    (`Takes.denies_differ`), it has that as its doubt. Lists that only filters of packets name stay
    as they are: the fact is of classes.
    """
    takes = profile.takes
    if not device.access_lists or (takes.lists_deny and not takes.denies_differ):
        return device
    changed = {}
    for name in lists_of_classes(device.class_maps, device.policies, device.ports):
        access_list = device.access_lists.get(name)
        if access_list is not None and not all(entry.permit for entry in access_list.entries):
            changed[name] = _changed(access_list, takes.lists_deny, takes.denies_differ)
    if not changed:
        return device
    return replace(device, access_lists={**device.access_lists, **changed})


def _changed(access_list: AccessList, lists_deny: bool, differ: str) -> AccessList:
    entries: list[AccessEntry] = []
    for entry in access_list.entries:
        if entry.permit:
            entries.append(entry)
        elif lists_deny:
            entries.append(replace(entry, doubt=differ))
        else:
            entries.append(replace(entry, permit=True, deny_ignored=True))
    return replace(access_list, entries=tuple(entries))
