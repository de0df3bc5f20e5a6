"""Lines of a megabyte, made for patterns to try in many ways: a check ends soon, with an answer."""

from __future__ import annotations

import pytest

from tests.cli.limits.limited import qosc, used

IOS = "interface Serial0\n ip address 10.0.0.1 255.255.255.0\npolicy-map P\n class C\n"
JUNOS = "class-of-service {\n    schedulers {\n        s { transmit-rate percent 5; }\n    }\n}\n"
MILLION = 1_000_000

PUMPED = {
    "comments of a page": "<!--x-->" * 100_000 + "z",
    "apply-path": f"{JUNOS}policy-options {{ prefix-list a {{ apply-path{' ' * MILLION}; }} }}\n",
    "banner": f"{JUNOS}{' ' * MILLION}[x\n",
    "image": f"{IOS}!{'-m' * (MILLION // 2)}\n",
    "images": IOS + "boot system flash c2800-m.x\n" * 30_000,
    "prompt": f"{JUNOS}a@b> x{' ' * MILLION}x\n",
    "suppression": "!qosc:ignore[" * 70_000 + "\n" + IOS,
    "aggregate policer": f"{IOS}mls qos aggregate-policer{' 5' * (MILLION // 2)} x\n drop\n",
    "name of an interface": f"{IOS}interface {'a' * MILLION}{'1' * 9}@\n mtu 1\n",
    "range": f"{IOS}interface range {'a1 , ' * (MILLION // 5)}!\n mtu 1\n",
    "range with dashes": f"{IOS}interface range a1-{'-' * MILLION}!\n mtu 1\n",
    "string without end": JUNOS + 'system { x "' + '\\"' * (MILLION // 2) + "\n}\n",
    "string in firewall": 'firewall { x "' + '\\"' * (MILLION // 2) + "\n}\n" + JUNOS,
    "pager": f"{IOS}{' ' * MILLION}more{' ' * 1000}\n{'-' * MILLION}more\n",
    "model": f"{JUNOS}#{' ' * MILLION}Model{' ' * 1000}\n{'#' * MILLION}\n",
    "ipv6": f"{IOS}ipv6 access-list A\n permit ipv6 {':' * MILLION}x any\n",
    "tags behind a listing": f"<pre>{IOS}  bandwidth 100{'</p>' * (MILLION // 4)}\n",
    "quoted words": f"{IOS}class-map {chr(34) + 'x '}{(chr(34) + 'x ') * 300_000}\n",
}


@pytest.mark.parametrize("name", PUMPED)
def test_a_check_of_a_megabyte_ends(name: str) -> None:
    result = qosc(["check", "-"], PUMPED[name])
    assert result.returncode in (0, 1, 2), used(result)
    assert "in 1 file" in result.stdout or result.returncode == 2, used(result)
