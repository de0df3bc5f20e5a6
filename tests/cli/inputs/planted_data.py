"""Secrets in XML, JSON and blocks of braces; each is PLANTED, and KEEP is none."""

from __future__ import annotations

DATA = (
    (
        '<configuration><system><radius-server><name>1</name><secret inactive="inactive">'
        "PLANTED</secret></radius-server></system></configuration>"
    ),
    (
        '<configuration xmlns:junos="x"><system><radius-server><name>1</name><junos:secre'
        "t>PLANTED</junos:secret></radius-server></system></configuration>"
    ),
    '<secret junos:changed="changed">\n PLANTED\n</secret>',
    "<secret><![CDATA[PLANTED]]></secret>",
    "<secret >PLANTED</secret >",
    "<snmp><community><name><![CDATA[PLANTED]]></name></community></snmp>",
    "macsec { ca { pre-shared-key { ckn KEEP; cak PLANTED; } } }",
    '<snmp><community inactive="x"><name>PLANTED</name></community></snmp>',
    ('<snmp><community><!-- c --><name junos:key="key">PLANTED</name></community></snmp>'),
    (
        "<snmp><community><authorization>read-only</authorization><name>PLANTED</name></c"
        "ommunity></snmp>"
    ),
    "<md5><name>1</name><key>PLANTED</key></md5>",
    (
        "<authentication-key><name>1</name><type>md5</type><value>PLANTED</value></authen"
        "tication-key>"
    ),
    (
        "<hello-authentication-key>PLANTED</hello-authentication-key><community-name>PLAN"
        "TED</community-name><cak>PLANTED</cak><trap-group><name>PLANTED</name></trap-gro"
        "up>"
    ),
    ("<archive-sites><name>ftp://x@y</name><password>PLANTED</password></archive-sites>"),
    ("<manual><encryption><key><ascii-text>PLANTED</ascii-text></key></encryption></manual>"),
    "<secret>a&amp;PLANTED</secret>",
    "<secret\n>PLANTED</secret>",
    (
        '{"configuration":{"snmp":{"community":[{"name":"PLANTED","authorization":"read-o'
        'nly"},{"name":"PLANTED"}]}}}'
    ),
    '{"snmp":{"community":[{"authorization":"x","name":"PLANTED"}]}}',
    '{"snmp":{"community":[{"@":{"inactive":true},"name":"PLANTED"}]}}',
    '{"secret":["PLANTED"]}',
    '{"secret":[{"data":"PLANTED"}]}',
    '{"encrypted-password":[{"data":"PLANTED","attributes":{}}]}',
    '{"md5":[{"name":"1","key":"PLANTED"}]}',
    '{"authentication-key":[{"name":1,"type":"md5","value":"PLANTED"}]}',
    '{"s\\u0065cret":"PLANTED"}',
    (
        "snmp {\n    community a {\n        x;\n    }\n    community PLANTED;\n}\ngroups {\n    "
        "g {\n        snmp {\n            community PLANTED {\n                authorization"
        " read-only;\n            }\n            trap-group PLANTED {\n            }\n       "
        " }\n    }\n}\n"
    ),
    "snmp\n{\n  community PLANTED;\n}\n",
    "logical-systems { l { snmp { community PLANTED; } } }\n",
    "snmp { community PLANTED; }",
    (
        "groups {\n  g { snmp {\n   community PLANTED; } }\n}\npolicy-options { community KEE"
        "P members 1:1; }\n"
    ),
)
