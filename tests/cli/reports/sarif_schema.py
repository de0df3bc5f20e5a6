"""What SARIF 2.1.0 allows of the objects that a report has, after the tables of the standard."""

from __future__ import annotations

from typing import Any


def _object(required: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": required.split(),
        "additionalProperties": False,
    }


def _list(items: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **more}


_TEXT = {"type": "string"}
_NUMBER = {"type": "integer", "minimum": 1}
_MESSAGE = _object("text", text=_TEXT)
# 3.4.3: a URI reference of RFC 3986, so no blank and nothing but ASCII.
_FILE = _object(
    "uri",
    uri={"type": "string", "pattern": r"^[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]+$"},
    uriBaseId={"const": "%SRCROOT%"},
)
_REGION = _object(
    "startLine", startLine=_NUMBER, startColumn=_NUMBER, endLine=_NUMBER, endColumn=_NUMBER
)
_PLACE = _object("artifactLocation", artifactLocation=_FILE, region=_REGION)
_LOCATION = _object(
    "physicalLocation",
    id={"type": "integer", "minimum": 0},
    physicalLocation=_PLACE,
    logicalLocations=_list(_object("name", name=_TEXT, kind=_TEXT)),
    message=_MESSAGE,
)
_FIX = _object(
    "artifactChanges",
    description=_MESSAGE,
    artifactChanges=_list(
        _object(
            "artifactLocation replacements",
            artifactLocation=_FILE,
            replacements=_list(
                _object("deletedRegion", deletedRegion=_REGION, insertedContent=_MESSAGE),
                minItems=1,
            ),
        ),
        minItems=1,
    ),
)
_RESULT = _object(
    "message",
    ruleId=_TEXT,
    ruleIndex={"type": "integer", "minimum": 0},
    level={"enum": ["none", "note", "warning", "error"]},
    message=_MESSAGE,
    locations=_list(_LOCATION, minItems=1),
    relatedLocations=_list(_LOCATION, uniqueItems=True),
    partialFingerprints={"type": "object", "additionalProperties": _TEXT},
    fixes=_list(_FIX),
    suppressions=_list(
        _object("kind", kind={"enum": ["inSource", "external"]}, justification=_TEXT)
    ),
)
_RULE = _object(
    "id",
    id=_TEXT,
    name=_TEXT,
    shortDescription=_MESSAGE,
    help=_object("text", text=_TEXT, markdown=_TEXT),
    defaultConfiguration=_object("level", level={"enum": ["note", "warning", "error"]}),
)
_NOTIFICATION = _object("message", message=_MESSAGE, level=_TEXT, locations=_list(_LOCATION))
_DRIVER = _object("name", name=_TEXT, version=_TEXT, rules=_list(_RULE, uniqueItems=True))
_RUN = _object(
    "tool results",
    tool=_object("driver", driver=_DRIVER),
    invocations=_list(
        _object(
            "executionSuccessful",
            executionSuccessful={"type": "boolean"},
            toolExecutionNotifications=_list(_NOTIFICATION),
        )
    ),
    artifacts=_list(_object("location", location=_FILE), uniqueItems=True),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results=_list(_RESULT),
)
SCHEMA = _object("version runs", **{"$schema": _TEXT}, version={"const": "2.1.0"}, runs=_list(_RUN))
