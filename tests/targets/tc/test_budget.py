"""What a compile does where a config asks for more work than its filters are worth."""

from __future__ import annotations

from pathlib import Path

from tests.cli.limits.limited import qosc, used

_PORTS = " ".join(f"{1000 * k + 3}-{1000 * k + 777}" for k in range(1, 21))
_OTHERS = " ".join(f"{1000 * k + 5}-{1000 * k + 555}" for k in range(1, 21))


def _terms(count: int) -> str:
    """A JunOS filter of terms that each need a product of ranges, and a plain one at the end."""
    text = ["firewall { family inet { filter F {"]
    for number in range(count):
        net = f"10.{number % 200}"
        text.append(
            f"term t{number} {{ from {{ source-port [ {_PORTS} ]; "
            f"destination-port-except [ {_OTHERS} ]; source-address {{ {net}.0.0/16; "
            f"{net}.3.0/24 except; {net}.9.0/24 except; }} packet-length 100-{900 + number}; }} "
            "then discard; }"
        )
    text.append("term last { from { dscp ef; } then discard; } } } }")
    text.append("interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }\n")
    return "\n".join(text)


def _wildcards(classes: int, lines: int) -> str:
    """Access lists of wildcards with ranges at both ends: raw bits for each length of a header."""
    text = []
    for number in range(classes):
        text.append(f"ip access-list extended A{number}")
        text += [
            f" permit udp 10.{n}.0.{number % 250} 255.0.255.0 range {1000 + n * 7} {2000 + n * 9} "
            f"any range {n + 5} {n * 13 + 77}"
            for n in range(lines)
        ]
        text.append(f"class-map match-all c{number}\n match access-group name A{number}")
    text.append("policy-map p")
    text += [f" class c{number}\n  set dscp ef" for number in range(min(classes, 250))]
    text.append(" class class-default\n  set dscp af11")
    return "\n".join([*text, "interface Serial0\n service-policy output p\n"])


def _compiled(text: str, tmp_path: Path, *more: str) -> tuple[str, str]:
    """The script and the ledger of a text on standard input."""
    script = tmp_path / "qos.sh"
    result = qosc(
        ["compile", "--target", "tc", "--allow-loss", "-o", str(script), *more, "-"], text, cpu=10
    )
    assert result.returncode == 0, used(result)
    return script.read_text(), result.stdout + result.stderr


def test_a_hundred_terms_of_products_are_given_up_soon_and_said_to_be(tmp_path: Path) -> None:
    script, said = _compiled(_terms(100), tmp_path)
    assert "tells apart more kinds of packets than one compile works out" in said + script
    assert "ip_tos" in script or "match" in script
    assert "0xb8" in script


def test_what_is_given_up_is_the_same_each_time(tmp_path: Path) -> None:
    assert _compiled(_terms(30), tmp_path) == _compiled(_terms(30), tmp_path)


def test_a_product_that_is_refused_is_not_made(tmp_path: Path) -> None:
    script, _ = _compiled(_wildcards(100, 40), tmp_path)
    assert "0x28" in script
