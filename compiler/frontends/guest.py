"""Texts that are configs of a vendor of another package."""

from __future__ import annotations

from qosc.profiles.guest import Vendor, vendors
from qosc.source import SourceText

__all__ = ["mismatch", "vendor_of"]


def vendor_of(source: SourceText, platform: str | None = None) -> Vendor | None:
    """The vendor whose config a text is: the one asked for, or that which recognises it."""
    for vendor in vendors():
        if vendor.name == platform or (platform is None and vendor.recognises(source.text)):
            return vendor
    return None


def mismatch(source: SourceText, platform: str) -> str:
    """What to say to someone who takes a config for one of `platform`, where the text or the
    platform is of a vendor of another package; empty where it is none.
    """
    vendor = vendor_of(source)
    if vendor is None:
        from qosc.frontends.detection.dialect import DIALECTS, NO_HINT, detect

        guess = detect(source)
        if guess.dialect_reason == NO_HINT:
            return ""
        system, reason = DIALECTS[guess.dialect], guess.dialect_reason
    elif vendor.name == platform:
        return ""
    else:
        system, reason = vendor.title, vendor.recognises(source.text)
    return (
        f"{source.path} is no config of the platform {platform}: it is written in {system} "
        f"({reason}); leave the platform out, or name one of that system"
    )
