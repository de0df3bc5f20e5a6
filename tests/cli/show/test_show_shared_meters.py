"""Terms of a filter that have one meter are not shown as if each had its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qosc.cli import main

CONFIG = """\
class-of-service { forwarding-classes { class EF queue-num 1 policing-priority premium; } }
firewall {
    policer P {
        filter-specific;
        if-exceeding { bandwidth-limit 10m; burst-size-limit 150k; }
        then discard;
    }
    policer OWN { if-exceeding { bandwidth-limit 1m; burst-size-limit 15k; } then discard; }
    hierarchical-policer HP {
        filter-specific;
        aggregate { if-exceeding { bandwidth-limit 20m; burst-size-limit 200k; } then discard; }
        premium { if-exceeding { bandwidth-limit 5m; burst-size-limit 50k; } then discard; }
    }
    family inet {
        filter F {
            term a { from { dscp ef; } then { policer P; accept; } }
            term b { from { dscp af11; } then { policer OWN; accept; } }
            term c { from { dscp af12; } then { policer P; accept; } }
            term d { then { policer P; accept; } }
        }
        filter G {
            term a { from { dscp ef; } then { hierarchical-policer HP; accept; } }
            term b { then { hierarchical-policer HP; accept; } }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input F; } address 10.0.1.1/24; } } }
    ge-0/0/1 { unit 0 { family inet { filter { input G; } address 10.0.2.1/24; } } }
}
"""


def shown(folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    (folder / "router.conf").write_text(CONFIG)
    with pytest.raises(SystemExit) as ended:
        main(["show", str(folder / "router.conf"), *options])
    assert ended.value.code == 0
    return capsys.readouterr().out


def test_the_terms_of_one_meter_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = " ".join(shown(tmp_path, capsys).split())
    assert "Terms 1, 3 and 4 have one meter: policer P of filter inet F." in out
    assert "Terms 1 and 4 have one meter: policer HP premium of filter inet G." in out
    assert "Terms 2, 3, 5 and 6 have one meter: policer HP aggregate of filter inet G." in out
    assert "policer OWN" not in out


def test_the_rows_of_one_bucket_say_so_in_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = json.loads(shown(tmp_path, capsys, "--format", "json"))["rows"]
    found = [
        one["bucket"] for row in rows if row["stage"] == "filter inet F" for one in row["policers"]
    ]
    assert len(found) == 4
    assert found[0] == found[2] == found[3] != found[1]
