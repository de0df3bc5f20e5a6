"""What may stand in a settings file: the model that reads it, and its JSON Schema."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from qosc.patterns import pattern
from qosc.scenario.base import Model, PlacedError, shaped
from qosc.settings.plans import MOST_FILES

__all__ = [
    "FORMATS",
    "AcceptRow",
    "ConfigRow",
    "DeviceRow",
    "File",
    "LinkRow",
    "RequireRow",
    "Row",
    "bits_per_second",
    "json_schema",
]

_MOST = 1_000
_LONGEST = 300

FORMATS = Literal["text", "concise", "json", "checkstyle", "github", "gitlab", "junit", "sarif"]
Level = Literal["error", "warning", "info"]
Failing = Literal["error", "warning", "info", "never"]
Pattern = Annotated[str, Field(strict=True, min_length=1, max_length=_LONGEST)]
Patterns = Annotated[tuple[Pattern, ...], Field(max_length=_MOST)]


def _listed(patterns: tuple[str, ...]) -> tuple[str, ...]:
    if not patterns:
        raise ValueError("no pattern is listed, so that this is about nothing")
    return patterns


SomePatterns = Annotated[Patterns, AfterValidator(_listed)]
Selector = Annotated[str, Field(strict=True, min_length=1, max_length=_LONGEST)]
Selectors = Annotated[tuple[Selector, ...], Field(max_length=_MOST)]

_SPEED = pattern(r"([1-9][0-9]{0,11}) ?([kMG]?)bit(?:/s)?")
_SPEED_SHAPE = f"^{_SPEED.pattern}$"
_DAY = r"^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$"
"""A day as TOML writes it: editors hold the text of a day against the schema."""
_UNITS = {"": 1, "k": 1_000, "M": 1_000_000, "G": 1_000_000_000}
_FASTEST = 10**13


def bits_per_second(speed: str) -> int:
    """A speed as it is written, in bit/s. ValueError for what is none.

    >>> bits_per_second("50Mbit")
    50000000
    """
    match = _SPEED.fullmatch(speed)
    value = int(match[1]) * _UNITS[match[2]] if match is not None else 0
    if not 0 < value <= _FASTEST:
        raise ValueError(f'{speed[:40]!a} is no speed; write one as "50Mbit" or "1Gbit"')
    return value


def _checked_speed(speed: str) -> str:
    bits_per_second(speed)
    return speed


Speed = Annotated[
    str,
    Field(strict=True, max_length=_LONGEST, json_schema_extra={"pattern": _SPEED_SHAPE}),
    AfterValidator(_checked_speed),
]
Day = Annotated[date, Field(strict=True, json_schema_extra={"pattern": _DAY})]


_CODE, _PERCENT = r"^[A-Z]{2,12}[0-9]{3}$", r"^[0-9]{1,3}%$"
Code = Annotated[
    str,
    Field(strict=True, max_length=15, json_schema_extra={"pattern": _CODE}),
    shaped(_CODE, "is no code: write capital letters and three digits, such as SITE001"),
]
Percent = Annotated[
    str,
    Field(strict=True, max_length=_LONGEST, json_schema_extra={"pattern": _PERCENT}),
    shaped(_PERCENT, 'is no part of a link: write a whole number with %, such as "33%"'),
]


class Row(Model):
    """A table of a settings file: its keys are written with `-`."""

    model_config = ConfigDict(
        populate_by_name=False, alias_generator=lambda name: name.replace("_", "-")
    )


class ConfigRow(Row):
    """What is said of some configs. Of several rows that take a config, the last one counts."""

    files: SomePatterns = Field(description="patterns of paths")
    platform: str = Field(
        strict=True, max_length=_LONGEST, description="whose defaults apply; see --platform"
    )


def _with_letters(name: str) -> str:
    if not name.strip():
        raise ValueError("a device needs a name")
    return name


def _some_files(files: tuple[str, ...]) -> tuple[str, ...]:
    if not files:
        raise ValueError("no file is listed, so that this is no device")
    return files


class DeviceRow(Row):
    """Files that are the config of one device, in the order in which it loads them."""

    name: Annotated[Pattern, AfterValidator(_with_letters)] = Field(
        description="the device, as findings, baselines and `[[accept]]` call it"
    )
    files: Annotated[
        tuple[Pattern, ...], Field(max_length=MOST_FILES), AfterValidator(_some_files)
    ] = Field(description="paths (no patterns) from the folder of the settings")


class LinkRow(Row):
    """How fast some links are. Of several rows that take an interface, the last one counts."""

    files: SomePatterns = Field(default=("**",), description="patterns of paths; all configs")
    interfaces: SomePatterns = Field(description="patterns of interface names")
    speed: Speed = Field(description='bit/s of the line, such as "50Mbit"')


class RequireRow(Row):
    """What the site asks of some ports, told with its own code and words. One of the keys from
    `output-policy` on says what.
    """

    code: Code = Field(
        description="letters and three digits, such as SITE001; not QOS, which is ours"
    )
    text: Annotated[str, Field(strict=True, min_length=1, max_length=500)] = Field(
        description="what is asked, as findings say it"
    )
    help: Annotated[str, Field(strict=True, max_length=2_000)] = Field(
        default="", description="what to do, as findings say it"
    )
    severity: Level = Field(default="error", description="how severe it is to go against it")
    files: SomePatterns = Field(default=("**",), description="patterns of paths; all configs")
    interfaces: SomePatterns = Field(description="patterns of interface names")
    output_policy: Pattern | None = Field(
        default=None, description="the policy (of JunOS: also a filter) applied to what leaves"
    )
    input_policy: Pattern | None = Field(default=None, description="the same of what comes in")
    priority_at_most: Percent | None = Field(
        default=None, description='of the link, what priority classes may take: "33%"'
    )
    output_class: Pattern | None = Field(
        default=None, description="the class that takes `packets` on the way out"
    )
    input_class: Pattern | None = Field(
        default=None, description="the class that takes `packets` on the way in"
    )
    policed: Literal["input", "output"] | None = Field(
        default=None, description="where a policer meters `packets`"
    )
    packets: Pattern | None = Field(
        default=None, description="as for `qosc trace`, such as `dscp ef`"
    )
    from_interfaces: SomePatterns | None = Field(
        default=None, description="of what leaves, only what came in by these"
    )

    @model_validator(mode="after")
    def _one_demand(self) -> RequireRow:
        if self.code.startswith("QOS"):
            raise PlacedError("codes that begin with QOS are ours; take another", "code")
        given = [name for name in _DEMANDS if getattr(self, name) is not None]
        if len(given) != 1:
            keys = ", ".join(name.replace("_", "-") for name in _DEMANDS)
            raise ValueError(f"write one of {keys}")
        if (given[0] in _OF_PACKETS) != (self.packets is not None):
            which = " and ".join(name.replace("_", "-") for name in _OF_PACKETS)
            raise ValueError(f"'packets' goes with {which}, and these with it")
        if self.from_interfaces is not None and not (
            self.output_class is not None or self.policed == "output"
        ):
            raise ValueError("'from-interfaces' goes with output-class and policed = \"output\"")
        return self


_OF_PACKETS = ("output_class", "input_class", "policed")
_DEMANDS = ("output_policy", "input_policy", "priority_at_most", *_OF_PACKETS)


class AcceptRow(Row):
    """Findings that may stay, by device, rule and object."""

    rule: Selector = Field(description="the code or the name of one rule")
    reason: Annotated[str, Field(strict=True, min_length=1, max_length=500)] = Field(
        description="why it may stay"
    )
    device: Pattern = Field(
        default="*", description="pattern of the device's name, or of its path where it has none"
    )
    object: Pattern = Field(
        default="*", description="pattern of the line, or of the section that it stands in"
    )
    until: Day | None = Field(default=None, description="the last day on which it may stay")


class File(Row):
    """A whole file, or what stands in `[tool.qosc]`."""

    profile: Literal["recommended", "strict"] | None = Field(
        default=None, description="what min-severity and fail-on are where they are not given"
    )
    select: Selectors | None = Field(default=None, description="only these rules")
    extend_select: Selectors = Field(default=(), description="these rules as well as `select`")
    ignore: Selectors = Field(default=(), description="not these rules")
    per_file_ignores: dict[Pattern, Selectors] = Field(
        default_factory=dict, max_length=_MOST, description="patterns of paths: not these rules"
    )
    severity: dict[Selector, Level] = Field(
        default_factory=dict, max_length=_MOST, description="how severe the findings of a rule are"
    )
    include: Patterns = Field(default=(), description="of a folder, only these files are configs")
    exclude: Patterns = Field(default=(), description="of a folder, these files are passed over")
    fail_on: Failing | None = Field(default=None, description="as --fail-on")
    min_severity: Level | None = Field(default=None, description="as --min-severity")
    format: FORMATS | None = Field(default=None, description="as --format of check")
    baseline: Pattern | None = Field(
        default=None, description="as --baseline, from the folder of the settings"
    )
    configs: tuple[ConfigRow, ...] = Field(default=(), max_length=_MOST)
    devices: tuple[DeviceRow, ...] = Field(default=(), max_length=_MOST)
    links: tuple[LinkRow, ...] = Field(default=(), max_length=_MOST)
    require: tuple[RequireRow, ...] = Field(default=(), max_length=_MOST)
    accept: tuple[AcceptRow, ...] = Field(default=(), max_length=_MOST)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of `qosc.toml`, for editors."""
    return File.model_json_schema(by_alias=True)
