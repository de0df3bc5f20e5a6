"""No secret of a config is in anything that the program prints or writes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import qosc
from qosc.cli import main
from qosc.frontends.junos import read
from qosc.redaction import redacted
from qosc.source import SourceText
from tests.cli.inputs.planted import IOS, JUNOS, JUNOS_SET, OTHER_CISCO
from tests.cli.inputs.planted_data import DATA as PIECES
from tests.cli.inputs.planted_lines import CISCO_LINES, JUNOS_LINES, KEPT_LINES

PLANTED = re.compile(r"PLANTED\d+")
TEXTS = {
    "ios": IOS,
    "other cisco": OTHER_CISCO,
    "junos": JUNOS,
    "junos set": JUNOS_SET,
    "ios with CR": IOS.replace("\n", "\r"),
    "junos with CRLF": JUNOS.replace("\n", "\r\n"),
    "ios in upper case": IOS.upper(),
}


@pytest.mark.parametrize("name", TEXTS)
def test_each_known_statement_loses_its_secret_and_keeps_its_columns(name: str) -> None:
    text = TEXTS[name]
    after = redacted(text)
    assert PLANTED.findall(after) == []
    assert [len(line) for line in after.split("\n")] == [len(line) for line in text.split("\n")]
    changed = [
        (old, new)
        for old, new in zip(text.split("\n"), after.split("\n"), strict=True)
        if old != new
    ]
    assert all(PLANTED.search(old) for old, _ in changed)
    assert redacted(after) == after


def test_what_is_no_secret_stays() -> None:
    for text in (
        "key chain K\n key 1\nclass-map match-any secret\n match dscp ef\npolicy-map password\n",
        "interface Tunnel1\n tunnel key 5\n ip ospf authentication key-chain K\n",
        "policy-options {\n    community C members 65000:1;\n}\n",
        "set firewall family inet filter secret term password then accept\n",
        "ip http server\n! see http://host:80/path\naccess-list 5 remark key points\n",
        "class-of-service {\n    schedulers {\n        secret {\n            priority low;\n",
    ):
        assert redacted(text) == text


@pytest.mark.parametrize("lines", [CISCO_LINES, JUNOS_LINES], ids=["cisco", "junos"])
def test_no_statement_of_the_references_keeps_its_secret(lines: str) -> None:
    left = [line for line in lines.splitlines() if "PLANTED" in SourceText.of("c", line).text]
    assert left == []


def test_lines_that_have_such_a_word_as_a_name_stay() -> None:
    """`ip access-group secret in` once lost its direction."""
    changed = [line for line in KEPT_LINES.splitlines() if redacted(line) != line]
    assert changed == []


@pytest.mark.parametrize("text", PIECES)
def test_blocks_and_data_lose_their_secrets(text: str) -> None:
    after = SourceText.of("c", text).text
    assert "PLANTED" not in after
    assert after.count("KEEP") == text.count("KEEP")
    assert len(after) == len(text)


def test_data_that_lost_its_secrets_is_read() -> None:
    secrets = "<radius-server><name>a</name><secret><![CDATA[PLANTED]]></secret></radius-server>"
    text = f"<configuration><system>{secrets}</system></configuration>"
    assert "secret" in qosc.loads(text).text.text


def test_a_name_that_is_the_word_of_a_secret_keeps_its_statements() -> None:
    tree = read(qosc.loads(JUNOS_SET).source)
    assert tree.get("class-of-service", "schedulers", "password", "transmit-rate", "10m")
    tree = read(qosc.loads(JUNOS).source)
    assert tree.get("class-of-service", "schedulers", "secret", "priority", "low")


DATA = (
    """<configuration><system><root-authentication>
    <encrypted-password>$6$PLANTED1</encrypted-password></root-authentication>
    <radius-server><name>10.0.0.1</name><secret>PLANTED2 and more</secret></radius-server></system>
    <snmp><community>
        <name>PLANTED3</name>
    </community></snmp></configuration>""",
    """{"configuration": {"system": {"root-authentication":
    {"encrypted-password" : "$6$PLANTED1"},
    "radius-server": [{"name": "a", "secret":"PLANTED2 b"}]},
    "snmp": {"community": [{"name": "PLANTED3"}]}}}""",
)


@pytest.mark.parametrize("text", DATA)
def test_the_same_as_xml_and_json(text: str) -> None:
    assert qosc.loads(text).read is not None
    assert PLANTED.findall(SourceText.of("c", text).text) == []
    assert PLANTED.findall(qosc.loads(text).text.text) == []
    assert "encrypted-password" in qosc.loads(text).text.text


COMMANDS = (
    *(
        f"check --format {form} FILE"
        for form in (
            "text",
            "concise",
            "json",
            "sarif",
            "github",
            "gitlab",
            "junit",
            "checkstyle",
        )
    ),
    "check --coverage --statistics FILE",
    "check --output sarif=OUT FILE",
    "baseline write --output OUT FILE",
    "show FILE",
    "show --format json FILE",
    "compile -t tc --allow-loss FILE",
    "compile -t ir FILE",
    "compile -t sim --allow-loss FILE",
    "compile -t tc --allow-loss --ledger json FILE",
    "diff FILE OTHER",
    "diff --format json FILE OTHER",
    "diff --format markdown FILE OTHER",
    "verify FILE",
    "simulate FILE",
    "lab run FILE",
    "trace FILE --out Serial0/0 udp",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_prints_or_writes_one(
    command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each secret stands on a line that a finding is about as well."""
    odd = " class class-default\n  priorty ftp://u:PLANTED41@h\n"
    text = IOS.replace(" class class-default\n", odd)
    file, other, out = tmp_path / "r1.cfg", tmp_path / "r2.cfg", tmp_path / "out"
    file.write_text(text)
    other.write_text(text.replace("fair-queue", "bandwidth percent 10"))
    names = {"FILE": str(file), "OTHER": str(other), "OUT": str(out)}
    words = [names.get(word, word.replace("OUT", str(out))) for word in command.split()]
    with pytest.raises(SystemExit):
        main(words)
    said = "".join(capfd.readouterr())
    if out.exists():
        said += out.read_text()
    assert said
    assert PLANTED.findall(said) == []


def test_a_line_that_is_not_understood_is_shown_without_its_secret(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "r1.cfg"
    file.write_text("policy-map WAN\n class class-default\n  priorty ftp://u:PLANTED1@h\n")
    with pytest.raises(SystemExit):
        main(["check", "--format", "json", str(file)])
    found = json.loads(capfd.readouterr().out)["diagnostics"]
    assert any(one["line"] == 3 for one in found)
    assert "PLANTED" not in json.dumps(found)


def test_a_program_may_ask_for_the_text_as_it_is() -> None:
    assert "PLANTED12" in SourceText.of("c", IOS, with_secrets=True).text
    assert "PLANTED12" not in SourceText.of("c", IOS.encode()).text
