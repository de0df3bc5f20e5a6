"""What `import default` of a classifier brings into classes that have names of their own."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint

TEXT = """class-of-service {
classifiers { dscp CL { IMPORT
forwarding-class VOICE { loss-priority low code-points POINTS; } } }
forwarding-classes { class BE queue-num 0; class DATA queue-num 1; class VOICE queue-num NUMBER;
class NC queue-num 3; class OTHER queue-num 4; }
interfaces { ge-0/0/0 { scheduler-map M; unit 0 { classifiers { dscp CL; }
rewrite-rules { dscp RW; } } } }
rewrite-rules { dscp RW { forwarding-class VOICE { loss-priority low code-point ef; } } }
scheduler-maps { M { forwarding-class VOICE scheduler V; forwarding-class BE scheduler B;
forwarding-class DATA scheduler B; forwarding-class NC scheduler B; } }
schedulers { V { transmit-rate percent 10; priority RANK; } B { transmit-rate percent 30; } }
}
interfaces { ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/30; } } } }
"""


def found(code: str, **words: str) -> list[tuple[int, str]]:
    words = {"IMPORT": "", "POINTS": "ef", "NUMBER": "2", "RANK": "strict-high", **words}
    text = TEXT
    for word, value in words.items():
        text = text.replace(word, value)
    return [(one.primary.line, one.message) for one in lint(text, "junos-mx") if one.code == code]


def test_assured_forwarding_comes_to_the_class_of_queue_2_with_a_loss_priority_of_its_own() -> None:
    # Juniper, default dscp classifier: af12 and af13 to queue 2 with loss priority high.
    ((line, message),) = found("QOS202", IMPORT="import default;")
    assert line == 8
    assert "VOICE with loss priority high" in message
    assert found("QOS202") == []
    assert found("QOS202", IMPORT="import default;", NUMBER="5") == []


@pytest.mark.parametrize("points", ["[ ef af11 cs1 ]", "[ ef 001010 ]", "[ ef cs1 ]"])
def test_bulk_data_of_a_classifier_in_the_strict_queue_is_told(points: str) -> None:
    assert [line for line, _ in found("QOS452", POINTS=points)] == [3]
    assert found("QOS452", POINTS=points, RANK="low") == []
    assert found("QOS452", POINTS="[ ef af41 ]") == []


def test_bulk_data_that_the_import_brings_is_told_as_such() -> None:
    ((line, message),) = found("QOS452", IMPORT="import default;")
    assert line == 3
    assert message.startswith(
        "classifiers dscp CL, by its `import`, puts dscp 10 (af11) into VOICE"
    )
    assert found("QOS452", IMPORT="import default;", NUMBER="5") == []
