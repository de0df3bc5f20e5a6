"""Sessions of a real client with `qosc lsp`, over standard input and output."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from lsprotocol import types

from tests.lsp.editor import Editor, edit

URI = "file:///tmp/edge.cfg"
CONFIG = """\
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority percent 20
 class class-default
  fair-queue
interface Serial0/0
 description \N{GRINNING FACE} to the exchange
 bandwidth 2000
 service-policy output WAM
"""
DOCUMENT = types.TextDocumentIdentifier(URI)


def place(line: str, word: str) -> types.Position:
    """The beginning of a word of a line that begins so, in UTF-16 code units."""
    number, text = next(
        (number, text) for number, text in enumerate(CONFIG.split("\n")) if text.startswith(line)
    )
    return types.Position(number, len(text[: text.index(word)].encode("utf-16-le")) // 2)


def test_a_session_of_an_editor() -> None:
    async def session(editor: Editor) -> None:
        client, wait = editor.client, editor.wait
        editor.open(URI, CONFIG)
        found = await editor.findings(URI, 1)
        wrong = next(one for one in found if one.code == "QOS002")
        assert wrong.severity == types.DiagnosticSeverity.Error
        assert wrong.range.start == place(" service-policy", "WAM")
        assert wrong.source == "qosc"

        context = types.CodeActionContext(found)
        asked = types.CodeActionParams(DOCUMENT, wrong.range, context)
        actions = await wait(client.text_document_code_action_async(asked))
        assert actions is not None
        fix = next(one for one in actions if one.title == "QOS002: apply WAN")
        assert isinstance(fix, types.CodeAction)
        assert fix.edit is not None
        assert fix.edit.changes is not None
        (change,) = fix.edit.changes[URI]
        assert (change.range, change.new_text) == (wrong.range, "WAN")

        mended = CONFIG.replace("WAM", "WAN")
        editor.change(URI, mended, 2)
        found = await editor.findings(URI, 2)
        assert not [one for one in found if one.code == "QOS002"]

        where = place(" service-policy", "WAM")
        definition = await wait(
            client.text_document_definition_async(types.DefinitionParams(DOCUMENT, where))
        )
        assert isinstance(definition, list)
        assert [one.range.start for one in definition] == [place("policy-map", "WAN")]

        context = types.ReferenceContext(include_declaration=True)
        references = await wait(
            client.text_document_references_async(
                types.ReferenceParams(context, DOCUMENT, place(" class VOICE", "VOICE"))
            )
        )
        assert references is not None
        assert [one.range.start.line for one in references] == [0, 3]

        said = await wait(
            client.text_document_hover_async(
                types.HoverParams(DOCUMENT, place("  priority", "priority"))
            )
        )
        assert said is not None
        assert isinstance(said.contents, types.MarkupContent)
        # 20 % of the 2000 kbit/s that `bandwidth` says.
        assert "20% \\= 400 kbit/s" in said.contents.value or "20% = 400" in said.contents.value
        assert "Serial0/0 output" in said.contents.value

        outline = await wait(
            client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
        )
        assert outline is not None
        assert [one.name for one in outline] == ["VOICE", "WAN", "Serial0/0"]
        assert isinstance(outline[1], types.DocumentSymbol)
        assert [one.name for one in outline[1].children or ()] == ["VOICE", "class-default"]

        editor.close(URI)
        # What follows the closing is answered with nothing.
        assert (
            await wait(
                client.text_document_hover_async(
                    types.HoverParams(DOCUMENT, place("  priority", "priority"))
                )
            )
            is None
        )
        assert not editor.published[URI][-1][1]

    edit(session)


@pytest.mark.parametrize(("encoding", "units"), [("utf-8", 4), ("utf-16", 2), ("utf-32", 1)])
def test_columns_are_counted_as_agreed(encoding: str, units: int) -> None:
    async def session(editor: Editor) -> None:
        editor.open(URI, "interface Serial0/0\n service-policy output \N{GRINNING FACE}X\n")
        found = await editor.findings(URI, 1)
        (one,) = (one for one in found if one.code == "QOS002")
        head = len(" service-policy output ")
        assert one.range.start == types.Position(1, head)
        assert one.range.end == types.Position(1, head + units + 1)

    edit(session, [encoding])


def test_typing_is_checked_when_it_stops() -> None:
    """Of a hundred versions in one go, few are checked, and the last one is."""

    async def session(editor: Editor) -> None:
        editor.open(URI, CONFIG)
        await editor.findings(URI, 1)
        for version in range(2, 102):
            editor.change(URI, CONFIG.replace("WAM", f"WAN{version}"), version)
        found = await editor.findings(URI, 101)
        assert any("WAN101" in one.message for one in found)
        assert len(editor.published[URI]) < 50
        versions = [version for version, _ in editor.published[URI]]
        assert versions == sorted(versions, key=lambda version: version or 0)

    edit(session)


def test_what_is_no_config_has_no_findings() -> None:
    async def session(editor: Editor) -> None:
        readme, data = "file:///tmp/README.md", "untitled:Untitled-1"
        editor.open(readme, "# Edge\n\nclass-map VOICE is for\npolicy-map\n")
        editor.open(data, "a: 1\n\N{GRINNING FACE}\n")
        assert not await editor.findings(readme, 1)
        assert not await editor.findings(data, 1)
        asked = types.DocumentSymbolParams(types.TextDocumentIdentifier(readme))
        assert await editor.wait(editor.client.text_document_document_symbol_async(asked)) is None
        # A new text is checked as soon as it reads like a config.
        editor.change(data, "interface Serial0/0\n service-policy output NONE\n", 2)
        found = await editor.findings(data, 2)
        assert [one.code for one in found] == ["QOS002"]

    edit(session)


def test_a_text_too_large_to_check_while_it_is_typed_is_told() -> None:
    async def session(editor: Editor) -> None:
        editor.open(URI, "! nothing here\n" * 300_000)
        (told,) = await editor.findings(URI, 1)
        assert "`qosc check` reads it" in told.message

    edit(session)


def test_lone_surrogates_and_control_characters_do_no_harm() -> None:
    async def session(editor: Editor) -> None:
        text = "policy-map \ud800\x1b[2J\x00\x0c\u2028\n class \x85\n  bandwidth 1\n"
        editor.open(URI, text)
        found = await editor.findings(URI, 1)
        assert "\x1b" not in "".join(one.message for one in found)

    edit(session)


def test_a_message_in_no_encoding_ends_nothing() -> None:
    """Bytes that are not UTF-8 in a message are refused; the next message has its answer."""
    initialize = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    bodies = [
        json.dumps(initialize).encode(),
        b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"x": "\xff\xfe"}}',
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "shutdown"}).encode(),
        json.dumps({"jsonrpc": "2.0", "method": "exit"}).encode(),
    ]
    sent = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)
    ended = subprocess.run(
        [sys.executable, "-m", "qosc", "lsp"], input=sent, capture_output=True, check=False
    )
    assert ended.returncode == 0
    assert b'"id": 2' in ended.stdout or b'"id":2' in ended.stdout
    assert b"UnicodeDecodeError" in ended.stderr
    assert b"Traceback" not in ended.stderr
    assert ended.stderr.count(b"\n") == 1


def test_memory_stays_flat_over_a_thousand_edits() -> None:
    def resident(pid: int) -> int:
        with open(f"/proc/{pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    async def session(editor: Editor) -> None:
        async def edits(first: int, last: int) -> None:
            for version in range(first, last):
                editor.change(URI, CONFIG.replace("WAM", f"WAN{version % 7}"), version)
                asked = types.DocumentSymbolParams(DOCUMENT)
                # A question makes the server read this very version.
                await editor.wait(editor.client.text_document_document_symbol_async(asked))

        editor.open(URI, CONFIG)
        await edits(2, 200)
        before = resident(editor.pid)
        await edits(200, 1200)
        # In KiB. A reading that was kept would be some 100 KiB for each edit.
        assert resident(editor.pid) - before < 16_000

    edit(session)


def test_without_pygls_the_remedy_is_told() -> None:
    hide = (
        "import importlib.util as util, sys; found = util.find_spec; "
        "util.find_spec = lambda name, *more: None if name == 'pygls' else found(name, *more); "
        "from qosc.cli import main; main(['lsp'])"
    )
    ended = subprocess.run(
        [sys.executable, "-c", hide], capture_output=True, text=True, check=False, input=""
    )
    assert ended.returncode == 2
    assert "pip install 'qosc[lsp]'" in ended.stderr
    assert ended.stdout == ""


@pytest.mark.parametrize("given", [b"", CONFIG.encode()], ids=["nothing", "a config"])
def test_input_of_no_editor_is_told(given: bytes) -> None:
    """`qosc lsp < router.cfg` checks nothing, and says so."""
    ended = subprocess.run(
        [sys.executable, "-m", "qosc", "lsp"], input=given, capture_output=True, check=False
    )
    assert ended.returncode == 2
    assert b"no editor has begun on standard input" in ended.stderr
    assert b"`qosc check` reads a config" in ended.stderr
    assert ended.stdout == b""


def test_the_end_of_input_ends_the_server() -> None:
    initialize = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    body = json.dumps(initialize).encode()
    ended = subprocess.run(
        [sys.executable, "-m", "qosc", "lsp"],
        input=b"Content-Length: %d\r\n\r\n%s" % (len(body), body),
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 0
