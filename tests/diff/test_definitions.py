"""Objects that the model does not look into are the same only where they are defined alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc.changes.definitions import Definitions
from tests.diff.running import compared
from tests.diff.test_what_changes import IOS

LIST = "access-list 101 permit tcp any any eq 80\n"


def by_list(entry: str, definition: str) -> str:
    return IOS.replace(LIST, f"{definition}\nip access-list extended 101\n {entry}\n")


def by_class(line: str, definition: str) -> str:
    return IOS.replace(LIST, f"{definition}\n").replace(" match access-group 101", f" {line}")


TEXTS = {
    "object-group source OG": by_list(
        "permit ip object-group OG any", "object-group network OG\n host 10.0.0.#"
    ),
    "object-group source OUTER": by_list(
        "permit ip object-group OUTER any",
        "object-group network OUTER\n group-object OG\nobject-group network OG\n host 10.0.0.#",
    ),
    "object-group service SG": by_list(
        "permit object-group SG any any", "object-group service SG\nudp #"
    ),
    "time-range TR": by_list(
        "permit ip any any time-range TR", "time-range TR\n periodic weekdays #:00 to 17:00"
    ),
    "protocol foo": by_class("match protocol FOO", "ip nbar custom FOO tcp 800#"),
    "protocol http": by_class("match protocol http", "ip nbar port-map http tcp 80 808#"),
    "access list M": by_class(
        "match access-group name M", "mac access-list extended M\n permit host 0000.0c00.000# any"
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_hangs_on_another_definition_is_not_decided(name: str, tmp_path: Path) -> None:
    one, two = (TEXTS[name].replace("#", number) for number in "57")
    status, device = compared(tmp_path, one, two)
    assert (status, device["counts"]["differing"]) == (1, 0)
    for change in device["changes"]:
        assert f"what {name} matches, whose definition differs" in change["reason"]
        assert f"definition of {name}" in {each["name"] for each in change["differences"]}
    assert compared(tmp_path, one, one.replace("\n ", "\n   "))[0] == 0


@pytest.mark.parametrize("name", TEXTS)
def test_definitions_that_nothing_hangs_on_are_no_change(name: str, tmp_path: Path) -> None:
    lines = TEXTS[name].splitlines(keepends=True)
    used = (" match access-group", " match protocol")
    loose = "".join(line for line in lines if not line.startswith(used))
    assert compared(tmp_path, loose.replace("#", "5"), loose.replace("#", "7"))[0] == 0


def test_two_edits_of_a_definition_are_not_one_expected_change(tmp_path: Path) -> None:
    texts = [TEXTS["time-range TR"].replace("#", number) for number in "579"]
    prints = [
        {change["fingerprint"] for change in compared(tmp_path, texts[0], new)[1]["changes"]}
        for new in texts[1:]
    ]
    assert prints[0].isdisjoint(prints[1])


CLASSES = """\
firewall { family inet { filter F {
    term a { from { source-class GOLD; } then { forwarding-class expedited-forwarding; accept; } }
    term b { from { interface-group 7; } then discard; }
    term c { then accept; }
} } }
policy-options { policy-statement X { term 1 {
    from { route-filter 10.0.0.0/8 orlonger; }
    then source-class GOLD;
} } }
interfaces { ge-0/0/0 {
    unit 0 { family inet { filter { input F; group 7; } address 10.0.0.1/24; } }
} }
"""


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        ("10.0.0.0/8", "10.0.0.0/16", "source-class GOLD"),
        ("F; group 7;", "F;", "interface-group 7"),
    ],
)
def test_junos_conditions_that_statements_elsewhere_define(
    before: str, after: str, name: str, tmp_path: Path
) -> None:
    status, device = compared(tmp_path, CLASSES, CLASSES.replace(before, after))
    assert status == 1
    rows = [change for change in device["changes"] if change["kind"] == "undecided"]
    assert len(rows) == len(device["changes"]) > 0
    told = {delta["name"] for change in rows for delta in change["differences"]}
    assert f"definition of {name}" in told


def test_junos_definitions_in_braces_and_in_set_lines_are_one(tmp_path: Path) -> None:
    braces = CLASSES[CLASSES.index("policy-options") : CLASSES.index("interfaces {")]
    said = "policy-options policy-statement X term 1"
    lines = f"set {said} from route-filter 10.0.0.0/8 orlonger\nset {said} then source-class GOLD\n"
    rest = CLASSES.replace(braces, "")
    one = Definitions((rest + braces).splitlines()).lines
    two = Definitions([*lines.splitlines(), *rest.splitlines()]).lines
    assert one["routing-policy", ""] == two["routing-policy", ""]
    assert len(one["routing-policy", ""]) == 2
