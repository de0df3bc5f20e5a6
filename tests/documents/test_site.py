"""The documents as a web site: built strictly, complete, and with nothing fetched by its pages."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from scripts.release import build_site

pytest.importorskip("properdocs")
pytest.importorskip("properdocs_theme_readthedocs")

FENCE = re.compile(r"^(`{3,4})[^`].*?^\1$", re.MULTILINE | re.DOTALL)
FETCHED = re.compile(r"""<(?:script|img|iframe|link)\b[^>]*\b(?:src|href)=["'](?:https?:)?//""")


def build(place: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "properdocs", "build", "--strict"]
    settings = str(place / "properdocs.yml")
    return subprocess.run(
        [*command, "-f", settings], cwd=place, capture_output=True, text=True, check=False
    )


def html_of(page: Path) -> Path:
    return page.parent / ("index.html" if page.name == "README.md" else f"{page.stem}.html")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site") / "built"
    build_site.stage(place)
    done = build(place)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return place


def test_each_page_is_there_with_each_of_its_headings_and_blocks(site: Path) -> None:
    wrong = []
    for page in build_site.pages():
        name = page.relative_to(build_site.ROOT)
        text = page.read_text(encoding="utf-8")
        html = (site / "html" / html_of(name)).read_text(encoding="utf-8")
        blocks = len(FENCE.findall(text)), html.count("<pre>")
        heads = re.findall(r"^##+ ", FENCE.sub("", text), re.MULTILINE)
        headings = len(heads), len(re.findall(r"<h[2-6] id=", html))
        if blocks[0] > blocks[1] or headings[0] != headings[1]:
            wrong.append((name, blocks, headings))
    assert len(build_site.pages()) > 200
    assert wrong == []


def test_no_page_fetches_from_the_network(site: Path) -> None:
    pages = list((site / "html").rglob("*.html"))
    assert len(pages) > 200
    assert [page.name for page in pages if FETCHED.search(page.read_text("utf-8"))] == []


def test_files_and_folders_that_pages_link_to_are_in_the_site(site: Path) -> None:
    root = build_site.ROOT
    copied = site / "html" / "examples" / "wan-edge" / "router.cfg"
    assert copied.read_bytes() == (root / "examples" / "wan-edge" / "router.cfg").read_bytes()
    constructs = (site / "html" / "examples" / "constructs" / "index.html").read_text("utf-8")
    files = sorted(path.name for path in (root / "examples" / "constructs").glob("*.cfg"))
    assert files
    assert all(f'href="{name}"' in constructs for name in files)


@pytest.mark.parametrize("link", ["missing.md", "README.md#no-such-heading", "/docs/README.md"])
def test_a_link_that_leads_nowhere_fails_the_build(link: str, tmp_path: Path) -> None:
    settings = {**build_site.SETTINGS, "nav": ["README.md"]}
    (tmp_path / "properdocs.yml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "README.md").write_text(f"# Page\n\n[there]({link})\n", encoding="utf-8")
    done = build(tmp_path)
    assert done.returncode != 0
    assert link.partition("#")[2] in done.stderr
    assert "WARNING" in done.stderr
