"""The editor tells what `qosc check` tells: settings files count in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qosc.cli import main
from qosc.cli.checks.edited import judging
from qosc.cli.settings import _read, fresh_plans
from qosc.lsp.hover import hover
from qosc.lsp.reading import Reading
from qosc.settings.plans import Plans
from tests.lsp.editor import Editor, edit

CONFIG = """\
hostname edge1
class-map match-all DATA
 match dscp af21
policy-map WAN
 class DATA
  bandwidth percent 40
interface GigabitEthernet0/0
 service-policy output WAN
interface GigabitEthernet0/1
 service-policy output WAM
"""
REQUIRE = """\
[[require]]
code = "SITE001"
text = "WAN ports send through EDGE"
interfaces = ["Gi0/0"]
output-policy = "EDGE"
severity = "warning"
"""
LINKS = """\
[[links]]
files = ["*"]
interfaces = ["Gi0/0"]
speed = "50Mbit"
"""
ACCEPT = """\
[[accept]]
rule = "QOS002"
device = "edge1"
reason = "comes with the next release"
"""


def read(place: Path, settings: str, text: str = CONFIG) -> Reading:
    """The text as the editor has it, below a folder with these settings."""
    (place / "qosc.toml").write_text(settings)
    path = str(place / "r1.cfg")
    return Reading(path, text, judging(lambda: Plans(read=_read))(path))


def told(reading: Reading) -> set[tuple[str, str]]:
    return {(found.code, str(found.severity)) for found, _ in reading.findings}


@pytest.mark.parametrize(
    "settings",
    [
        "fail-on = 'error'\n",
        'ignore = ["QOS002"]\n',
        'select = ["QOS0"]\n',
        '[severity]\nQOS002 = "info"\n',
        '[per-file-ignores]\n"*.cfg" = ["QOS002"]\n',
        REQUIRE,
        ACCEPT,
        'profile = "recommended"\n[severity]\nQOS002 = "info"\n',
    ],
)
def test_an_editor_tells_what_a_check_tells(
    settings: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r1.cfg").write_text(CONFIG)
    reading = read(tmp_path, settings)
    with pytest.raises(SystemExit):
        main(["check", "--format", "json", "r1.cfg"])
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    shown = {(one["code"], one["severity"]) for one in found if not one.get("accepted")}
    assert told(reading) == shown
    assert reading.trouble == ""


def test_the_speed_of_a_link_is_in_the_figures(tmp_path: Path) -> None:
    line = CONFIG.split("\n").index("  bandwidth percent 40") + 1
    assert "20 Mbit/s" in hover(read(tmp_path, LINKS), line, 4)


def test_a_file_that_the_settings_leave_out_has_no_findings(tmp_path: Path) -> None:
    reading = read(tmp_path, 'exclude = ["r1.cfg"]\n')
    assert told(reading) == set()
    assert reading.configs


def test_settings_that_are_not_understood_are_told_at_their_line(tmp_path: Path) -> None:
    reading = read(tmp_path, 'ignore = ["QOS002"]\nfailon = "error"\n')
    assert "qosc.toml:2" in reading.trouble
    assert "'failon'" in reading.trouble
    assert told(reading) == set()


def test_a_platform_of_another_vendor_is_told(tmp_path: Path) -> None:
    reading = read(tmp_path, '[[configs]]\nfiles = ["*"]\nplatform = "junos-mx"\n')
    assert "junos" in reading.trouble
    assert reading.configs == ()


def test_without_a_command_line_no_settings_are_read(tmp_path: Path) -> None:
    (tmp_path / "qosc.toml").write_text('ignore = ["QOS002"]\n')
    path = str(tmp_path / "r1.cfg")
    reading = Reading(path, CONFIG, judging(fresh_plans())(path))
    assert ("QOS002", "error") in told(reading)


def test_a_change_of_the_settings_counts_from_the_next_change_of_the_text(tmp_path: Path) -> None:
    settings, uri = tmp_path / "qosc.toml", (tmp_path / "r1.cfg").as_uri()
    settings.write_text('ignore = ["QOS002"]\n')

    async def session(editor: Editor) -> None:
        editor.open(uri, CONFIG)
        assert "QOS002" not in [one.code for one in await editor.findings(uri, 1)]
        settings.write_text('ignore = ["QOS301"]\n')
        editor.change(uri, f"{CONFIG}!\n", 2)
        assert "QOS002" in [one.code for one in await editor.findings(uri, 2)]

    edit(session)
