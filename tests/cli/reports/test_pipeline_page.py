"""The jobs of docs/ci.md and docs/review.md are jobs, and what they run with qosc can be run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tests.cli.reports.sarif_schema import SCHEMA

ROOT = Path(__file__).parents[3]
BLOCK = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
QOSC = re.compile(r"^\s*- (?:run: )?(qosc .*)$", re.MULTILINE)
SCHEMAS = {"on": "github-workflows", "repos": "", "qos": "gitlab-ci", "qos-review": "gitlab-ci"}


def blocks() -> list[str]:
    found: list[str] = []
    for page in ("ci.md", "review.md", "linting.md"):
        found += BLOCK.findall((ROOT / "docs" / page).read_text())
    return found


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block.split()[-1][:20])
def test_each_job_fits_the_schema_of_its_service(block: str) -> None:
    # "on" is a word in the JSON of a workflow, and a truth value in YAML 1.1.
    job: dict[Any, Any] = yaml.safe_load(re.sub(r"^on:", '"on":', block, flags=re.MULTILINE))
    name = SCHEMAS[next(word for word in SCHEMAS if word in job)]
    if not name:
        assert all(hook["id"].startswith("qosc-") for hook in job["repos"][0]["hooks"])
        return
    place = resources.files("check_jsonschema") / "builtin_schemas" / "vendor" / f"{name}.json"
    schema = json.loads(place.read_text())
    validator = jsonschema.validators.validator_for(schema)
    assert not [error.message for error in validator(schema).iter_errors(job)]


def test_each_check_of_the_page_tells_the_new_finding(tmp_path: Path) -> None:
    where = str(Path(sys.executable).parent)
    environment = {
        "PATH": f"{where}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "BASE": "main",
        "GIT_CONFIG_GLOBAL": "/dev/null",
    }
    repository = tmp_path / "repository"
    (repository / "configs").mkdir(parents=True)
    shutil.copy(ROOT / "examples" / "infn-fnal-wfq" / "router.cfg", repository / "configs")

    def run(command: str, status: int = 0) -> str:
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=repository,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, (command, done.stdout, done.stderr)
        return done.stdout

    run("qosc baseline write configs")
    identity = "git -c user.name=me -c user.email=me@example.net"
    run(f"git init -q . && git add . && {identity} commit -q -m one")
    run("git update-ref refs/remotes/origin/main HEAD")
    bad = "interface Serial0/0\n service-policy output VOICE\n"
    (repository / "configs" / "r2.cfg").write_text(bad)
    checks = [line for block in blocks() for line in QOSC.findall(block) if "check" in line]
    assert len(checks) == 3
    for command in checks:
        run(command, status=0 if "--fail-on never" in command else 1)
    log = json.loads((repository / "qosc.sarif").read_text())
    jsonschema.validate(log, SCHEMA)
    assert "QOS002" in [one["ruleId"] for one in log["runs"][0]["results"]]
    assert [one["check_name"] for one in json.loads((repository / "qosc.json").read_text())] == [
        "QOS002"
    ]
    assert 'failures="1"' in (repository / "qosc.xml").read_text()
    hook = run("qosc check --skip-others --against HEAD -- configs/r2.cfg configs/router.cfg", 1)
    assert "VOICE" in hook


def test_five_commands_of_the_readme_lead_to_a_red_hook_and_a_pipeline(tmp_path: Path) -> None:
    page = (ROOT / "README.md").read_text().partition("## In a repository")[2]
    commands = re.findall(r"^\$ (?:cd build/five && )?(.*?)(?:; echo \$\?)?$", page, re.MULTILINE)[
        :6
    ]
    assert len(commands) == 6, "the repository, and five commands"
    where = str(Path(sys.executable).parent)
    environment = {
        "PATH": f"{where}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "GIT_CONFIG_GLOBAL": "/dev/null",
    }
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    repository = tmp_path / "build" / "five"

    def run(command: str, place: Path, status: int) -> str:
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=place,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, (command, done.stdout, done.stderr)
        return done.stdout + done.stderr

    run(commands[0], tmp_path, 0)
    for command in commands[1:4]:
        run(command, repository, 0)
    hook = run(commands[4], repository, 1)
    assert "configs/r2.cfg:2:24: warning[QOS002]" in hook
    assert run("git rev-list --count HEAD", repository, 0) == "1\n"
    new = run(commands[5], repository, 1)
    assert [line[:9] for line in new.splitlines() if line.startswith("::")] == ["::warning"]
    assert "r2.cfg" in new
