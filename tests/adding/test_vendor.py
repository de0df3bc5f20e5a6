"""A vendor of another package: the page on it, followed word by word."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adding.pages import PAGES, follow, installed, qosc

CONFIG = (PAGES / "vendor.md").read_text().partition("```text\n")[2].partition("```")[0]
IOS = "version 12.4\nhostname r1\ninterface Serial0/0\n ip address 10.0.0.1 255.0.0.0\nend\n"


@pytest.fixture(scope="module")
def vendor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vendor")
    assert len(follow("vendor.md", folder)) == 4
    return installed(folder)


def test_a_config_of_the_vendor_is_recognised_and_becomes_a_script(vendor: Path) -> None:
    line = ("compile", "-", "-t", "tc", "--ledger", "none")
    code, out, err = qosc(*line, beside=vendor, stdin=CONFIG)
    assert (code, err) == (0, "")
    assert "platform: acme-os" in out or "acme-os" in out.partition("\n\n")[0]
    assert "rate 2000000bit" in out
    assert "0x2e" in out or "0xb8" in out


def test_verify_compares_the_script_of_the_vendors_config(vendor: Path) -> None:
    code, out, err = qosc("verify", "-", beside=vendor, stdin=CONFIG)
    assert (code, err) == (0, "")
    assert out.startswith("No difference in ")


def test_the_page_shows_what_the_tables_say_of_its_config(vendor: Path) -> None:
    page = (PAGES / "vendor.md").read_text()
    for line in ("check edge.acme --platform acme-os --format concise", "show edge.acme"):
        words = ["-" if word == "edge.acme" else word for word in line.split()]
        _, out, _ = qosc(*words, beside=vendor, stdin=CONFIG)
        shown = page.partition(f"$ qosc {line}\n")[2].partition("\n$ ")[0]
        assert out.replace("<stdin>", "edge.acme").rstrip() == shown


def test_a_line_that_the_reader_does_not_know_is_reported_at_its_place(vendor: Path) -> None:
    text = CONFIG.replace("dscp 46", "dscp 64")
    code, out, _ = qosc("check", "-", "--format", "concise", beside=vendor, stdin=text)
    assert (code, out.splitlines()[0].partition(": ")[0]) == (1, "<stdin>:3:1")


def test_a_platform_that_the_config_is_not_of_is_refused(vendor: Path) -> None:
    for platform, text in (("acme-os", IOS), ("ios-12", CONFIG)):
        code, _, err = qosc("check", "-", "--platform", platform, beside=vendor, stdin=text)
        assert (code, f"is no config of the platform {platform}" in " ".join(err.split())) == (2, 1)
    code, _, err = qosc("check", "-", "--platform", "acme", beside=vendor, stdin=CONFIG)
    assert (code, "'acme-os'" in err) == (2, True)


def test_a_config_of_ours_is_read_as_ever_beside_it(vendor: Path) -> None:
    code, out, _ = qosc("check", "-", "--coverage", beside=vendor, stdin=IOS)
    assert code == 0
    assert "acme" not in out
