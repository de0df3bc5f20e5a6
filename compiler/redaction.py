"""Secrets in configs: which statements hold them, and texts without them.

A text is freed of its secrets as it is read (`qosc.source.SourceText.of`), so that nothing that is
printed or written later can hold one. Each character of a secret becomes `*`, so that the columns
of what stands behind it stay.

Sources for what holds a secret: Cisco, IOS Security Command Reference (enable, username, line,
tacacs, radius, crypto isakmp, key chain), IOS SNMP, NTP, BGP, OSPF, IS-IS and First Hop Redundancy
command references, the same of IOS XR, NX-OS and ASA; Arista EOS User Manual, "User Security";
Juniper, CLI Explorer, statements that end in `-key`, `-secret` and `-password`, and "Understanding
Junos OS Passwords" ($1$, $5$, $6$ hashed, $8$ and $9$ encrypted); RFC 3986, section 3.2.1 (URLs
with passwords); RFC 7468 (private keys).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from qosc.patterns import pattern

__all__ = ["redacted", "secrets"]

_Word = tuple[int, int, str]
"""Where a word begins and ends in its line, and the word in lower case, without quotes."""

_NEAR = pattern(
    r"secret|passw|passphrase|passwd|key|community|auth|priv|psk|token|snmp", re.IGNORECASE
)
"""Something of this is in each line that may hold a secret which only its statement tells."""
_WORDS = pattern(r"\"(?:[^\"\\]|\\.)*+\"?|[^\s;{}\[\]\"]++")
_FORMS = frozenset(
    (
        *("encrypted", "encr", "clear", "clear-text", "plaintext", "hashed", "md5"),
        *("sha", "sha1", "sha256", "sha512", "sha-256", "sha-512", "ascii", "hex"),
        *("hash", "ascii-text", "hexadecimal", "text", "key-string", "scrypt", "type-6"),
        *("type", "value", "hmac-sha1", "hmac-sha-1", "hmac-sha2-256", "hmac-sha-256"),
        *("cmac-aes-128",),
    )
)
"""How the secret behind it is written."""
_NAMES = frozenset(
    (
        *("encrypted-password", "plain-text-password", "plain-text-password-value"),
        *("simple-password", "authentication-password", "privacy-password"),
        *("local-password", "authentication-key", "privacy-key", "chap-secret"),
        *("default-chap-secret", "pap-password", "default-pap-password", "shared-secret"),
        *("ascii-text", "hexadecimal", "preshared-key", "pre-shared-key", "key-string"),
        *("auth-key", "client-secret", "server-key", "message-digest-key"),
        *("area-password", "domain-password", "lsp-password", "hello-password"),
        *("wpa-psk", "set-key", "idtoken", "ldap-login-password", "passphrase", "passwd"),
    )
)
"""Words behind which a secret stands, wherever they are in a line."""
_ALONE = frozenset(("secret", "password", "key"))
"""Words behind which one stands at the beginning of a line, and in the lines of _OF."""
_OF = frozenset(
    (
        *("aaa", "client", "crypto", "dialer", "dot1x", "enable", "ip", "isis", "l2tp"),
        *("mpls", "neighbor", "peer", "ppp", "radius-server", "server-private", "set"),
        *("tacacs-server", "tunnel", "username", "vpdn", "pac", "md5"),
    )
)
_LONG = frozenset(
    ("enable", "username", "secret", "password", "passwd", "passphrase", "key-string")
)
"""Lines of these may hold a secret with blanks in it, up to their end."""
_QOS = frozenset(("class-of-service", "firewall", "policy-options"))
_CIPHERS = frozenset(
    ("aes", "aes128", "aes-128", "aes192", "aes256", "aes-256", "des", "3des", "des56")
)
_NO_KEY = frozenset(("chain", "generate", "zeroize"))
_PLAIN = {
    "address": 2,  # pre-shared-key address A [MASK] key
    "hostname": 2,
    "level": 2,
    "local": 1,
    "remote": 1,
    "peer": 2,
    "config-key": 2,
}
"""Words between a keyword and its secret, and with how many words behind them they go."""

_WHOLE: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("$", pattern(r"(?P<secret>\$(?:\d{1,2}|sha1|sha512|nt|y)\$[^\s\";<>,)\]}]++)")),
    ("://", pattern(r"://[^\s/:@]*+:(?P<secret>[^\s/@]++)@")),
    (
        "PRIVATE KEY-----",
        pattern(r"-----BEGIN [A-Z]{1,10}(?: [A-Z]{1,10})?? ?PRIVATE KEY-----(?P<secret>[^-]++)"),
    ),
)
_NAMED = "|".join(sorted(_NAMES | {"secret", "password"}))
_DATA: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("</", pattern(rf"<(?:{_NAMED})>(?P<secret>[^<]++)</")),
    ("</", pattern(r"<community>\s*+<name>(?P<secret>[^<]++)</")),
    ('"', pattern(rf'"(?:{_NAMED})"[ \t]*+:\s*+"(?P<secret>(?:[^"\\\n]|\\.)*+)"')),
    (
        '"community"',
        pattern(r'"community"\s*+:\s*+\[\s*+\{\s*+"name"\s*+:\s*+"(?P<secret>[^"\n]++)"'),
    ),
)
_SNMP = pattern(r"^snmp[ \t]*+\{.*\n(?:[ \t].*\n|\n)*+", re.MULTILINE)
_COMMUNITY = pattern(r"^[ \t]++community[ \t]++(?P<secret>\"[^\"\n]*+\"|[^\s;{\"]++)", re.MULTILINE)
_STAR = pattern(r"[^\n]")


def redacted(text: str) -> str:
    """The text with `*` for each character of a secret. Lines and columns stay."""
    pieces: list[str] = []
    at = 0
    for start, end in secrets(text):
        first = max(start, at)  # a secret may stand within another one
        if end > first:
            pieces += (text[at:first], _STAR.sub("*", text[first:end]))
            at = end
    return "".join([*pieces, text[at:]]) if pieces else text


def secrets(text: str) -> list[tuple[int, int]]:
    """Where the secrets of a text stand, in its order; quotes around them are not theirs."""
    return sorted(set(_found(text)))


def _found(text: str) -> Iterator[tuple[int, int]]:
    end = 0
    while (near := _NEAR.search(text, end)) is not None:
        start = text.rfind("\n", 0, near.start()) + 1
        end = text.find("\n", near.end())
        end = len(text) if end < 0 else end
        if text[start:end].lstrip()[:1] in '"<{[':
            continue  # XML or JSON: see _DATA
        words = [
            (one.start(), one.end(), one[0].strip('"').lower())
            for one in _WORDS.finditer(text, start, end)
        ]
        for first, last in _of_line(words):
            yield _bare(text, first, last)
    for word, expression in (*_WHOLE, *_DATA):
        if word in text:
            yield from _matches(expression, text)
    if "snmp {" in text:
        for stanza in _SNMP.finditer(text):
            for first, last in _matches(_COMMUNITY, stanza[0]):
                yield stanza.start() + first, stanza.start() + last


def _of_line(words: list[_Word]) -> Iterator[tuple[int, int]]:
    """Where the secrets of a line stand."""
    if words and words[0][2] == "no":
        del words[0]
    said = [word for _, _, word in words]
    if not said or (said[0] == "set" and said[1:2] and said[1] in _QOS):
        return
    for rule in (_snmp, _redundancy, _keywords):
        for at, last in rule(said):
            if at < len(words):
                yield words[at][0], words[-1 if last else at][1]


def _keywords(said: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """The index of each word that is a secret, and whether it goes to the end of the line."""
    held = said[0] in _OF
    for at, word in enumerate(said):
        if word not in _NAMES and not (word in _ALONE and (held or at == 0)):
            continue
        behind = at + 1
        if word == "key" and (said[behind : behind + 1] == [] or said[behind] in _NO_KEY):
            continue
        if said[0] == "tunnel" and word == "key":
            continue  # the number that GRE carries
        if word == "key" and at == 0 and len(said) == 2 and said[1].isdecimal():
            continue  # the number of a key in a chain
        behind = _past(said, behind, number=word.startswith(("authentication", "message")))
        if behind >= len(said) > at + 1:
            behind = len(said) - 1
        if behind < len(said) and said[behind] not in _ALONE:
            yield behind, said[0] in _LONG


def _past(said: Sequence[str], at: int, *, number: bool) -> int:
    """The index behind the words that say how a secret is written."""
    if number and said[at : at + 1] and said[at].isdecimal():
        at += 1
    while at < len(said):
        word = said[at]
        if word in _PLAIN and at + _PLAIN[word] < len(said):
            at += _PLAIN[word]
            while at + 1 < len(said) and (said[at] == "key" or _is_mask(said[at])):
                at += 1
        elif at + 1 < len(said) and (word in _FORMS or (word.isdecimal() and len(word) < 3)):
            at += 1
        else:
            break
    return at


def _is_mask(word: str) -> bool:
    return word.count(".") == 3 and word.replace(".", "").isdecimal()


def _snmp(said: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """Communities, and the keys of users."""
    if said[0] == "set" and "snmp" in said[1:4]:
        at = said.index("snmp")
        if said[at + 1 : at + 2] == ["community"]:
            yield at + 2, False
    if said[0] != "snmp-server" or len(said) < 3:
        return
    if said[1] == "community":
        yield 2 + (said[2] in ("encrypted", "clear") and len(said) > 3), False
    elif said[1] == "host":
        yield _past_host(said), False
    elif said[1] == "user":
        for at, word in enumerate(said):
            if word == "auth" and at > 2:
                yield _past(said, at + 2, number=False), False
            elif word == "priv" and at > 2:
                behind = at + 1
                while behind + 1 < len(said) and (
                    said[behind] in _CIPHERS or said[behind] in _BITS
                ):
                    behind += 1
                yield _past(said, behind, number=False), False


_BITS = frozenset(("128", "192", "256"))


def _past_host(said: Sequence[str]) -> int:
    """The index of the community behind the address, as what is sent, and the version."""
    at = 3
    while at + 1 < len(said):
        if said[at] in ("vrf", "use-vrf"):
            at += 2
        elif said[at] == "version":
            at += 3 if said[at + 1] == "3" else 2
        elif said[at] in ("traps", "informs", "trap", "encrypted", "clear"):
            at += 1
        else:
            break
    return at


def _redundancy(said: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """First hop redundancy: `standby 1 authentication md5 key-string 7 ...`."""
    if said[0] in ("standby", "vrrp", "glbp") and "authentication" in said:
        at = _past(said, said.index("authentication") + 1, number=False)
        if said[at : at + 1] != ["key-chain"]:
            yield at, False


def _matches(expression: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    for match in expression.finditer(text):
        start, end = _bare(text, *match.span("secret"))
        if end > start:
            yield start, end


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    """A place without the quotes around what stands there."""
    if text[start : start + 1] == '"':
        start += 1
        end -= text[end - 1] == '"' and end > start
    return start, end
