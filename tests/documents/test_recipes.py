"""docs/recipes.md: its files, run with nornir, Ansible and git."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.release import containerfile

ROOT = Path(__file__).parents[2]
RECIPES = ROOT / "docs" / "recipes"
EXAMPLE = ROOT / "examples" / "wan-edge"
BROKEN = "policy-map P\n class A\n  bandwidth 100\ninterface Serial0\n service-policy output P\n"


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": path, "COLUMNS": "100", **environment},
    )


def test_the_page_shows_the_files_as_they_are() -> None:
    page = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
    shown = {"nornir_check.py", "playbook.yml", "oxidized.sh", "Containerfile"}
    for name in shown:
        assert f"$ cat docs/recipes/{name}\n" in page
    assert {path.name for path in RECIPES.iterdir() if path.name not in page} == set()


def test_nornir_prints_the_findings_of_each_host() -> None:
    script, settings = RECIPES / "nornir_check.py", "docs/recipes/nornir.yaml"
    done = run(sys.executable, script, settings, "examples/wan-edge")
    assert done.returncode == 0
    assert done.stdout.startswith("router: QOS101 examples/wan-edge/router.cfg:16:2 class CRITICAL")
    assert done.stdout.count("\n") == 1
    assert f"\n{done.stdout}```\n" in (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")


def test_nornir_fails_for_an_error_and_for_a_config_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "router.cfg").write_text(BROKEN)
    script, settings = RECIPES / "nornir_check.py", "docs/recipes/nornir.yaml"
    done = run(sys.executable, script, settings, tmp_path)
    assert done.returncode == 1
    assert "fixed: [Errno 2] No such file or directory" in done.stdout
    assert "router: QOS001 " in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize(("planned", "status"), [("fixed.cfg", 0), ("router.cfg", 2)])
def test_ansible_refuses_a_plan_with_findings_and_shows_what_changes(
    planned: str, status: int, tmp_path: Path
) -> None:
    for folder, name in (("backups", "router.cfg"), ("planned", planned)):
        (tmp_path / folder).mkdir()
        shutil.copy(EXAMPLE / name, tmp_path / folder / "branch.cfg")
    done = run(
        Path(sys.executable).parent / "ansible-playbook",
        *("-i", RECIPES / "inventory.yml", "-e", f"backups={tmp_path}/backups"),
        *("-e", f"planned={tmp_path}/planned", RECIPES / "playbook.yml"),
        ANSIBLE_NOCOLOR="1",
        ANSIBLE_HOME=str(tmp_path / "home"),
        HOME=str(tmp_path),
        LC_ALL="C.UTF-8",  # without UTF-8 Ansible does not start
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert ("1 change; 1 port compared." in done.stdout) is (status == 0)
    assert ("QOS101" in done.stdout) is (status == 2)


@pytest.fixture
def backups(tmp_path: Path) -> Path:
    """A bare repository as Oxidized's, in which a router's config is stored twice."""
    tree, bare = tmp_path / "tree", tmp_path / "backups.git"
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@example.net", "-C", tree)
    assert run("git", "init", "-q", tree).returncode == 0
    for name in ("router.cfg", "fixed.cfg"):
        for stored in ("branch", "other"):
            shutil.copy(EXAMPLE / name, tree / stored)
            (tree / "core").mkdir(exist_ok=True)
            shutil.copy(EXAMPLE / name, tree / "core" / "edge 1;$(reboot)")
        assert run(*git, "add", "-A").returncode == 0
        assert run(*git, "commit", "-q", "-m", name).returncode == 0
    assert run("git", "clone", "-q", "--bare", tree, bare).returncode == 0
    return bare


def hook(backups: Path, node: str, revision: str, group: str = "") -> tuple[int, str]:
    report = backups.parent / "report"
    done = run(
        "sh",
        RECIPES / "oxidized.sh",
        OX_REPO_NAME=str(backups),
        OX_REPO_COMMITREF=revision,
        OX_NODE_NAME=node,
        OX_NODE_GROUP=group,
        QOS_REPORT=str(report),
    )
    assert (done.stdout, done.stderr) == ("", "")
    return done.returncode, report.read_text()


def test_the_hook_of_oxidized_reports_findings_of_a_first_config(backups: Path) -> None:
    status, report = hook(backups, "branch", "HEAD^")
    assert status == 1
    assert "warning[QOS101]" in report
    assert "change" not in report


@pytest.mark.parametrize(("node", "group"), [("branch", ""), ("edge 1;$(reboot)", "core")])
def test_the_hook_of_oxidized_reports_what_a_change_does(
    node: str, group: str, backups: Path
) -> None:
    status, report = hook(backups, node, "HEAD", group)
    assert status == 0
    assert "5% of the remainder -> 60% of the remainder" in report
    assert "1 change; 1 port compared." in report
    assert report.startswith(f"== {group + '/' if group else ''}{node} at HEAD\n")


def test_the_hook_of_oxidized_fails_where_the_config_is_not_stored(backups: Path) -> None:
    report = backups.parent / "report"
    done = run(
        "sh",
        RECIPES / "oxidized.sh",
        OX_REPO_NAME=str(backups),
        OX_REPO_COMMITREF="HEAD",
        OX_NODE_NAME="bra.ch",
        QOS_REPORT=str(report),
    )
    assert done.returncode != 0
    assert "bra.ch is not in" in done.stderr
    assert not report.exists()


def test_the_hook_passes_shellcheck() -> None:
    assert shutil.which("shellcheck", path=Path(sys.executable).parent) or shutil.which(
        "shellcheck"
    )
    done = run("shellcheck", RECIPES / "oxidized.sh")
    assert done.returncode == 0, done.stdout


def test_the_image_has_the_parts_that_setup_cfg_builds_of() -> None:
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg")
    built, last = containerfile.stages((RECIPES / "Containerfile").read_text(encoding="utf-8"))
    copied = {
        Path(one) for word, rest in built.steps if word == "COPY" for one in rest.split()[:-1]
    }
    assert all((ROOT / path).exists() for path in copied)
    homes = dict(re.findall(r"^(\S+) = (\S+)$", setup["options"]["package_dir"], re.MULTILINE))
    data = setup["options.data_files"]["share/man/man1"]
    needed = {*homes.values(), data.split("/")[0], *setup["metadata"]["license_files"].split()}
    assert needed | {"setup.cfg", "pyproject.toml"} <= {str(path) for path in copied}
    assert ("COPY", f"--from={built.name} /opt/qosc /opt/qosc") in last.steps
    assert last.steps[-1] == ("ENTRYPOINT", '["qosc"]')
    assert (built.suite, last.suite) == ("trixie", "trixie")


def test_an_instruction_that_chroots_do_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="not known: ADD x /"):
        containerfile.stages("FROM debian:trixie\nADD x /\n")
    with pytest.raises(ValueError, match="not known: RUN true"):
        containerfile.stages("RUN true\n")
