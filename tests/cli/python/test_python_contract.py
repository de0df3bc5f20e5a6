"""The names, signatures and results that `import qosc` promises (docs/python.md)."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import qosc
from qosc.ports import NoSuchPortError
from qosc.render.shows.rows import COLUMNS
from qosc.reports import ScenarioError

ROOT = Path(__file__).parents[3]
EDGE = ROOT / "examples" / "wan-edge"
SIGNATURES = {
    "check": "(config, *, select=(), ignore=(), own=None, hidden=None)",
    "compile": "(config, target='tc', *, interface=None, undefined_access_list='none', "
    "allow_loss=False, **options)",
    "compile_network": "(configs, links, *, target='sim', undefined_access_list='none', "
    "allow_loss=False, **options)",
    "devices": "(source, *, platform=None)",
    "diff": "(old, new, *, ports=None)",
    "load": "(path, *, platform=None, host=None)",
    "load_links": "(document)",
    "load_traffic": "(document)",
    "loads": "(config, *, name='<config>', platform=None, host=None)",
    "show": "(config, *, interface=None)",
    "simulate": "(scenario, *, seed=None, max_events=20000000)",
    "trace_packet": "(config, packet, *, entered=None, left=None)",
    "verify_target": "(config, script=None, *, interface=None)",
}
NAMED = """\
hostname {0}
policy-map WAN
 class class-default
  police cir 1000000 bc 8000 conform-action transmit exceed-action drop
interface Serial0/0
 service-policy input WAN
"""


def bare(name: str) -> str:
    """The signature of a public function, without its types."""
    found = inspect.signature(getattr(qosc, name))
    empty = inspect.Parameter.empty
    plain = [each.replace(annotation=empty) for each in found.parameters.values()]
    return str(found.replace(parameters=plain, return_annotation=inspect.Signature.empty))


def test_the_public_names_and_signatures_are_those_of_the_contract() -> None:
    assert {name: bare(name) for name in SIGNATURES} == SIGNATURES
    assert set(qosc.__all__) == {*SIGNATURES, "Config", "__version__"}


def test_type_checkers_see_the_same_names() -> None:
    stub = (ROOT / "compiler" / "__init__.pyi").read_text(encoding="utf-8")
    named = set(re.findall(r"^from qosc\.\w+ import (\w+) as \1\b", stub, re.MULTILINE))
    assert {*named, "__version__"} == set(qosc.__all__)


def test_every_public_function_says_what_it_does_and_takes_types() -> None:
    for name in SIGNATURES:
        function = getattr(qosc, name)
        assert inspect.getdoc(function)
        unknown = [
            each.name
            for each in inspect.signature(function).parameters.values()
            if each.annotation is inspect.Parameter.empty
        ]
        assert not unknown, name


def test_the_public_names_are_still_functions_when_all_is_imported() -> None:
    names = ", ".join(sorted(SIGNATURES))
    code = f"import qosc.trace, qosc.verify, qosc.cli.commands.diff\nfrom qosc import {names}\n"
    code += f"assert all(map(callable, ({names})))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", ["show", "diff", "trace", "verify"])
def test_text_and_document_are_those_of_the_command(command: str) -> None:
    old, new = (str(EDGE / name) for name in ("router.cfg", "fixed.cfg"))
    config, packet = qosc.load(old), "udp 10.12.0.5 > 198.51.100.1:443 dscp af31"
    arguments, made = {
        "show": ([old], lambda: qosc.show(config)),
        "diff": ([old, new], lambda: qosc.diff(config, qosc.load(new))),
        "trace": (
            [old, packet, "--out", "Gi0/0/0"],
            lambda: qosc.trace_packet(config, packet, left="Gi0/0/0"),
        ),
        "verify": ([old], lambda: qosc.verify_target(config)),
    }[command]
    result = made()
    runs = [
        subprocess.run(
            [sys.executable, "-m", "qosc", command, *arguments, *form],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            env={"COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1"},
        ).stdout
        for form in ((), ("--format", "json"))
    ]
    assert runs[0].rstrip("\n") == str(result).rstrip("\n")
    assert json.loads(runs[1]) == result.document


def test_rows_resolve_percentages_and_name_defaults() -> None:
    rows = {row.class_name: row for row in qosc.show(qosc.load(EDGE / "fixed.cfg"))}
    voice = rows["class-default > VOICE"]
    # 20 % of the 20 Mbit/s that the shaper above sends.
    assert (voice.service, voice.rate_bps, voice.share) == ("priority", 4_000_000, "20%")
    assert voice.default == ("burst_bytes", "depth")
    assert rows["class-default"].shaped_bps == 20_000_000
    assert rows["class-default"].default == ("depth",)
    assert voice.device == "branch-12"
    assert tuple(voice.as_dict()) == COLUMNS


def test_a_policer_fills_its_columns() -> None:
    (row,) = qosc.show(qosc.loads(NAMED.format("r1")))
    assert (row.direction, row.policed_bps, row.policed_burst_bytes) == ("input", 1_000_000, 8000)
    assert (row.service, row.rate_bps, row.default) == ("", None, ())


def test_a_hostile_name_is_text_in_a_notebook() -> None:
    config = qosc.loads(NAMED.format("<script>alert(1)</script>"))
    shown = qosc.show(config)
    assert "<script>" not in shown._repr_html_()
    assert "&lt;script&gt;" in shown._repr_html_()
    named = qosc.loads(NAMED.replace("WAN", "<b>&").format("r1"))
    assert "<b>" not in qosc.diff(config, named)._repr_html_()


def test_a_frame_has_the_columns_of_the_rows() -> None:
    pandas = pytest.importorskip("pandas")
    frame = qosc.show(qosc.load(EDGE / "fixed.cfg")).to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert tuple(frame.columns) == COLUMNS
    assert int(frame[frame.service == "priority"].rate_bps.sum()) == 4_000_000


def test_a_frame_without_rows_has_its_columns_too() -> None:
    pytest.importorskip("pandas")
    shown = qosc.show(qosc.loads("hostname r1\n"))
    assert len(shown) == 0
    assert tuple(shown.to_frame().columns) == COLUMNS


def test_mistakes_in_a_call_are_errors_with_a_reason(tmp_path: Path) -> None:
    config = qosc.load(EDGE / "fixed.cfg")
    with pytest.raises(NoSuchPortError, match="Gi9"):
        qosc.show(config, interface="Gi9")
    with pytest.raises(NoSuchPortError, match="nowhere"):
        qosc.trace_packet(config, "any", left="nowhere")
    with pytest.raises(ValueError, match="enters by"):
        qosc.trace_packet(config, "any")
    broken = tmp_path / "broken.yaml"
    broken.write_text("schema: qosc/scenario/1\nname: [\n")
    with pytest.raises(ScenarioError, match=r"broken\.yaml") as caught:
        qosc.simulate(broken)
    assert caught.value.findings
    with pytest.raises(ValueError, match="target='sim'"):
        qosc.simulate(qosc.compile(config, target="tc"))


def test_a_path_or_a_text_in_place_of_a_config_says_what_to_call() -> None:
    config = qosc.load(EDGE / "fixed.cfg")
    for asked in (
        lambda: qosc.diff(config, "new.cfg"),  # type: ignore[arg-type]
        lambda: qosc.diff("old.cfg", config),  # type: ignore[arg-type]
        lambda: qosc.check("new.cfg"),  # type: ignore[arg-type]
        lambda: qosc.compile(b"hostname r1\n"),  # type: ignore[arg-type]
        lambda: qosc.show(EDGE / "fixed.cfg"),  # type: ignore[arg-type]
        lambda: qosc.trace_packet("new.cfg", "any", left="Gi0/0"),  # type: ignore[arg-type]
        lambda: qosc.verify_target("new.cfg"),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError, match=r"qosc\.load\(path\)"):
            asked()
    with pytest.raises(TypeError, match="not int"):
        qosc.show(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="target='sim'"):
        qosc.simulate(config)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not int"):
        qosc.simulate(7)  # type: ignore[arg-type]


def test_an_unknown_target_is_told_with_those_that_there_are() -> None:
    with pytest.raises(KeyError) as caught:
        qosc.compile(qosc.load(EDGE / "fixed.cfg"), target="ns2")
    told = str(caught.value)
    assert "'ns2'" in told
    assert "tc, sim, ns3, ir" in told


def test_an_artefact_with_losses_says_how_to_simulate_it() -> None:
    config = qosc.loads(NAMED.format("r1") + "class-map A\n match vlan 7\n mach dscp ef\n")
    made = qosc.compile(config, target="sim")
    assert made.files == ()
    with pytest.raises(ValueError, match="allow_loss=True"):
        qosc.simulate(made)


def test_devices_takes_a_text_by_itself() -> None:
    two = NAMED.format("r1") + NAMED.format("r2")
    assert [each.name for each in qosc.devices(two)] == ["r1", "r2"]
    assert [each.name for each in qosc.devices(two.encode())] == ["r1", "r2"]
    with pytest.raises(ValueError, match="read_bytes"):
        qosc.devices("two.cfg")
    with pytest.raises(TypeError, match="int"):
        qosc.devices(7)  # type: ignore[arg-type]


def test_the_same_scenario_and_seed_give_the_same_figures() -> None:
    scenario = qosc.compile(qosc.load(EDGE / "fixed.cfg"), target="sim")
    assert qosc.simulate(scenario, seed=7) == qosc.simulate(scenario, seed=7)


def test_a_script_that_lacks_a_line_differs_from_its_config() -> None:
    config = qosc.load(EDGE / "fixed.cfg")
    (script,) = qosc.compile(config, target="tc").files
    other = script.text.replace("20000000bit", "19000000bit")
    assert other != script.text
    assert qosc.verify_target(config, script.text).same
    found = qosc.verify_target(config, other)
    assert not found.same
    assert found.findings
