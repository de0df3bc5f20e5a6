"""Configs out of mails and listings: marks of quotation and line numbers before each line."""

from __future__ import annotations

import pytest

from tests.frontends.cisco.ios_tree import outline, reading

CONFIG = """\
class-map match-all VOICE
 match ip dscp ef
!
policy-map WAN
 class VOICE
  priority 600
 class class-default
  fair-queue

interface Serial0/0/0
 bandwidth 1024
 service-policy output WAN
"""


def numbered(form: str, first: int = 1) -> str:
    return "".join(
        form.format(number, line) + "\n"
        for number, line in enumerate(CONFIG.splitlines(), start=first)
    )


@pytest.mark.parametrize("mark", ["> ", ">", "> > ", ">> ", " > "])
def test_a_quoted_config_is_the_config(mark: str) -> None:
    quoted = "".join(f"{mark}{line}\n" for line in CONFIG.splitlines())
    assert outline(f"Hi,\n\n{quoted}\nThanks\n") == outline(CONFIG)


@pytest.mark.parametrize(
    "form", ["{:>3}  {}", "{:<3} {}", "{}: {}", "{:02}\t{}", "{}. {}", "{:6d}\t{}", "> {:>2} {}"]
)
@pytest.mark.parametrize("first", [1, 95])
def test_a_numbered_config_is_the_config(form: str, first: int) -> None:
    assert outline(numbered(form, first)) == outline(CONFIG)


def test_a_finding_stands_where_the_words_stand() -> None:
    (line,) = (
        line for line in reading(numbered("> {:>2}  {}")).walk() if line.text == "priority 600"
    )
    assert (line.number, line.column) == (6, 8)


@pytest.mark.parametrize("step", [1, 10])
def test_sequence_numbers_of_an_access_list_are_not_line_numbers(step: int) -> None:
    entries = "".join(f" {1 + step * n} permit tcp any any eq {80 + n}\n" for n in range(4))
    text = f"ip access-list extended WEB\n{entries} {1 + 4 * step} deny ip any any\n"
    assert [line.text.split()[0] for line in reading(text).roots[0].children] == [
        str(1 + step * n) for n in range(5)
    ]


def test_a_numbered_listing_keeps_the_sequence_numbers_within() -> None:
    lines = ["ip access-list extended WEB", " 10 permit tcp any any eq www", " 20 deny ip any any"]
    text = "".join(f"{number:>2} {line}\n" for number, line in enumerate(lines, start=1))
    assert [line.text for line in reading(text).roots[0].children] == [
        "10 permit tcp any any eq www",
        "20 deny ip any any",
    ]


def test_a_prompt_ends_with_the_sign_of_a_quotation_and_is_none() -> None:
    text = "router>enable\nrouter#show running-config\n" + CONFIG
    assert outline(text) == outline(CONFIG)
