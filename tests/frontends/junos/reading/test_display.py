"""JunOS configurations as XML and JSON: the same as with braces, in places of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import qosc
from qosc.cli import main
from qosc.frontends.junos import read, to_set
from qosc.source import SourceText
from tests.frontends.junos.reading.printed import json_of, xml_of

FORMS: dict[str, Callable[[str], str]] = {
    "xml": xml_of,
    "json": json_of,
    "json of one line": partial(json_of, indent=None),
    "verbose json": partial(json_of, verbose=True),
}

CONFIG = """\
version 21.1R1.11;
groups {
    EDGE {
        interfaces {
            <ge-*> {
                unit <*> {
                    family inet {
                        filter {
                            input IN;
                        }
                    }
                }
            }
        }
    }
}
apply-groups EDGE;
system {
    host-name r1;
}
interfaces {
    interface-range ALL {
        member-range ge-0/0/4 to ge-0/0/5;
        description "of the range";
    }
    ge-0/0/0 {
        gigether-options {
            802.3ad ae0;
        }
    }
    ge-0/0/1 {
        vlan-tagging;
        unit 0 {
            description "to <b> & \\"c\\"";
            family inet {
                address 10.0.0.1/24;
            }
            family mpls;
        }
    }
}
policy-options {
    prefix-list HOSTS {
        10.2.0.0/24;
        10.3.0.0/24;
    }
}
class-of-service {
    classifiers {
        dscp C {
            import default;
            forwarding-class EF {
                loss-priority low code-points [ ef cs5 mine ];
            }
        }
        inactive: exp X {
            import default;
        }
    }
    code-point-aliases {
        dscp {
            mine 101111;
        }
    }
    drop-profiles {
        P {
            interpolate {
                fill-level [ 50 80 100 ];
                drop-probability [ 0 20 100 ];
            }
        }
        Q {
            fill-level 50 drop-probability 10;
        }
    }
    forwarding-classes {
        queue 0 BE;
        class EF queue-num 5;
    }
    interfaces {
        ge-0/0/1 {
            scheduler-map M;
            shaping-rate 100m;
            unit 0 {
                classifiers {
                    dscp C;
                    ieee-802.1 default;
                }
                rewrite-rules {
                    exp default protocol mpls-any;
                }
            }
        }
    }
    scheduler-maps {
        M {
            forwarding-class EF scheduler S;
            forwarding-class BE scheduler T;
        }
    }
    schedulers {
        S {
            transmit-rate {
                10m;
                exact;
            }
            buffer-size percent 20;
            priority strict-high;
            drop-profile-map loss-priority low protocol any drop-profile P;
            drop-profile-map loss-priority high protocol tcp drop-profile Q;
        }
        T {
            transmit-rate remainder;
            buffer-size remainder;
        }
    }
}
firewall {
    policer SMALL {
        if-exceeding {
            bandwidth-limit 1m;
            burst-size-limit 1500;
        }
        then discard;
    }
    three-color-policer TC {
        action {
            loss-priority high then discard;
        }
        two-rate {
            color-blind;
            committed-information-rate 1m;
            committed-burst-size 15k;
            peak-information-rate 2m;
            peak-burst-size 30k;
        }
    }
    family inet {
        filter IN {
            interface-specific;
            term "a & b" {
                from {
                    source-address {
                        10.0.0.0/8;
                        10.1.0.0/16 except;
                    }
                    source-prefix-list {
                        HOSTS;
                    }
                    protocol [ tcp udp ];
                    destination-port 5060;
                }
                then {
                    policer SMALL;
                    forwarding-class EF;
                    loss-priority high;
                    next term;
                }
            }
            term colours {
                then {
                    three-color-policer {
                        two-rate TC;
                    }
                    accept;
                }
            }
        }
    }
}
"""


def findings(config: qosc.Config) -> list[tuple[str, str]]:
    return sorted((found.code, found.message) for found in qosc.check(config))


@pytest.mark.parametrize("form", FORMS)
def test_the_same_statements_findings_and_script_as_with_braces(form: str) -> None:
    braces, data = qosc.loads(CONFIG), qosc.loads(FORMS[form](CONFIG))
    assert data.read is not None
    assert sorted(to_set(read(data.text))) == sorted(to_set(read(SourceText("c", CONFIG))))
    assert findings(data) == findings(braces)
    assert len(findings(data)) > 3
    made = [qosc.compile(one, "tc", allow_loss=True) for one in (data, braces)]
    assert len(made[0].files) == len(made[1].files) > 0
    texts = [[line for file in one.files for line in file.text.splitlines()] for one in made]
    commands = [[line for line in text if not line.lstrip().startswith("#")] for text in texts]
    assert commands[0] == commands[1]


def test_each_finding_is_at_the_words_that_it_is_about() -> None:
    text = xml_of(CONFIG)
    lines = text.splitlines()
    config = qosc.loads(text, name="r1.xml")
    for found in qosc.check(config):
        assert found.primary.path == "r1.xml"
        assert not found.fixes
    (small,) = (found for found in qosc.check(config) if "burst" in found.name)
    here = lines[small.primary.line - 1][small.primary.column - 1 : small.primary.end_column - 1]
    assert "1500" in here


@pytest.mark.parametrize("form", FORMS)
def test_a_place_is_a_place_of_the_file(form: str) -> None:
    text = FORMS[form](CONFIG)
    lines = text.splitlines()
    for found in qosc.check(qosc.loads(text)):
        for span in (found.primary, *(label.span for label in found.related)):
            assert 1 <= span.line <= len(lines)
            assert span.column <= span.end_column <= len(lines[span.line - 1]) + 1


def test_the_attributes_of_netconf_and_comments() -> None:
    text = """\
<?xml version="1.0"?>
<nc:rpc-reply xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0"><nc:data>
<configuration xmlns="http://xml.juniper.net/xnm/1.1/xnm">
 <class-of-service>
  <junos:comment>/* by hand */</junos:comment>
  <schedulers protect="protect"><name>A</name><priority>low</priority></schedulers>
  <schedulers active="false"><name>B</name><priority>low</priority></schedulers>
  <schedulers><name>C</name><![CDATA[ ]]>
   <priority inactive="inactive">l&#111;w</priority></schedulers>
  <undocumented><schedulers><name>D</name></schedulers></undocumented>
 </class-of-service>
</configuration></nc:data></nc:rpc-reply>
"""
    lines = [line.strip() for line in qosc.loads(text).text.lines]
    assert "/* by hand */" in lines
    assert "protect: schedulers A {" in lines
    assert "inactive: schedulers B {" in lines
    assert "inactive: priority low;" in lines
    assert "schedulers D;" in lines


def test_the_speed_that_a_settings_file_gives_is_that_of_rules_and_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rules look at the text with braces, so its device has to have the speed too."""
    (tmp_path / "qosc.toml").write_text('[[links]]\ninterfaces = ["ge-0/0/1"]\nspeed = "50Mbit"\n')
    told = []
    for name, text in (("r1.conf", CONFIG), ("r1.xml", xml_of(CONFIG))):
        file = tmp_path / name
        file.write_text(text)
        with pytest.raises(SystemExit):
            main(["check", "--format", "json", str(file)])
        found = json.loads(capsys.readouterr().out)["diagnostics"]
        told.append(sorted((one["code"], one["message"]) for one in found))
    assert told[0] == told[1]
    assert told[0] != findings(qosc.loads(CONFIG))


def test_a_comment_silences_a_finding_in_xml_too() -> None:
    text = xml_of(CONFIG)
    small = "<burst-size-limit>1500</burst-size-limit>"
    codes = {found.code for found in qosc.check(qosc.loads(text)) if "burst" in found.name}
    assert codes
    told = f"<!-- qosc:ignore[{','.join(codes)}] as agreed -->\n{small}"
    after = qosc.check(qosc.loads(text.replace(small, told)))
    assert not codes & {found.code for found in after}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "<rpc-reply>\n<configuration>\n<class-of-service>\n",
            "<class-of-service> of line 3 is open",
        ),
        ("<configuration>\n<a></b>\n</configuration>", "</a> is expected"),
        ("<configuration>\n<a>&xxe;</a></configuration>", "`&xxe;` is no character"),
        ("<configuration>\n<a>\ufffd&#xD800;</a></configuration>", "`&#xD800;` is no character"),
        ("<configuration>" + "<a>" * 101, "more than 100 deep"),
        ("<configuration>\n<a b=c/></configuration>", "not well formed"),
        ('{"configuration": {"a": [1, 2}}', "`,` or `]` is expected"),
        ('{"configuration": {"a" 1}}', "`:` is expected"),
        ('{"configuration": ' + "[" * 200, "more than 100 deep"),
        ('{"configuration": {"a": "\\q"}}', "not well formed"),
        ('{"configuration": {"system": {"host-name": ', "the text ends"),
    ],
)
def test_what_is_not_well_formed_is_told_with_its_line(text: str, why: str) -> None:
    config = qosc.loads(text)
    (found,) = qosc.check(config)
    assert found.code == "QOS009"
    assert why in found.message
    assert " in line " in found.message


def test_no_entity_is_ever_expanded() -> None:
    bomb = '<!DOCTYPE c [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n'
    for first in (bomb, '<!DOCTYPE c SYSTEM "file:///etc/passwd">\n'):
        text = f'<?xml version="1.0"?>\n{first}<configuration>&b;</configuration>'
        (found,) = qosc.check(qosc.loads(text))
        assert found.code == "QOS009"
        assert "document type" in found.message


def test_two_devices_are_not_taken_for_one() -> None:
    one = "<configuration><system><host-name>{}</host-name></system></configuration>\n"
    text = "<rpc-reply>\n" + one.format("a") + one.format("b") + "</rpc-reply>\n"
    (found,) = qosc.check(qosc.loads(text))
    assert "several devices (a, b)" in found.message


@pytest.mark.parametrize(
    "name", ["x; inactive: y", "a\nb { c; }", "}", '"', "/*", "##", "[ b ]", "\u00e9\t"]
)
def test_a_hostile_name_stays_one_word(name: str) -> None:
    text = json.dumps({"configuration": {"class-of-service": {"schedulers": [{"name": name}]}}})
    tree = read(qosc.loads(text).text)
    assert [kid.words for kid in tree.written.children] == [("class-of-service",)]
    (scheduler,) = tree.written.children[0].children[0].children
    assert scheduler.words == (name,)
    assert not scheduler.inactive


def test_the_command_line_reads_both_and_finds_them_in_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "r1.xml").write_text(xml_of(CONFIG))
    (tmp_path / "r2.json").write_text(json_of(CONFIG.replace("host-name r1", "host-name r2")))
    (tmp_path / "pom.xml").write_text("<project><configuration/></project>\n")
    (tmp_path / "package.json").write_text('{"configuration": {"a": 1}}\n')
    with pytest.raises(SystemExit) as ended:
        main(["check", "--format", "json", str(tmp_path)])
    report = json.loads(capsys.readouterr().out)
    assert ended.value.code == 1
    assert [Path(path).name for path in report["files"]] == ["r1.xml", "r2.json"]
    assert report["passed_over"] == 2
    assert [each["device"] for each in report["devices"]] == ["r1", "r2"]
