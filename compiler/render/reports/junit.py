"""JUnit's XML, as build servers show tests: one test for each finding, one for each clean file, and
one that counts what was accepted or silenced in a file.

Form: the schema of the Jenkins xUnit plugin (`junit-10.xsd`): `testsuites`, `testsuite` with its
counts, `testcase` with `failure`, `error` or `system-out`. What does not make the check fail is a
test that passes and has printed the finding.
"""

from __future__ import annotations

from collections.abc import Sequence

from qosc.render.numbers import many
from qosc.render.reports import Finding, Report
from qosc.render.reports.message import rule_words, said
from qosc.render.reports.xml import Element, document

__all__ = ["report"]


def report(checked: Report) -> str:
    """The report: a suite for each file, and one for each path that was not read."""
    suites = [_suite(checked, path) for path in checked.files]
    for left in checked.unread:
        attributes: dict[str, object] = {"message": f"not read: {left.reason}"}
        inside = Element("error", {**attributes, "type": "not-read"})
        if not left.fatal:
            inside = Element("skipped", attributes)
        case = Element("testcase", {"name": "not read", "classname": left.path}, [inside])
        suites.append(Element("testsuite", _counts(left.path, tests=1, errors=left.fatal), [case]))
    return document(Element("testsuites", {"name": "qosc"}, suites))


def _suite(checked: Report, path: str) -> Element:
    every = checked.by_file.get(path, ())
    findings = [one for one in every if not one.accepted]
    left_out = [one for one in every if one.accepted]
    failures = sum(checked.failing(one) for one in findings)
    cases = [_case(one, failing=checked.failing(one)) for one in findings]
    if left_out:
        cases.append(_left_out(left_out, path))
    if not cases:
        cases = [Element("testcase", {"name": "no findings", "classname": path})]
    return Element("testsuite", _counts(path, tests=len(cases), failures=failures), cases)


def _counts(path: str, *, tests: int, failures: int = 0, errors: int = 0) -> dict[str, object]:
    return {"name": path, "tests": tests, "failures": failures, "errors": int(errors)}


def _case(finding: Finding, *, failing: bool) -> Element:
    diagnostic = finding.diagnostic
    name = f"{rule_words(finding)} line {diagnostic.primary.line}"
    text = f"{diagnostic.primary}: {diagnostic.severity}[{diagnostic.code}] {said(finding)}"
    if failing:
        inside = Element("failure", {"message": said(finding), "type": diagnostic.code}, text=text)
    else:
        inside = Element("system-out", {}, text=text)
    return Element("testcase", {"name": name, "classname": diagnostic.primary.path}, [inside])


def _left_out(findings: Sequence[Finding], path: str) -> Element:
    """How many findings of a file were accepted or silenced: a test that passes."""
    silenced = sum(one.in_source for one in findings)
    words = f"{many(len(findings) - silenced, 'finding')} accepted, {silenced} silenced by comments"
    attributes: dict[str, object] = {"name": "accepted or silenced findings", "classname": path}
    return Element("testcase", attributes, [Element("system-out", {}, text=words)])
