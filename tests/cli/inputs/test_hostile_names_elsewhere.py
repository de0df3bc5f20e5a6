"""Hostile names in reports for machines, pictures, traces, comparisons, and in an editor."""

from __future__ import annotations

import html
import io
import json
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from xml.etree import ElementTree

import pytest
from lsprotocol import types

from qosc.cli import main
from tests.cli.inputs import test_hostile_names as plain
from tests.cli.inputs.test_hostile_names import obeyed
from tests.lsp.editor import Editor, edit

MARKUP = (
    "</script><script>x()</script>",
    "<!--",
    "-->",
    "<![CDATA[",
    "&#x1b;",
    "&amp;",
    "||",
    "``x``",
    "```",
    "*x*",
    "_x_",
    "[x](javascript:x)",
    "![x](http://example.net/x.png)",
    "@octocat",
    "#1",
    "http://example.net/",
    "www.example.net",
    "%0Aerror",
    "::error::x",
    "---",
    "${x}",
    "\u200fx",
)
"""What Markdown, HTML and the log of a pipeline take for more than a name."""


@pytest.fixture(scope="module", params=["ios", "junos"])
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A config, and the same with other rates and other bursts."""
    folder = tmp_path_factory.mktemp("hostile")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain, "NAMES", (*MARKUP, *plain.NAMES[:-1]))
        text = getattr(plain, request.param)()
    other = text.replace("priority 100", "priority 200").replace("percent 2\n", "percent 1\n")
    assert other != text
    paths = [folder / "\x1b[2J@octocat.cfg", folder / "new.cfg"]
    for path, each in zip(paths, (text, other), strict=True):
        path.write_text(each, encoding="utf-8", errors="surrogateescape")
    return paths


def said(*words: object) -> tuple[int, str]:
    """The status of a command, and its standard output; nothing else may be obeyed either."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        main([str(word) for word in words])
    out.flush()
    err.flush()
    texts = [each.buffer.getvalue().decode("utf-8") for each in (out, err)]  # type: ignore[attr-defined]
    assert ended.value.code in (0, 1), texts[1]
    assert obeyed("".join(texts)) == set(), words
    return int(ended.value.code or 0), texts[0]


@pytest.mark.parametrize("form", ["sarif", "gitlab"])
def test_a_report_in_json_is_json(pair: list[Path], form: str) -> None:
    assert json.loads(said("check", pair[0], "--format", form)[1])


@pytest.mark.parametrize("form", ["junit", "checkstyle"])
def test_a_report_in_xml_is_xml(pair: list[Path], form: str) -> None:
    text = said("check", pair[0], "--format", form)[1]
    tags = {one.tag for one in ElementTree.fromstring(text).iter()}  # noqa: S314
    assert tags <= {
        *("testsuites", "testsuite", "testcase", "failure", "checkstyle", "file", "error"),
        *("system-out", "properties", "property", "skipped"),
    }


def test_an_annotation_of_github_is_one_line_and_no_other_command(pair: list[Path]) -> None:
    lines = said("check", pair[0], "--format", "github")[1].splitlines()
    assert len(lines) > 50
    shape = re.compile(r"::(error|warning|notice) file=[^:,]*,line=\d+,[^:]*::")
    assert all(shape.match(line) for line in lines)
    assert not any("%0Aerror" in line for line in lines)


def test_a_picture_has_no_markup_of_a_name(pair: list[Path]) -> None:
    port = "Serial0/0" if "interface Serial0/0\n" in _text(pair[0]) else "ge-0/0/0"
    svg = said("show", pair[0], "--graph", "svg", "--interface", port)[1]
    tags = {one.tag.rpartition("}")[2] for one in ElementTree.fromstring(svg).iter()}  # noqa: S314
    assert not tags & {"script", "a", "img", "image", "foreignObject"}
    for form in ("dot", "mermaid"):
        assert said("show", pair[0], "--graph", form, "--interface", port)[1]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="surrogateescape")


def test_a_table_and_a_model_of_what_is_shown_obey_no_name(pair: list[Path]) -> None:
    assert json.loads(said("show", pair[0], "--format", "json")[1])


def test_a_trace_obeys_no_name(pair: list[Path]) -> None:
    port = "Serial0/0" if "interface Serial0/0\n" in _text(pair[0]) else "ge-0/0/0"
    assert said("trace", pair[0], "--out", port, "udp", "dport", "1")[1]
    form = ("--format", "json")
    assert json.loads(said("trace", pair[0], "--out", port, *form, "udp", "dport", "1")[1])


def test_a_comment_on_a_merge_request_has_no_markup_and_calls_nobody(pair: list[Path]) -> None:
    status, text = said("diff", *pair, "--format", "markdown")
    assert status == 1
    own = re.compile(r"<!-- qosc diff -->|</?details>|</?summary>")
    rendered = own.sub("", text)
    assert not set("<>") & set(rendered.replace("&lt;", "").replace("&gt;", ""))
    # What GitHub looks for is looked for behind Markdown: the escapes are gone by then.
    shown = html.unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", rendered))
    assert not re.search(r"@\w|#\d|https?://|www\.", shown)
    cells = [line for line in text.splitlines() if line.startswith("| ")]
    assert {len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in cells} == {6}


def test_a_comparison_obeys_no_name(pair: list[Path]) -> None:
    assert said("diff", *pair)[0] == 1
    assert json.loads(said("diff", *pair, "--format", "json")[1])


def test_what_is_hidden_is_told_without_characters_that_are_obeyed(tmp_path: Path) -> None:
    path = tmp_path / "r.cfg"
    path.write_text(plain.ios(), encoding="utf-8", errors="surrogateescape")
    with redirect_stderr(io.StringIO()) as err, pytest.raises(SystemExit):
        main(["anonymise", str(path), "-o", str(tmp_path / "other.cfg"), "--key", "words"])
    assert obeyed(err.getvalue()) == set()


def _words(found: object) -> Iterator[str]:
    """All texts in what a server answers."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, list | tuple):
        for each in found:
            yield from _words(each)
    elif hasattr(found, "__attrs_attrs__"):
        for field in found.__attrs_attrs__:
            yield from _words(getattr(found, field.name))


@pytest.mark.skipif(sys.platform == "win32", reason="a session over pipes")
def test_an_editor_is_told_names_as_words(pair: list[Path]) -> None:
    text = _text(pair[0]).encode("utf-8", "replace").decode()
    uri = pair[1].as_uri()
    document = types.TextDocumentIdentifier(uri)

    async def session(editor: Editor) -> None:
        editor.open(uri, text)
        findings = await editor.findings(uri, 1)
        assert len(findings) > 20
        assert obeyed("".join(_words([one.message for one in findings]))) == set()
        outline = await editor.wait(
            editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        )
        assert outline
        for line in range(0, text.count("\n"), 40):
            place = types.Position(line, 12)
            hover = await editor.wait(
                editor.client.text_document_hover_async(types.HoverParams(document, place))
            )
            if hover is not None:
                said = "".join(_words(hover.contents))
                assert obeyed(said) == set()
                assert "<script>" not in said.replace("\\<", "")

    edit(session)
