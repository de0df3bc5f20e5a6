"""A text of several devices: each is read alone, and told by its name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import qosc
from qosc.api import NoSuchHostError, SeveralDevicesError, TooManyDevicesError
from qosc.cli import main
from qosc.lint.engine.pages import Example, RuleInfo, all_rules, examples
from qosc.source import SourceText

IOS = """Building configuration...

version 15.1
service timestamps log datetime msec
!
hostname R1
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
end

!
version 15.1
!
hostname R2
policy-map WAN
 class VOICE
  priority 128
interface Serial0/1
 service-policy output WAN
end
"""
SESSION = """admin@r1> show configuration class-of-service | display set
set class-of-service schedulers a transmit-rate percent 95
set class-of-service scheduler-maps m forwarding-class best-effort scheduler a
set class-of-service scheduler-maps m forwarding-class network-control scheduler b
set class-of-service interfaces ge-0/0/1 scheduler-map m

ops@r2> show configuration class-of-service | display set
set class-of-service schedulers b transmit-rate percent 20
set class-of-service scheduler-maps m forwarding-class network-control scheduler b
set class-of-service interfaces ge-0/0/1 scheduler-map m

ops@r1> show configuration interfaces | display set
set interfaces ge-0/0/1 unit 0 family inet address 10.0.0.1/24
"""
STANZA = """system {{
    host-name {name};
}}
class-of-service {{
    interfaces {{
        ge-0/0/0 {{ scheduler-map {name}-map; }}
    }}
}}
interfaces {{
    ge-0/0/0 {{ unit 0; }}
}}
"""
GROUPS = """groups {
    re0 {
        system {
            host-name r1-re0;
        }
    }
    re1 {
        system {
            host-name r1-re1;
        }
    }
}
apply-groups [ re0 re1 ];
"""


def names(text: str) -> list[str]:
    return [config.host for config in qosc.devices(SourceText.of("t.cfg", text))]


def test_a_text_may_stand_in_place_of_a_source() -> None:
    text = "hostname r1\n"
    found = [config.device.hostname for config in qosc.devices(text)]
    assert found == ["r1"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("both.cfg").write_text(IOS)
    return "both.cfg"


def test_what_one_device_lacks_another_does_not_define(
    both: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "check", both, "--format", "concise")
    assert code == 1
    assert out.startswith("both.cfg:21:8: warning[QOS001] R2: ")
    assert len(out.splitlines()) == 1


def test_the_report_counts_devices_and_names_them(
    both: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "check", both)
    assert code == 1
    assert "warning[QOS001]: R2: " in out
    assert "21 |  class VOICE" in out
    assert out.splitlines()[-1].startswith("1 warning in 1 file (2 devices): ")
    _, out, _ = run(capsys, "check", both, "--format", "json")
    document = json.loads(out)
    assert document["files"] == ["both.cfg"]
    named = [{"path": one["path"], "device": one["device"]} for one in document["devices"]]
    assert named == [
        {"path": "both.cfg", "device": "R1"},
        {"path": "both.cfg", "device": "R2"},
    ]
    assert [found["device"] for found in document["diagnostics"]] == ["R2"]


def test_a_single_config_has_its_name_in_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.cfg"
    path.write_text(IOS[IOS.index("version 15.1\n!\nhostname R2") :])
    _, out, _ = run(capsys, "check", str(path), "--format", "json")
    document = json.loads(out)
    assert [(one["path"], one["device"]) for one in document["devices"]] == [(str(path), "R2")]
    assert {found["device"] for found in document["diagnostics"]} == {"R2"}
    assert "R2: " not in run(capsys, "check", str(path))[1]


@pytest.mark.parametrize("line", ["show", "compile -t tc", "compile -t sim", "verify"])
def test_other_commands_ask_which_device(
    both: str, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    code, out, err = run(capsys, *line.split(), both)
    assert (code, out) == (2, "")
    assert err == (
        "Error: both.cfg holds the configs of 2 devices: R1, R2; choose one with --host\n"
    )
    code, out, err = run(capsys, *line.split(), both, "--host", "R3")
    assert (code, out) == (2, "")
    assert "no device 'R3': there is R1, R2" in err


def test_the_device_of_that_name_is_shown_and_compiled(
    both: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "show", both, "--host", "r2")
    assert (code, "Serial0/1" in out, "Serial0/0" in out) == (0, True, False)
    code, out, _ = run(capsys, "compile", "-t", "tc", both, "--host", "R2")
    assert code == 0
    assert "both.cfg:21: class VOICE" in out
    assert run(capsys, "verify", both, "--host", "R2")[0] == 0


def test_the_name_of_a_single_device_may_be_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.cfg"
    path.write_text(IOS[IOS.index("version 15.1\n!\nhostname R2") :])
    assert run(capsys, "show", str(path), "--host", "R2")[0] == 0
    code, _, err = run(capsys, "show", str(path), "--host", "R1")
    assert code == 2
    assert "it is the config of R2" in err


def test_a_library_user_chooses_too() -> None:
    with pytest.raises(SeveralDevicesError) as caught:
        qosc.loads(IOS)
    assert caught.value.names == ("R1", "R2")
    assert qosc.loads(IOS, host="R2").device.hostname == "R2"
    with pytest.raises(NoSuchHostError):
        qosc.loads(IOS, host="R9")


def test_prompts_of_junos_part_devices_and_one_may_come_back() -> None:
    first, second = qosc.devices(SourceText.of("s.txt", SESSION))
    assert (first.host, second.host) == ("r1", "r2")
    assert "ge-0/0/1.0" in first.device.ports
    assert first.device.ports["ge-0/0/1.0"].origin.line == 13
    assert [found.code for found in qosc.check(first) if found.code == "QOS012"] == ["QOS012"]
    # Merged, the two promise 115 %, which neither does.
    assert "QOS402" not in {found.code for each in (first, second) for found in qosc.check(each)}
    assert "QOS012" not in {found.code for found in qosc.check(second)}


APART = {
    "files": (IOS, "R1 R2"),
    "files without an end": (IOS.replace("\nend\n", "\n"), "R1 R2"),
    "braces": (STANZA.format(name="a") + STANZA.format(name="b"), "a b"),
    "braces with groups": (
        "".join(f"## Last commit\n{GROUPS}{STANZA.format(name=name)}" for name in "ab"),
        "a b",
    ),
    "set": (
        "".join(
            f"set version 12.3\nset system host-name {name}\nset firewall policer p then discard\n"
            for name in "ab"
        ),
        "a b",
    ),
    "prompts": (
        "R1#show run\npolicy-map P\n class A\nR2#show run\npolicy-map Q\n class B\n",
        "R1 R2",
    ),
    "prompts of configuration": (
        "R1(config)#policy-map P\n class A\nR2(config)#policy-map Q\n class A\n",
        "R1 R2",
    ),
    "headers": (
        "".join(
            f"!RANCID-CONTENT-TYPE: cisco\n!\nhostname {name}\npolicy-map P\n" for name in "ab"
        ),
        "a b",
    ),
    "headers alone": ("!RANCID-CONTENT-TYPE: cisco\npolicy-map P\n" * 2, "device-1 device-2"),
    "xr": (
        "".join(f"RP/0/RSP0/CPU0:{name}#show run policy-map\npolicy-map P\n" for name in "xy"),
        "x y",
    ),
}


@pytest.mark.parametrize("case", APART)
def test_what_tells_devices_apart(case: str) -> None:
    text, found = APART[case]
    assert " ".join(names(text)) == found


WHOLE = {
    "the running and the startup config": IOS.replace("R2", "R1"),
    "routing engines": GROUPS + STANZA.format(name="r1"),
    "routing engines, not indented": "\n".join(
        line.strip() for line in (GROUPS + STANZA.format(name="r1")).splitlines()
    ),
    "a name given in the session": (
        "Router>enable\nRouter#conf t\nRouter(config)#hostname R1\nR1(config)#policy-map P\n"
    ),
    "a name given to a JunOS device": (
        "r0# set system host-name r1\nr1# set class-of-service schedulers s priority high\n"
    ),
    "a prompt that names nobody": (
        "user@host> show configuration | display set\nset system host-name r1\n"
        "user@r1> show configuration firewall\n"
    ),
    "several people": SESSION.replace("r2", "r1"),
    "the state of an engine": (
        "{master}\nroot@r1> show configuration\n{master}[edit]\n"
        "ops@r1# set firewall policer p then discard\n"
    ),
    "what is no prompt": (
        "policy-map P\n description mail a@b.example> and c@d.example# about it\n class A#1\n"
    ),
    "what is no statement": (
        "hostname R1\nbanner motd ^C\nhostname of this router is R1\n^C\npolicy-map P\n"
    ),
}


@pytest.mark.parametrize("case", WHOLE)
def test_one_device_stays_whole(case: str) -> None:
    assert names(WHOLE[case]) == [""]


def test_more_devices_than_can_be_told_apart_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "".join(f"hostname r{number}\npolicy-map P\n" for number in range(1001))
    with pytest.raises(TooManyDevicesError):
        names(text)
    assert len(names("".join(text.splitlines(keepends=True)[:2000]))) == 1000
    path = tmp_path / "many.cfg"
    path.write_text(text)
    for command in ("check", "show"):
        code, _, err = run(capsys, command, str(path))
        assert code == 2
        assert "more than 1000 devices: cut it into files" in err


def test_an_experiment_is_about_one_device(both: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.yaml").write_text(
        "schema: qosc/traffic/1\ntraffic:\n  - {name: f, kind: cbr, from: sender, to: receiver,"
        " packet_bytes: 500, packets_per_s: 1}\n"
    )
    Path("expected.yaml").write_text(
        f"schema: qosc/expected/1\nexperiments:\n  - {{name: x, config: {both}, traffic: t.yaml}}\n"
    )
    code, _, err = run(capsys, "lab", "run", ".")
    assert code == 2
    assert "2 devices: R1, R2; cut it into a file for each" in err


IOS_EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.code}-{number}")
    for rule in all_rules()
    for number, example in enumerate(examples(rule, "Example"))
    if "hostname" not in example.text and not example.text.startswith(("set ", "class-of", "fire"))
]


@pytest.mark.parametrize(("rule", "example"), IOS_EXAMPLES)
def test_a_rule_finds_the_same_in_the_second_of_two_devices(
    rule: RuleInfo, example: Example
) -> None:
    """At the same lines, moved by those of the first device."""
    second = f"hostname R2\n!\n{example.text}\nend\n"
    first = "hostname R1\n!\n" + "interface Loopback0\n!\n" * 30 + "end\n"
    found: list[list[tuple[str, int]]] = []
    for text in (second, first + second):
        source = SourceText.of("x", text)
        last = list(qosc.devices(source, platform=example.platform or None))[-1]
        found.append([(one.code, one.primary.line) for one in qosc.check(last)])
    moved = first.count("\n")
    assert found[1] == [(code, line + moved) for code, line in found[0]], rule.name
