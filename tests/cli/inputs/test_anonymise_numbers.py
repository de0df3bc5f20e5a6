"""What `qosc anonymise` does to numbers that tell: of phones, and of systems of IS-IS."""

from __future__ import annotations

import re

import pytest

from qosc.anonymise.text import anonymous

KEY = b"a key"
PHONES = """\
 destination-pattern 0033142345678
 destination-pattern +33142345678T
R1(config-dial-peer)#destination-pattern 0033142345678
 no destination-pattern 33142345678
 incoming called-number 0033142345678
 answer-address 0033142345678
 prefix 0033142345678
 clid network-number 33142345678
num-exp 0033142345678 45678
 rule 1 /^0049/ /0033142345678/
 rule 2 reject /^0033142345678/
 rule 3 33142345678 0033142345678
 isdn spid1 33142345678 142345678
 isdn calling-number 0033142345678
 isdn answer1 33142345678:12
 isdn caller 33142345678 callback
 dialer map ip 10.1.1.1 name r2 speed 56 broadcast 0033142345678
 dialer map ip 10.1.1.1 0033142345678:12 class quick
 dialer caller 33142345678 callback
 dialer string 0033142345678 class quick
 dialer-options { dial-string 33142345678; }
 number 33142345678 secondary 142345678
 number 1 33142345678
 caller-id local 33142345678
 station-id number 33142345678
 connection plar opx 33142345678
 call-forward noan 33142345678 timeout 18
 speed-dial 1 33142345678 label Zorg
 pilot 33142345678
 list 33142345678, 142345678
 dialplan-pattern 1 33142345678 extension-length 4
 zone prefix GK 33142345678*
 alias 1 33142345678 to 142345678
 credentials username 33142345678 password x realm zorg
 credentials number 142345678 username 33142345678 password x
 authentication username 33142345678 password x
username zorg callback-dialstring 33142345678
chat-script dial "" "ATDT 0033142345678" TIMEOUT 60
  phone-contact +33-142345678
set interfaces bri-0/0/3 isdn-options calling-number 33142345678
"""


@pytest.mark.parametrize("line", PHONES.splitlines())
def test_phone_numbers_are_covered(line: str) -> None:
    after = anonymous(f"{line}\nclass-map voice\n", KEY)
    assert "42345678" not in after
    assert "0049" not in after
    assert after.endswith("\nclass-map voice\n")
    assert "x" * 9 in after
    # The words by which they are found stay.
    stays = re.compile(r"\w+-number|\w+-pattern|dial\w*|number|prefix|isdn|rule|call-\w+")
    assert stays.findall(after) == stays.findall(line)


@pytest.mark.parametrize("section", ["ephone-dn 1", "voice-port 0/1", "voice register dn 2"])
@pytest.mark.parametrize("word", ["name", "label", "station-id name"])
def test_the_name_of_who_calls_is_covered(section: str, word: str) -> None:
    after = anonymous(f"{section}\n {word} Voice Edge\ninterface Serial0\n name voice\n", KEY)
    assert "Voice Edge" not in after
    assert "Serial0\n name voice" in after


@pytest.mark.parametrize(
    "line",
    [
        "policy-map P\n class C\n  police 128000 8000",
        "ip prefix-list P seq 5 permit 10.0.0.0/8",
        "access-list 101 permit udp any any range 16384 32767",
        "class-map match-any voice\n match dscp 46",
        "interface Dialer1\n dialer pool 1\n dialer idle-timeout 300",
        "dial-peer voice 100 pots\n port 0/1/0",
        "class-map number\n match vlan 10",
    ],
)
def test_other_numbers_stay(line: str) -> None:
    after = anonymous(f"{line}\n", KEY)
    assert re.findall(r"(?<!\d|\.)\d+(?![\d./])", after) == re.findall(
        r"(?<!\d|\.)\d+(?![\d./])", line
    )


def test_addresses_behind_such_words_become_others() -> None:
    after = anonymous(" dialer map ip 62.154.1.1 0033142345678\n prefix 62.154.1.0/24\n", KEY)
    mapped, prefix = re.findall(r"\d+\.\d+\.\d+(?=\.\d)", after)
    assert mapped == prefix != "62.154.1"


def _system(text: str) -> list[str]:
    digits = re.search(r"(?<=49\.0001\.)([\d.]{14})(?=\.00)", text)
    assert digits is not None
    return [str(int(octet)) for octet in re.findall(r"\d{3}", digits[0].replace(".", ""))]


@pytest.mark.parametrize(
    "text",
    [
        (
            "interface Loopback0\n ip address 62.154.1.1 255.255.255.255\n"
            "router isis\n net 49.0001.0621.5400.1001.00\n"
        ),
        (
            "interfaces {\n    lo0 {\n        unit 0 {\n"
            "            family inet { address 62.154.1.1/32; }\n"
            "            family iso { address 49.0001.0621.5400.1001.00; }\n"
            "        }\n    }\n}\n"
        ),
        (
            "set interfaces lo0 unit 0 family inet address 62.154.1.1/32\n"
            "set interfaces lo0 unit 0 family iso address 49.0001.0621.5400.1001.00\n"
        ),
    ],
)
def test_a_system_of_isis_follows_its_loopback(text: str) -> None:
    after = anonymous(text, KEY)
    assert "0621.5400" not in after
    assert "062154001001" not in after
    octets = re.search(r"\d+\.\d+\.\d+\.\d+(?=[ /\n])", after)
    assert octets is not None
    assert octets[0] != "62.154.1.1"
    assert octets[0].split(".") == _system(after)


@pytest.mark.parametrize(
    ("net", "told"),
    [
        ("49.0001.3e9a.0101.0000.00", "3e9a"),
        ("49.0001.0000.3E9A.0101.00", "3E9A"),
        ("49.0001.0050.56aa.bbcc.00", "56aa"),
        ("39.752f.0100.0014.0000.9000.0020.0621.5400.1001.00", "752f"),
        ("47.0023.0621.5400.9999.00", "0023"),
        ("0621.5400.1001.00-00", "0621"),
        ("49.0001.0621.5400.1001.00", "0621"),
        ("49.0001.062154001001.00", "062154"),
    ],
)
def test_titles_keep_their_form_and_tell_nothing(net: str, told: str) -> None:
    after = anonymous(f" net {net}\n", KEY).split()[1]
    assert re.sub(r"\w", "x", after) == re.sub(r"\w", "x", net)
    assert told not in after
    assert re.fullmatch(r"[0-9a-f.-]+", after)
    assert after[:2] == net[:2] or net.startswith("0")
    assert anonymous(f" net {net}\n", KEY) != anonymous(f" net {net}\n", b"another")


def test_small_numbers_of_systems_stay() -> None:
    assert anonymous(" net 49.0001.0000.0000.0007.00\n", KEY) == " net 49.0001.0000.0000.0007.00\n"


@pytest.mark.parametrize(
    "word", ["1.3.6.1.4.1.9.9.166", "10.1.1.11", "12.4.15", "c2900-mz.SPA.157-3.M4b"]
)
def test_what_is_no_title_is_none(word: str) -> None:
    after = anonymous(f" x {word}\n", KEY).split()[1]
    assert after.count(".") == word.count(".")
