"""Secrets in the statements of command lines, and in those of JunOS with braces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from qosc.patterns import folded, line_offsets, pattern
from qosc.redaction.words import ALONE, ALWAYS, FORMS, FULL, HELD, LONG, QOS, SHORT, SKIPPED

__all__ = ["found"]

_Word = tuple[int, int, str]
"""Where a word begins and ends in its line, and the word in lower case, without quotes."""

_NEAR = (
    *(b"sec", b"pass", b"key", b"auth", b"priv", b"psk", b"token", b"snmp", b"ipsec", b"pmk"),
    *(b"cak", b"trap-group", b"srvtab", b"nthash", b"crypto ", b"crypto\t"),
)
"""Something of this is in each line that may hold a secret which only its statement tells,
"""
_BEGINS = (b"comm", b"pin")
"""or a word begins so: `send-community` of BGP is in many lines, and `mapping`."""
_WORDS = pattern(r"\"(?:[^\"\\]|\\.)*+\"?|[^\s;{}\[\]\"]++")
_OF_DATA = pattern(r"[ \t]*+(?:[<{\[]|\"(?:[^\"\\\n]|\\.)*+\"[ \t]*+:)")
"""How a line of XML or JSON begins: see `data`."""
_PROMPT = pattern(r"!+|[\w.@:/()~-]{1,80}[#>](?=\S|$)")
"""What may stand in front of the first word: a comment's mark, the prompt of a router."""
_ADDRESS = pattern(r"[\da-f]*[.:][\da-f.:]+(?:/\d+)?")
_CIPHERS = frozenset(
    ("aes", "aes128", "aes-128", "aes192", "aes256", "aes-256", "des", "3des", "des56", "aes-cbc")
)
_BITS = frozenset(("128", "192", "256"))
_HASHES = frozenset(("md5", "sha1", "sha-1", "sha-256", "sha-384", "sha-512"))
_TYPES = frozenset(("0", "5", "6", "7", "8", "9", "10", "encrypted"))
_NO_KEY = frozenset(("chain", "generate", "zeroize", "export", "import"))
_VERSIONS = frozenset(("0", "7", "8"))
"""How a community is written, before it."""
_MEANING = frozenset(
    (
        *("pre-share", "rsa-sig", "rsa-encr", "ecdsa-sig", "open", "periodic", "message-digest"),
        *("null", "md5", "host-mode", "mode", "text", "key", "username", "keychain", "order"),
    )
)
"""Words behind `authentication` that are no secrets."""
_HOLDS = pattern(r"pass|secret|key|community|token", re.IGNORECASE)


def found(text: str) -> Iterator[tuple[int, int]]:
    """Where secrets stand in the lines of a text; quotes around them are not theirs."""
    known: dict[str, tuple[tuple[int, int], ...]] = {}
    for start in sorted(_near(text)):
        end = text.find("\n", start)
        line = text[start:end] if end >= 0 else text[start:]
        places = known.get(line)
        if places is None:
            places = known[line] = tuple(_in_line(line))
        for first, last in places:
            yield start + first, start + last


def _in_line(line: str) -> Iterator[tuple[int, int]]:
    """Where secrets stand in a line. Many lines are in a text more than once: what is found goes by
    nothing but the line.
    """
    end = len(line)
    if _OF_DATA.match(line):
        return
    said = line[: _comment(line, 0, end)]
    words = [(one.start(), one.end(), one[0].strip('"').lower()) for one in _WORDS.finditer(said)]
    braces = said.rstrip()[-1:] in (";", "{", "}")
    for first, last in _of_line(words, braces=braces):
        yield _bare(line, first, last if braces else _whole(line, last, end))
    if braces:
        for part in _statements(line, words):
            for first, last in _of_line(part, braces=True):
                yield _bare(line, first, last)


def _near(text: str) -> set[int]:
    """Where lines begin that may hold a secret. To look for one word after the other takes a tenth
    of the time of one expression for all of them.
    """
    low = folded(text)
    starts = {start for word in _NEAR for start in line_offsets(low, word)}
    return starts.union(*(line_offsets(low, word, begins=True) for word in _BEGINS))


def _comment(text: str, start: int, end: int) -> int:
    """Where the comment of a line of JunOS begins (`## SECRET-DATA`), else the line's end."""
    at = text.find("; ##", start, end)
    return at + 1 if at >= 0 else end


def _statements(text: str, words: Sequence[_Word]) -> Iterator[list[_Word]]:
    """The words of each statement of a line with braces or semicolons."""
    part: list[_Word] = []
    for word in words:
        if part and any(mark in text[part[-1][1] : word[0]] for mark in "{};"):
            yield part
            part = []
        part.append(word)
    if part:
        yield part


def _whole(text: str, at: int, end: int) -> int:
    """The end of a word of IOS, which may have braces and semicolons in it."""
    while at < end and not text[at].isspace():
        at += 1
    return at


def _of_line(words: Sequence[_Word], *, braces: bool) -> Iterator[tuple[int, int]]:
    """Where the secrets of a statement stand."""
    kept = list(words)
    while kept and (begins := _PROMPT.match(kept[0][2])) is not None:
        start, end, word = kept.pop(0)
        if begins.end() < len(word):
            kept.insert(0, (start + begins.end(), end, word[begins.end() :]))
    if kept and kept[0][2] == "no":
        del kept[0]
    said = _written_out([word for _, _, word in kept])
    if not said:
        return
    for rule in (_snmp, _authentication, _by_hand, _keywords, _odd):
        for at, last in rule(said):
            if at < len(kept):
                yield kept[at][0], kept[-1 if last and not braces else at][1]


def _written_out(said: list[str]) -> list[str]:
    """The words with those that IOS takes short in full."""
    if not said or said[0] == "set":
        return said
    first = FULL.get(said[0], said[0])
    if first == "snmp-server" or first in HELD or said[0] in SHORT:
        return [first if first != said[0] else SHORT.get(first, first)] + [
            SHORT.get(word, word) for word in said[1:]
        ]
    return said


def _keywords(said: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """The index of each word that is a secret, and whether it goes to the end of the line."""
    held = _holds(said)
    for at, word in enumerate(said):
        alone = word in ALONE and (held or at == 0 or _is_typed(said, at + 1))
        if word not in ALWAYS and not alone:
            continue
        behind = at + 1
        if word == "key" and (said[behind : behind + 1] == [] or said[behind] in _NO_KEY):
            continue
        if said[0] == "tunnel" and word == "key":
            continue  # the number that GRE carries
        if word == "key" and at == 0 and len(said) == 2 and said[1].isdecimal():
            continue  # the number of a key in a chain
        if said[behind : behind + 1] == ["ckn"]:
            continue  # the name of a key, in braces
        if said[:2] == ["ip", "msdp"] and _ADDRESS.fullmatch(" ".join(said[behind : behind + 1])):
            behind += 1  # NX-OS: of the peer
        behind = _past(said, behind, number=word.startswith(("authentication", "message")))
        if behind >= len(said) > at + 1:
            behind = len(said) - 1
        if behind < len(said) and (said[behind] not in ALONE or behind == len(said) - 1):
            yield behind, said[0] in LONG


def _is_typed(said: Sequence[str], at: int) -> bool:
    """Whether the kind of a secret stands there, and the secret behind it: `7 0812...`, in any
    line, such as one of two commands that were run together.
    """
    return at + 1 < len(said) and said[at] in _TYPES


def _holds(said: Sequence[str]) -> bool:
    """Whether words of ALONE are keywords in this line, wherever they stand."""
    first = said[0]
    if first in HELD:
        return _root(said) not in QOS.get(first, ())
    return "://" in first or _ADDRESS.fullmatch(first) is not None  # JunOS: of a server


def _root(said: Sequence[str]) -> str:
    """What a line is about: of a group or a part of a device, what stands in it."""
    at = 3 if said[1:2] and said[1] in ("groups", "logical-systems", "tenants") else 1
    return said[at] if at < len(said) else ""


def _past(said: Sequence[str], at: int, *, number: bool) -> int:
    """The index behind the words that say how a secret is written."""
    if number and said[at : at + 1] and said[at].isdecimal():
        at += 1
    while at < len(said):
        word = said[at]
        if word in SKIPPED and at + SKIPPED[word] < len(said):
            at += SKIPPED[word]
            while at + 1 < len(said) and (said[at] == "key" or _is_mask(said[at])):
                at += 1
        elif at + 1 < len(said) and (word in FORMS or (word.isdecimal() and len(word) < 3)):
            at += 1
        elif at + 1 < len(said) and word == "password":
            at += 1  # IOS XR: key-string password 7
        else:
            break
    return at


def _is_mask(word: str) -> bool:
    return word.count(".") == 3 and word.replace(".", "").isdecimal()


def _snmp(said: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """Communities, and the keys of users."""
    if said[0] == "set" and _root(said) == "snmp":
        at = said.index("snmp")
        if said[at + 1] in ("community", "trap-group") if at + 1 < len(said) else False:
            yield at + 2, False
    if said[0] not in ("snmp-server", "snmp") or len(said) < 3:
        return
    if "community-map" in said:
        yield _past(said, said.index("community-map") + 1, number=False), False
    elif said[1] == "community":
        typed = said[2] in ("encrypted", "clear") or (said[2] in _VERSIONS and len(said) > 4)
        yield 2 + (typed and len(said) > 3), False
    elif said[1] == "host":
        yield _past_host(said), False
    elif said[1] == "user":
        for at, word in enumerate(said):
            if word == "auth" and at > 2:
                yield _past(said, at + 2, number=False), False
            elif word == "priv" and at > 2:
                yield _past(said, _past_cipher(said, at + 1), number=False), False


def _past_cipher(said: Sequence[str], at: int) -> int:
    while at + 1 < len(said) and (said[at] in _CIPHERS or said[at] in _BITS):
        at += 1
    return at


def _past_host(said: Sequence[str]) -> int:
    """The index of the community behind the address, as what is sent, and the version."""
    if "community" in said[3:]:
        return _past(said, said.index("community", 3) + 1, number=False)
    at = 3
    if said[3:4] and _ADDRESS.fullmatch(said[3]) and not _ADDRESS.fullmatch(said[2]):
        at = 4  # of ASA: behind the name of an interface
    while at + 1 < len(said):
        if said[at] in ("vrf", "use-vrf"):
            at += 2
        elif said[at] == "version":
            at += 3 if said[at + 1] == "3" else 2
        elif said[at] in ("traps", "informs", "trap", "poll", "encrypted", "clear"):
            at += 1
        else:
            break
    return at


def _authentication(said: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """What stands behind `authentication`: of HSRP, VRRP, GLBP, NHRP and EIGRP."""
    if "authentication" not in said:
        return
    at = said.index("authentication") + 1
    if said[0] in ("standby", "vrrp", "glbp"):
        at = _past(said, at, number=False)
        if said[at : at + 1] != ["key-chain"]:
            yield at, False
    elif said[1:2] == ["nhrp"] and said[0] in ("ip", "ipv6"):
        yield at, False
    elif said[:4] == ["ip", "rsvp", "authentication", "key"]:
        yield 4, False
    elif at == 1 and said[1:2] == ["mode"] and said[2:3] and said[2].startswith("hmac"):
        yield _past(said, 3, number=False), False
    elif at == 1 and (
        (len(said) > 2 and said[1] == "text") or (len(said) == 2 and said[1] not in _MEANING)
    ):
        yield len(said) - 1 if len(said) == 2 else _past(said, 2, number=False), False


def _by_hand(said: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """Keys of IPsec that stand in the config: of crypto maps and of OSPFv3."""
    if said[:2] == ["set", "session-key"]:
        for at, word in enumerate(said):
            if word in ("cipher", "authenticator"):
                yield at + 1, False
        if said[3:4] == ["ah"]:
            yield 5, False
    if "ipsec" in said and "spi" in said:
        at = said.index("spi") + 2
        while at < len(said):
            if said[at] in _HASHES or said[at] in _CIPHERS:
                at = _past(said, _past_cipher(said, at + 1), number=False)
                yield at, False
            at += 1


def _odd(said: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """Statements of a kind of their own."""
    if said[:3] == ["event", "manager", "environment"] and len(said) > 4 and _HOLDS.search(said[3]):
        yield 4, False
        yield len(said) - 1, False
    for at, word in enumerate(said[2:], start=2):
        if word in ("ro", "rw") and said[at - 2] == "community":
            yield at - 1, False  # behind another command
    if said[:3] == ["kerberos", "srvtab", "entry"]:
        yield len(said) - 1, False
    if "static-wep-key" in said:
        # Between how it is written and the number of the key, which may be left out.
        yield len(said) - 1 - (len(said[-1]) == 1 and said[-1].isdecimal()), False
    if said[0] == "crypto" and said[2:3] in (["export"], ["import"], ["ex"], ["im"]):
        form = next((at for at, word in enumerate(said) if word in ("pem", "pkcs12")), len(said))
        if len(said) - 1 > form + 1 and said[-1] != "terminal":
            yield len(said) - 1, False
    if said[0] == "key" and "message-auth-code-key" in said:
        yield len(said) - 1, False


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    """A place without the quotes around what stands there."""
    if text[start : start + 1] == '"':
        start += 1
        end -= text[end - 1] == '"' and end > start
    return start, end
