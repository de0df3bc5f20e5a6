"""Build the documentation as a web site in build/site/html, from the Markdown files as they are.

python scripts/release/build_site.py            build; any warning fails (needs the extra `docs`)
python scripts/release/build_site.py --stage    write the sources and the settings only

The pages keep their places: what a page links to is in the site too, at the same relative address.
A link to a folder leads to its README.md, or to a list of its files. The menu is the index of
docs/README.md, so that a page is named in one place. ProperDocs (the continuation of MkDocs by its
maintainers) makes the HTML; neither the build nor the pages fetch anything from the network. It
knows a block of code by the first word behind the backticks alone, so the others are taken out.
"""

from __future__ import annotations

import argparse
import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "build" / "site"
PAGES = (
    "*.md",
    "docs/**/*.md",
    "examples/**/*.md",
    "benchmarks/*.md",
    "scripts/*/*.md",
    "tests/cases/*.md",
)
NOT_IN_MENU = (
    "/docs/rules/QOS*.md",
    "/docs/adr/0*.md",
    "/docs/platforms/",
    "/docs/recipes/",
    "/examples/*/",
    "/benchmarks/",
)
NOT_IN_MENU += ("/scripts/", "/tests/")
CODE = re.compile(r"^(`{3,4})[^`].*?^\1$|`[^`\n]*`|<!--.*?-->", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^(`{3,4}\w+) [^`\n]*$", re.MULTILINE)
LINK = re.compile(r"(?<=\]\()([^)\s]+)(?=\))")
SETTINGS: dict[str, Any] = {
    "site_name": "qosc",
    "use_directory_urls": False,
    "docs_dir": "source",
    "site_dir": "html",
    "theme": {"name": "readthedocs", "highlightjs": False, "include_homepage_in_sidebar": False},
    "plugins": ["search"],
    "markdown_extensions": ["fenced_code", "tables", "sane_lists"],
    "not_in_nav": "\n".join(NOT_IN_MENU),
    "validation": {
        "nav": dict.fromkeys(("omitted_files", "not_found", "absolute_links"), "warn"),
        "links": dict.fromkeys(
            ("not_found", "anchors", "absolute_links", "unrecognized_links"), "warn"
        ),
    },
}


def main() -> int:
    """Stage and build; the status of the builder, or 2 where it is not installed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stage", action="store_true", help="no HTML")
    options = parser.parse_args()
    stage(PLACE)
    if options.stage:
        return 0
    try:
        import properdocs  # noqa: F401
    except ImportError:
        print("the site needs the extra `docs`: pip install -e '.[docs]'", file=sys.stderr)
        return 2
    command = [sys.executable, "-m", "properdocs", "build", "--strict", "--clean"]
    status = subprocess.run([*command, "-f", str(PLACE / "properdocs.yml")], check=False).returncode
    if status == 0:
        print(f"wrote {(PLACE / 'html' / 'index.html').relative_to(ROOT)}")
    return status


def stage(place: Path) -> None:
    """Write the sources and the settings of the site into a folder, which is emptied first."""
    shutil.rmtree(place, ignore_errors=True)
    source = place / "source"
    for page in pages():
        target = source / page.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(staged(page, source), encoding="utf-8")
    settings = {**SETTINGS, "nav": menu()}
    text = yaml.safe_dump(settings, sort_keys=False, allow_unicode=True)
    (place / "properdocs.yml").write_text(text, encoding="utf-8")


def pages() -> list[Path]:
    """The Markdown files of the site, in the order of their names."""
    return sorted({page for pattern in PAGES for page in ROOT.glob(pattern)})


def staged(page: Path, source: Path) -> str:
    """A page's text, its links to folders completed; files that it links to are copied."""

    def completed(match: re.Match[str]) -> str:
        link = match[0]
        target = (page.parent / link.partition("#")[0]).resolve()
        if re.match(r"[a-z]+:|#", link) or not target.is_relative_to(ROOT):
            return link
        if target.is_dir():
            if not (target / "README.md").exists():
                list_of_files(target, source)
            return posixpath.join(link, "README.md")
        if target.is_file() and target.suffix != ".md":
            copy(target, source)
        return link

    text = page.read_text(encoding="utf-8")
    parts: list[str] = []
    end = 0
    for code in CODE.finditer(text):
        parts += [LINK.sub(completed, text[end : code.start()]), FENCE.sub(r"\1", code[0])]
        end = code.end()
    return "".join([*parts, LINK.sub(completed, text[end:])])


def list_of_files(folder: Path, source: Path) -> None:
    """A page in place of a README.md, with the files of a folder."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.suffix != ".py")
    lines = [f"# {folder.relative_to(ROOT).as_posix()}", ""]
    lines += [f"- [{path.name}]({path.name})" for path in files]
    for path in files:
        copy(path, source)
    target = source / folder.relative_to(ROOT) / "README.md"
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def copy(path: Path, source: Path) -> None:
    """A file into the site, at its place in the repository."""
    target = source / path.relative_to(ROOT)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)


def menu() -> list[Any]:
    """The sections of docs/README.md with their pages, as the menu."""
    found: list[Any] = [{"qosc": "README.md"}, {"All documents": "docs/README.md"}]
    text = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        links = (link.partition("#")[0] for link in LINK.findall(CODE.sub("", section)))
        names = dict.fromkeys(posixpath.normpath(f"docs/{link}") for link in links)
        found.append({section.splitlines()[0]: [name for name in names if name.endswith(".md")]})
    return [*found, {"Examples": "examples/README.md"}, "CONTRIBUTING.md", "CHANGELOG.md"]


if __name__ == "__main__":
    sys.exit(main())
