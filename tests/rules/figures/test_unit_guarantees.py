"""Guaranteed rates of units, against what their port and their interface set have.

Sources: Juniper, Providing a Guaranteed Minimum Rate (the commit does not fail, the software lowers
the rates); Example: Four-Level Hierarchy of Schedulers (the sum of the children's guaranteed rates
must never exceed the parent's, that of their shaping rates may).
"""

from __future__ import annotations

import pytest

from qosc.diagnostics import Diagnostic
from tests.rules.linting import lint

TEXT = """
interfaces {{
    {name} {{ hierarchical-scheduler; vlan-tagging;
        unit 1 {{ vlan-id 1; }} unit 2 {{ vlan-id 2; }} unit 3 {{ vlan-id 3; }} }}
    interface-set S {{ interface {name} {{ unit 1; unit 2; }} }}
}}
class-of-service {{
    traffic-control-profiles {{
        PORT {{ {port} }}
        SET {{ {held} }}
        A {{ guaranteed-rate {a}; shaping-rate 900m; }}
        B {{ guaranteed-rate {b}; shaping-rate 900m; }}
        C {{ guaranteed-rate {c}; shaping-rate 900m; }}
    }}
    interfaces {{
        {uses}
        {name} {{
            {bound}
            unit 1 {{ output-traffic-control-profile A; }}
            unit 2 {{ output-traffic-control-profile B; }}
            unit 3 {{ output-traffic-control-profile C; }}
        }}
    }}
}}
"""


def found(
    a: str, b: str, c: str, port: str = "", held: str = "", name: str = "ge-0/0/0"
) -> list[Diagnostic]:
    bound = "output-traffic-control-profile PORT;" if port else ""
    uses = "interface-set S { output-traffic-control-profile SET; }" if held else ""
    text = TEXT.format(
        a=a, b=b, c=c, port=port, held=held, name=name, bound=bound, uses=uses
    ).lstrip()
    return [one for one in lint(text, "junos-mx") if one.code == "QOS447"]


@pytest.mark.parametrize(
    ("rates", "port", "sum_", "limit"),
    [
        (("300m", "300m", "500m"), "", "1100 Mbit/s", "1 Gbit/s, its speed"),
        (("percent 20", "300m", "600m"), "", "1100 Mbit/s", "1 Gbit/s, its speed"),
        (
            ("100m", "100m", "101m"),
            "shaping-rate 300m;",
            "301 Mbit/s",
            "300 Mbit/s, its shaping rate",
        ),
        (
            ("100m", "100m", "101m"),
            "shaping-rate 900m; guaranteed-rate 300m;",
            "301 Mbit/s",
            "300 Mbit/s, its guaranteed rate",
        ),
    ],
)
def test_units_above_their_port(
    rates: tuple[str, str, str], port: str, sum_: str, limit: str
) -> None:
    (one,) = found(*rates, port=port)
    assert f"units of ge-0/0/0 add up to {sum_}" in one.message
    rate, what = limit.split(", ")
    assert f"{what} is {rate}: " in one.notes[0]


@pytest.mark.parametrize("port", ["", "shaping-rate 1g;", "guaranteed-rate percent 100;"])
def test_a_sum_that_just_fits_is_silent(port: str) -> None:
    """The shaping rates, 2.7 Gbit/s together, are of no concern."""
    assert found("300m", "300m", "400m", port) == []


def test_percentages_of_a_port_of_unknown_speed() -> None:
    (one,) = found("percent 50", "percent 40", "percent 11", name="et-0/0/0")
    assert "add up to 101 %" in one.message
    assert found("percent 50", "percent 40", "percent 10", name="et-0/0/0") == []


def test_units_above_their_interface_set() -> None:
    (one,) = found("60m", "50m", "1m", held="shaping-rate 400m; guaranteed-rate 100m;")
    assert "units of interface-set S add up to 110 Mbit/s" in one.message
    assert "its guaranteed rate is 100 Mbit/s: " in one.notes[0]


def test_a_set_counts_at_the_port_in_place_of_its_units() -> None:
    (one,) = found("1m", "1m", "600m", held="guaranteed-rate 500m;")
    assert "units of ge-0/0/0 add up to 1100 Mbit/s" in one.message
    assert found("1m", "1m", "500m", held="guaranteed-rate 500m;") == []


def test_units_above_an_interface_set_that_is_only_shaped() -> None:
    (one,) = found("60m", "50m", "1m", held="shaping-rate 100m;")
    assert "units of interface-set S add up to 110 Mbit/s" in one.message
    assert "its shaping rate is 100 Mbit/s: " in one.notes[0]
    assert found("50m", "50m", "1m", held="shaping-rate 100m;") == []
