"""The pages as a reader finds them: links lead somewhere, and the index names each page."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "examples").rglob("*.md")])
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def links(page: Path) -> list[str]:
    """The targets of a page's links within the repository; what stands in code is no link."""
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    return [found for found in LINK.findall(text) if not re.match(r"[a-z]+:", found)]


def anchors(page: Path) -> set[str]:
    """The names that headings of a page have on the web."""
    text = CODE.sub(lambda found: found[0] if "\n" not in found[0] else "", page.read_text("utf-8"))
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings_of_the_repository(page: Path) -> None:
    broken = []
    for link in links(page):
        name, _, anchor = link.partition("#")
        place = (page.parent / name).resolve() if name else page
        exists = place.exists() and place.is_relative_to(ROOT)
        if not exists or (anchor and place.suffix == ".md" and anchor not in anchors(place)):
            broken.append(link)
    assert not broken


def test_the_index_names_every_page() -> None:
    index = DOCS / "README.md"
    named = {(DOCS / link.partition("#")[0]).resolve() for link in links(index)}
    generated = {
        DOCS / folder for folder in ("rules", "adr", "platforms", "recipes")
    }  # these have an index of their own
    pages = {page for page in DOCS.rglob("*.md") if page.parent not in generated}
    assert sorted(pages - named - {index}) == []


def test_the_readme_is_short_and_shows_a_picture() -> None:
    readme = ROOT / "README.md"
    assert len(readme.read_text(encoding="utf-8").splitlines()) < 150
    pictures = [link for link in links(readme) if link.endswith(".svg")]
    assert pictures
    for picture in pictures:
        root = ElementTree.parse(ROOT / picture).getroot()  # noqa: S314  (a file of ours)
        assert root.find("{http://www.w3.org/2000/svg}title") is not None


def test_the_example_of_the_tutorial_differs_in_its_one_mistake() -> None:
    import qosc

    folder = ROOT / "examples" / "wan-edge"
    assert [f.code for f in qosc.check(qosc.load(folder / "router.cfg"))] == ["QOS101"]
    assert qosc.check(qosc.load(folder / "fixed.cfg")) == ()
