"""Header fields, names and matches as numbers."""

from __future__ import annotations

from collections.abc import Iterable

from qosc.fields import DS_VIEWS, LOSS_PRIORITIES, Field, ds_bits, ds_byte
from qosc.ir.match import Interval, Masked, Named
from qosc.scenario import LookUp, Match
from qosc.scenario.pipeline import Marks
from qosc.scenario.values import parse_value, single_value
from qosc.targets.ns3.model import Cells, Refused, Symbol, Tables

__all__ = ["ABSENT", "ANY_MASK", "FIELDS", "OF_DEVICE", "Fields"]

FIELDS: tuple[Field, ...] = (
    Field.SRC_MAC,
    Field.DST_MAC,
    Field.ETHERTYPE,
    Field.VLAN,
    Field.VLAN_INNER,
    Field.COS,
    Field.COS_INNER,
    Field.MPLS_EXP,
    Field.VERSION,
    Field.SRC4,
    Field.DST4,
    Field.PROTOCOL,
    Field.DSCP,
    Field.TTL,
    Field.LENGTH,
    Field.FRAGMENT,
    Field.SRC_PORT,
    Field.DST_PORT,
    Field.TCP_FLAGS,
    Field.ICMP_TYPE,
    Field.ICMP_CODE,
    Field.IGMP_TYPE,
    Field.ATM_CLP,
    Field.FR_DE,
    Field.FR_DLCI,
    Field.INPUT_INTERFACE,
    Field.QOS_GROUP,
    Field.DISCARD_CLASS,
    Field.TRAFFIC_CLASS,
    Field.FORWARDING_CLASS,
    Field.LOSS_PRIORITY,
)
"""The order of `enum Field` in tables.h. The place of DSCP holds the whole DS byte."""
OF_DEVICE = frozenset(FIELDS[FIELDS.index(Field.INPUT_INTERFACE) :])
_ABSENT_FIELDS = (Field.SRC6, Field.DST6, Field.FIRST_FRAGMENT)
"""No packet of a scenario has these."""
_UNSET_NUMBERS = (Field.QOS_GROUP, Field.DISCARD_CLASS, Field.TRAFFIC_CLASS)
_OTHERWISE = {"copy": 0, "ignore": 1}
ABSENT = -1
ANY_MASK = -1


class Fields:
    """Numbers the names of a scenario, and notes which fields its ports use."""

    __slots__ = ("_names", "tables", "used")

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.used: set[Field] = set()
        self._names: dict[str, int] = {}

    def name(self, text: str) -> int:
        """The number of a name that a field can hold."""
        return self._names.setdefault(text, len(self._names))

    def value(self, field: Field, written: int | str) -> int:
        """A field's one value as a number."""
        value = single_value(field, written)
        return self.name(value) if isinstance(value, str) else value

    def header(self, values: dict[Field, int | str]) -> int:
        """The row of a header."""
        row = [ABSENT] * len(FIELDS)
        for field, value in values.items():
            if field in DS_VIEWS:
                continue
            row[FIELDS.index(field)] = self.value(field, value)
        row[FIELDS.index(Field.DSCP)] = ds_byte(values)
        return self.tables.plain("headers", [tuple(row)])

    def marks(self, marks: Marks) -> tuple[int, int]:
        """The range of rows of some marks.

        Raises Refused for a field that the program does not have.
        """
        rows: list[Cells] = []
        for field, written in marks.items():
            self.used.add(field)
            if field not in FIELDS and field not in DS_VIEWS:
                raise Refused(f"a mark of {field} is not known to the ns-3 program")
            shift, covered = DS_VIEWS.get(field, (0, 0xFF))
            place = FIELDS.index(Field.DSCP if field in DS_VIEWS else field)
            keep = 0xFF & ~covered
            if isinstance(written, LookUp):
                look_up = self._look_up(written)
                rows.append(
                    {"field": place, "keep": keep, "bits": 0, "shift": shift, "look_up": look_up}
                )
                continue
            value = self.value(field, written)
            bits = ds_bits(field, value)[0] if field in DS_VIEWS else value
            rows.append({"field": place, "keep": keep, "bits": bits, "shift": shift, "look_up": -1})
        return self.tables.extend("marks", rows), len(rows)

    def _look_up(self, model: LookUp) -> int:
        first = self.tables.extend(
            "pairs", [{"before": one, "after": two} for one, two in model.map]
        )
        otherwise = model.otherwise
        kind = _OTHERWISE[otherwise] if isinstance(otherwise, str) else 2
        value = otherwise if isinstance(otherwise, int) else 0
        if model.source in _ABSENT_FIELDS:
            source = _place(Field.LENGTH)
        else:
            source = self._read(model.source)
        return self.tables.add(
            "look_ups", **source, pair=first, pairs=len(model.map), otherwise=kind, value=value
        )

    def _read(self, field: Field) -> dict[str, int]:
        """Where a field stands in a header, and its value when it is unset."""
        unset = ABSENT
        if field in _UNSET_NUMBERS:
            unset = 0
        elif field is Field.LOSS_PRIORITY:
            unset = self.name(LOSS_PRIORITIES[0])
        elif field is Field.FORWARDING_CLASS:
            unset = self.name("")
        shift, mask = DS_VIEWS.get(field, (0, ANY_MASK))
        return _place(Field.DSCP if field in DS_VIEWS else field, shift, mask, unset)

    def match(self, match: Match | None) -> int:
        """The row of a match; -1 for every packet."""
        if match is None:
            return -1
        if match.where is not None:
            tests = [self._test(field, texts) for field, texts in match.where.items()]
            first = self.tables.extend("tests", tests)
            return self.tables.add("matches", op=Symbol.WHERE, first=first, count=len(tests))
        if match.negated is not None:
            return self._node(Symbol.NOT, [self.match(match.negated)])
        if match.all is not None:
            return self._node(Symbol.ALL, [self.match(part) for part in match.all])
        if match.any is not None:
            return self._node(Symbol.ANY, [self.match(part) for part in match.any])
        links: list[int] = []
        for entry in match.first or ():
            links += (self.match(entry.permit or entry.deny), int(entry.permit is not None))
        return self._node(Symbol.FIRST, links)

    def _node(self, op: Symbol, links: list[int]) -> int:
        first = self.tables.plain("links", [(link,) for link in links])
        return self.tables.add("matches", op=op, first=first, count=len(links))

    def _test(self, field: Field, texts: Iterable[int | str]) -> Cells:
        self.used.add(field)
        if field in _ABSENT_FIELDS:
            return {**_place(Field.ETHERTYPE), "accept": 0, "accepts": 0}
        rows = [self._accept(field, text) for text in texts]
        first = self.tables.extend("accepts", rows)
        return {**self._read(field), "accept": first, "accepts": len(rows)}

    def _accept(self, field: Field, text: int | str) -> Cells:
        value = parse_value(field, text)
        if isinstance(value, Named):
            number = self.name(value.name)
            return {"low": number, "high": number, "mask": ANY_MASK}
        if isinstance(value, Interval):
            return {"low": value.low, "high": value.high, "mask": ANY_MASK}
        assert isinstance(value, Masked)  # noqa: S101
        return {"low": value.value, "high": value.value, "mask": value.mask}


def _place(
    field: Field, shift: int = 0, mask: int = ANY_MASK, unset: int = ABSENT
) -> dict[str, int]:
    """The columns that say where a field of a header is."""
    return {"field": FIELDS.index(field), "shift": shift, "mask": mask, "unset": unset}
