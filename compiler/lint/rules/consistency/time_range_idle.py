"""A time range that has ended, or is in force at other times than its name says.

## What it does

Reports a time range whose last `absolute` end is before the last change of the config, as its first
lines tell, and one that is called for the hours of work (OFFICE, WORK, BUSINESS, DAY) and is
periodic at weekends only, or at night; where an access list names it.

## Why it matters

The entry of the list is not active at the times it was made for: its packets are in class-default.

## Example

```ios
class-map match-all BACKUP
 match access-group name BACKUP
policy-map LAN-IN
 class BACKUP
  set dscp af11
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy input LAN-IN
ip access-list extended BACKUP
 permit tcp 192.0.2.0 0.0.0.255 any eq 10000 time-range OFFICE
time-range OFFICE
 periodic weekend 7:00 to 19:00
```

## Use instead

```ios
class-map match-all BACKUP
 match access-group name BACKUP
policy-map LAN-IN
 class BACKUP
  set dscp af11
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy input LAN-IN
ip access-list extended BACKUP
 permit tcp 192.0.2.0 0.0.0.255 any eq 10000 time-range OFFICE
time-range OFFICE
 periodic weekdays 7:00 to 19:00
```

## Sources

- Cisco IOS Basic System Management Command Reference, `absolute` and `periodic`: behind the end of
  `absolute` the entry is not in effect; `weekend` is Saturday and Sunday.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, blocks, place
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS981", "time-range-idle", Severity.WARNING, "0.1")

_END = pattern(r"absolute (?:[^!]*? )?end \d+:\d+ (\d+) ([a-z]{3})[a-z]* (\d{4})$")
_CHANGED = pattern(
    r"(?i)! (?:Last configuration change|NVRAM config last updated) at \S+ \S+ \S+ "
    r"([a-z]{3}) +(\d+) (\d{4})\b"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_HOURS = pattern(r"periodic (?:\S+ )+?(\d+):\d+ to (?:\S+ )??(\d+):\d+$")
_WORK = pattern(r"(?:^|.*[-_])(?:office|work|working|business|day|daytime)(?:[-_\d]|hours|$)")
_WEEKEND = ("periodic weekend ", "periodic saturday ", "periodic sunday ")
_HEAD = 10
"""The date is in so many lines at the top."""


def check(context: Context) -> Iterator[Diagnostic]:
    every = context.once(blocks)
    named = {
        line.split()[-1].removesuffix(" log")
        for block in every
        for line in (block.head, *(each for _, each in block.lines))
        if " time-range " in line
    }
    for block in every if named else ():
        words = block.head.split()
        if words[0] == "time-range" and len(words) == 2 and words[1] in named:
            yield from _told(context, block, words[1])


def _told(context: Context, block: Block, name: str) -> Iterator[Diagnostic]:
    ends = [(at, said) for at, line in block.lines if (said := _END.match(line)) is not None]
    changed = _changed(context)
    lines = [(at, line) for at, line in block.lines if line.startswith("periodic ")]
    if ends and changed and all(_day(one[2], one[1], one[3]) < changed for _, one in ends):
        yield RULE.at(
            place(context, ends[0][0]),
            f"time-range {name[:30]} ended before the last change of this config",
            effect="the entries with it are not active: their packets miss the class",
            label="in the past",
            help="give it another end, or remove it from the entries",
        )
    elif lines and _WORK.match(name) and all(_is_off_work(line) for _, line in lines):
        yield RULE.at(
            place(context, lines[0][0]),
            f"time-range {name[:30]} is at other times than its name says",
            effect="the entries with it are not active in those hours",
            label="not the hours of work",
            help="write the days and hours of its name",
        )


def _is_off_work(line: str) -> bool:
    if line.startswith(_WEEKEND):
        return not any(day in line for day in ("monday", "weekdays", "daily"))
    hours = _HOURS.match(line)
    return hours is not None and int(hours[1]) >= 18 and int(hours[2]) <= 8


def _day(month: str, day: str, year: str) -> tuple[int, int, int]:
    number = _MONTHS.index(month.lower()) if month.lower() in _MONTHS else 12
    return int(year), number, int(day)


def _changed(context: Context) -> tuple[int, int, int] | None:
    """When the config was changed, as its first lines say."""
    source = context.source
    for line in source.lines[:_HEAD] if source is not None else ():
        said = _CHANGED.match(line)
        if said is not None and said[1].lower() in _MONTHS:
            return _day(said[1], said[2], said[3])
    return None
