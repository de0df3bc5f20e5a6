"""What findings about JunOS configs say, and how often."""

from __future__ import annotations

import pytest

from qosc import frontends
from qosc.diagnostics import Diagnostic
from qosc.ir.device import Name
from qosc.lint import all_rules
from qosc.lint.engine.pages import examples
from qosc.source import NOWHERE, SourceText
from tests.rules.linting import lint

FILTER = """\
firewall {
    family inet {
        filter edge {
            term all {
                from { protocol tcp; }
                then { policer small; forwarding-class expedited-forwarding; accept; }
            }
        }
    }
    policer small {
        if-exceeding { bandwidth-limit 10m; burst-size-limit BURST; }
        then discard;
    }
}
"""
MAP = """\
class-of-service {
    schedulers {
        voice { transmit-rate percent 80; priority strict-high; }
        rest { transmit-rate percent 90; }
        control { transmit-rate percent 20; }
    }
    scheduler-maps {
        core {
            forwarding-class expedited-forwarding scheduler voice;
            forwarding-class best-effort scheduler rest;
            forwarding-class network-control scheduler control;
        }
    }
    interfaces { ge-0/0/0 { scheduler-map core; } }
}
interfaces { ge-0/0/0 { unit 0; } }
"""


def many_units(burst: str) -> list[Diagnostic]:
    """The findings about a filter that a group puts on three hundred units."""
    units = "\n".join(f"        unit {number};" for number in range(300))
    group = (
        "groups { edges { interfaces { <*> { unit <*> { family inet { "
        "filter { input edge; } } } } } } }\napply-groups edges;\n"
    )
    text = group + FILTER.replace("BURST", burst) + f"interfaces {{ ge-0/0/0 {{\n{units}\n}} }}\n"
    return lint(text, "junos-mx")


@pytest.mark.parametrize(("burst", "code"), [("1000", "QOS302"), ("3000", "QOS307")])
def test_what_a_group_repeats_is_told_once(burst: str, code: str) -> None:
    found = [finding.code for finding in many_units(burst)]
    assert found.count(code) == 1
    assert found.count("QOS105") == 1
    assert len(found) < 6


def test_a_policer_on_many_units_says_on_how_many() -> None:
    (finding,) = [finding for finding in many_units("1000") if finding.code == "QOS302"]
    assert "and 299 more is 1000 bytes" in finding.message


def test_the_packet_that_a_filter_drops_is_named() -> None:
    (finding,) = [finding for finding in many_units("625k") if finding.code == "QOS105"]
    assert "such as udp " in finding.notes[0]
    assert finding.notes[0].startswith("ge-0/0/0.0 and 299 others drops them, ")


def test_findings_about_junos_speak_its_words() -> None:
    pages = [(rule, part) for rule in all_rules() for part in ("Example", "Use instead")]
    written = [example.text for rule, part in pages for example in examples(rule, part)]
    texts = [MAP, *(text for text in written if text.startswith(("class-of", "firewall")))]
    findings = [finding for text in texts for finding in lint(text, "junos-mx")]
    assert {"QOS402", "QOS405", "QOS431", "QOS433"} <= {finding.code for finding in findings}
    for finding in findings:
        said = " ".join([finding.message, finding.help, *finding.notes, finding.primary_label])
        assert "policy-map" not in said
        assert "class-map" not in said
        assert "service-policy" not in said


def test_the_sum_of_a_scheduler_map_names_the_map() -> None:
    (finding,) = [finding for finding in lint(MAP, "junos-mx") if finding.code == "QOS402"]
    assert "of scheduler-map core add up to" in finding.message
    assert "best-effort 90" in finding.notes[1]


def test_a_misspelt_scheduler_is_told_once_with_what_was_meant() -> None:
    found = lint(MAP.replace("scheduler rest;", "scheduler rets;"), "junos-mx")
    about = [finding for finding in found if finding.code in ("QOS011", "QOS012", "QOS013")]
    assert [(finding.code, finding.help) for finding in about] == [("QOS012", "did you mean rest?")]


def test_braces_and_set_lines_name_the_same_objects() -> None:
    lines = """\
set class-of-service schedulers rest transmit-rate percent 90
set class-of-service scheduler-maps core forwarding-class best-effort scheduler rest
set class-of-service drop-profiles early fill-level 50 drop-probability 20
set class-of-service forwarding-classes class web queue-num 2
set firewall policer p if-exceeding bandwidth-limit 1m
set firewall family inet filter f term t from source-prefix-list mine
set firewall family inet filter f term t then policer p
set interfaces ge-0/0/0 unit 0 family inet filter input-list [ f g ]
"""
    braces = """\
class-of-service {
    schedulers { rest { transmit-rate percent 90; } }
    scheduler-maps { core { forwarding-class best-effort scheduler rest; } }
    drop-profiles { early { fill-level 50 drop-probability 20; } }
    forwarding-classes { class web queue-num 2; }
}
firewall {
    policer p { if-exceeding { bandwidth-limit 1m; } }
    family inet { filter f { term t {
        from { source-prefix-list { mine; } }
        then policer p;
    } } }
}
interfaces { ge-0/0/0 { unit 0 { family inet { filter { input-list [ f g ]; } } } } }
"""
    assert _names(lines) == _names(braces)
    assert _names(lines) == {
        ("scheduler", "rest", False),
        ("scheduler", "rest", True),
        ("scheduler-map", "core", False),
        ("forwarding-class", "best-effort", True),
        ("drop-profile", "early", False),
        ("forwarding-class", "web", False),
        ("policer", "p", False),
        ("policer", "p", True),
        ("prefix-list", "mine", True),
        ("filter inet", "f", False),
        ("filter inet", "f", True),
        ("filter inet", "g", True),
    }


def _names(text: str) -> set[tuple[str, str, bool]]:
    device = frontends.load(SourceText("x", text), "junos-mx")
    written: list[Name] = [name for name in device.names if name.origin != NOWHERE]
    return {(name.kind, name.name, bool(name.by)) for name in written}


SHARED = """firewall {
    policer P {
        if-exceeding { bandwidth-limit 10m; burst-size-limit 1500; }
        then discard;
    }
    three-color-policer TC {
        two-rate {
            color-blind; committed-information-rate 10m; committed-burst-size 100k;
            peak-information-rate 5m; peak-burst-size 100k;
        }
    }
    family inet {
        filter F { term a { then { policer P; accept; } } }
        filter IN { term a { then { three-color-policer { two-rate TC; } accept; } } }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { policer { input P; } address 10.0.0.1/24; } } }
    ge-0/0/1 { unit 0 { family inet { filter { input F; } address 10.0.1.1/24; } } }
    ge-0/0/2 { unit 0 { family inet { filter { input IN; } address 10.0.2.1/24; } } }
    ge-0/0/3 { unit 0 { family inet { filter { input IN; } address 10.0.3.1/24; } } }
}
"""


def test_a_policer_is_called_by_its_name_and_its_users_are_told() -> None:
    told = {each.code: each for each in lint(SHARED, "junos-mx")}
    assert told["QOS307"].message == "burst of policer P holds 1 packet of 1500 bytes"
    (users,) = (note for note in told["QOS307"].notes if note.startswith("used by "))
    assert "policer inet P of ge-0/0/0.0" in users
    assert "filter inet F of ge-0/0/1.0" in users
    words = "three-color-policer TC: peak-information-rate below committed-information-rate"
    assert [each.message for each in lint(SHARED, "junos-mx") if each.code == "QOS311"] == [words]
