"""Terms of JunOS with a port and no protocol, which match the bytes of any packet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qosc.cli import main

FILTER = """\
interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }
firewall { family inet { filter F {
    term NETS { from { source-address { 192.0.2.0/24; } port 22; } then discard; }
    term DNS { from { destination-port 53; } then discard; }
    term REST { then accept; }
} } }
"""


@pytest.mark.parametrize(
    ("text", "packet", "lines"),
    [
        pytest.param(FILTER, "icmp 10.0.0.1 > any", (4,), id="other addresses"),
        pytest.param(FILTER, "icmp 192.0.2.1 > any", (3, 4), id="both"),
        pytest.param(FILTER, "udp 10.0.0.1:1 > any:99", (), id="ports that are others"),
        pytest.param(
            FILTER.replace("port 53", "port 53; protocol udp"), "icmp 10.0.0.1 > any", (), id="udp"
        ),
    ],
)
def test_a_packet_without_ports_may_be_matched_by_its_bytes(
    text: str,
    packet: str,
    lines: tuple[int, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "r.conf").write_text(text)
    with pytest.raises(SystemExit) as ended:
        main(["trace", str(tmp_path / "r.conf"), "--in", "ge-0/0/0.0", "--format", "json", packet])
    assert ended.value.code == 0
    document = json.loads(capsys.readouterr().out)
    (way,) = document["ways"]
    assert [words.partition(" may match")[0] for words in way["given"]] == [
        f"the term at line {line}" for line in lines
    ]
    assert document["decided"] is (not lines)
