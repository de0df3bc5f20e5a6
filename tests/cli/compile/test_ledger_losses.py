"""The ledger that `compile` prints unless told: what is not exact, worst first."""

from __future__ import annotations

import re

import pytest

import qosc
from qosc.cli import main
from qosc.ledger import Entry, Fidelity
from qosc.render.ledger import as_table
from qosc.render.losses import as_losses
from qosc.render.style import Style
from qosc.source import NOWHERE

PORTS = "".join(
    f"interface GigabitEthernet0/{number}\n service-policy output WAN\n" for number in range(1, 13)
)
CONFIG = f"""\
version 15.4
class-map match-all CALLS
 match dscp ef
class-map match-all APP
 match access-group 199
policy-map WAN
 class CALLS
  priority percent 20
 class APP
  bandwidth percent 30
{PORTS}"""


@pytest.fixture
def losses() -> list[str]:
    artefact = qosc.compile(qosc.loads(CONFIG), target="tc", allow_loss=True)
    return list(as_losses(artefact.ledger, Style(room=80), artefact.left_out))


def test_only_what_is_not_exact_is_printed_worst_first(losses: list[str]) -> None:
    heads = [line for line in losses if line[0] not in " -" and not line[0].isdigit()]
    kinds = [re.split("[,:]", head)[0] for head in heads]
    order = ["unsupported", "unknown", "approx", "envelope"]
    assert kinds == sorted(kinds, key=order.index)
    assert kinds[0] == "unknown"
    assert "exact" not in kinds
    assert losses[-2].endswith("unsupported.")
    assert losses[-1] == "--ledger full prints all of them."


def test_twelve_ports_that_fare_alike_have_one_row(losses: list[str]) -> None:
    rows = [line for line in losses if "match > class-map APP" in line]
    assert len(rows) == 1
    assert sum("on 12 ports, output > policy-map WAN" in line for line in losses) > 1
    assert max(map(len, losses)) <= 80


def test_the_reason_stands_above_its_values() -> None:
    def entry(port: str, note: str, fidelity: Fidelity, got: str = "nothing") -> Entry:
        return Entry(
            f"{port} > output > policy-map P > class A > guarantee",
            fidelity,
            "1 Mbit/s",
            got,
            note,
            NOWHERE,
        )

    shown = list(
        as_losses(
            [
                entry("Gi0/0", "rounded", Fidelity.APPROX, "2 Mbit/s"),
                entry("Gi0/1", "no such queue", Fidelity.UNSUPPORTED),
                entry("Gi0/2", "no such queue", Fidelity.UNSUPPORTED),
                entry("Gi0/3", "", Fidelity.EXACT, "1 Mbit/s"),
            ]
        )
    )
    assert shown == [
        "unsupported, 2 values: no such queue",
        "  on 2 ports, output > policy-map P: Gi0/1, Gi0/2",
        "    class A: guarantee: 1 Mbit/s -> nothing",
        "approx: rounded",
        "  Gi0/0, output > policy-map P",
        "    class A: guarantee: 1 Mbit/s -> 2 Mbit/s",
        "4 values: 1 exact, 0 envelope, 1 approx, 0 unknown, 2 unsupported.",
        "--ledger full prints all of them.",
    ]


def test_figures_that_differ_by_port_are_all_there() -> None:
    config = qosc.loads(CONFIG.replace("GigabitEthernet0/1\n", "FastEthernet0/1\n"))
    text = "\n".join(as_losses(qosc.compile(config, target="tc", allow_loss=True).ledger))
    assert "rate 20 Mbit/s" in text
    assert "rate 200 Mbit/s" in text


@pytest.mark.parametrize(
    ("form", "shown", "hidden"),
    [("losses", "approx", "  exact "), ("text", "approx", "  exact "), ("full", "  exact ", None)],
)
def test_forms(
    form: str, shown: str, hidden: str | None, tmp_path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "router.cfg"
    source.write_text(CONFIG)
    given = ["compile", str(source), "-t", "tc", "--allow-loss", "-o", str(tmp_path / "x.sh")]
    with pytest.raises(SystemExit) as ended:
        main([*given, "--ledger", form])
    assert not ended.value.code
    printed = capsys.readouterr().err
    assert shown in printed
    assert hidden is None or hidden not in printed


def test_lines_outside_the_model_come_first_and_alike_ones_once() -> None:
    port = (
        "interface GigabitEthernet1/0/{0}\n mls qos trust device cisco-phone\n mls qos trust cos\n"
    )
    text = "version 12.2\nmls qos\n" + "".join(port.format(number) for number in (1, 2))
    artefact = qosc.compile(qosc.loads(text), target="tc", allow_loss=True)
    shown = list(as_losses(artefact.ledger, left_out=artefact.left_out))
    assert shown[0] == "not in the model, and so not carried over: 2 lines on QoS"
    assert shown[1].startswith("  lines 4, 7  mls qos trust device cisco-phone")


def test_the_whole_ledger_fits_the_terminal_too() -> None:
    port = (
        "interface GigabitEthernet1/0/{0}\n mls qos trust device cisco-phone\n mls qos trust cos\n"
    )
    text = "version 12.2\nmls qos\n" + "".join(port.format(number) for number in (1, 2))
    artefact = qosc.compile(qosc.loads(text), target="tc", allow_loss=True)
    for room in (60, 80):
        lines = list(as_table(artefact.ledger, Style(room=room), artefact.left_out))
        assert max(map(len, lines)) <= room


def test_hundreds_of_lines_that_are_not_in_the_model_are_counted() -> None:
    classes = "".join(
        f"forwarding-class odd{number} {{ loss-priority low code-points 000001; }}\n"
        for number in range(300)
    )
    config = qosc.loads(
        f"class-of-service {{ classifiers {{ dscp c {{\n{classes}}} }}\n"
        "interfaces { ge-0/0/0 { unit 0 { classifiers { dscp c; } } } } }\n"
    )
    artefact = qosc.compile(config, target="tc", allow_loss=True)
    assert len(artefact.left_out) == 300
    told = list(as_losses(artefact.ledger, Style(room=80), artefact.left_out))
    assert told[0] == "not in the model, and so not carried over: 300 lines on QoS"
    rows = [line for line in told if line.startswith("  line ")]
    assert len(rows) == 100
    assert "  and 200 more; --ledger full prints all of them" in told
