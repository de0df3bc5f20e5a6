"""Scripts: of mgen, of Chariot, and the times of a shell's lines."""

from __future__ import annotations

from qosc.traffic import Fate
from tests.traffic.import_kit import made, sources, told

_CHARIOT = """\
Endpoint 1                  Endpoint 2
CONNECT_INITIATE            CONNECT_ACCEPT
  port_number=700             port_number=700
LOOP                        LOOP
  number_of_timing_records=5  number_of_timing_records=5
  SEND                        RECEIVE
    size_of_record_to_send=100  size_of_record_to_send=100
  RECEIVE                     SEND
    reply_size=1400             reply_size=1400
END_LOOP                    END_LOOP
SLEEP
  transaction_delay=20
DISCONNECT                  DISCONNECT
"""


def test_an_mgen_script_goes_on_off_and_changes() -> None:
    script = (
        "TOS 0x10\n"
        "0.0 ON 1 UDP SRC 5001 DST 10.0.0.1/5000 PERIODIC [10 1000]\n"
        "2.0 mod 1 poisson [20 500] # faster\n"
        "5.5 OFF 1\n"
    )
    first, second = sources(script)
    assert (first["kind"], first["packets_per_s"], first["stop_us"]) == ("cbr", 10, 2_000_000)
    assert (second["kind"], second["packets_per_s"]) == ("poisson", 20)
    assert (second["start_us"], second["packet_bytes"]) == (2_000_000, 528)
    assert made(script).duration_ms == 5500
    assert {each["header"]["dscp"] for each in (first, second)} == {4}
    assert told(script) == []


def test_a_script_that_starts_now_is_the_same_without_the_word() -> None:
    # So does mgen 5.02b with both. A time of the day is told as lost.
    script = "0.0 ON 1 UDP SRC 5001 DST 10.0.0.1/5000 PERIODIC [10 1000]\n2.0 OFF 1\n"
    assert sources("START NOW\n" + script) == [
        {**each, "note": each["note"].replace(":1", ":2")} for each in sources(script)
    ]
    assert told("START NOW\n" + script) == []
    assert told("START 10:30:00\n" + script) != []


def test_bursts_of_mgen_keep_their_mean() -> None:
    # The guide: mean rate = inner rate x duration / interval, here 10 x 5 / 10.
    (found,) = sources("ON 1 UDP DST 10.0.0.1/9 BURST [REGULAR 10.0 PERIODIC [10 256] FIXED 5.0]")
    assert (found["on_us"], found["off_us"], found["periods"]) == (5_000_000, 5_000_000, "constant")
    assert found["packets_per_s"] == 10


def test_a_count_within_bursts_ends_in_the_burst_that_has_it() -> None:
    line = (
        "ON 1 UDP DST 10.0.0.1/9 BURST [REGULAR 10.0 PERIODIC [10 256] FIXED 1.0] COUNT 12\n"
        "30.0 OFF 1\n"
    )
    # Ten packets in the first burst, two in the second, which begins at 10 s.
    assert 10_100_000 < sources(line, 40_000)[0]["stop_us"] < 10_200_000


def test_messages_over_tcp_at_a_pace_are_lost() -> None:
    assert "over TCP" in told("0.0 ON 1 TCP DST 10.0.0.1/9 PERIODIC [10 100]")[0][1]
    (found,) = sources("0.0 ON 1 TCP DST 10.0.0.1/9 PERIODIC [1 100000] COUNT 1")
    assert (found["kind"], found["total_bytes"]) == ("tcp", 100_000)


def test_a_chariot_script_is_a_closed_loop() -> None:
    (found,) = sources(_CHARIOT, pairs=3)
    wanted = {"request_bytes": 100, "response_bytes": 1400, "flows": 3, "count": 5}
    assert {key: found[key] for key in wanted} == wanted
    assert found["header"]["dst-port"] == 700
    assert found["think_us"] == 20_000
    assert ("transaction_delay=20", Fate.UNKNOWN) in [
        (word, Fate.UNKNOWN) for word, _ in told(_CHARIOT, Fate.UNKNOWN)
    ]


def test_misread_words_of_a_chariot_script_are_told() -> None:
    misread = _CHARIOT.replace("number_of_timing", "number_ol_timing")
    assert sources(misread)[0]["count"] == 5
    words = [word for word, note in told(misread, Fate.UNKNOWN) if "read as" in note]
    assert words == ["number_ol_timing_records=5"] * 2


def test_endpoints_that_contradict_each_other_are_told() -> None:
    other = _CHARIOT.replace(
        "reply_size=1400             reply", "reply_size=1300             reply"
    )
    assert ("reply_size=1300", "the two endpoints do not say the same size") in told(other)


def test_times_of_a_shell() -> None:
    script = (
        "ping -c 5 10.0.0.1 &\nsleep 2.5\nping -c 5 10.0.0.2 &\nwait\ntimeout 3 ping 10.0.0.3\n"
    )
    found = sources(script)
    assert [each.get("start_us", 0) for each in found] == [0, 2_500_000, 7_500_000]
    assert made(script).duration_ms == 10_500


def test_lines_without_an_ampersand_wait_only_when_asked_to() -> None:
    script = "ping -c 5 10.0.0.1\nping -c 5 10.0.0.2\n"
    assert [each.get("start_us", 0) for each in sources(script)] == [0, 0]
    assert any("one-after-another" in note for _, note in told(script, Fate.UNKNOWN))
    assert [each.get("start_us", 0) for each in sources(script, in_turn=True)] == [0, 5_000_000]


def test_a_line_that_starts_after_the_run_is_told() -> None:
    script = "ping -c 5 10.0.0.1 &\nsleep 90\nping -c 5 10.0.0.2\n"
    assert len(sources(script)) == 1
    assert any("run has ended" in note for _, note in told(script))


def test_what_a_shell_would_do_is_told() -> None:
    script = 'R=5m\nfor i in 1 2\ndo\niperf -c 10.0.0.1 -u -b $R\ndone\nping "10.0.0.1\n'
    words = dict(told(script))
    assert "a shell puts a value" in words["iperf"]
    assert "not closed" in words["ping"]
    assert "loops" in words["for i in 1 2"]


def test_a_heading_of_endpoints_with_nothing_below_is_no_script() -> None:
    head = _CHARIOT.partition("\n")[0] + "\n"
    for text in (head + _CHARIOT, _CHARIOT + head, _CHARIOT + head + head):
        assert [each["request_bytes"] for each in sources(text)] == [100]
        notes = [note for _, note in told(text, Fate.NO_TRAFFIC)]
        assert notes.count("text around the scripts") == text.count("Endpoint 1")
