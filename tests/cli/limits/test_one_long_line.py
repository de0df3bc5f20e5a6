"""A file of one line with thousands of findings in it: what each one shows is all it costs."""

from __future__ import annotations

import json

import pytest

from tests.cli.limits.limited import qosc, used

_COUNT = 3000


def _json() -> str:
    each = [{"name": f"s{n}", "transmit-rate": {"percent": "5"}} for n in range(_COUNT)]
    return json.dumps({"configuration": {"class-of-service": {"schedulers": each}}})


def _xml() -> str:
    each = "".join(
        f"<scheduler><name>s{n}</name><transmit-rate><percent>5</percent></transmit-rate>"
        "</scheduler>"
        for n in range(_COUNT)
    )
    inner = f"<class-of-service><schedulers>{each}</schedulers></class-of-service>"
    return f"<configuration>{inner}</configuration>"


@pytest.mark.parametrize("make", [_json, _xml])
@pytest.mark.parametrize("form", ["text", "gitlab"])
def test_findings_in_one_long_line_do_not_cost_the_line_each(make, form: str) -> None:
    text = make()
    assert "\n" not in text
    result = qosc(["check", "--format", form, "-"], text)
    assert result.returncode == 0, used(result)
    told = result.stdout if form == "text" else json.loads(result.stdout)
    many = told.count("nothing uses this scheduler") if form == "text" else len(told)
    assert many == _COUNT, used(result)
    if form == "text":
        assert max(map(len, told.splitlines())) < 200
