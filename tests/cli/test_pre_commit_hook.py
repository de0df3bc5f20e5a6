"""The hook, run by the real pre-commit in a repository of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

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
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_NAME": "t",
                   "GIT_AUTHOR_EMAIL": "t@example.net", "GIT_COMMITTER_NAME": "t",
                   "GIT_COMMITTER_EMAIL": "t@example.net"}  # fmt: skip
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
