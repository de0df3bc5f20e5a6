"""Listings of web pages and strings of source files: what stands around them is no statement."""

from __future__ import annotations

import pytest

import qosc
from qosc.amounts import Rate
from qosc.frontends import load
from qosc.source import SourceText

IOS = (
    "class-map match-any V\n match dscp ef\n"
    "policy-map P\n class V\n  police cir 8000000 bc 1500\n"
    "interface GigabitEthernet0/1\n service-policy output P"
)
SESSION = (
    "R1(config)# class-map match-any V\nR1(config-cmap)# match dscp ef\n"
    "R1(config-cmap)# policy-map P\nR1(config-pmap)# class V\n"
    "R1(config-pmap-c)# police cir 8000000 bc 1500\n"
    "R1(config-pmap-c)# interface GigabitEthernet0/1\nR1(config-if)# service-policy output P"
)
JUNOS = (
    "set firewall policer P if-exceeding bandwidth-limit 5m\n"
    "set firewall policer P if-exceeding burst-size-limit 50k\n"
    "set firewall policer P then discard"
)


@pytest.mark.parametrize(
    "text",
    [
        f"<p>The policer:</p>\n<pre><code>{IOS}</code></pre>\n",
        f'<pre class="cli">{IOS}\n</pre>\n',
        f"  code: `{SESSION}`,\n  caption: 'a policer',\n",
        f"const lines = `{SESSION}`;\n",
    ],
)
def test_the_first_and_the_last_line_are_read(text: str) -> None:
    device = load(SourceText("t", text))
    assert device.residue == ()
    assert list(device.class_maps) == ["V"]
    assert device.policies["P"].classes[0].policers[0].meter.cir == Rate(8_000_000)
    (stage,) = device.ports["GigabitEthernet0/1"].output
    assert stage.policy.name == "P"


@pytest.mark.parametrize("around", ["<pre>{}</pre>", "<pre><code>{}</code></pre>"])
def test_so_they_are_of_junos(around: str) -> None:
    device = load(SourceText("t", "<p>The policer:</p>\n" + around.format(JUNOS) + "\n"))
    assert device.residue == ()
    assert device.coverage.modelled == 3


def test_a_delimiter_of_a_banner_is_no_end_of_a_string() -> None:
    text = "R1(config)# banner motd `\nhello`\nR1(config)# class-map match-any V\n"
    assert list(load(SourceText("t", text)).class_maps) == ["V"]


def test_ports_behind_prompts_tell_the_platform_as_others_do() -> None:
    plain = "interface GigabitEthernet0/0/1\n service-policy output P\n"
    session = "R1(config)# interface GigabitEthernet0/0/1\nR1(config-if)# service-policy output P\n"
    assert qosc.loads(plain).device.platform == "ios-xe"
    assert qosc.loads(session).device.platform == "ios-xe"
