"""What of a config is covered altogether, and how: secrets, texts of persons, phone numbers, keys.

Sources: Cisco, IOS Public Key Infrastructure Command Reference ("certificate", "quit"), Secure
Shell ("key-hash", "key-string"), SNMP ("engineID", which holds a MAC address); RFC 7468 (PEM), RFC
4253, section 6.6 (`ssh-rsa`).
"""

from __future__ import annotations

import re

from qosc.anonymise.phones import phones
from qosc.patterns import pattern
from qosc.redaction import secrets
from qosc.redaction.free_text import free_texts

__all__ = ["ESCAPE", "covered", "form_of", "hidden"]

_HEX = r"(?:[ \t]*+[0-9A-Fa-f]{2,8}(?:[ \t]++[0-9A-Fa-f]{2,8})*+[ \t]*+\n)++"
_KEYS = tuple(
    pattern(text, re.MULTILINE | re.IGNORECASE)
    for text in (
        rf"^[ \t]*+certificate\b[^\n]*+\n({_HEX})",
        r"^[ \t]*+certificate[ \t]++(?:[a-z][a-z-]++[ \t]++)*+([0-9A-F]{3,}+)[ \t]*+$",
        (
            r"^[ \t]*+key-string[ \t]*+\n((?:(?!\s*+(?:exit|quit)\s*+$)[ \t]*+[\w+/=-]++"
            r"(?:[ \t]++[0-9A-F]{2,8})*+[ \t]*+\n){1,200}+)"
        ),
        r"-----BEGIN [A-Z ]{1,40}-----([^-]++)",
        r"\bkey-hash[ \t]++\S++[ \t]++([^\n]++)",
        (
            r"\b(?:ssh-(?:rsa|dss|dsa|ed25519)|ecdsa-sha2-nistp\d{3})[ \t]++\"?"
            r"((?:ssh|ecdsa)-[^\"\n;]++|[\w+/=]{16,}+[^\"\n;]*+)"
        ),
        r"\bengine-?id\b[^\n]{0,80}?[ \t\"]([0-9A-F:]{10,}+)(?![\w.])",
        r"\b(?:TP-self-signed|IOS-Self-Signed-Certificate)-(\d++)",
        r"^[ \t]*+(?:subject-name|serial-number)[ \t]++([^\n]++)",
    )
)
ESCAPE = {
    "xml": r"&(?:amp|lt|gt|quot|apos);",
    "json": r"\\[\"\\/bfnrt]",
}
"""What stands for a character in XML and JSON, of which no letter may be changed."""
_XML = pattern(r"\s*+<")
_JSON = pattern(r"\s*+[{\[]\s*+[\"{}\]]")


def form_of(text: str) -> str:
    """`xml` or `json`; empty for a text of statements."""
    return "xml" if _XML.match(text) else "json" if _JSON.match(text) else ""


def hidden(text: str) -> list[tuple[int, int]]:
    """Where it stands, in order; one place may be within another."""
    places = [*secrets(text), *free_texts(text), *phones(text)]
    for expression in _KEYS:
        places += (match.span(1) for match in expression.finditer(text))
    return sorted(places)


def covered(text: str, form: str) -> str:
    """`x` for each letter and digit. Escapes stay, but for those that give a letter by number."""
    if form not in ESCAPE:
        return re.sub(r"\w", "x", text)
    kept = re.compile(rf"({ESCAPE[form]})|&#\w{{1,8}};|\\u[0-9A-Fa-f]{{4}}|\w")
    return kept.sub(lambda match: match[1] or "x" * len(match[0]), text)
