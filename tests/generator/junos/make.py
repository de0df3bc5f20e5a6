"""Random JunOS routers: units with classifiers and filters, ports with scheduler maps."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.generator.ios.make import Names
from tests.generator.junos.filters import Stock, make_filter
from tests.generator.junos.model import (
    HIGH,
    LOW,
    Classifier,
    JunosRouter,
    PhysicalPort,
    Policer,
    Rewrite,
    Scheduler,
    Unit,
)
from tests.generator.junos.treat import AF, BE, EF, NC
from tests.generator.names import DSCP

SPEEDS = {"ge": 1_000_000_000, "xe": 10_000_000_000}
DEFAULT = (BE, EF, AF, NC)


def router(rng: Random, size: str = "small", *, hostile: bool = False) -> JunosRouter:
    """A router of four ports; the last one has no class of service."""
    scale = {"small": 1, "medium": 2, "large": 4}[size]
    names = Names(rng, hostile=hostile)
    queues = tuple((names.new(stem), queue) for stem, queue in (("voice", 4), ("video", 5)))[
        : rng.randrange(3)
    ]
    classes = [*DEFAULT, *(name for name, _ in queues)]
    policers = {each.name: each for each in (policer(rng, names) for _ in range(scale))}
    stock = Stock.of(rng, names, classes, tuple(policers), scale)
    dual = rng.random() < 0.5
    classifiers = make_classifiers(rng, names, classes)
    rewrites = make_rewrites(rng, names, classes)
    maps = [schedulers(rng, names, classes) for _ in range(2)]
    ports = []
    for number, kind in enumerate(rng.sample(("ge", "ge", "xe", "ge"), 4)):
        port = PhysicalPort(f"{kind}-0/{number}/{rng.randrange(4)}", SPEEDS[kind], Unit(0))
        versions = (4, 6) if dual else (4,)
        unit = Unit(0, versions=versions)
        if number < 3:
            unit = dressed(rng, unit, stock, classifiers, rewrites)
            name, chosen = maps[number % 2]
            if number < 2 or rng.random() < 0.5:
                port = replace(port, schedulers=chosen, map_name=name)
        ports.append(replace(port, unit=unit))
    aliases = (("my-voice", 46), ("my-bulk", 10)) if rng.random() < 0.3 else ()
    return JunosRouter(names.new("R"), tuple(ports), policers, stock.prefix_lists, queues, aliases)


def dressed(
    rng: Random,
    unit: Unit,
    stock: Stock,
    classifiers: dict[str, Classifier],
    rewrites: dict[str, Rewrite],
) -> Unit:
    """A unit with some of what there is."""
    chosen = []
    if rng.random() < 0.8:
        chosen.append(classifiers[rng.choice(("dscp", "dscp", "inet-precedence"))])
    if 6 in unit.versions and rng.random() < 0.7:
        chosen.append(classifiers["dscp-ipv6"])
    rules = []
    if rng.random() < 0.5:
        rules.append(rewrites[rng.choice(("dscp", "dscp", "inet-precedence"))])
    if 6 in unit.versions and rng.random() < 0.4:
        rules.append(rewrites["dscp-ipv6"])
    inputs = []
    for version in unit.versions:
        made = [each for each in stock.filters if each.version == version]
        if made and rng.random() < 0.3:
            inputs.append(rng.choice(made))
        elif rng.random() < 0.6:
            inputs.append(make_filter(rng, stock, version, marks=True))
            stock.filters.append(inputs[-1])
    outputs = [
        make_filter(rng, stock, version, marks=False)
        for version in unit.versions
        if rng.random() < 0.2
    ]
    return replace(
        unit,
        classifiers=tuple(chosen),
        rewrites=tuple(rules),
        input_filters=tuple(inputs),
        output_filters=tuple(outputs),
    )


def make_classifiers(rng: Random, names: Names, classes: list[str]) -> dict[str, Classifier]:
    """One classifier of each kind."""
    found = {}
    for kind in ("dscp", "inet-precedence", "dscp-ipv6"):
        codes = list(range(8)) if kind == "inet-precedence" else [*DSCP.values(), 1, 45, 63]
        rng.shuffle(codes)
        rows = []
        for name in rng.sample(classes, len(classes)):
            for loss in (LOW, HIGH):
                taken = tuple(codes.pop() for _ in range(rng.randrange(3)) if codes)
                if taken:
                    rows.append((name, loss, taken))
        if not rows:
            rows = [(EF, LOW, (5 if kind == "inet-precedence" else 46,))]
        found[kind] = Classifier(
            names.new("BA"), kind, tuple(rows), import_default=rng.random() < 0.4
        )
    return found


def make_rewrites(rng: Random, names: Names, classes: list[str]) -> dict[str, Rewrite]:
    """One rewrite rule of each kind, mostly with every class and loss priority."""
    found = {}
    for kind in ("dscp", "inet-precedence", "dscp-ipv6"):
        rows = []
        for name in classes:
            for loss in (LOW, HIGH):
                if rng.random() < 0.9:
                    code = (
                        rng.randrange(8)
                        if kind == "inet-precedence"
                        else rng.choice(list(DSCP.values()))
                    )
                    rows.append((name, loss, code))
        found[kind] = Rewrite(names.new("RW"), kind, tuple(rows))
    return found


def schedulers(
    rng: Random, names: Names, classes: list[str]
) -> tuple[str, tuple[tuple[str, Scheduler], ...]]:
    """A scheduler map: shares of at most 95 %, one strict-high class perhaps."""
    left = 95
    strict = rng.choice((None, *classes[1:]))
    found = []
    for name in rng.sample(classes, len(classes)):
        share = min(left - 5 * len(classes), rng.choice((5, 10, 15, 20, 30)))
        share = max(share, 4)
        left -= share
        made = Scheduler(names.new("S"), ("percent", share), buffer_percent=share)
        if name != strict and rng.random() < 0.15:
            made = replace(made, transmit=("bps", 1_000_000 * rng.choice((5, 20, 40))))
        if name == strict:
            made = replace(made, priority="strict-high")
        elif rng.random() < 0.3:
            made = replace(made, priority=rng.choice(("low", "medium-low", "medium-high", "high")))
        if name != strict and rng.random() < 0.2:
            made = replace(made, exact=True)
        elif name != strict and rng.random() < 0.2:
            made = replace(made, shaping=rng.choice((("percent", 60), ("bps", 500_000_000))))
        found.append((name, made))
    if rng.random() < 0.3:
        name, last = found[-1]
        if last.priority != "strict-high":
            found[-1] = (name, replace(last, transmit=("remainder", 0), exact=False))
    return names.new("MAP"), tuple(found)


def policer(rng: Random, names: Names) -> Policer:
    """A policer of a rate or a percentage."""
    percent = rng.choice((1, 2, 5, 10)) if rng.random() < 0.3 else None
    bps = None if percent else rng.choice((1_000_000, 5_500_000, 20_000_000, 100_000_000))
    return Policer(
        names.new("POL"),
        bps,
        percent,
        rng.choice((15_000, 62_500, 625_000, 100_000)),
        rng.choice(("discard", "discard", "loss-priority high")),
    )
