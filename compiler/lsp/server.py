"""The server: it keeps the texts that an editor has open, and asks the core about them.

Source: Language Server Protocol Specification 3.17. Texts come whole with each change: the lines of
a config end where `SourceText` says, and not where other languages see an end of line.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from qosc import __version__
from qosc.lsp.actions import actions
from qosc.lsp.answers import Answers
from qosc.lsp.completion import complete
from qosc.lsp.hover import hover
from qosc.lsp.judging import BY_EVERY_RULE, Judge
from qosc.lsp.objects import at, same_object
from qosc.lsp.positions import Place, Positions
from qosc.lsp.reading import Reading, is_wanted
from qosc.lsp.symbols import symbols
from qosc.render.printable import printable
from qosc.source import SourceText

__all__ = ["DEBOUNCE_S", "Server"]

DEBOUNCE_S = 0.25
"""A text is checked when nobody has typed for so long."""

_FEW_SEARCHES = 1_000_000
"""Objects that are made before the collector searches memory, while a text is read."""

T = TypeVar("T")


@contextmanager
def _undisturbed() -> Iterator[None]:
    """A reading makes many objects and no garbage in cycles: the collector, which is to keep the
    server small, would go through all of them again and again.
    """
    before = gc.get_threshold()
    gc.set_threshold(_FEW_SEARCHES, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


class _Text:
    """A text that is open in the editor."""

    def __init__(self, uri: str, path: str, text: str, version: int) -> None:
        self.uri, self.path = uri, path
        self.text, self.version = text, version
        self.reading: Reading | None = None
        self.read_version: int | None = None
        self.waiting: asyncio.Task[None] | None = None

    def change(self, text: str, version: int) -> None:
        """Another version is there; what waits to be checked is out of date."""
        self.text, self.version = text, version
        self.cancel()

    def cancel(self) -> None:
        """Let nothing wait any more."""
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None


class Server(LanguageServer):
    """One for each editor. A thread of its own reads and checks, one text after the other, so that
    the editor has an answer to other questions at once.
    """

    def __init__(self, judge_of: Callable[[str], Judge] = lambda _: BY_EVERY_RULE) -> None:
        super().__init__(
            "qosc", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full
        )
        self._judge_of = judge_of
        self._texts: dict[str, _Text] = {}
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="qosc")
        self._one = asyncio.Lock()
        self.begun = False
        """Whether an editor has said that it is one."""
        _register(self)

    def warm(self) -> None:
        """Import what the first text needs, while the editor still reads its files."""
        first = "policy-map P\n class class-default\n  fair-queue\n"
        self._worker.submit(lambda: self._read("first.cfg", first))

    def _read(self, path: str, content: str) -> Reading | None:
        judge = self._judge_of(path)
        wanted = is_wanted(path, content) if judge.wanted is None else judge.wanted
        with _undisturbed():
            return Reading(path, content, judge) if wanted else None

    def opened(self, item: types.TextDocumentItem) -> None:
        """A text was opened."""
        path = to_fs_path(item.uri) or item.uri
        text = _Text(item.uri, path, item.text, item.version)
        self._texts[item.uri] = text
        self._check_in(text, 0.0)

    def changed(self, uri: str, content: str, version: int) -> None:
        """A text has another version."""
        text = self._texts.get(uri)
        if text is not None:
            text.change(content, version)
            self._check_in(text, DEBOUNCE_S)

    def closed(self, uri: str) -> None:
        """A text is not open any more: nothing is kept of it, and its findings go."""
        text = self._texts.pop(uri, None)
        if text is not None:
            text.cancel()
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def _check_in(self, text: _Text, delay: float) -> None:
        """Check a text after `delay` seconds, unless it changes before."""
        text.waiting = asyncio.create_task(self._publish(text, delay))
        text.waiting.add_done_callback(self._tell_fault)

    def _tell_fault(self, task: asyncio.Task[None]) -> None:
        """A fault of ours is told to the user, and ends nothing."""
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            words = printable(f"internal error in qosc: {type(fault).__name__}: {fault}")
            params = types.ShowMessageParams(types.MessageType.Error, words)
            self.window_show_message(params)

    async def _publish(self, text: _Text, delay: float) -> None:
        await asyncio.sleep(delay)
        version = text.version
        reading = await self._current(text)
        if self._texts.get(text.uri) is not text or text.version != version:
            return
        diagnostics = (
            self.answers(text, reading).diagnostics(reading) if reading is not None else []
        )
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(text.uri, diagnostics, version)
        )

    async def _current(self, text: _Text) -> Reading | None:
        """The newest version, read; None where it is no config."""
        async with self._one:
            version, content = text.version, text.text
            if text.read_version != version:
                # The old one goes before the new one is made.
                text.reading = None
                text.reading = await self._in_thread(lambda: self._read(text.path, content))
                text.read_version = version
            return text.reading

    async def reading(self, uri: str) -> tuple[_Text, Reading] | None:
        """A text with its newest version, read; None where it is not open or no config."""
        text = self._texts.get(uri)
        reading = await self._current(text) if text is not None else None
        return (text, reading) if text is not None and reading is not None else None

    async def about(self, uri: str, ask: Callable[[Reading, Answers], T]) -> T | None:
        """What the core says of a text; None where there is nothing to ask."""
        known = await self.reading(uri)
        if known is None:
            return None
        text, reading = known
        answers = self.answers(text, reading)
        async with self._one:
            return await self._in_thread(lambda: ask(reading, answers))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    def answers(self, text: _Text, reading: Reading) -> Answers:
        """Answers in the units that were agreed on with the editor."""
        return Answers(text.uri, self.positions(reading.source))

    def positions(self, source: SourceText) -> Positions:
        """The places of a text in those units."""
        return Positions(source, str(self.workspace.position_encoding or "utf-16"))

    def shutdown(self) -> None:
        """Nothing is asked any more."""
        self._worker.shutdown(wait=False, cancel_futures=True)
        super().shutdown()  # type: ignore[no-untyped-call]


def _place(position: types.Position) -> Place:
    return Place(position.line, position.character)


def _register(server: Server) -> None:
    _register_texts(server)
    _register_names(server)
    _register_changes(server)


def _register_texts(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        del params
        server.begun = True

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        del params
        server.warm()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.opened(params.text_document)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: types.DidChangeTextDocumentParams) -> None:
        for change in params.content_changes[-1:]:
            server.changed(params.text_document.uri, change.text, params.text_document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)


def _register_names(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def on_hover(params: types.HoverParams) -> types.Hover | None:
        def ask(reading: Reading, _: Answers) -> str:
            line, column = server.positions(reading.source).column(_place(params.position))
            return hover(reading, line, column)

        said = await server.about(params.text_document.uri, ask)
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, said)) if said else None

    async def places(
        uri: str, position: types.Position, *, defined: bool, used: bool
    ) -> list[types.Location] | None:
        def ask(reading: Reading, answers: Answers) -> list[types.Location]:
            line, column = server.positions(reading.source).column(_place(position))
            here = at(reading.names, line, column)
            answer = same_object(reading.names, here) if here is not None else []
            wanted = (one for one in answer if (defined if one.defines else used))
            return [answers.location(one.span) for one in wanted]

        return await server.about(uri, ask)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location] | None:
        uri = params.text_document.uri
        return await places(uri, params.position, defined=True, used=False)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location] | None:
        wanted = params.context.include_declaration
        return await places(params.text_document.uri, params.position, defined=wanted, used=True)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outline(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        def ask(reading: Reading, answers: Answers) -> list[types.DocumentSymbol]:
            return [
                answers.symbol(one)
                for config in reading.configs
                for one in symbols(config, reading.names)
            ]

        return await server.about(params.text_document.uri, ask)


def _register_changes(server: Server) -> None:
    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" "])
    )
    async def completion(params: types.CompletionParams) -> types.CompletionList | None:
        def ask(reading: Reading, answers: Answers) -> list[types.CompletionItem]:
            line, column = server.positions(reading.source).column(_place(params.position))
            candidates = complete(reading.source, reading.names, line, column)
            return [answers.candidate(one, line, column) for one in candidates]

        candidates = await server.about(params.text_document.uri, ask)
        return types.CompletionList(is_incomplete=False, items=candidates) if candidates else None

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        def ask(reading: Reading, answers: Answers) -> list[types.CodeAction]:
            positions = server.positions(reading.source)
            start = positions.column(_place(params.range.start))
            end = positions.column(_place(params.range.end))
            return [answers.action(one) for one in actions(reading, start, end)]

        return await server.about(params.text_document.uri, ask)
