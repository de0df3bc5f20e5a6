"""The words of statements that hold secrets.

Sources: Cisco, IOS Security Command Reference (enable, username, line, tacacs, radius, crypto
isakmp, crypto map, key chain, cts), IOS SNMP, NTP, BGP, OSPF, IS-IS, EIGRP, NHRP, LISP, MPLS LDP
and First Hop Redundancy command references, IOS Voice Command Reference (sip-ua,
telephony-service), IOS Public Key Infrastructure, RSVP, CNS, TR-069 and Cisco IOS Configuration
Guide for Aironet Access Points ("nthash", "static-wep-key"), the same of IOS XR, NX-OS and ASA;
Arista EOS User Manual, "User Security", "MACsec" and "Streaming Telemetry Agent"; Juniper, CLI
Explorer, statements that end in `-key`, `-secret` and `-password`, `cak`, `snmp-community`,
`trap-group` (its name is the community of the traps), and "Understanding Junos OS Passwords" ($1$,
$5$, $6$ hashed, $8$ and $9$ encrypted); RFC 3986, section 3.2.1 (URLs with passwords); RFC 7468
(private keys).
"""

from __future__ import annotations

__all__ = ["ALONE", "ALWAYS", "FORMS", "FULL", "HELD", "LONG", "QOS", "SHORT", "SKIPPED"]

FORMS = frozenset(
    (
        *("encrypted", "encr", "clear", "clear-text", "plaintext", "hashed", "md5"),
        *("sha", "sha1", "sha256", "sha512", "sha-256", "sha-512", "ascii", "hex"),
        *("hash", "ascii-text", "hexadecimal", "text", "key-string", "scrypt", "type-6"),
        *("type", "value", "hmac-sha1", "hmac-sha-1", "hmac-sha2-256", "hmac-sha-256"),
        *("cmac-aes-128", "hmac-md5", "accept", "encryption-type", "cak"),
    )
)
"""How the secret behind it is written."""
ALWAYS = frozenset(
    (
        *("encrypted-password", "plain-text-password", "plain-text-password-value"),
        *("simple-password", "authentication-password", "privacy-password"),
        *("local-password", "authentication-key", "privacy-key", "chap-secret"),
        *("default-chap-secret", "pap-password", "default-pap-password", "shared-secret"),
        *("ascii-text", "hexadecimal", "preshared-key", "pre-shared-key", "key-string"),
        *("auth-key", "client-secret", "server-key", "message-digest-key", "shared-key"),
        *("area-password", "domain-password", "lsp-password", "hello-password"),
        *("hello-authentication-key", "community-name", "cak", "pmk", "bind-password"),
        *("challenge-password", "tunnel-password", "default-password", "tunnel-secret"),
        *("wpa-psk", "set-key", "idtoken", "ldap-login-password", "passphrase", "passwd"),
        *("nthash", "key-octet-string", "text-authentication", "secure-password"),
    )
)
"""Words behind which a secret stands, wherever they are in a line."""
ALONE = frozenset(("secret", "password", "key", "pin"))
"""Words behind which one stands at the beginning of a statement, and in the lines of HELD."""
HELD = frozenset(
    (
        *("aaa", "address", "authentication", "bind", "client", "credentials", "crypto"),
        *("cts", "dialer", "digest", "dot1x", "enable", "encryption", "etr", "failover"),
        *("fcsp", "ftp", "group", "ip", "ipv4", "ipv6", "isis", "itr", "key", "key-string"),
        *("l2tp", "mpls", "neighbor", "nxapi", "ospf", "pac", "peer", "ppp", "md5", "rip"),
        *("radius-server", "server", "server-private", "set", "sip-ua", "tacacs-server"),
        *("tunnel", "user-name", "username", "vpdn", "vtp", "web", "xml", "cns", "connection"),
        *("gateway", "http-proxy", "security", "zone"),
    )
)
"""The first words of lines in which words of ALONE are keywords."""
QOS: dict[str, frozenset[str]] = {
    "ip": frozenset(("access-group", "access-list", "nbar", "policy", "prefix-list", "rsvp")),
    "ipv6": frozenset(("access-class", "access-list", "policy", "prefix-list", "traffic-filter")),
    "ipv4": frozenset(("access-group", "access-list", "prefix-list")),
    "mpls": frozenset(("ip", "label", "traffic-eng")),
    "set": frozenset(("class-of-service", "firewall", "interfaces", "policy-options")),
}
"""What may have names, which may be such words: these lines have the words of ALWAYS alone."""
LONG = frozenset(
    ("enable", "key", "username", "secret", "password", "passwd", "passphrase", "key-string")
)
"""Lines of these may hold a secret with blanks in it, up to their end."""
SKIPPED = {
    "address": 2,  # pre-shared-key address A [MASK] key
    "hostname": 2,
    "level": 2,
    "local": 1,
    "remote": 1,
    "peer": 2,
    "config-key": 2,
    "size": 2,  # encryption key 1 size 128bit
    "fallback": 1,
    "option": 4,  # mpls ldp password option 1 for ACL
    "eigrp": 2,  # authentication key eigrp 100
}
"""Words between a keyword and its secret, and with how many words behind them they go."""


def _beginnings(word: str, shortest: int) -> dict[str, str]:
    return {word[:length]: word for length in range(shortest, len(word))}


SHORT = {
    **_beginnings("password", 4),
    **_beginnings("secret", 3),
    **_beginnings("community", 4),
}
"""Short forms that IOS takes, in lines of FULL and HELD."""
FULL = {
    **_beginnings("enable", 2),
    **_beginnings("username", 4),
    **_beginnings("snmp-server", 6),
    **_beginnings("tacacs-server", 7),
    **_beginnings("radius-server", 8),
}
"""Short forms of the first word of a line."""
