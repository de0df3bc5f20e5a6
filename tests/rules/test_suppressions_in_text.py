"""Comments that silence rules are comments: descriptions, banners and strings are none."""

from __future__ import annotations

from pathlib import Path

import pytest

import qosc
from qosc.cli import main

IOS = "interface Serial0/0\n bandwidth 512\n service-policy output WAN\n"
ASKED = "! qosc: ignore-file[QOS002]"
TEXTS = (
    f"interface Serial0/1\n description Acme {ASKED}\n",
    f"interface Serial0/1\n descr Acme {ASKED}\n",
    "interface Serial0/1\n description Acme /* qosc: ignore-file[QOS002] */\n",
    "interface Serial0/1\n description Acme # qosc: ignore-file[QOS002]\n",
    f"access-list 7 remark Acme {ASKED}\n",
    f"ip access-list extended A\n 10 remark Acme {ASKED}\n",
    f"snmp-server location Acme {ASKED}\n",
    f"snmp-server contact Acme {ASKED}\n",
    f"alias exec hello show clock {ASKED}\n",
    f"banner motd ^C Acme {ASKED} ^C\n",
    f"banner motd ^C\n{ASKED}\n^C\n",
    f"banner motd #\n{ASKED}\n#\n",
    f"banner login \x03\nAcme\n{ASKED}\n\x03\n",
    f"banner motd\nAcme\n{ASKED}\nEOF\n",
    f"line vty 0 4\n refuse-message ^C\n{ASKED}\n^C\n",
    f"menu M title ^C\n{ASKED}\n^C\n",
    f'event manager applet A\n action 1.0 syslog msg "x {ASKED}"\n',
    f"router bgp 1\n neighbor 192.0.2.1 description Acme {ASKED}\n",
    f"hostname Acme {ASKED}\n",
)
JUNOS = """\
interfaces {
    ge-0/0/0 {
        description "Acme # qosc: ignore-file[QOS001]";
        unit 0 {
            family inet {
                filter {
                    input F;
                }
            }
        }
    }
}
"""


def codes(text: str) -> list[str]:
    return [one.code for one in qosc.check(qosc.loads(text))]


@pytest.mark.parametrize("text", TEXTS)
def test_text_of_a_person_silences_nothing(text: str) -> None:
    assert "QOS002" in codes(IOS)
    assert "QOS002" in codes(text + IOS)
    assert "QOS002" in codes(IOS + text)
    assert "QOS090" not in codes(text.replace("QOS002", "QOS402") + IOS)


@pytest.mark.parametrize("comment", [ASKED, f"  {ASKED}", "# qosc: ignore-file[QOS002] why"])
def test_a_comment_on_a_line_of_its_own_does(comment: str) -> None:
    assert "QOS002" not in codes(f"{comment}\n{IOS}")
    assert "QOS002" not in codes(f"banner motd ^C Acme ^C\n{comment}\n{IOS}")


def test_strings_of_junos_have_no_comments() -> None:
    found = set(codes(JUNOS.replace("# qosc: ignore-file[QOS001]", "")))
    assert found
    for mark in ("#", "/*", "//", "!"):
        asked = f"{mark} qosc: ignore-file[{', '.join(sorted(found))}]"
        text = JUNOS.replace("# qosc: ignore-file[QOS001]", asked)
        assert set(codes(text)) == found
        if mark in ("#", "/*"):
            asked += " */" if mark == "/*" else ""
            assert not codes(JUNOS.replace(' # qosc: ignore-file[QOS001]";', f'"; {asked}'))


def test_fixes_leave_such_a_text_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "r1.cfg"
    text = TEXTS[0].replace("QOS002", "QOS402") + IOS
    file.write_text(text)
    with pytest.raises(SystemExit):
        main(["check", "--fix", "--unsafe-fixes", str(file)])
    assert file.read_text() == text
    capsys.readouterr()


def test_the_last_line_counts_what_is_silenced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "r1.cfg"
    file.write_text(f"{ASKED}\n{IOS}")
    with pytest.raises(SystemExit) as ended:
        main(["check", str(file)])
    assert ended.value.code == 0
    assert "; 1 silenced by comments." in capsys.readouterr().out
