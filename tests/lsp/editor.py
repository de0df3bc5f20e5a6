"""An editor for tests: pygls's own client, on the standard streams of `qosc lsp`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

from lsprotocol import types
from pygls.lsp.client import LanguageClient

__all__ = ["Editor", "edit"]

T = TypeVar("T")
PATIENCE_S = 120
"""What a request may take on a machine that does other things; a test that waits so long fails."""


class Editor:
    """One session. `published` has the newest findings of each text with their version."""

    def __init__(self) -> None:
        self.client = LanguageClient("tests", "1")
        self.published: dict[str, list[tuple[int | None, Sequence[types.Diagnostic]]]] = {}
        self.messages: list[str] = []
        self._told = asyncio.Condition()

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        async def published(params: types.PublishDiagnosticsParams) -> None:
            async with self._told:
                found = self.published.setdefault(params.uri, [])
                found.append((params.version, params.diagnostics))
                self._told.notify_all()

        @self.client.feature(types.WINDOW_SHOW_MESSAGE)
        def shown(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

    async def start(self, encodings: Sequence[str] | None = None) -> types.InitializeResult:
        await self.client.start_io(sys.executable, "-m", "qosc", "lsp")
        general = types.GeneralClientCapabilities(position_encodings=encodings)
        made = types.ClientCapabilities(general=general if encodings else None)
        told = await self.wait(self.client.initialize_async(types.InitializeParams(made)))
        self.client.initialized(types.InitializedParams())
        return told

    async def stop(self) -> int | None:
        await self.wait(self.client.shutdown_async(None))
        self.client.exit(None)
        server = self.client._server
        assert server is not None
        await self.wait(server.wait())
        await self.client.stop()
        return server.returncode

    @property
    def pid(self) -> int:
        server = self.client._server
        assert server is not None
        return server.pid

    @staticmethod
    async def wait(asked: Awaitable[T]) -> T:
        return await asyncio.wait_for(asked, PATIENCE_S)

    def open(self, uri: str, text: str, version: int = 1) -> None:
        item = types.TextDocumentItem(uri, "cisco", version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, uri: str, text: str, version: int) -> None:
        what = types.VersionedTextDocumentIdentifier(version, uri)
        whole = [types.TextDocumentContentChangeWholeDocument(text)]
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(what, whole))

    def close(self, uri: str) -> None:
        what = types.TextDocumentIdentifier(uri)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(what))

    async def findings(self, uri: str, version: int) -> Sequence[types.Diagnostic]:
        """What is published of a version of a text."""

        def there() -> bool:
            return any(told == version for told, _ in self.published.get(uri, ()))

        async with self._told:
            await self.wait(self._told.wait_for(there))
        return next(found for told, found in self.published[uri] if told == version)


@asynccontextmanager
async def _session(encodings: Sequence[str] | None) -> AsyncIterator[Editor]:
    editor = Editor()
    await editor.start(encodings)
    yield editor
    assert await editor.stop() == 0
    assert editor.messages == []


def edit(
    session: Callable[[Editor], Awaitable[None]], encodings: Sequence[str] | None = None
) -> None:
    """Run a session with a server of its own, which has to end by itself and without a fault."""

    async def run() -> None:
        async with _session(encodings) as editor:
            await session(editor)

    asyncio.run(run())
