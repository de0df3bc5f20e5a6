"""Readers of vendor configuration: each makes a `qosc.ir.Device` of a text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qosc.frontends.detection.dialect import DIALECTS, NO_HINT, Guess, certain, detect
from qosc.guests import VENDORS, guests
from qosc.ir import Coverage, Device, Residue, ResidueKind, SupportState
from qosc.platforms import NAMES, is_junos
from qosc.source import SourceText

if TYPE_CHECKING:
    from qosc.ir.statements import Statements

__all__ = [
    "junos_statements",
    "load",
    "may_be_data",
    "may_be_wrapped",
    "may_hold_several",
    "mismatch",
]

_HOST = "os390"
"""The platform of the one dialect that is of a host."""

_UNREAD = frozenset(("freertr",))
"""Dialects that have nothing in common with IOS: reading them as IOS would say nothing true."""

_SISTERS = {"ios-xr": ("ios-xr", "ios-xr-ncs"), "nxos": ("nxos",)}
"""Dialects with an MQC of their own, which is read as far as it is like that of IOS, and the
platforms of each.
"""


_PROMPTED = ("#sh", "# sh", ">sh", "> sh", "(conf", "#conf", "# conf", ">en", "> en", "(cfg")
"""What is in each text with prompts of IOS and its relatives."""


def may_hold_several(text: str) -> bool:
    """Whether a text may be about several devices: a quick look, before `devices.split` decides."""
    return (
        text.count("hostname ") > 1
        or text.count("host-name ") > 1
        or text.count("switchname ") > 1
        or text.count("RANCID-CONTENT-TYPE") > 1
        or ("@" in text and any(mark in text for mark in ("> ", "# ", ">\n", "#\n")))
        or any(mark in text for mark in _PROMPTED)
    )


_HUNK = "@@ -"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def may_be_wrapped(text: str) -> bool:
    """Whether a text may be a diff, a log or what grep found: a quick look at its first line,
    before `wrapped.wrapping` decides.
    """
    first = text[:2000].lstrip().partition("\n")[0].lower()
    word = first.partition(" ")[0]
    return (
        "\n>>>>>>> " in text
        or f"\n{_HUNK}" in text
        or first.startswith(_HUNK)
        or first[:1] in "0123456789[(*.<"
        or (first[:3] in _MONTHS and len(word) == 3)
        or (word.count(":") > 0 and any(digit in word for digit in "0123456789"))
        or ("-" in word and word.rstrip("-").rpartition("-")[2].isdigit())
    )


def may_be_data(text: str) -> bool:
    """Whether a text may be a JunOS configuration as XML or JSON: a quick look, before
    `junos.display` decides.
    """
    return "<configuration" in text or 'configuration"' in text


def may_hold_junos(text: str) -> bool:
    """Whether a text may have lines of JunOS about QoS in it: a quick look."""
    return "class-of-service" in text or "firewall" in text


def mismatch(source: SourceText, platform: str) -> str:
    """What to say to someone who takes a config for one of `platform`, a profile of another vendor
    or system than the config's; empty where it is none.
    """
    if guests(VENDORS):
        from qosc.frontends.guest import mismatch as guest_mismatch
        from qosc.frontends.guest import vendor_of

        if platform not in NAMES or vendor_of(source) is not None:
            return guest_mismatch(source, platform)
    guess = detect(source)
    if guess.dialect in _SISTERS and _fits(guess, platform):
        other = platform not in _SISTERS[guess.dialect] and certain(source, guess.dialect)
    else:
        other = not _fits(guess, platform) and guess.dialect_reason != NO_HINT
    if not other:
        return ""
    return (
        f"{source.path} is no config of the platform {platform}: it is written in "
        f"{DIALECTS[guess.dialect]} ({guess.dialect_reason}); leave the platform out, or name one "
        "of that system"
    )


def load(source: SourceText, platform: str | None = None) -> Device:
    """The device that a config describes. Any text at all gives a device; nothing raises.

    `platform` names a profile (see `qosc.profiles`); without it, the config's own hints decide.
    A text that tells no vendor is read as the platform's (see `mismatch` for one that does).
    A relative of IOS that is not read is read as IOS, and a residue says so.
    """
    if guests(VENDORS):
        from qosc.frontends.guest import vendor_of

        vendor = vendor_of(source, platform)
        if vendor is not None:
            return replace(vendor.load(source), platform=vendor.name)
    guess = detect(source)
    if platform is not None and guess.dialect_reason == NO_HINT and not _fits(guess, platform):
        guess = Guess("junos", guess.dialect_reason, platform, "it is asked for")
    if guess.dialect == "policy-agent" or platform == _HOST:
        from qosc.frontends import policy_agent

        return policy_agent.load(source)
    if guess.dialect in _UNREAD:
        return Device(
            platform=platform or "",
            residue=(_remark(source, guess, "it is not read"),),
            complete=False,
            coverage=Coverage(irrelevant=len(source.lines)),
        )
    if guess.dialect == "junos":
        from qosc.frontends import junos

        device = junos.load(source, platform or guess.platform)
        if platform is not None or not guess.assumed:
            return device
        return replace(device, platform_assumed=True, platform_reason=guess.platform_reason)
    from qosc.frontends import cisco

    device = cisco.load(source, platform or guess.platform, guess.dialect)
    if may_hold_junos(source.text):
        from qosc.frontends.other_vendor import with_junos_lines

        device = with_junos_lines(device, source)
    if guess.dialect == "ios":
        if platform is not None or not guess.assumed:
            return device
        return replace(device, platform_assumed=True, platform_reason=guess.platform_reason)
    if guess.dialect in _SISTERS:
        remark = _remark(source, guess, "its MQC is read as far as it is like that of IOS")
    else:
        remark = _remark(source, guess, "it is read as IOS", ResidueKind.AS_IOS)
    return replace(device, residue=(remark, *device.residue))


def junos_statements(source: SourceText) -> Statements:
    """All statements in force of a text that was read as one of JunOS, also those that the model
    leaves out.
    """
    from qosc.frontends.junos.chains import statements

    return statements(source)


def _remark(
    source: SourceText, guess: Guess, fate: str, kind: ResidueKind = ResidueKind.SYSTEM
) -> Residue:
    number = next((n for n, line in enumerate(source.lines, start=1) if line.strip()), 1)
    text = source.line(number)
    return Residue(
        SupportState.RECOGNISED,
        f"the {DIALECTS[guess.dialect]} config",
        text,
        f"{guess.dialect_reason}: {fate}",
        origin=source.span(number, 0, len(text)),
        kind=kind,
        about=DIALECTS[guess.dialect],
    )


def _fits(guess: Guess, platform: str) -> bool:
    if (platform == _HOST) != (guess.dialect == "policy-agent"):
        return False
    return is_junos(platform) == (guess.dialect == "junos")
