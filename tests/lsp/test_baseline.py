"""What a baseline accepts stands in no editor."""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc.cli import main
from qosc.cli.checks.edited import judging
from qosc.cli.settings import _read
from qosc.lsp.reading import Reading
from qosc.settings.plans import Plans
from tests.lsp.editor import Editor, edit

OLD = "interface Serial0/0\n service-policy output OLD\n"
NEW = "interface Serial0/1\n service-policy output NEW\n"


def ran(*words: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code == 0


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository in which the finding of OLD is accepted, and the settings say by which file."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs" / "r1.cfg").write_text(OLD)
    monkeypatch.chdir(tmp_path)
    ran("baseline", "write", "configs")
    (tmp_path / "qosc.toml").write_text('baseline = "qosc-baseline.json"\n')
    return tmp_path


class Typed:
    """A text that is edited: what judges it lives as long as the editor."""

    def __init__(self, place: Path, baseline: str | None = None) -> None:
        self._path = str(place / "configs" / "r1.cfg")
        self._judge_of = judging(lambda: Plans(read=_read), baseline)

    def __call__(self, text: str) -> list[str]:
        reading = Reading(self._path, text, self._judge_of(self._path))
        return (
            [reading.trouble] if reading.trouble else [one.message for one, _ in reading.findings]
        )


def test_what_is_accepted_is_not_told_and_what_is_new_is(place: Path) -> None:
    typed = Typed(place)
    assert typed(OLD) == []
    (found,) = typed(f"!\n!\n{OLD}{NEW}")
    assert "policy-map NEW" in found
    # As often as it was accepted, at each change of the text.
    (again,) = typed(OLD + OLD.replace("0/0", "0/2"))
    assert "Serial0/2" in again
    assert typed(OLD) == []


def test_a_baseline_that_is_written_anew_counts_from_the_next_change(place: Path) -> None:
    typed = Typed(place)
    assert typed(NEW)
    (place / "configs" / "r1.cfg").write_text(OLD + NEW)
    ran("baseline", "write", "configs")
    assert typed(NEW) == []


def test_an_editor_that_was_started_elsewhere_knows_it_too(
    place: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("home"))
    assert Typed(place)(OLD) == []


def test_the_option_goes_before_the_settings(place: Path) -> None:
    (place / "none.json").write_text('{"schema": "qosc/baseline/1", "findings": []}\n')
    assert Typed(place, "none.json")(OLD)
    (place / "qosc.toml").unlink()
    assert Typed(place, "qosc-baseline.json")(OLD) == []


@pytest.mark.parametrize("text", [None, "{}", "[", "interface Gi0/0\n"])
def test_a_file_that_is_none_is_told_in_place_of_findings(place: Path, text: str | None) -> None:
    if text is None:
        (place / "qosc-baseline.json").unlink()
    else:
        (place / "qosc-baseline.json").write_text(text)
    (told,) = Typed(place)(OLD)
    assert told.startswith("not checked: ")
    assert "qosc-baseline.json" in told


def test_a_session_with_a_baseline(place: Path) -> None:
    uri = (place / "configs" / "r1.cfg").as_uri()

    async def session(editor: Editor) -> None:
        editor.open(uri, OLD)
        assert not await editor.findings(uri, 1)
        editor.change(uri, OLD + NEW, 2)
        (found,) = await editor.findings(uri, 2)
        assert "policy-map NEW" in found.message

    edit(session)
