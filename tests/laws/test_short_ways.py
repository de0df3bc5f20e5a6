"""The readers' short ways for plain lines come to the same as the long ways."""

from __future__ import annotations

import random

import pytest

from qosc.frontends import junos
from qosc.frontends.ios import reader as ios
from qosc.frontends.junos.reader import Reader
from qosc.lint.rules.references import unused_object
from qosc.source import SourceText

IOS = (
    "class-map match-any VOICE", " match ip dscp ef", " match not dscp af11", " description a b c",
    "policy-map WAN", " class VOICE", "  priority 128", "  police cir 8000", "  random-detect",
    "  set ip dscp af41", " class class-default", "interface Serial0/0",
    "interface in the LAN of us",
    " bandwidth 2000", " ip address 10.0.0.1 255.255.255.0", " no shutdown",
    "\tservice-policy output WAN",
    " service-policy output WAN", " service-policy output WAN ! why", "R1(config-if)#bandwidth 100",
    "access-list 101 permit ip any any", "ip access-list extended A", " 10 permit ip any any",
    " permit tcp any any eq 80", "route-map R permit 10", " set ip precedence 5", "mls qos",
    "service-policy input X", "SERVICE-POLICY output WAN", " service instance 5 ethernet",
    "router bgp 1", " neighbor 10.0.0.1 remote-as 1", "!", "", "exit", "end", "  bandwith 5",
    "class VOICE", "bandwidth 100", "  queue-limit 40 ", "priority is given to voice", "/* x",
    "x */", "  conform-action transmit", "banner motd ^C", "text ^C",
    "bandwidth 100 is what the link of ours has", " service output WAN", " service input WAN",
    " service-policy output WAN // of us", " description a # b", " match ip dscp ef /* so */",
    " match ip dscp ef ! why", "control-plane", "qos trust",
)  # fmt: skip
JUNOS = (
    "set interfaces ge-0/0/0 unit 0 family inet filter input F",
    "set  interfaces ge-0/0/0 mtu 9000",
    "set interfaces ge-0/0/0 unit 0 vlan-id 5", "set interfaces ge-0/0/1 description \"a b\"",
    "set firewall family inet filter F term T then accept", "set firewall policer P then discard",
    "set firewall family inet filter F term T from protocol [ tcp udp ]", "set", "set ",
    "set class-of-service interfaces ge-0/0/0 scheduler-map M", "set system host-name r1",
    "set class-of-service schedulers S transmit-rate percent 20", "set frob x", "edit firewall",
    "set policer P if-exceeding bandwidth-limit 1m", "top", "delete firewall policer P",
    "deactivate interfaces ge-0/0/0", "set protocols bgp group a", "set firewall # no",
)  # fmt: skip


def _texts(lines: tuple[str, ...]) -> list[str]:
    dice = random.Random(7)  # noqa: S311
    return ["\n".join(dice.choices(lines, k=40)) for _ in range(60)]


def _ios(text: str) -> list[object]:
    reading = ios.read(SourceText("r", text))
    counts = [reading.blank, reading.comment, reading.skipped, repr(reading.notes)]
    return counts + [
        (line.mode, line.keyword, line.text, line.span(), line.negated, len(line.children))
        for line in reading.walk()
    ]


def _junos(text: str) -> list[object]:
    tree = junos.read(SourceText("r", text))
    return [repr(tree.notes), tree.read, tree.skipped] + [
        (node.words, node.span, node.flags) for node in tree.root.walk()
    ]


@pytest.mark.parametrize(
    ("read", "lines", "owner", "name"),
    [(_ios, IOS, ios._Reader, "_quick"), (_junos, JUNOS, Reader, "plain_set")],
)
def test_the_short_way_gives_what_the_long_way_gives(monkeypatch, read, lines, owner, name):
    texts = _texts(lines)
    short = [read(text) for text in texts]
    taken = 0
    original = getattr(owner, name)

    def counted(*arguments):
        nonlocal taken
        found = original(*arguments)
        taken += found
        return found

    monkeypatch.setattr(owner, name, counted)
    read("\n".join(lines))
    assert taken > 5
    monkeypatch.setattr(owner, name, lambda *_: False)
    for text, found in zip(texts, short, strict=True):
        assert read(text) == found


def test_lines_of_no_interest_are_forgotten_with_their_mode():
    text = "interface A0\n ip mtu 9\n mtu 5\nclass-map C\n match ip dscp ef\n mtu 5\n"
    texts = [line.text for line in ios.read(SourceText("r", text)).walk()]
    assert texts.count("mtu 5") == 2


@pytest.mark.parametrize("name", ["P", "a b", 'q"q', "{", "ü"])
def test_a_name_is_found_in_whatever_stands_around_it(name):
    lines = ["policer X {", f'then "{name}";', f"[ {name} ]", f"{{{name};}}", "nothing"]
    source = SourceText("r", "\n".join(lines))
    exact = {
        line for line in lines if name in [w.strip('"') for w in unused_object._WORD.findall(line)]
    }
    assert exact <= set(unused_object._lines(source, {name}))
