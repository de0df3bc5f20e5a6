"""The shell code around the commands is held to the template, byte for byte."""

import re

import pytest

import qosc
from qosc.api import Config, verify_script
from qosc.ledger import Entry
from qosc.verify import Difference, Unreadable
from tests.targets.verify.verify_configs import CONFIGS

TWO = """
policy-map p
 class class-default
  police 64000 8000
policy-map q
 class class-default
  police 128000 8000
interface GigabitEthernet0/0
 service-policy input p
interface GigabitEthernet0/1
 service-policy input q
"""
FRAMES = {
    "tc is a no-op": (r"(?m)^    printf '%s.n' \"\$\*\" >> .*$", "    :"),
    "nothing is run": (r"(?m)^    run \"\$work/\$1.live\" .*$", "    :"),
    "what fails is no failure": (
        r"(?m)^    run \"\$work/\$1.live\" .*$",
        '    run "$work/$1.live" || :',
    ),
    "errors are ignored": (r"(?m)^set -eu$", "set -u"),
    "nothing is undone": (r"(?m)^    trap finish EXIT\n", ""),
    "nothing is cleared first": (r"(?m)^    away \"\$1\" > .*\n", ""),
    "only clsact is cleared": (r"(?m)^    \[ -z \"\$root\" \] .*qdisc del dev .*\n", ""),
    "all is cleared again": (r"(?m)^}\n(?=\n\[)", '    plan "$1"\n}\n'),
    "cleared between the commands": (
        r"(?m)^(    tc [^\n]*\n)(?=    (?:#|tc))",
        r'\1    plan "$1"\n',
    ),
    "no plan is begun": (r"(?m)^    plan \"\$1\"\n", ""),
    "others are not heeded": (r"(?m)^    \[ -z \"\$filtered\$nested\" \] .*\n", ""),
    "another interface": (r"(?m)^    dev=\$1$", "    dev=eth0"),
    "apply is not run": (r"(?m)^            \"apply_\$number\" \"\$device\"$", "            :"),
    "a command after the script": (r"\Z", "tc qdisc del dev eth0 root\n"),
    "ends early": (r"(?m)^\[ \"\$#\" -ge 1 \] \|\| usage$", "exit 0"),
    "usage changed": (r"(?m)^       script show .*$", "       script reset"),
}  # each a fault that the shell would not mind


def compiled(text: str, **options: object) -> tuple[Config, str, tuple[Entry, ...]]:
    config = qosc.loads(text)
    artefact = qosc.compile(config, allow_loss=True, **options)
    return config, artefact.files[0].text, artefact.ledger


def found_in(name: str, pattern: str, replacement: str) -> Difference:
    config, script, ledger = compiled(CONFIGS[name][0])
    wrong = re.sub(pattern, replacement, script, count=1)
    assert wrong != script
    return next(d for d in verify_script(config, wrong, ledger).differences if d.kind == "frame")


@pytest.mark.parametrize("fault", FRAMES)
@pytest.mark.parametrize("name", ["holes", "hierarchy"])
def test_a_frame_that_was_changed_is_told_with_its_line(name: str, fault: str) -> None:
    found = found_in(name, *FRAMES[fault])
    assert found.line
    assert found.router != found.script


def test_two_ports_that_change_places_are_told() -> None:
    config, script, ledger = compiled(TWO)
    wrong = re.sub(r"number=[12]", lambda found: f"number={'21'[int(found[0][-1]) - 1]}", script)
    assert wrong != script
    found = verify_script(config, wrong, ledger).differences
    assert {each.kind for each in found} == {"meter"}
    wrong = re.sub(r"number=2", "number=1", script)
    found = verify_script(config, wrong, ledger).differences
    assert {each.kind for each in found} == {"frame", "meter"}


def test_comments_blank_lines_and_the_default_interface_are_free() -> None:
    config, script, ledger = compiled(CONFIGS["holes"][0], device_name="eth7")
    assert not verify_script(config, script, ledger).differences
    free = re.sub(r"(?m)^(    tc .*)$", r"\n    # mine\n\1", script)
    assert not verify_script(config, free, ledger).differences


def test_a_document_in_the_script_is_no_comment() -> None:
    config, script, ledger = compiled(TWO)
    wrong = script.replace("\nPorts:\n", "\n# Ports:\n")
    assert wrong != script
    assert [each.kind for each in verify_script(config, wrong, ledger).differences] == ["frame"]


def test_the_script_beside_batch_files_is_held_too() -> None:
    config = qosc.loads(TWO)
    artefact = qosc.compile(config, allow_loss=True, batch=True)
    runner, *files = (file.text for file in artefact.files)
    text = "\n".join(files)
    assert not verify_script(config, text, artefact.ledger, runner=runner).differences
    wrong = runner.replace('"qos-$number.batch"', "qos-1.batch")
    found = verify_script(config, text, artefact.ledger, runner=wrong).differences
    assert [each.kind for each in found] == ["frame"]
    with pytest.raises(Unreadable, match="not in the order"):
        verify_script(config, "\n".join(files[::-1]), artefact.ledger, runner=runner)
