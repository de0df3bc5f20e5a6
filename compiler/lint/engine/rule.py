"""What a rule is, and what it is given.

A rule is one module. Its docstring is its page: it begins with one sentence and has the sections of
`SECTIONS`, where each `ios` or `junos` block is executed by the tests (the example must raise this
rule, the block under "Use instead" must not). Then come `RULE` and `check`:

    RULE = Rule("QOS001", "undefined-class-map", Severity.ERROR, "0.1")

    def check(context: Context) -> Iterator[Diagnostic]:
        yield RULE.at(span, "what is wrong", effect="what it does to traffic")

A rule module is imported only when the device has something for it to look at, so it imports little
itself and nothing heavy at its top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

from qosc.diagnostics import Diagnostic, Fix, Label, Severity
from qosc.ir import Device
from qosc.lint.engine.index import Index
from qosc.lint.engine.suppress import Suppression
from qosc.profiles import Profile
from qosc.source import SourceText, Span
from qosc.tuples import NamedTuple

if TYPE_CHECKING:
    from qosc.ir.statements import Statements

__all__ = ["SECTIONS", "Context", "Rule", "RuleModule"]

SECTIONS = ("What it does", "Why it matters", "Example", "Use instead", "Sources")
"""The sections of a rule's page, in their order."""

T = TypeVar("T")


class Rule(NamedTuple):
    """The identity of a rule. The code never changes its meaning; the name reads as what is wrong.

    `severity` is what findings have unless a finding says otherwise; `since` is the first version
    with the rule.
    """

    code: str
    name: str
    severity: Severity
    since: str

    def at(
        self,
        primary: Span,
        message: str,
        *,
        effect: str = "",
        label: str = "",
        related: tuple[Label, ...] = (),
        notes: tuple[str, ...] = (),
        help: str = "",  # noqa: A002 - the field's name in a diagnostic
        fixes: tuple[Fix, ...] = (),
        severity: Severity | None = None,
    ) -> Diagnostic:
        """A finding of this rule; see `Diagnostic` for the parts.

        `message` says what is wrong with which object, in at most 90 characters where names are
        short; `effect`, the first of the notes, what that does to packets, or what is left undone.
        """
        return Diagnostic(
            code=self.code,
            name=self.name,
            severity=severity or self.severity,
            message=message,
            primary=primary,
            primary_label=label,
            related=related,
            notes=(effect, *notes) if effect else notes,
            help=help,
            fixes=fixes,
        )


class Context:
    """What a rule may look at. One is made for each run over a device.

    `device` has its defaults filled in; `index` knows who refers to whom; `source` is None for a
    model made by hand; `unlike` says that nothing in the text reads like a config. `once` keeps
    what is costly to make and of use to several rules. `statements` has what a text that is a tree
    says beside the model too.
    """

    __slots__ = (
        "_made",
        "_read",
        "device",
        "index",
        "profile",
        "source",
        "suppressions",
        "unlike",
    )

    def __init__(
        self,
        device: Device,
        profile: Profile,
        index: Index,
        source: SourceText | None = None,
        suppressions: tuple[Suppression, ...] = (),
        *,
        unlike: bool = False,
        statements: Callable[[], Statements] | None = None,
    ) -> None:
        self.device = device
        self.profile = profile
        self.index = index
        self.source = source
        self.suppressions = suppressions
        self.unlike = unlike
        self._read = statements
        self._made: dict[Callable[[Context], object], object] = {}

    def once(self, make: Callable[[Context], T]) -> T:
        """The result of `make(context)`, made at the first call and kept for the others.

        Give a function of a module, not a lambda: it is the key.
        """
        if make not in self._made:
            self._made[make] = make(self)
        return self._made[make]  # type: ignore[return-value]

    @property
    def statements(self) -> Statements:
        """The statements of the text, which is read for them when they are first asked for; none
        where it is no tree.
        """
        return self.once(_statements)

    def forget(self, *made: Callable[[Context], object]) -> None:
        """Let go of what was made, so that it is made anew when it is wanted again."""
        for make in made:
            self._made.pop(make, None)

    def has(self, make: Callable[[Context], object]) -> bool:
        """Whether `make` was called."""
        return make in self._made


def _statements(context: Context) -> Statements:
    from qosc.ir.statements import NO_STATEMENTS

    return context._read() if context._read is not None else NO_STATEMENTS


class RuleModule(Protocol):
    """What the engine expects of a rule's module."""

    __doc__: str | None
    RULE: Rule

    @staticmethod
    def check(context: Context) -> Iterator[Diagnostic]:
        """Yield the findings, in any order."""
        ...
