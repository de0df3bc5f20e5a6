"""The types of tc's arguments: which values there are, in which base and unit each is written.

A type is named for what iproute2 reads: the range is that of its parser (lib/utils.c,
lib/utils_math.c, tc/tc_util.c) or, where that is narrower, of the kernel. A value outside raises
OutOfRangeError: it never reaches tc, which would refuse it or, worse, keep its lower bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import Any, NamedTuple, Protocol

from qosc.targets.tc.model import Control, Handle

__all__ = [
    "ArgumentType",
    "Bits",
    "ClassId",
    "Controls",
    "Flag",
    "HardwareAddress",
    "Masked",
    "Named",
    "OfVersion",
    "OneOf",
    "OutOfRangeError",
    "Ports",
    "Prefix",
    "Probability",
    "Range",
    "Spelt",
    "Whole",
]

_BILLION = 1_000_000_000


class OutOfRangeError(ValueError):
    """A value that tc has no text for: a bug in the back end."""


class Bits(NamedTuple):
    """A value under a mask."""

    value: int
    mask: int


class Range(NamedTuple):
    """Both ends belong to it."""

    low: int
    high: int


class ArgumentType(Protocol):
    """How one argument is written. `name` is what documentation calls the type."""

    @property
    def name(self) -> str: ...

    def write(self, value: Any) -> str:
        """The text of a value. Raises OutOfRangeError."""
        ...


def _in(name: str, value: int, low: int, high: int) -> int:
    if not low <= value <= high:
        raise OutOfRangeError(f"{value} is no {name}: {low} to {high}")
    return value


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number; `form` is its notation with the unit, `base` that in which tc reads it.

    Base 0: decimal, or hexadecimal behind 0x.
    """

    name: str
    low: int
    high: int
    base: int = 10
    form: str = "{}"

    def write(self, value: int) -> str:
        """The number in the type's own base and unit."""
        return self.form.format(_in(self.name, value, self.low, self.high))


@dataclass(frozen=True, slots=True)
class Named:
    """A whole number, for some values a name."""

    name: str
    number: Whole
    names: tuple[tuple[int, str], ...]

    def write(self, value: int) -> str:
        """The name where there is one."""
        known = dict(self.names).get(value)
        return self.number.write(value) if known is None else known


@dataclass(frozen=True, slots=True)
class OfVersion:
    """A value whose names depend on the version of IP, 4 or 6."""

    name: str
    four: Named
    six: Named

    def write(self, value: tuple[int, int]) -> str:
        """The version, and the value."""
        version, number = value
        return (self.four if version == 4 else self.six).write(number)


@dataclass(frozen=True, slots=True)
class Spelt:
    """What `Named` writes, given as such a text, or one of some more words."""

    name: str
    type: Named
    words: tuple[str, ...]

    def write(self, value: str) -> str:
        """The text itself. OutOfRangeError for another spelling, and for a number out of range."""
        if value in self.words or value in dict(self.type.names).values():
            return value
        digits = value.removeprefix("0x")
        if digits == value or not digits.isalnum() or self.type.write(int(digits, 16)) != value:
            raise OutOfRangeError(f"{value!r} is no {self.name}")
        return value


@dataclass(frozen=True, slots=True)
class Masked:
    """A value under a mask: `value/mask`, each in its own base; `joint` stands between them."""

    name: str
    value: Whole
    mask: Whole
    joint: str = "/"

    def write(self, value: Bits) -> str:
        """OutOfRangeError for bits of the value outside the mask: tc would match no packet."""
        if value.value & ~value.mask:
            raise OutOfRangeError(f"{value.value:#x} has bits outside the mask {value.mask:#x}")
        return f"{self.value.write(value.value)}{self.joint}{self.mask.write(value.mask)}"


@dataclass(frozen=True, slots=True)
class Ports:
    """A port, a range of ports (`10-20`), or a port under a mask.

    So is 0 written, which tc takes neither alone nor as the end of a range (tc/f_flower.c,
    flower_parse_port; seen with 6.1).
    """

    name: str
    number: Whole
    masked: Masked

    def write(self, value: int | Range | Bits) -> str:
        """The shortest of the three notations is the caller's to choose.

        OutOfRangeError for ports that are no range.
        """
        if isinstance(value, Bits):
            return self.masked.write(value)
        if value == 0:
            return self.masked.write(Bits(0, self.number.high))
        if isinstance(value, int):
            return self.number.write(value)
        if not 0 < value.low < value.high:
            raise OutOfRangeError(f"{value.low}-{value.high} is no range of ports")
        return f"{self.number.write(value.low)}-{self.number.write(value.high)}"


@dataclass(frozen=True, slots=True)
class Prefix:
    """An address with the length of its prefix, of IPv4 (4) or IPv6 (6)."""

    name: str

    def write(self, value: tuple[int, Bits]) -> str:
        """The version, and the address under a mask without gaps.

        OutOfRangeError for a mask with gaps, and for an address of too many bits.
        """
        version, (address, mask) = value
        width = 32 if version == 4 else 128
        length = mask.bit_count()
        if mask != ((1 << length) - 1) << (width - length) or not 0 <= address < 1 << width:
            raise OutOfRangeError(f"{address:#x} under {mask:#x} is no prefix of IPv{version}")
        return f"{IPv4Address(address) if version == 4 else IPv6Address(address)}/{length}"


@dataclass(frozen=True, slots=True)
class HardwareAddress:
    """An Ethernet address under a mask, six bytes of two hexadecimal digits each."""

    name: str

    def write(self, value: Bits) -> str:
        """Both parts in full: a mask of digits alone would be read as its length."""
        return f"{self._one(value.value)}/{self._one(value.mask)}"

    def _one(self, number: int) -> str:
        return _in(self.name, number, 0, (1 << 48) - 1).to_bytes(6).hex(":")


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words."""

    name: str
    words: tuple[str, ...]

    def write(self, value: str) -> str:
        """The word itself. OutOfRangeError for a word that is not of the list."""
        if value not in self.words:
            raise OutOfRangeError(f"{value!r} is no {self.name}: {', '.join(self.words)}")
        return value


@dataclass(frozen=True, slots=True)
class Flag:
    """A word that has no value."""

    name: str = "flag"

    def write(self, value: Any) -> str:  # noqa: ARG002  (as every type)
        """Nothing."""
        return ""


@dataclass(frozen=True, slots=True)
class ClassId:
    """A handle `1:` or class id `1:a`: two hexadecimal numbers of 16 bits (get_tc_classid)."""

    name: str

    def write(self, value: Handle) -> str:
        """Without the minor number where it is 0."""
        _in(self.name, value.major, 1, 0xFFFF)
        _in(self.name, value.minor, 0, 0xFFFF)
        return str(value)


@dataclass(frozen=True, slots=True)
class Probability:
    """Parts per billion as a decimal fraction; below 1, at which tc overflows."""

    name: str

    def write(self, value: int) -> str:
        """Nine digits: nothing is rounded."""
        return f"0.{_in(self.name, value, 1, _BILLION - 1):09d}"


@dataclass(frozen=True, slots=True)
class Controls:
    """What follows an action: a verb, or `goto chain N`."""

    name: str
    verbs: tuple[str, ...]
    chain: Whole

    def write(self, value: Control) -> str:
        """One word, or three. OutOfRangeError for a verb that is not of the list."""
        if value.chain is not None:
            return f"goto chain {self.chain.write(value.chain)}"
        if value.verb not in self.verbs:
            raise OutOfRangeError(f"{value.verb!r} is no {self.name}")
        return value.verb
