"""The hook, run by the real pre-commit in a repository of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[3]

CLEAN = "class-map match-all VOICE\n match ip dscp ef\n!\nend\n"
BROKEN = """\
class-map match-all VOICE
 match ip dscp ef
policy-map WAN
 class VOCE
  priority 100
interface Serial0/0
 service-policy output WAN
end
"""


def _run(*command: str, cwd: Path, home: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_NAME": "t",
        "GIT_AUTHOR_EMAIL": "t@example.net",
        "GIT_COMMITTER_NAME": "t",
        "GIT_COMMITTER_EMAIL": "t@example.net",
    }
    if home is not None:
        environment["PRE_COMMIT_HOME"] = str(home)
    return subprocess.run(
        command, cwd=cwd, env=environment, text=True, capture_output=True, check=False, timeout=400
    )


@pytest.fixture(scope="module")
def hook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository that holds the hook: what is committed or would be, without its history."""
    place = tmp_path_factory.mktemp("hook")
    listed = _run("git", "ls-files", "-co", "--exclude-standard", cwd=ROOT)
    if listed.returncode:
        pytest.skip("not a git checkout")
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, place / name)
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "hook"]):
        assert _run("git", *command, cwd=place).returncode == 0
    return place


def test_the_hook_passes_a_clean_config_and_stops_a_broken_one(hook: Path, tmp_path: Path) -> None:
    repo, home = tmp_path / "configs", tmp_path / "home"
    repo.mkdir()
    (repo / "clean.cfg").write_text(CLEAN)
    (repo / "notes.md").write_text("class-map VOCE is what we meant\n")
    assert _run("git", "init", "-q", cwd=repo).returncode == 0
    assert _run("git", "add", "-A", cwd=repo).returncode == 0
    try_repo = (sys.executable, "-m", "pre_commit", "try-repo", str(hook), "qosc-check")
    clean = _run(*try_repo, "--all-files", "--verbose", cwd=repo, home=home)
    if "Could not find a version" in clean.stdout and not os.environ.get("CI"):
        pytest.skip("no package index to install the hook from")
    assert clean.returncode == 0, clean.stdout + clean.stderr
    assert "Passed" in clean.stdout

    (repo / "broken.cfg").write_text(BROKEN)
    assert _run("git", "add", "-A", cwd=repo).returncode == 0
    broken = _run(*try_repo, "--all-files", cwd=repo, home=home)
    assert broken.returncode == 1, broken.stdout + broken.stderr
    assert "broken.cfg:4:8" in broken.stdout
    assert "QOS001" in broken.stdout


ODD_NAMES = (
    "-rf.cfg",
    "--stdin-filename=evil.cfg",
    "a b.cfg",
    "new\nline.cfg",
    "R1.CFG",
    "core-rtr-01",
    "$(touch x).cfg",
    "--",
    "-d/z.conf",
)
OTHERS = {
    "README.md": BROKEN,
    "play.yaml": "- hosts: all\n",
    "LICENSE": "Permission is granted\n",
    "run": "#!/bin/sh\nexit 1\n",
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose hook is the one that we ship, run by this interpreter."""
    return _with_hook(tmp_path, "qosc-check")


def _with_hook(folder: Path, name: str, **own: object) -> Path:
    (shipped,) = (
        each
        for each in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
        if each["id"] == name
    )
    program, _, options = shipped["entry"].partition(" ")
    assert program == "qosc"
    entry = f"{sys.executable} -m qosc {options}"
    hook = {**shipped, **own, "entry": entry, "language": "system", "verbose": True}
    config = {"repos": [{"repo": "local", "hooks": [hook]}]}
    (folder / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    assert _run("git", "init", "-q", cwd=folder).returncode == 0
    return folder


def _hook(repository: Path) -> subprocess.CompletedProcess[str]:
    assert _run("git", "add", "-A", cwd=repository).returncode == 0
    return _run(
        sys.executable,
        "-m",
        "pre_commit",
        "run",
        "--all-files",
        cwd=repository,
        home=repository / ".git" / "home",
    )


def test_every_config_is_checked_whatever_it_is_called(repository: Path) -> None:
    for name in ODD_NAMES:
        (repository / name).parent.mkdir(exist_ok=True)
        (repository / name).write_text(BROKEN)
    for name, text in OTHERS.items():
        (repository / name).write_text(text)
    done = _hook(repository)
    assert done.returncode == 1, done.stdout + done.stderr
    places = [
        line.partition("-->")[2].strip() for line in done.stdout.splitlines() if "-->" in line
    ]
    shown = [name.replace("\n", "\N{SYMBOL FOR LINE FEED}") for name in ODD_NAMES]
    assert {place.removesuffix(":4:8") for place in places if place.endswith(":4:8")} == set(shown)
    assert f"{len(OTHERS) + 1} other files passed over" in done.stdout
    assert not (repository / "x").exists()


def test_a_commit_without_configs_passes(repository: Path) -> None:
    for name, text in OTHERS.items():
        (repository / name).write_text(text)
    done = _hook(repository)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No config was checked; 5 other files passed over." in done.stdout


def test_an_option_in_a_name_is_a_name(repository: Path) -> None:
    (repository / "--stdin-filename=evil.cfg").write_text(BROKEN)
    (repository / "clean.cfg").write_text(CLEAN)
    done = _hook(repository)
    assert done.returncode == 1
    assert "--stdin-filename=evil.cfg:4:8" in done.stdout


def test_the_diff_hook_tells_what_a_commit_changes_and_lets_it_pass(tmp_path: Path) -> None:
    repository = _with_hook(tmp_path, "qosc-diff")
    port = "interface GigabitEthernet0/1\n service-policy output WAN\n"
    text = CLEAN.replace("!\nend\n", f"policy-map WAN\n class VOICE\n  priority 100\n{port}end\n")
    for name in ("R1.cfg", "-rf.cfg", "a b.cfg"):
        (repository / name).write_text(text)
    (repository / "README.md").write_text(BROKEN)
    first = _hook(repository)  # there is no HEAD yet
    assert first.returncode == 0, first.stdout + first.stderr
    assert _run("git", "commit", "-qm", "first", cwd=repository).returncode == 0
    (repository / "R1.cfg").write_text(text.replace("priority 100", "priority 200"))
    (repository / "new.cfg").write_text(text)
    done = _hook(repository)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "100 kbit/s -> 200 kbit/s" in done.stdout
    assert "new.cfg" in done.stdout
    assert "== -rf.cfg\nNo change in behaviour" in done.stdout
    assert "README.md" not in done.stdout


def test_the_args_of_the_page_stop_new_findings_and_no_others(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    text = page.partition("# .pre-commit-config.yaml\n")[2].partition("\n```")[0]
    ((given,),) = (each["hooks"] for each in yaml.safe_load(text)["repos"])
    assert given["args"][-1] == "--"
    repository = _with_hook(tmp_path, given["id"], args=given["args"])
    (repository / "old.cfg").write_text(BROKEN)
    assert _run("git", "add", "-A", cwd=repository).returncode == 0
    assert _run("git", "commit", "-qm", "first", cwd=repository).returncode == 0
    done = _hook(repository)
    assert done.returncode == 0, done.stdout + done.stderr
    (repository / "-rf.cfg").write_text(BROKEN)
    done = _hook(repository)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "-rf.cfg:4:8" in done.stdout
    assert "old.cfg:4:8" not in done.stdout
    assert "cannot read" not in done.stdout
