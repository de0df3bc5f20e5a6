"""Laws of the JunOS front end: its two forms, its groups and its names change nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.frontends import load
from qosc.frontends.junos import load as load_junos
from qosc.frontends.junos import read, to_braces, to_set
from qosc.ir import Coverage, Device
from qosc.source import SourceText
from tests.published import CORPUS

EXAMPLE = """
set system host-name r1
set interfaces ge-0/0/0 unit 0 family inet filter input F
set interfaces ge-0/0/0 unit 0 family inet policer output P
set interfaces ge-0/0/1 unit 7 family inet filter input-list [ F G ]
set firewall policer P if-exceeding bandwidth-limit 2m burst-size-limit 15k
set firewall policer P then loss-priority high
set firewall family inet filter F term A from source-address 10.0.0.0/8
set firewall family inet filter F term A from source-address 10.1.0.0/16 except
set firewall family inet filter F term A from protocol [ tcp udp ]
set firewall family inet filter F term A then policer P
set firewall family inet filter F term A then forwarding-class gold
set firewall family inet filter F term A then next term
set firewall family inet filter F term B then accept
set firewall family inet filter G term C then discard
set class-of-service forwarding-classes class gold queue-num 2
set class-of-service classifiers dscp D forwarding-class gold loss-priority low code-points af41
set class-of-service drop-profiles W interpolate fill-level [ 50 90 ] drop-probability [ 0 80 ]
set class-of-service schedulers S transmit-rate percent 30
set class-of-service schedulers S buffer-size percent 30
set class-of-service schedulers S priority high
set class-of-service schedulers S drop-profile-map loss-priority high protocol any drop-profile W
set class-of-service scheduler-maps M forwarding-class gold scheduler S
set class-of-service rewrite-rules dscp R forwarding-class gold loss-priority high code-point af43
set class-of-service interfaces ge-0/0/* scheduler-map M
set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp D
set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules dscp R
"""


def device(text: str) -> Device:
    return load_junos(SourceText("r1.conf", text))


def assert_accounted(found: Device, text: str) -> None:
    counts: Coverage = found.coverage
    total = counts.modelled + counts.recognised + counts.irrelevant + counts.unknown
    assert total == len(SourceText("x", text).lines)


def test_both_forms_say_the_same() -> None:
    tree = read(SourceText("r1.conf", EXAMPLE))
    first = device(EXAMPLE)
    assert first.ports["ge-0/0/0.0"].input
    assert device(to_braces(tree)) == first
    assert device("\n".join(to_set(tree))) == first


def test_names_are_only_names() -> None:
    renamed = device(EXAMPLE.replace("gold", "lead"))
    assert repr(renamed).replace("lead", "gold") == repr(device(EXAMPLE))


def test_what_is_inherited_is_as_good_as_written() -> None:
    bound = "set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp D\n"
    assert bound in EXAMPLE
    inherited = EXAMPLE.replace(bound, "").replace(
        "set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules dscp R\n", ""
    ) + (
        "set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules dscp R\n"
        "set groups X class-of-service interfaces <ge-*> unit <*> classifiers dscp D\n"
        "set class-of-service apply-groups X\n"
    )
    assert device(inherited) == device(EXAMPLE)


def test_what_is_inactive_is_not_there() -> None:
    line = "set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules dscp R\n"
    off = "deactivate class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules\n"
    assert device(EXAMPLE + off) == device(EXAMPLE.replace(line, ""))


WORDS = st.sampled_from(
    [
        "set",
        "firewall",
        "family",
        "inet",
        "filter",
        "F",
        "term",
        "A",
        "from",
        "then",
        "policer",
        "P",
        "if-exceeding",
        "bandwidth-limit",
        "1m",
        "burst-size-limit",
        "class-of-service",
        "interfaces",
        "ge-0/0/0",
        "ge-*",
        "unit",
        "0",
        "*",
        "classifiers",
        "dscp",
        "default",
        "import",
        "schedulers",
        "scheduler-maps",
        "forwarding-class",
        "scheduler",
        "transmit-rate",
        "percent",
        "remainder",
        "drop-profiles",
        "fill-level",
        "drop-probability",
        "interpolate",
        "[",
        "]",
        "{",
        "}",
        ";",
        "\n",
        "accept",
        "next",
        "term",
        "source-address",
        "10.0.0.0/8",
        "except",
        "tcp-flags",
        '"(syn"',
        "prefix-list",
        "code-points",
        "loss-priority",
        "high",
        "groups",
        "apply-groups",
        "rewrite-rules",
        "traffic-control-profiles",
        "shaping-rate",
        "scheduler-map",
        "input",
        "delete",
        "deactivate",
        "three-color-policer",
        "two-rate",
        "forwarding-classes",
        "class",
        "queue-num",
        "99999999999999999999",
        "x" * 300,
        "$(reboot)",
        "\x00",
        "é",
        "٣",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=60).map(" ".join))
def test_words_in_any_order_give_a_device(text: str) -> None:
    assert_accounted(device(text), text)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300))
def test_any_text_gives_a_device(text: str) -> None:
    assert_accounted(device(text), text)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_config_with_words_taken_out_or_changed_gives_a_device(data: st.DataObject) -> None:
    lines = EXAMPLE.splitlines()
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(lines) - 1))
        words = lines[at].split() or [""]
        place = data.draw(st.integers(0, len(words) - 1))
        words[place] = data.draw(WORDS)
        lines[at] = " ".join(words)
    text = "\n".join(lines)
    assert_accounted(device(text), text)


SHARED = CORPUS / "junos"


@pytest.mark.shared("corpus")
def test_published_configs() -> None:
    for path in sorted(SHARED.iterdir()):
        text = path.read_text(errors="replace")
        if len(text) > 60_000:
            continue
        found = load(SourceText(path.name, text))
        assert_accounted(replace(found), text)
