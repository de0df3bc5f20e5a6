"""A host that marks and the router behind it, in one scenario."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "docs" / "policy-agent"


def test_the_router_serves_what_the_host_marks(tmp_path: Path) -> None:
    from qosc.scenario import Scenario, load
    from qosc.simulator import simulate

    for name in ("mended.conf", "host.conf"):
        arguments = [FOLDER / name, FOLDER / "branch.cfg"]
        links = tmp_path / "links.yaml"
        text = (FOLDER / "links.yaml").read_text(encoding="utf-8")
        links.write_text(text.replace("mended", name.removesuffix(".conf")), encoding="utf-8")
        options = ["--links", links, "--traffic", FOLDER / "traffic.yaml", "--target", "sim"]
        made = subprocess.run(
            [sys.executable, "-m", "qosc", "compile", *arguments, *options, "--allow-loss"],
            capture_output=True,
            check=True,
        )
        scenario = load(made.stdout.decode(), "made")
        assert isinstance(scenario, Scenario)
        result = simulate(scenario)
        arrived = result.of_class("terminals")["arrived_packets"]
        # Three terminals whose responses are marked; in host.conf the reference leads nowhere.
        assert (arrived > 100) == (name == "mended.conf")
        # The host hangs on the serial line of 256 kbit/s, which the transfers fill.
        line = next(link for link in scenario.links if link.name == "client")
        assert line.rate_bps == 256_000
