"""A document beside a config that is no ordinary file is told at once, whatever it is for."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from qosc.cli import main

CONFIG = """\
policy-map P
 class class-default
  shape average 1000000
interface Serial0/0
 bandwidth 2000
 service-policy output P
"""
LINES = {
    "baseline": "check r.cfg --baseline {}",
    "changes meant": "diff r.cfg new.cfg --expect {}",
    "old config": "diff {} r.cfg",
    "capture": "trace r.cfg --out Serial0/0 --pcap {}",
    "script": "verify r.cfg -t tc --script {}",
    "state": "verify r.cfg -t tc --state {}",
    "traffic": "compile r.cfg -t sim --allow-loss --traffic {}",
    "links": "compile r.cfg new.cfg -t sim --allow-loss --links {} -o made/",
    "lines of generators": "traffic import {}",
    "scenario": "simulate {}",
    "text to anonymise": "anonymise --key words {}",
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a config and odd things; what waits for one of them is ended."""
    monkeypatch.chdir(tmp_path)
    Path("r.cfg").write_text(CONFIG)
    Path("new.cfg").write_text(CONFIG.replace("1000000", "1500000"))
    os.mkfifo("pipe")
    Path("endless").symlink_to("/dev/zero")
    Path("dangling").symlink_to("nowhere")
    Path("folder").mkdir()

    def waited(*_: object) -> None:
        raise TimeoutError("it waits for what never comes")

    before = signal.signal(signal.SIGVTALRM, waited), signal.signal(signal.SIGALRM, waited)
    # A pipe is waited for without work, a device read without end.
    signal.setitimer(signal.ITIMER_VIRTUAL, 20)
    signal.alarm(500)
    yield tmp_path
    signal.alarm(0)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before[0])
    signal.signal(signal.SIGALRM, before[1])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
@pytest.mark.parametrize("what", LINES)
def test_an_odd_document_is_told_and_nothing_waits(
    place: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    for name in ("pipe", "endless", "dangling", "folder"):
        with pytest.raises(SystemExit) as ended:
            main(LINES[what].format(name).split())
        out, err = capsys.readouterr()
        assert (ended.value.code, out) == (2, ""), (name, err)
        assert name in err
        assert "Traceback" not in err
        assert err.count("\n") < 6
    assert not Path("made").exists()
