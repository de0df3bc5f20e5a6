"""The readers' short ways for plain lines come to the same as the long ways."""

from __future__ import annotations

import random

import pytest

from qosc.frontends import junos
from qosc.frontends.cisco.sections import reader as ios
from qosc.frontends.junos.reading.reader import Reader
from qosc.lint.rules.references import unused_object
from qosc.source import SourceText

JUNOS = (
    "set interfaces ge-0/0/0 unit 0 family inet filter input F",
    "set  interfaces ge-0/0/0 mtu 9000",
    "set interfaces ge-0/0/0 unit 0 vlan-id 5",
    'set interfaces ge-0/0/1 description "a b"',
    "set firewall family inet filter F term T then accept",
    "set firewall policer P then discard",
    "set firewall family inet filter F term T from protocol [ tcp udp ]",
    "set",
    "set ",
    "set class-of-service interfaces ge-0/0/0 scheduler-map M",
    "set system host-name r1",
    "set class-of-service schedulers S transmit-rate percent 20",
    "set frob x",
    "edit firewall",
    "set policer P if-exceeding bandwidth-limit 1m",
    "top",
    "delete firewall policer P",
    "deactivate interfaces ge-0/0/0",
    "set protocols bgp group a",
    "set firewall # no",
)


def _texts(lines: tuple[str, ...]) -> list[str]:
    dice = random.Random(7)  # noqa: S311
    return ["\n".join(dice.choices(lines, k=40)) for _ in range(60)]


def _junos(text: str) -> list[object]:
    tree = junos.read(SourceText("r", text))
    return [repr(tree.notes), tree.read, tree.skipped] + [
        (node.words, node.span, node.flags) for node in tree.root.walk()
    ]


def test_the_short_way_gives_what_the_long_way_gives(monkeypatch):
    texts = _texts(JUNOS)
    short = [_junos(text) for text in texts]
    taken = 0
    original = Reader.plain_set

    def counted(*arguments):
        nonlocal taken
        found = original(*arguments)
        taken += found
        return found

    monkeypatch.setattr(Reader, "plain_set", counted)
    _junos("\n".join(JUNOS))
    assert taken > 5
    monkeypatch.setattr(Reader, "plain_set", lambda *_: False)
    for text, found in zip(texts, short, strict=True):
        assert _junos(text) == found


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
