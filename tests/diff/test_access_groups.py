"""What access groups drop is not followed: a change of theirs is never "no change"."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diff.running import compared, diff

ROUTER = """\
version 15.4
object-group network USERS
 10.1.0.0 255.255.0.0
time-range WORK
 periodic weekdays 8:00 to 18:00
ip access-list extended FILTER
 permit ip object-group USERS any
 deny ip any any time-range WORK
class-map match-all VOICE
 match dscp ef
policy-map OUT
 class VOICE
  priority 500
interface GigabitEthernet0/0
 ip access-group FILTER in
interface GigabitEthernet0/1
 ip access-group FILTER out
 service-policy output OUT
"""


def flush(text: str) -> str:
    """The text without its indentation, as it is pasted from some pages."""
    return "".join(line.lstrip() for line in text.splitlines(keepends=True))


def short(text: str) -> str:
    """The text as it is typed."""
    for word, abbreviated in (
        ("interface", "int"),
        ("ip access-list extended", "ip access-l ext"),
        ("ip access-group", "ip access-g"),
        ("access-list ", "access-l "),
    ):
        text = text.replace(word, abbreviated)
    return text


def as_written(text: str) -> str:
    return text


EDITS = {
    "an entry": (" permit ip object", " deny ip object"),
    "a member of an object group": ("10.1.0.0", "10.2.0.0"),
    "a time range": ("weekdays", "weekend"),
    "the statement on a port with QoS": (" ip access-group FILTER out\n", ""),
    "the statement on a port without QoS": (" ip access-group FILTER in\n", ""),
    "the order": (
        " permit ip object-group USERS any\n deny ip any any time-range WORK\n",
        " deny ip any any time-range WORK\n permit ip object-group USERS any\n",
    ),
}


@pytest.mark.parametrize("spelling", [as_written, flush, short], ids=lambda one: one.__name__)
@pytest.mark.parametrize("edit", list(EDITS))
def test_a_change_of_what_is_dropped_is_not_decided(
    edit: str, spelling: object, tmp_path: Path
) -> None:
    assert callable(spelling)
    new = ROUTER.replace(*EDITS[edit])
    assert new != ROUTER
    status, device = compared(tmp_path, spelling(ROUTER), spelling(new))
    assert status == 1
    assert {change["kind"] for change in device["changes"]} == {"undecided"}


@pytest.mark.parametrize(
    "new",
    [
        flush(ROUTER),
        short(ROUTER),
        ROUTER.replace("FILTER", "SIEVE"),
        ROUTER.replace(" permit ip", " 10 permit ip").replace(" deny ip", " 20 deny ip"),
        ROUTER.replace(" deny ip", " remark the rest\n deny ip"),
        ROUTER.replace("USERS any\n", "USERS any log\n"),
    ],
    ids=["flush", "short", "renamed", "numbered", "a remark", "log"],
)
def test_the_same_list_in_other_words_is_no_change(new: str, tmp_path: Path) -> None:
    (tmp_path / "old.cfg").write_text(ROUTER)
    (tmp_path / "new.cfg").write_text(new)
    status, out, _ = diff(tmp_path, "old.cfg", "new.cfg")
    assert (status, out) == (0, "No change in behaviour: 1 port compared.\n")


def test_numbers_that_say_another_order_are_a_change(tmp_path: Path) -> None:
    old = ROUTER.replace(" permit ip", " 10 permit ip").replace(" deny ip", " 20 deny ip")
    status, device = compared(tmp_path, old, old.replace(" 20 deny", " 5 deny"))
    assert status == 1
    assert device["changes"][0]["kind"] == "undecided"


def test_a_list_of_two_devices_without_qos_is_nothing_to_compare(tmp_path: Path) -> None:
    old = "interface GigabitEthernet0/0\n ip access-group FILTER in\n"
    (tmp_path / "old.cfg").write_text(old)
    (tmp_path / "new.cfg").write_text(old.replace("FILTER", "OTHER"))
    status, out, _ = diff(tmp_path, "old.cfg", "new.cfg")
    assert (status, out) == (0, "Neither config has any QoS; nothing to compare.\n")
