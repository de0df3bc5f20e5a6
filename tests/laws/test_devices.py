"""Law: a text of several devices says of each what its lines alone say."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as some

import qosc
from qosc.render.machine import as_document
from qosc.source import SourceText

IOS = (
    "class-map match-all VOICE\n match dscp ef\npolicy-map WAN\n class VOICE\n  priority 128\n",
    "policy-map WAN\n class VOICE\n  priority percent 120\n  prioroty 4\n",
    "interface Serial0/0\n bandwidth 512\n service-policy output WAN\n! qosc:ignore[QOS004] why\n",
    "access-list 101 permit udp any any eq 5060\nclass-map V\n match access-group 101\n",
)
JUNOS = (
    "set class-of-service schedulers s transmit-rate percent 95\n",
    """set class-of-service scheduler-maps m forwarding-class best-effort scheduler s
set class-of-service interfaces ge-0/0/1 scheduler-map m
""",
    """set class-of-service schedulers t transmit-rate percent 90
set class-of-service scheduler-maps m forwarding-class network-control scheduler t
""",
    "set firewall family inet filter F term a then policer P\nset interfaces ge-0/0/1 unit 0\n",
)
Piece = tuple[str, str]
"""A device and lines that are about it."""


@some.composite
def files(draw: some.DrawFn) -> list[Piece]:
    """Whole configs one after the other; each device comes once."""
    pieces = []
    for number in range(draw(some.integers(2, 4))):
        body = "".join(draw(some.lists(some.sampled_from(IOS), min_size=1, max_size=3)))
        head = draw(some.sampled_from(("", "Building configuration...\n\n", "!\n! made\n")))
        end = draw(some.sampled_from(("end\n", "end\n\n", "")))
        name = f"R{number}"
        above = "version 15.1\nservice x\n" if not end or draw(some.booleans()) else ""
        rancid = draw(some.sampled_from(("", "!RANCID-CONTENT-TYPE: cisco\n!\n")))
        pieces.append((name, f"{rancid}{head}{above}hostname {name}\n{body}{end}"))
    return pieces


@some.composite
def sessions(draw: some.DrawFn) -> list[Piece]:
    """Commands on devices in turn, each with what the device prints."""
    prompt, bodies = draw(
        some.sampled_from(
            (
                ("ops@{}> show configuration | display set\n", JUNOS),
                ("ops@{}# show | display set\n", JUNOS),
                ("{}#show running-config\n", IOS),
                ("RP/0/RSP0/CPU0:{}#show run\n", IOS),
            )
        )
    )
    pieces = []
    for name in draw(some.lists(some.sampled_from(("a1", "b2", "c3")), min_size=2, max_size=6)):
        body = draw(some.sampled_from(bodies))
        pieces.append((name, prompt.format(name) + body))
    return pieces


def _alone(pieces: Sequence[Piece], name: str) -> str:
    """The text with blank lines for those of other devices, so that lines keep their numbers."""
    return "".join(text if own == name else "\n" * text.count("\n") for own, text in pieces)


def _findings(config: qosc.api.Config) -> list[dict[str, object]]:
    return [as_document(found) for found in qosc.check(config)]


@settings(deadline=None, max_examples=150)
@given(some.one_of(files(), sessions()))
def test_cut_by_hand_or_by_the_program(pieces: list[Piece]) -> None:
    names = list(dict.fromkeys(name for name, _ in pieces))
    text = "".join(part for _, part in pieces)
    configs = list(qosc.devices(SourceText.of("t.cfg", text)))
    if len(names) == 1:
        assert [config.host for config in configs] == [""]
        return
    assert [config.host for config in configs] == names
    for config in configs:
        alone = qosc.loads(_alone(pieces, config.host), name="t.cfg")
        assert _findings(config) == _findings(alone)
        assert config.device == alone.device
        assert config.device.residue == alone.device.residue
        origins = [residue.origin for residue in config.device.residue]
        assert origins == [residue.origin for residue in alone.device.residue]
        for number, line in config.source.numbered():
            assert line == alone.source.line(number) == config.source.line(number)
