"""What `qosc anonymise` covers wherever it stands: each text is marked TELLS, and KEEP stays."""

from __future__ import annotations

import json
import re

import pytest

from qosc.anonymise.text import anonymous

KEY = b"a key"
TEXTS = (
    "neighbor 8.8.8.8 description customer main TELLS voice\n",
    " area 1 description TELLS voice\n",
    "ip prefix-list P description TELLS voice\n",
    "menu X title ^C TELLS voice\nTELLS ^C\n",
    "line vty 0 4\n refuse-message ^C TELLS\n voice TELLS\n^C\n",
    " vacant-message # TELLS #\n",
    "busy-message r1 # TELLS voice #\n",
    "banner motd\nTELLS voice\nEOF\n",
    "banner motd ^C\nTELLS voice\n^C\n",
    "alias exec x show TELLS voice\n",
    ' action 1.0 syslog msg "TELLS voice"\n',
    'system {\n    login {\n        announcement "TELLS voice";\n    }\n}\n',
    'system { login { announcement "TELLS voice"; } }\n',
    'interfaces { ge-0/0/0 { description "TELLS voice"; unit 0; } }\n',
    'interfaces { ge-0/0/0 { description "a \\" TELLS voice"; unit 0; } }\n',
    'set system login announcement "TELLS voice"\n',
    '{"interfaces": {"description": "a \\"TELLS\\" voice"}}\n',
    '{"interfaces": {"description" : "\\u00e9 voice"}}\n',
    "<configuration><description>voice R&amp;D TELLS</description></configuration>\n",
    "<configuration><description><![CDATA[voice TELLS]]></description></configuration>\n",
)
KEYS = (
    (
        "crypto pki certificate chain C\n certificate self-signed 0FA1\n"
        "  3082BEEF 30820193\n  0FA1\n"
        "  \tquit\nclass-map KEEP\n"
    ),
    "  key-hash ssh-rsa 0FA1BEEF voice@BEEF\nclass-map KEEP\n",
    ' ssh-rsa "ssh-rsa AAAAB3NzaC1yc2EAAAABEEF voice@BEEF";\nclass-map KEEP\n',
    (
        "ip ssh pubkey-chain\n username op\n  key-string\n   AAAAB3NzaC1yc2EAAAABEEF\n   BEEF==\n"
        "  exit\nclass-map KEEP\n"
    ),
    "snmp-server engineID local 80000009030000BEEF0FA1\nclass-map KEEP\n",
    "snmp-server engineID local 80:00:00:09:03:BE:EF:0F:A1\nclass-map KEEP\n",
    ' phone-number "+49 0FA1 BEEF"\nclass-map KEEP\n',
    "-----BEGIN CERTIFICATE-----\nMIIBEEF0FA1\n-----END CERTIFICATE-----\nclass-map KEEP\n",
)


@pytest.mark.parametrize("text", TEXTS)
def test_words_of_a_person_are_covered_wherever_they_stand(text: str) -> None:
    after = anonymous(text, KEY)
    assert "voice" not in after
    assert "TELLS" not in after
    assert after.count("\n") == text.count("\n")


@pytest.mark.parametrize("text", KEYS)
def test_keys_and_certificates_are_covered(text: str) -> None:
    after = anonymous(text.replace("KEEP", "voice"), KEY)
    for told in ("BEEF", "0FA1", "voice@", "BE:EF", "AAAAB3"):
        assert told not in after
    assert after.endswith("class-map voice\n")


def test_statements_behind_a_text_stay() -> None:
    text = (
        'interfaces { ge-0/0/0 { description "voice"; unit 0; } }\nbanner motd #a#\nbandwidth 10\n'
    )
    after = anonymous(text, KEY)
    assert '"xxxxx"; unit 0; } }\nbanner motd #x#\nbandwidth 10\n' in after


def test_escapes_of_data_stay_whole() -> None:
    text = "<a><description>R&amp;D &#82;&quot;</description><name>Zorg&quot;Zorg</name></a>"
    after = anonymous(text, KEY)
    assert "<description>x&amp;x xxxxx&quot;<" in after
    first, second = re.findall(r"<name>(\w{4})&quot;(\w{4})<", after)[0]
    assert first == second != "Zorg"
    data = {"description": 'R"D\u00e9\n', "name": 'zorg\nzorg\\zorg"zorg'}
    made = json.loads(anonymous(json.dumps(data), KEY))
    assert made["description"] == 'x"xxxxxxx\n'
    first, second = made["name"].split("\n")
    assert second.split("\\")[0] == first != "zorg"


@pytest.mark.parametrize(
    "line",
    [
        "snmp-server contact Zorg",
        "crypto pki import T pem terminal Zorg",
        'set system login announcement "Zorg"',
        "snmp-server community Zorg RO",
        " key-octet-string 7 Zorg",
    ],
)
def test_keywords_of_what_is_covered_stay(line: str) -> None:
    after = anonymous(f"{line}\n", KEY)
    assert after.strip() == line.strip().replace("Zorg", "xxxx")
