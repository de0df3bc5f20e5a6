"""Options that would destroy an input, check nothing or make a script that refuses itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from qosc.targets.tc.devices import is_device
from tests.targets.tc.script.fake_kernel import calls, fake_kernel, run

ROOT = Path(__file__).parents[3]
CONFIG = """policy-map P
 class class-default
  shape average 1000000
interface Serial0/0
 bandwidth 2000
 service-policy output P
"""
BROKEN = "interface Serial0/0\n service-policy output WAN\nend\n"


def qosc(*arguments: str, cwd: Path, stdin: Path | None = None) -> tuple[int, str, str]:
    with open(stdin or "/dev/null", "rb") as given:
        done = subprocess.run(
            [sys.executable, "-m", "qosc", *arguments],
            cwd=cwd,
            check=False,
            timeout=120,
            capture_output=True,
            text=True,
            stdin=given,
        )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "r.cfg").write_text(CONFIG)
    return tmp_path


@pytest.mark.parametrize("output", ["r.cfg", "./r.cfg", "hard", "soft"])
def test_a_config_is_not_overwritten_by_its_artefact(place: Path, output: str) -> None:
    (place / "hard").hardlink_to(place / "r.cfg")
    (place / "soft").symlink_to("r.cfg")
    for name, stdin in (("r.cfg", None), ("-", place / "r.cfg")):
        line = ("compile", name, "-t", "tc", "--ledger", "none", "--force", "-o", output)
        code, out, err = qosc(*line, cwd=place, stdin=stdin)
        assert (code, out) == (2, "")
        assert f"cannot write '{output}'" in err
        assert (place / "r.cfg").read_text() == CONFIG
        assert (place / "soft").is_symlink()


def test_a_config_in_the_folder_of_the_output_is_not_overwritten(place: Path) -> None:
    (place / "r.cfg").rename(place / "qos.sh")
    line = ("compile", "qos.sh", "-t", "tc", "--batch", "--ledger", "none", "--force", "-o", ".")
    assert qosc(*line, cwd=place)[0] == 2
    assert (place / "qos.sh").read_text() == CONFIG
    assert len(list(place.iterdir())) == 1


def test_a_scenario_and_its_traffic_are_not_overwritten(place: Path) -> None:
    line = ("compile", "r.cfg", "-t", "sim", "--ledger", "none", "--allow-loss", "-o", "s.yaml")
    assert qosc(*line, cwd=place)[0] == 0
    scenario = (place / "s.yaml").read_text()
    # The end of a name says what is written there; a scenario may be called so too.
    for name in ("s.svg", "s.csv"):
        (place / name).write_text(scenario)
    for option, name in (("--plot", "s.svg"), ("--samples", "s.csv")):
        code, out, err = qosc("simulate", name, option, f"./{name}", cwd=place)
        assert (code, out) == (2, "")
        assert f"cannot write './{name}': it is the input '{name}'" in err
        assert (place / name).read_text() == scenario

    read = yaml.safe_load(scenario)
    overlay = {"schema": "qosc/traffic/1", "traffic": read["traffic"]}
    traffic = yaml.safe_dump(overlay)
    (place / "t.yaml").write_text(traffic)
    code, _, err = qosc(*line[:-1], "t.yaml", "--traffic", "t.yaml", cwd=place)
    assert (code, err) == (2, "Error: cannot write 't.yaml': it is the input 't.yaml'\n")
    assert (place / "t.yaml").read_text() == traffic


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--ignore", "ALL"), "no rule is left to run"),
        (("--select", "QOS003", "--ignore", "QOS003"), "no rule is left to run"),
        (("--select", ""), "--select names no rule"),
        (("--select", ","), "--select names no rule"),
    ],
)
def test_a_check_by_no_rule_is_refused(place: Path, options: tuple[str, ...], said: str) -> None:
    code, out, err = qosc("check", "r.cfg", *options, cwd=place)
    assert (code, out) == (2, "")
    assert said in err


def test_the_hook_tells_what_it_passes_over(tmp_path: Path) -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    (shipped,) = (hook for hook in hooks if hook["id"] == "qosc-check")
    assert "whatever" not in shipped["description"]
    for end, text in ((".md", BROKEN), (".py", BROKEN), (".json", '{"name": "x"}\n')):
        assert end in shipped["description"]
        (tmp_path / f"x{end}").write_text(text)
        code, out, _ = qosc("check", "--skip-others", "--", f"x{end}", cwd=tmp_path)
        assert (code, out) == (0, "No config was checked; 1 other file passed over.\n")


NO_DEVICES = ("", "a; reboot", ".", "..", "a/b", "a:b", "a b", "x" * 128, "eth0\n", "\t")
LONGER = "sixteen-is-too-m"
"""Not the name of an interface; it may be an alternative one."""
PLAIN_DEVICES = ("eth0", "eth0.100", "br-lan", "a@b", "fifteen-letters", "-x")
DEVICES = (
    *PLAIN_DEVICES,
    "wan+",
    "$(reboot)",
    "`reboot`",
    "a;reboot",
    "a'b",
    'a"b',
    "*",
    "[a-z]",
    "a\\",
    "a&b",
    "#",
    "~",
    "a=b",
    "%d",
    "\x1b'",
    "x\u00f1",
)
"""Names that Linux takes: no white space, slash or colon in at most 15 bytes (dev_valid_name)."""


@pytest.mark.parametrize("name", NO_DEVICES)
def test_a_device_that_the_script_would_refuse_is_refused(place: Path, name: str) -> None:
    code, out, err = qosc("compile", "r.cfg", "-t", "tc", "--device", name, cwd=place)
    assert (code, out) == (2, "")
    assert "name of an interface" in err


def test_the_script_and_the_compiler_have_one_rule_for_devices(place: Path) -> None:
    for batch in (False, True):
        options = ("--batch", "--ledger", "none", "-o", "made/") if batch else ()
        _, script, _ = qosc("compile", "r.cfg", "-t", "tc", *options, cwd=place)
        script = (place / "made" / "qos.sh").read_text() if batch else script
        functions = ""
        for each in ("find_interface", "take_pair"):
            start = script.index(f"{each}() {{")
            functions += script[start : script.index("\n}\n", start) + 3]
        for name in (*NO_DEVICES, LONGER, *DEVICES):
            text = f'fail() {{ exit 1; }}\nip() {{ :; }}\n{functions}take_pair "$1"\n'
            done = subprocess.run(["sh", "-c", text, "sh", name], check=False, timeout=60)
            assert (done.returncode == 0) == is_device(name, batch=batch), name
    assert [name for name in (*NO_DEVICES, *DEVICES) if is_device(name)] == list(DEVICES)
    assert [name for name in DEVICES if is_device(name, batch=True)] == list(PLAIN_DEVICES)


@pytest.mark.parametrize("name", DEVICES)
def test_every_name_that_linux_takes_is_one_word_of_the_script(place: Path, name: str) -> None:
    """Also where the first command fails, so that all is undone, and beside files that * finds."""
    line = ("compile", "r.cfg", "-t", "tc", "--ledger", "none", "--device", name, "-o", "s.sh")
    assert qosc(*line, cwd=place)[0] == 0
    code, _, err = qosc("verify", "r.cfg", "-t", "tc", "--script", "s.sh", cwd=place)
    assert (code, err) == (0, "")
    env = fake_kernel(place / "bin", fail_at=1)
    done = run(env, (place / "s.sh").read_text(), "apply")
    assert done.returncode == 1
    tried, *undone = calls(env)
    assert tried[1] == "add"
    assert {call[1] for call in undone} == {"del"}
    assert {call[call.index("dev") + 1] for call in (tried, *undone)} == {name}


def test_a_batch_file_takes_no_name_that_it_cannot_hold(place: Path) -> None:
    line = ("compile", "r.cfg", "-t", "tc", "--batch", "--device", "a#b", "-o", "made/")
    code, out, err = qosc(*line, cwd=place)
    assert (code, out) == (2, "")
    assert "compile without --batch" in err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--iproute2", "9999999999"), "for iproute2 '9999999999': it is no release, such as 5.10"),
        (("--kernel", "2.6.32"), "for Linux '2.6.32': it is older than 4.19"),
    ],
)
def test_a_release_is_refused_by_its_name(place: Path, options: tuple[str, str], said: str) -> None:
    code, out, err = qosc("compile", "r.cfg", "-t", "tc", *options, cwd=place)
    assert (code, out) == (2, "")
    assert err.endswith(f"Error: no script is made {said}\n")


def test_a_list_of_no_experiments_is_told_in_our_words(tmp_path: Path) -> None:
    (tmp_path / "expected.yaml").write_text("schema: qosc/expected/1\nexperiments: []\n")
    code, out, err = qosc("lab", "run", ".", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert "'experiments' lists no experiment" in err
    assert "tuple" not in err


def test_a_file_called_dash_is_checked_by_the_hook(tmp_path: Path) -> None:
    (tmp_path / "-").write_text(BROKEN)
    line = ("check", "--skip-others", "--format", "concise", "--", "-")
    code, out, err = qosc(*line, cwd=tmp_path)
    assert (code, err) == (1, "")
    assert out.startswith("./-:2:")
