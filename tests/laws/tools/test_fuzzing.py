"""The fuzzer sees what it is there to see: planted faults of each kind."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qosc.cli.commands import show
from scripts.fuzzing import judge
from scripts.fuzzing.commands import COMMANDS
from scripts.fuzzing.more_seeds import captures
from scripts.fuzzing.mutate import mutate
from scripts.fuzzing.parts import pack, unpack
from scripts.fuzzing.probes import probes, shell_refuses, unsound_scenarios
from scripts.fuzzing.rounds import cheap_first, rounds
from scripts.fuzzing.session import Report, fuzz, keep
from scripts.fuzzing.totals import Totals

_CONFIG = (
    b"policy-map P\n class class-default\n  police 8000\ninterface e0\n service-policy output P\n"
)
_NAMES = st.sampled_from(["router.cfg", "qos.sh", "traffic.yaml"])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QOSC_TRACEBACK", "")
    return tmp_path


def _kinds(command: str, data: bytes, folder: Path) -> list[str]:
    tried = COMMANDS[command].attempt(data, folder)
    assert tried is not None
    return [kind for kind, _ in tried.faults]


@given(st.dictionaries(_NAMES, st.binary().map(lambda text: text.replace(b"#", b"") + b"\n")))
def test_files_of_an_input_come_out_as_they_went_in(files: dict[str, bytes]) -> None:
    again = unpack(pack(files))
    assert {name: text.rstrip(b"\n") for name, text in again.items()} == {
        name: text.rstrip(b"\n") for name, text in files.items()
    }


def test_a_mutation_changes_something_and_leaves_fixed_files_alone() -> None:
    data = pack({"router.cfg": _CONFIG, "qos.sh": b"tc qdisc add\n"})
    dice = random.Random(1)  # noqa: S311  (repeatable, not secret)
    made = [mutate(dice, data, [data], ["router.cfg"]) for _ in range(50)]
    assert all(unpack(each)["router.cfg"] == _CONFIG for each in made)
    assert len({unpack(each)["qos.sh"] for each in made}) > 25


def test_an_exception_of_the_program_is_a_failure(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("planted")

    data = pack({"router.cfg": _CONFIG})
    assert _kinds("show", data, folder) == []
    monkeypatch.setattr(show, "qos_ports", broken)
    assert _kinds("show", data, folder) == ["internal error KeyError in test_fuzzing.py:broken"]


def test_a_loop_without_end_is_a_failure(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object, **__: object) -> None:
        while True:
            pass

    monkeypatch.setattr(judge, "CPU_S", 0.05)
    monkeypatch.setattr(show, "qos_ports", endless)
    judge.watchdog()
    (kind,) = _kinds("show", pack({"router.cfg": _CONFIG}), folder)
    assert kind.startswith("hang in")


@pytest.mark.parametrize("text", ["a\x1b[2Jb", "a\rb", "a\u202eb", "a\x00b", "a\x9bb"])
def test_a_character_that_a_terminal_obeys_is_a_failure(text: str) -> None:
    assert judge.faults_of_text("output", text)
    assert not judge.faults_of_text("output", "plain \t text\nof two lines, grün\n")


def test_what_a_shell_or_the_program_refuses_is_a_failure() -> None:
    assert shell_refuses([("qos.sh", "if true; then")])
    assert not shell_refuses([("qos.sh", "if true; then echo; fi\n")])
    assert unsound_scenarios([("e0.yaml", "schema: qosc/scenario/1\n")])


def test_only_an_input_with_qos_in_it_counts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from qosc import frontends

    monkeypatch.setattr(frontends, "load", frontends.load)
    monkeypatch.setattr(probes, "_installed", False)
    probes.install()
    command = COMMANDS["check"]
    tried = [command.attempt(pack({"router.cfg": text}), folder) for text in (_CONFIG, b"hello\n")]
    assert [each is not None and each.counted for each in tried] == [True, False]
    assert COMMANDS["simulate"].attempt(pack({"router.cfg": _CONFIG}), folder) is None


@pytest.mark.parametrize("batch", [False, True])
def test_a_script_that_is_taken_apart_counts(
    batch: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reader had moved to another module, and no input of `verify` counted."""
    from qosc import api, frontends
    from qosc.verify import scripts

    for module, name in ((frontends, "load"), (scripts, "take_apart"), (scripts, "batches")):
        monkeypatch.setattr(module, name, getattr(module, name))
    monkeypatch.setattr(probes, "_installed", False)
    probes.install()
    made = api.compile(api.loads(_CONFIG.decode()), target="tc", allow_loss=True, batch=batch)
    texts = [file.text for file in made.files if file.name.endswith("batch") == batch]
    for text, counted in (("\n".join(texts), True), ("echo nothing of ours\n", False)):
        data = pack({"router.cfg": _CONFIG, "qos.sh": text.encode()})
        tried = COMMANDS["verify"].attempt(data, folder)
        assert tried is not None
        assert tried.counted == counted


_BASELINE = b'{"schema": "qosc/baseline/1", "findings": []}\n'
_MEANT = b'{"schema": "qosc/expected-changes/1", "changes": []}\n'
_LINKS = (
    b"schema: qosc/links/1\nlinks:\n"
    b"  - {ends: [{node: west, port: e0}, {node: east, port: e0}], delay_us: 10}\n"
    b"hosts:\n  - {name: a, at: {node: west, port: e1}, address: 10.1.0.1}\n"
    b"  - {name: b, at: {node: east, port: e1}, address: 10.2.0.1}\n"
)
_MORE = {
    "check-fix": {},
    "check-report": {},
    "check-baseline": {"base.json": _BASELINE},
    "show-graph": {},
    "diff-expect": {"old.cfg": _CONFIG, "new.cfg": _CONFIG, "meant.json": _MEANT},
    "compile-files": {},
    "compile-links": {
        "east.cfg": b"hostname east\ninterface e1\n ip address 10.2.0.9 255.255.255.0\n" + _CONFIG,
        "west.cfg": b"hostname west\ninterface e1\n ip address 10.1.0.9 255.255.255.0\n" + _CONFIG,
        "links.yaml": _LINKS,
    },
    "check-settings": {"qosc.toml": b'ignore = ["QOS3"]\n'},
    "check-display": {"router.json": b'{"class-of-service": {"schedulers": [{"name": "a"}]}}'},
    "diff": {"old.cfg": _CONFIG, "new.cfg": _CONFIG.replace(b"8000", b"16000")},
    "trace": {"packet.txt": b"dscp ef"},
    "trace-pcap": {"packets.pcap": unpack(captures()[0])["packets.pcap"]},
    "traffic": {"lines.txt": b"iperf -c 10.0.0.2 -u -b 2M -t 20"},
    "anonymise": {},
    "editor": {},
    "verify-state": {"state.txt": b""},
}


@pytest.mark.parametrize("command", _MORE)
def test_an_input_of_each_command_is_run(command: str, folder: Path) -> None:
    files = {} if command == "check-display" else {"router.cfg": _CONFIG}
    tried = COMMANDS[command].attempt(pack({**files, **_MORE[command]}), folder)
    assert tried is not None
    assert tried.faults == ()
    assert tried.outcome.status in (0, 1) or command == "verify-state"


def test_counts_of_runs_add_up_and_no_run_repeats_another(tmp_path: Path) -> None:
    path = tmp_path / "kept" / "totals.json"
    first = Totals(path)
    first.add(Report("check", inputs=7, counted=5, cpu_s=1.5), first.seed())
    second = Totals(path)
    second.add(Report("check", inputs=3, counted=1, failed=1), second.seed())
    second.add(Report("show", inputs=2, counted=2), second.seed())
    assert second.seed() != first.seed() != Totals(tmp_path / "other.json").seed()
    assert str(Totals(path)).startswith("all runs: 12 inputs, 8 of them counted, 1 failed")


def test_a_command_has_its_time_however_busy_the_machine_is(tmp_path: Path) -> None:
    """The clock went on while others had the processor, and eight commands had no input."""
    report = fuzz("compile-links", tmp_path / "compile-links", 1, 1, guided=False)
    assert report.inputs
    assert report.cpu_s >= 1
    assert not report.kinds


def test_a_fault_in_an_answer_to_an_editor_is_a_failure(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("planted")

    monkeypatch.setattr("qosc.lsp.hover.hover", broken)
    data = pack({"router.cfg": _CONFIG})
    assert _kinds("editor", data, folder) == ["KeyError in test_fuzzing.py:broken"]
    script = keep("editor", folder, data, "a kind\ndetails").read_text()
    assert f"-m scripts.fuzzing.editor router.cfg {crc32(data)}" in script


def test_a_text_given_back_may_hold_what_it_held(folder: Path) -> None:
    data = pack({"router.cfg": b"hostname a\x1b[2J\n" + _CONFIG})
    assert _kinds("anonymise", data, folder) == []


def test_a_failure_is_kept_with_the_command_to_have_it_again(tmp_path: Path) -> None:
    data = pack({"router.cfg": _CONFIG})
    script = keep("check", tmp_path, data, "a kind\ndetails")
    assert (script.parent / "router.cfg").read_bytes() == _CONFIG
    assert (script.parent / "why.txt").read_text() == "a kind\ndetails"
    form = COMMANDS["check"].arguments({"router.cfg": b""}, crc32(data))
    assert f"qosc {' '.join(form)}" in script.read_text()
    shutil.rmtree(tmp_path)


def test_the_fuzzer_asks_only_for_options_that_there_are(folder: Path) -> None:
    files = pack({"router.cfg": _CONFIG, "scenario.yaml": b"a: b\n"})
    for name, text in (("expected.yaml", b"a: b\n"), ("traffic.yaml", b"a: b\n")):
        files += pack({name: text})
    for command in ("simulate", "lab", "check", "compile-ir"):
        for more in range(12):
            data = files + pack({"note.cfg": str(more).encode()})
            assert _kinds(command, data, folder) == []


def test_a_run_that_is_cut_short_has_reached_every_command() -> None:
    """With a share each, one after the other, 20 of 28 were not reached in a morning."""
    assert list(rounds(28 * 60, 28)) == [2, 4, 8, 16, 30]
    assert list(rounds(28, 28)) == [1]
    for seconds in (7, 180, 3600):
        assert sum(rounds(seconds, 7)) == max(seconds // 7, 1)
    assert list(rounds(28 * 60, 28, guided=True)) == [60]


def test_cheap_commands_come_first_and_unknown_ones_last(tmp_path: Path) -> None:
    totals = Totals(tmp_path / "totals.json")
    totals.add(Report("lab", inputs=10, cpu_s=20), 1)
    totals.add(Report("check", inputs=100, cpu_s=1), 1)
    assert cheap_first(["diff", "lab", "check"], totals) == ["check", "lab", "diff"]


def test_rounds_add_up_and_a_failure_keeps_its_first_input(tmp_path: Path) -> None:
    held = Report("check", inputs=2, failed=1, kinds={"a": tmp_path / "1"})
    held.join(Report("check", inputs=3, failed=2, kinds={"a": tmp_path / "2", "b": tmp_path}))
    assert (held.inputs, held.failed) == (5, 3)
    assert held.kinds == {"a": tmp_path / "1", "b": tmp_path}
