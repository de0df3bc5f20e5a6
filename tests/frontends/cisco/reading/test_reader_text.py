"""What papers, pagers, terminals and word processors do to a config."""

from __future__ import annotations

import pytest

from qosc.frontends.cisco.sections.reader import LONGEST
from tests.frontends.cisco.ios_tree import CAR, dedent, only_text, outline, reading, unknown


@pytest.mark.parametrize(
    "tail",
    [" ! trailing", " !", " // as papers write", " /* one */", " /* one */ // two", " /* open"],
)
def test_trailing_comments_are_cut(tail: str) -> None:
    assert outline(f"class-map C{tail}\n match ip dscp ef{tail}\n") == (
        "class-map: class-map C\n  match: match ip dscp ef\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        'match protocol http url "http://example.com/a"',
        "match access-group name no!comment",
        "match access-group name a/*b",
    ],
)
def test_marks_inside_words_are_no_comments(text: str) -> None:
    assert only_text(f"class-map C\n{text}\n".replace("class-map C\n", "")) == text


def test_a_comment_over_several_lines() -> None:
    text = dedent(
        """
        class-map A
         match ip dscp ef /* the class
         match ip dscp af11
         of voice */ match ip dscp cs5
        class-map B /* x */
        """
    )
    assert outline(text) == dedent(
        """
        class-map: class-map A
          match: match ip dscp ef
          match: match ip dscp cs5
        class-map: class-map B
        """
    )


def test_a_comment_that_is_never_closed_ends_with_its_line() -> None:
    found = reading("class-map A /* voice\n match ip dscp ef\nclass-map B /* x */\n")
    assert [line.text for line in found.walk()] == [
        "class-map A",
        "match ip dscp ef",
        "class-map B",
    ]
    assert [(note.span.line, "not closed" in note.message) for note in found.notes] == [(1, True)]


def test_a_suppression_comment_does_not_disturb_a_statement() -> None:
    text = "policy-map P\n class A\n  bandwidth 100 ! qosc: ignore[QOS401] meant so\n"
    assert outline(text).endswith("    bandwidth: bandwidth 100\n")


BLOBS = [
    "banner motd ^C\nclass-map X\n match any\n^C",
    "banner motd \x03\nclass-map X\n\x03",
    "banner login #\nclass-map X\n# ignored",
    "banner exec $ class-map X $",
    "banner ^C\nclass-map X\n^C",
    "macro name QOS\nmls qos trust cos\npriority-queue out\n@",
    "aaa authentication fail-message ^C\nclass-map X\n^C",
    "menu M title ^C\nclass-map X\n^C",
    "banner motd\nclass-map X\nEOF",
]


@pytest.mark.parametrize("blob", BLOBS)
def test_what_is_not_made_of_statements_is_skipped(blob: str) -> None:
    found = reading(f"hostname R1\n{blob}\nclass-map AFTER\n match any\n")
    assert [line.text for line in found.walk()] == ["class-map AFTER", "match any"]
    assert found.notes == [] or "look like configuration" in found.notes[0].message
    assert found.skipped == len(blob.splitlines()) + 1


def test_a_certificate_is_skipped() -> None:
    text = dedent(
        """
        crypto pki certificate chain TP
         certificate self-signed 01
          30820229 30820192 A0030201 02020101 300D0609 2A864886
          ACCE5501 C1A55000
          \tquit
        class-map C
        """
    )
    assert outline(text) == outline(text.replace(" 30", "30")) == "class-map: class-map C\n"


@pytest.mark.parametrize("opening", ["banner motd ^C", "banner login #", "macro name X"])
def test_a_blob_that_is_never_closed_does_not_swallow_the_config(opening: str) -> None:
    found = reading(f"{opening}\nKeep out\n!\ninterface Serial0/0\n bandwidth 64\n")
    assert [line.keyword for line in found.walk()] == ["interface", "bandwidth"]
    assert [(note.span.line, "not closed" in note.message) for note in found.notes] == [(1, True)]


def test_many_unclosed_blobs_all_have_their_note() -> None:
    found = reading("".join(f"banner motd {chr(0x4E00 + n)}\n" for n in range(50)))
    assert len(found.notes) == 50


def test_prompts_are_stripped() -> None:
    text = dedent(
        """
        Router>enable
        Router#configure terminal
        Router(config)#class-map VOICE
        Router(config-cmap)#match ip dscp ef
        Router(config-cmap)# exit
        Router(config)#
        Router(config)#policy-map P
        Router(config-pmap)#class VOICE
        R-1.lab(config-pmap-c)#priority 64
        Router#show run
        Building configuration...

        Current configuration : 1234 bytes
        interface Serial0
         bandwidth 64
        """
    )
    assert outline(text) == dedent(
        """
        class-map: class-map VOICE
          match: match ip dscp ef
        policy-map: policy-map P
          class: class VOICE
            priority: priority 64
        interface: interface Serial0
          bandwidth: bandwidth 64
        """
    )
    match = reading(text).roots[0].children[0]
    assert (match.span().line, match.span().column) == (4, 21)


def test_pager_marks_are_stripped() -> None:
    wipe = "\b" * 9 + " " * 8 + "\b" * 9
    text = f"class-map C\n --More-- {wipe} match ip dscp ef\n --More-- \n match ip dscp cs5\n"
    text += " --More-- match ip dscp cs4\n<--- More --->\n"
    found = reading(text)
    assert [line.text for line in found.walk()] == [
        "class-map C",
        "match ip dscp ef",
        "match ip dscp cs5",
        "match ip dscp cs4",
    ]
    assert found.comment == 2


def test_marks_of_word_processors_and_terminals() -> None:
    text = (
        "class\u2011map\u00a0C\r\n\u00a0description \u201cvoice\u201d\r\n\tmatch\x00ip dscp ef\r\n"
    )
    assert outline(text) == (
        'class-map: class-map C\n  description: description "voice"\n  match: match ip dscp ef\n'
    )


def test_markdown_around_statements() -> None:
    text = "**interface Serial1**\n\n**bandwidth 64**\n\n```\n## Heading\n> quote\n| a | b |\n"
    assert outline(text) == "interface: interface Serial1\n  bandwidth: bandwidth 64\n"


PAPER = dedent(
    """
    - the queue-limit parameter is *not* relevant
    interface in the LAN
    - relevant router configuration:
    class-map wfq
    match access-group 177
    policy-map wfq
    class wfq
    bandwidth 1300
    access-list 177 permit tcp any any precedence critical
    REMARKS
    |
    | 1
    | 100
    class based queueing, as used here, is the subject of Section 3.
    bandwidth guarantees seem to be enforced only when the number of streams grows
    traffic prevents TCP streams from getting the bandwidth
    priority queueing and fair queueing are compared in [3]
    set the mark to 5 for all packets, then
    match it against the list.
    Policy
    Interface
    Table 1
    Average\tMinimum\tMaximum
    police officers do not shape traffic
    access-list entries are matched in order
    permit me to say that
    line 12 shows
    drop
    QoS Standards
    QoS mechanisms applied to TCP flows: Many QoS pro-
    """
)


def test_prose_around_a_pasted_config_is_not_reported() -> None:
    assert outline(PAPER) == dedent(
        """
        class-map: class-map wfq
          match: match access-group 177
        policy-map: policy-map wfq
          class: class wfq
            bandwidth: bandwidth 1300
        access-list: access-list 177 permit tcp any any precedence critical
        """
    )


def test_prose_right_behind_a_policy_is_not_reported() -> None:
    text = "policy-map wfq\nclass wfq\nbandwidth 1300\n" + PAPER.partition("critical\n")[2]
    assert outline(text) == (
        "policy-map: policy-map wfq\n  class: class wfq\n    bandwidth: bandwidth 1300\n"
    )


@pytest.mark.parametrize(
    ("section", "wrong", "meant"),
    [
        ("policy-map P\nclass A", "bandwith 100", "bandwidth"),
        ("policy-map P\nclass A", "prioirty 100", "priority"),
        ("policy-map P\nclass A", "polic3 8000", "police"),
        ("interface Serial0", "rate0limit input 8000 1500 2000", "rate-limit"),
        ("interface Serial0", "servcie-policy output P", "service-policy"),
        ("class-map C", "mtach ip dscp ef", "match"),
    ],
)
@pytest.mark.parametrize("indent", ["", " "])
def test_a_slip_of_the_pen_is_reported(section: str, wrong: str, meant: str, indent: str) -> None:
    assert unknown(f"{section}\n{indent}{wrong}\n!\n") == [(wrong, meant)]


def test_a_mistyped_opening_line_keeps_its_lines_from_its_neighbour() -> None:
    for indent in ("", " "):
        text = f"policy-map P\n{indent}class A\n{indent * 2}bandwidth 10\n"
        text += f"{indent}calss B\n{indent * 2}bandwidth 20\n"
        assert outline(text) == dedent(
            """
            policy-map: policy-map P
              class: class A
                bandwidth: bandwidth 10
              ?class: calss B
                bandwidth: bandwidth 20
            """
        )


def test_an_unknown_line_between_known_ones_is_reported() -> None:
    text = "policy-map P\nclass A\nfrobnicate 12\nbandwidth 100\n"
    assert unknown(text) == [("frobnicate 12", "")]
    assert [line.text for line in reading(text).roots[0].children[0].children] == [
        "frobnicate 12",
        "bandwidth 100",
    ]


def test_an_indented_unknown_line_is_reported_in_every_qos_mode() -> None:
    for section in (
        "class-map C\n match any\n",
        "policy-map P\n",
        "policy-map P\n class A\n ",
        "ip access-list extended L\n",
        "interface ATM0\n pvc 1/1\n ",
    ):
        assert unknown(f"{section} frobnicate 12\n") == [("frobnicate 12", "")]


def test_an_unknown_line_of_an_interface_does_not_matter() -> None:
    assert unknown("interface Serial0\n frobnicate 12\n carrier-delay 2\n") == []


def test_a_statement_of_another_mode_is_reported_in_an_interface() -> None:
    assert unknown("interface Serial0\n bandwidth 64\n police 8000\n") == [("police 8000", "")]


@pytest.mark.parametrize("prompt", ["Sw(config-cmap)#", "Sw(config-cmap)# ", "Sw(config-cmap) # "])
def test_blanks_around_the_sign_of_a_prompt_do_not_matter(prompt: str) -> None:
    text = f"Sw(config)# class-map VOICE\n{prompt}match ip dscp ef\n"
    assert outline(text) == "class-map: class-map VOICE\n  match: match ip dscp ef\n"


BANNERS_AND_COMMENTS = (
    "x /*\nbanner motd #y /*!\nz\n w #a *//\n",
    "x /*\n*/ banner motd #y /*\nz\n#a */\n",
    "banner motd #y# /*\nz\n*/\nhostname h\n",
    "x /*\nbanner motd #y# /*\nz\n*/ hostname h\n",
)


def test_every_physical_line_is_accounted_for_once() -> None:
    for text in (
        *BANNERS_AND_COMMENTS,
        PAPER,
        f"interface Fa0/0\n{CAR}\nexceed-action drop\n\n! x\n",
        *BLOBS,
    ):
        found = reading(text)
        heights = sum(line.height for line in found.walk())
        total = found.blank + found.comment + found.skipped + heights
        assert total == len(found.source.lines)


def test_a_statement_of_absurd_length_is_not_looked_into() -> None:
    found = reading("class-map C\n match ip dscp " + "ef " * LONGEST + "\n")
    assert found.roots[0].children[0].unknown


def test_host_name_and_version_are_kept() -> None:
    found = reading("version 12.4\nhostname edge-1\nversion 2\n")
    assert (found.hostname, found.version) == ("edge-1", "12.4")


def test_a_sentence_between_statements_is_not_reported() -> None:
    text = "policy-map P\nclass A\nthe rate is that of the link\nbandwidth 100\n"
    assert unknown(text) == []
    assert reading(text).roots[0].children[0].children[0].text == "bandwidth 100"
