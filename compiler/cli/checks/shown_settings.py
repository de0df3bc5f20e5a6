"""What the settings come to, for each config: `qosc check --show-settings`. It is TOML."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from qosc.cli.checks.checked import Wanted, found_units
from qosc.cli.checks.choices import Choices
from qosc.cli.checks.several import Several
from qosc.render.numbers import many
from qosc.render.printable import printable
from qosc.settings.plans import Plan, Plans

__all__ = ["lines"]


def lines(wanted: Wanted, choices: Choices) -> Iterator[str]:
    """What counts for the whole run, then each config with the settings that count for it.

    Configs are looked for as for a check, and not read.
    """
    run = wanted.plans.run()
    yield f"# {_from(run.path if run is not None else '')}"
    yield f"format = {_text(choices.form)}"
    yield f"min-severity = {_text(choices.min_severity)}"
    yield f"fail-on = {_text(choices.fail_on)}"
    if choices.baseline is not None:
        yield f"baseline = {_text(choices.baseline)}"
    others = []
    for each, device in found_units(wanted):
        if each.other:
            others.append(each.path)
            continue
        if device is not None:
            yield from _device(device, wanted.plans)
            continue
        if each.met and any(one.holds(each.path) for one in wanted.devices):
            continue
        plan = wanted.plans.of(wanted.stdin_name if each.path == "-" else each.path)
        yield ""
        yield "[[file]]"
        yield f"path = {_text(each.path)}"
        yield from _plan(plan)
    for device in wanted.devices:
        yield from _device(device, wanted.plans)
    if others:
        yield ""
        yield f"# {many(len(others), 'other file')} passed over:"
        yield from (f"# {printable(path)}" for path in others)


def _device(device: Several, plans: Plans) -> Iterator[str]:
    yield ""
    yield "[[device]]"
    yield f"name = {_text(device.name)}"
    yield f"files = {_list(device.paths)}"
    yield from _plan(plans.of(device.paths[0]))


def _plan(plan: Plan) -> Iterator[str]:
    yield f"# {_from(plan.settings.path if plan.settings is not None else '')}"
    if plan.platform is not None:
        yield f"platform = {_text(plan.platform)}"
    yield f"select = {_list(plan.select or ('ALL',))}"
    yield f"ignore = {_list(plan.ignore)}"
    for word, level in plan.severity:
        yield f"severity.{_text(word)} = {_text(str(level))}"
    for number, row in enumerate(plan.links):
        said = f"interfaces = {_list(row.interfaces)}, speed = {_text(row.speed)}"
        yield f"links.{number} = {{ {said} }}"


def _from(path: str) -> str:
    return f"by {printable(path)}" if path else "by no settings file"


def _list(words: Iterable[str]) -> str:
    return f"[{', '.join(map(_text, words))}]"


def _text(words: str) -> str:
    # A string of JSON is one of TOML, but for its pairs of surrogates.
    return json.dumps(printable(words), ensure_ascii=False)
