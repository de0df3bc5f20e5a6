"""What all lowerings share: the account of lines, and the reading of single words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeVar

from qosc.amounts import Rate, RateBase
from qosc.fields import DSCP_NAMES, PRECEDENCE_NAMES, WIDTHS, Field
from qosc.frontends.cisco.statements import Failure, Node, Part, parse
from qosc.frontends.cisco.table.dialect import IOS, Dialect
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import Interval, Policer, Residue, ResidueKind, SupportState, Test
from qosc.ir.device import Name
from qosc.source import Span
from qosc.tuples import NamedTuple
from qosc.values import maker

if TYPE_CHECKING:
    from qosc.ir import Predicate

__all__ = [
    "KILO",
    "ORPHAN",
    "RATE_UNITS",
    "Account",
    "Rejected",
    "Table",
    "at",
    "bits",
    "code_point",
    "distinct",
    "equal",
    "number",
    "parts_per_million",
    "percent_rate",
    "phrase",
    "unquoted",
]

RATE_UNITS = {"bps": 1, "kbps": 1_000, "mbps": 1_000_000, "gbps": 1_000_000_000}
"""bit/s in the units of IOS XR and NX-OS (Cisco IOS XR Modular Quality of Service Command
Reference, `police rate`, `bandwidth`)."""
ORPHAN = "the line that opens its section is not in the text"
"""What is said of a line of a section that stands alone."""
KILO = "taken as a power of 1000; the manuals do not say whether it is one of 1024"
"""What is said of kbytes and the like."""
_MODELLED = SupportState.MODELLED
_test = maker(Test)
_UNITS = {"k": 1_000, "m": 1_000_000, "g": 1_000_000_000}


class Rejected(Exception):  # noqa: N818 - it is no error of the program
    """A line cannot be lowered. It ends the lowering of that line only, and becomes a residue.

    `part` is what it is about; None for the whole line. `impossible` says that no device can hold
    the value.
    """

    def __init__(
        self,
        part: Part | None,
        reason: str,
        *,
        state: SupportState = SupportState.UNKNOWN,
        expected: tuple[str, ...] = (),
        impossible: bool = False,
    ) -> None:
        super().__init__(reason)
        self.part = part
        self.reason = reason
        self.state = state
        self.expected = expected
        self.impossible = impossible


def recognised(part: Part | None, reason: str) -> Rejected:
    """A line that is understood, and not in the model."""
    return Rejected(part, reason, state=SupportState.RECOGNISED)


class Table(NamedTuple):
    """A table-map: pairs, and what becomes of other values."""

    entries: dict[int, int]
    otherwise: Literal["copy", "ignore"] | int


class Account:
    """What became of each line.

    `dialect` is what the config is written in.
    """

    def __init__(self, dialect: Dialect = IOS) -> None:
        self.dialect = dialect
        self._states: dict[Line, SupportState] = {}
        self.residue: list[Residue] = []
        self.tables: dict[str, Table] = {}
        """The table-maps, which are read before all that uses them."""
        self.aggregates: dict[str, Policer] = {}
        """The policers that classes share by name, which are read before those classes."""
        self.names: list[Name] = []
        """Where these policers are defined, and the classes that name them."""
        self.nbar: dict[tuple[str, str], Predicate] = {}
        """By protocol and carrier, the packets with the ports that NBAR is told to know it by."""

    def modelled(self, line: Line) -> None:
        """The line is in the model."""
        self._states.setdefault(line, _MODELLED)

    def irrelevant(self, line: Line) -> None:
        """The line does not concern QoS."""
        self._states.setdefault(line, SupportState.IRRELEVANT)

    def recognised(self, line: Line, reason: str, part: Part | None = None) -> None:
        """The line is understood, and not (wholly) in the model."""
        self._add(line, SupportState.RECOGNISED, reason, part)

    def rejected(self, line: Line, error: Rejected) -> None:
        """The line could not be lowered."""
        self._add(
            line,
            error.state,
            error.reason,
            error.part,
            error.expected,
            impossible=error.impossible,
        )

    def refused(self, line: Line, reason: str) -> None:
        """The line is understood, and a router would not take it."""
        self._add(line, SupportState.UNKNOWN, reason, None)

    def overruled(
        self,
        line: Line,
        reason: str,
        rival: Span,
        *,
        text: str = "",
        origin: Span | None = None,
        instead: int | None = None,
    ) -> None:
        """The line is not in force, as the one at `rival` is. `text` and `origin` are those of an
        earlier line that `line` takes the place of; `instead` is what was said of the line before,
        as a place in `residue`.
        """
        state = SupportState.RECOGNISED
        if origin is None:
            self._states[line] = state
        place = origin or line.span()
        residue = Residue(state, line.mode.value, text or line.text, reason, (), place, rival=rival)
        if instead is None:
            self.residue.append(residue)
        else:
            self.residue[instead] = residue

    def repeated(self, line: Line, first: Span, reason: str) -> None:
        """The line is in the model, by the equal one at `first`, and does nothing more."""
        self.modelled(line)
        state = SupportState.RECOGNISED
        self.residue.append(
            Residue(
                state,
                "access list",
                line.text,
                reason,
                origin=line.span(),
                rival=first,
                kind=ResidueKind.REPEATED,
            )
        )

    def state(self, line: Line) -> SupportState | None:
        """What became of a line; None when nobody has said."""
        return self._states.get(line)

    def _add(
        self,
        line: Line,
        state: SupportState,
        reason: str,
        part: Part | None,
        expected: tuple[str, ...] = (),
        *,
        impossible: bool = False,
    ) -> None:
        self._states[line] = state
        origin = line.span() if part is None else line.span(part.start, part.end)
        self.residue.append(
            Residue(
                state=state,
                context=line.mode.value,
                text=line.text,
                reason=reason,
                expected=expected,
                origin=origin,
                impossible=impossible,
            )
        )


def phrase(grammar: str, line: Line, skip: int | None = None, keyword: str | None = None) -> Node:
    """The phrase of a line; raises `Rejected` when the grammar does not take it."""
    skip = int(line.negated) if skip is None else skip
    keyword = line.keyword if keyword is None else keyword
    parsed = parse(grammar, keyword, line.text, skip)
    if isinstance(parsed, Failure):
        from qosc.frontends.cisco.text.trailing_remarks import without_remark

        short = without_remark(line.text, parsed.start)
        again = parse(grammar, keyword, short, skip) if short else parsed
        if not isinstance(again, Failure):
            return again
        raise Rejected(
            Node("", (), parsed.start, parsed.end), parsed.reason, expected=parsed.expected
        )
    return parsed


def at(line: Line, part: Part) -> Span:
    """The place of a part of a line."""
    return line.span(part.start, part.end)


def number(
    part: Part, low: int, high: int, what: str, source: str = "", *, field: bool = False
) -> int:
    """The number that a word says; raises `Rejected` when it is not from `low` to `high`.

    `field` says that a field of a packet is to hold it: then no device takes a larger one.
    """
    text = part.text if not isinstance(part, Node) else part.word()
    value = int(text) if text.isdecimal() and len(text) <= 20 else -1
    if not low <= value <= high:
        raise Rejected(
            part,
            f"{what} is a number from {low} to {high}{_given(source)}",
            impossible=field and value > high,
        )
    return value


def _given(source: str) -> str:
    return f" ({source})" if source else ""


def unquoted(text: str) -> str:
    """A name without the quotes that let it hold blanks."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


_CODE_POINTS = {
    Field.DSCP: (DSCP_NAMES, "a DSCP", 63, "RFC 2474"),
    Field.PRECEDENCE: (PRECEDENCE_NAMES, "an IP precedence", 7, "RFC 791"),
}


def code_point(field: Field, node: Node) -> int:
    """The value of a `dscp_value` or `precedence_value` phrase."""
    names, what, high, source = _CODE_POINTS[field]
    text = node.word()
    return names[text] if text in names else number(node, 0, high, what, source, field=True)


def equal(field: Field, values: Sequence[int], origin: Span) -> Test:
    """The test that a field has one of some values."""
    return _test(field, _points(tuple(values)), origin)


@lru_cache(maxsize=4_096)
def _points(values: tuple[int, ...]) -> tuple[Interval, ...]:
    """Intervals of one value each. Few values are tested for over and over."""
    return tuple([Interval(value, value) for value in values])


_T = TypeVar("_T")


def distinct(values: list[_T]) -> tuple[_T, ...]:
    """The values in their order, the first of equal ones."""
    return tuple(values) if len(values) < 2 else tuple(dict.fromkeys(values))


def field_number(field: Field, part: Part, what: str) -> int:
    """A value that a field can hold."""
    most = (1 << WIDTHS[field]) - 1
    return number(part, 0, most, what, f"the field has {WIDTHS[field]} bits", field=True)


def bits(
    part: Part,
    low: int,
    what: str,
    source: str,
    factor: int = 1,
    *,
    high: int = 10**13,
    unit: str = "bit/s",
) -> int:
    """A rate in bit/s, with the suffixes k, m, g (powers of 1000) and decimals of IOS XE.

    `factor` is what stands behind the number, in bit/s, or in `unit` where that is another. Raises
    `Rejected` below `low` and above `high`; `source` may be empty.
    """
    text = part.text if not isinstance(part, Node) else part.word()
    suffix = _UNITS.get(text[-1:].lower(), 1)
    value = _scaled(text[:-1] if suffix > 1 else text, suffix * factor)
    if value is None or not low <= value <= high:
        raise Rejected(part, f"{what} is from {low} to {high} {unit}{_given(source)}")
    return value


def _scaled(text: str, unit: int) -> int | None:
    whole, dot, decimals = text.partition(".")
    if not (whole.isdecimal() and len(text) <= 20 and (decimals.isdecimal() or not dot)):
        return None
    scale: int = 10 ** len(decimals)
    return int(whole + decimals) * unit // scale


def parts_per_million(part: Part, low: int = 0) -> int:
    """A percentage in parts per million; raises `Rejected` below `low` of them and above 100 %."""
    text = part.text if not isinstance(part, Node) else part.word()
    value = _scaled(text, 10_000)
    if value is None or not low <= value <= 1_000_000:
        impossible = value is not None and value > 1_000_000
        least = "above 0 and at most" if low else "from 0 to"
        raise Rejected(part, f"a percentage is {least} 100", impossible=impossible)
    return value


def percent_rate(line: Line, part: Part, base: RateBase = RateBase.PERCENT) -> Rate:
    """A rate that is a percentage."""
    return Rate(parts_per_million(part, 1), base, origin=at(line, part))
