"""The core's answers in the types of the protocol."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from qosc.diagnostics import Diagnostic, Edit, Severity
from qosc.lsp.actions import Action
from qosc.lsp.completion import Candidate
from qosc.lsp.positions import Positions
from qosc.lsp.reading import Reading
from qosc.lsp.symbols import Symbol
from qosc.render.printable import printable
from qosc.source import Span

__all__ = ["Answers"]

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
_KINDS = {
    "policy-map": types.SymbolKind.Class,
    "class-map": types.SymbolKind.Interface,
    "class": types.SymbolKind.Method,
    "interface": types.SymbolKind.Module,
    "subinterface": types.SymbolKind.Module,
    "circuit": types.SymbolKind.Module,
    "access-list": types.SymbolKind.Array,
}


class Answers:
    """Answers about one text, at the address `uri`; places are in the units of `positions`."""

    def __init__(self, uri: str, positions: Positions) -> None:
        self._uri, self._positions = uri, positions

    def range(self, span: Span) -> types.Range:
        """A span as the editor has it."""
        start, end = self._positions.range(span)
        return types.Range(types.Position(*start), types.Position(*end))

    def location(self, span: Span) -> types.Location:
        """A span of this text, with its address."""
        return types.Location(self._uri, self.range(span))

    def diagnostics(self, reading: Reading) -> list[types.Diagnostic]:
        """The findings, or why there are none."""
        if reading.trouble:
            first = types.Range(types.Position(0, 0), types.Position(0, 0))
            return [
                types.Diagnostic(
                    first,
                    printable(reading.trouble),
                    severity=types.DiagnosticSeverity.Warning,
                    source="qosc",
                )
            ]
        return [self.diagnostic(finding, device) for finding, device in reading.findings]

    def diagnostic(self, diagnostic: Diagnostic, device: str = "") -> types.Diagnostic:
        """A finding, with its facts and advice below the message."""
        said = [f"{device}: {diagnostic.message}" if device else diagnostic.message]
        said += [f"note: {note}" for note in diagnostic.notes]
        said += [f"help: {diagnostic.help}"] if diagnostic.help else []
        related = [
            types.DiagnosticRelatedInformation(self.location(label.span), printable(label.message))
            for label in diagnostic.related
        ]
        return types.Diagnostic(
            self.range(diagnostic.primary),
            "\n".join(printable(line) for line in said),
            severity=_SEVERITIES[diagnostic.severity],
            code=diagnostic.code,
            source="qosc",
            related_information=related or None,
        )

    def action(self, action: Action) -> types.CodeAction:
        """A change for one finding."""
        return types.CodeAction(
            printable(action.title),
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[self.diagnostic(action.finding)],
            is_preferred=action.preferred or None,
            edit=types.WorkspaceEdit(changes={self._uri: self._edits(action.edits)}),
        )

    def _edits(self, edits: Iterable[Edit]) -> list[types.TextEdit]:
        return [types.TextEdit(self.range(edit.span), edit.text) for edit in edits]

    def symbol(self, symbol: Symbol) -> types.DocumentSymbol:
        """An entry of the outline."""
        span, mark = self.range(symbol.span), self.range(symbol.name_span)
        return types.DocumentSymbol(
            printable(symbol.name) or "(no name)",
            _KINDS.get(symbol.kind, types.SymbolKind.Object),
            span,
            mark,
            detail=symbol.kind,
            children=[self.symbol(child) for child in symbol.children],
        )

    def candidate(self, candidate: Candidate, line: int, column: int) -> types.CompletionItem:
        """A text that may stand in front of a line and column (from 1)."""
        name = candidate.rank == 0
        span = Span("", line, candidate.start, line, column)
        return types.CompletionItem(
            candidate.text,
            kind=types.CompletionItemKind.Reference if name else types.CompletionItemKind.Keyword,
            detail=candidate.detail,
            sort_text=f"{candidate.rank:02} {candidate.text}",
            text_edit=types.TextEdit(self.range(span), candidate.text),
        )
