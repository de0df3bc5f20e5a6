"""Write docs/rules-on-real-configs.md: what findings on published configs are worth.

python scripts/pages/precision_page.py

The judgements are in tests/rules/precision/judged.json: a finding by the SHA-1 of its file, its
line and its rule, so that the configs themselves need not be there.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "rules-on-real-configs.md"
DATA = ROOT / "tests" / "rules" / "precision" / "judged.json"

HEAD = """# Rules on real configs

`qosc check` over {devices} devices of published configs: of vendors' designs, of documents and
notes, and of what tests of other programs read. Told at warning and error: {before} findings before
the mends that this page led to, {after} after them.

Of each rule up to 30 findings, chosen by a hash, were judged by the text alone: *useful*, if
whoever runs the device would change it or want to know; *idle*, if the finding is true and nobody
would, such as what an extract leaves out, or the lines of a system that is not read; *false*. Then
all were judged again, apart, from the text and the vendors' manuals without a look at the first
judgement; the columns give the first one, the section at the end where the two differ. A rule with
few findings says little.

| rule | before | after | judged | useful | idle | false |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
"""
TAIL = """
Mended by their class: a text of freeRtr was read as IOS (one finding for each line of its policies;
now one that it is not read);
`apply-groups` of the groups for routing engines, which extracts leave out (info); a committed burst
of 125 bytes below a peak burst that holds packets, by which Juniper's designs give all packets one
colour (info); AF code points in an entry for all that is left (info); lines that are the syntax of
a manual, with words for values (info); words such as `Q-ID` in excerpts (info); six lines and more
of another system that begin alike, and what an open brace of JunOS tears out of its stanza (one
finding); class-maps without a line that no policy uses, or in an excerpt (info).

Not judged: QOS001, QOS002 and QOS003, most of which are of extracts that leave out what they name.
Below 60 % useful when they were judged: {low}. Mended since:
a line that another system alone has (Cisco ASA, Broadcom EFOS, Brocade, Force10) is at info in an
extract, or beside two more of them, and a statement of JunOS is not told beside the line in it that
is at fault. All {now} findings that QOS010 has left were judged anew: {useful} useful, such as
`bandwith` and braces that are not closed, {idle} idle and {false} false. So were the {police} of
QOS016, all true: one class with seven `police`.
Of the rules that compare ports, names and times (QOS415, QOS122, QOS517, QOS518 and the QOS7
group) none but QOS701 has a finding here, false or useful: that they are silent on these devices is
all that this page can say of them. (QOS714 had two false ones in its first form: a class for the
control of the network needs a small share only.) QOS701, which has the most room for doubt, is at
info.
The same holds of QOS019, QOS125 to QOS127, QOS210, QOS211, QOS456 to QOS458, QOS522, QOS523, QOS723
and QOS724: not one finding on these devices. QOS601 to QOS619 have none either. QOS701
compares groups of four as well since, and has one: a port without the scheduler map of three
others, which is so.

## Where the two judgements differ

{same} of the {all} findings were judged alike ({share} %; Cohen's kappa {kappa}, which takes off
what chance would make alike). True, useful or idle: {true_first} by the first, {true_again} by the
second. The others:

| rule | file | line | first | again |
| --- | --- | ---: | --- | --- |
{differ}"""


def page() -> str:
    """The text of the page."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    before, after = data["before"], data["after"]
    verdicts: dict[str, Counter[str]] = {}
    for row in data["judged"]:
        verdicts.setdefault(row["rule"], Counter())[row["verdict"]] += 1
    rows = []
    for rule in sorted({*before, *after}, key=lambda code: (-after.get(code, 0), code)):
        found = verdicts.get(rule, Counter())
        cells = [before.get(rule, 0), after.get(rule, 0), found.total()]
        cells += [found["useful"], found["idle"], found["false"]]
        rows.append(f"| [{rule}](rules/{rule}.md) | {' | '.join(map(str, cells))} |\n")
    low = [
        rule for rule, found in sorted(verdicts.items()) if found["useful"] * 5 < found.total() * 3
    ]
    sums = {"before": sum(before.values()), "after": sum(after.values())}
    head = HEAD.format(devices=data["devices"], **sums)
    today = Counter((row["rule"], row["verdict"]) for row in data["today"])
    tail = TAIL.format(
        low=", ".join(low),
        now=after["QOS010"],
        police=after["QOS016"],
        **{word: today["QOS010", word] for word in ("useful", "idle", "false")},
        **_twice(data["judged"]),
    )
    return head + "".join(rows) + tail


def _twice(judged: list[dict[str, str]]) -> dict[str, object]:
    """What the section on the two judgements says."""
    pairs = [(row["verdict"], row["again"]) for row in judged]
    first, again = Counter(one for one, _ in pairs), Counter(one for _, one in pairs)
    same = sum(one == other for one, other in pairs)
    # Cohen (1960): what two judges agree on by chance is the product of their shares.
    chance = sum(first[word] * again[word] for word in first) / len(pairs) ** 2
    differ = [
        f"| {row['rule']} | {row['sha1'][:8]} | {row['line']} "
        f"| {row['verdict']} | {row['again']} |\n"
        for row in judged
        if row["verdict"] != row["again"]
    ]
    return {
        "all": len(pairs),
        "same": same,
        "share": same * 100 // len(pairs),
        "kappa": f"{(same / len(pairs) - chance) / (1 - chance):.2f}",
        "true_first": len(pairs) - first["false"],
        "true_again": len(pairs) - again["false"],
        "differ": "".join(differ),
    }


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.relative_to(ROOT))
