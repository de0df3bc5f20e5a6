# `make demo` runs the main job on a published config; `make test` runs every check and test.
# Both set up what they need in .venv on a fresh machine with Python 3.11 or later.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INPUTS := setup.cfg pyproject.toml
JOBS ?= 2

.PHONY: help demo test deep check bench docs site dist fuzz mutation lab clean

help:
	@echo "make demo    check, show, compile and simulate a published config"
	@echo "make test    all checks and all tests (engines where they are installed)"
	@echo "make deep SLICE=3/12   the tests of whole ranges, here a twelfth of them"
	@echo "make check   ruff, mypy, import-linter, docs: without the tests"
	@echo "make bench   compare speed and memory with other tools"
	@echo "make docs    write the generated pages and transcripts anew"
	@echo "make site    the documents as a web site, in build/site/html"
	@echo "make dist    source distribution and wheel, in build/dist"
	@echo "make lab     run the experiments of examples/ and write docs/agreement.md and docs/papers.md"
	@echo "make mutation  change the program in 400 places, one at a time, and count what tests notice"
	@echo "make fuzz SECONDS=600  feed mutated inputs to every command, for three minutes unless told"

$(VENV)/.made:
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.demo: $(VENV)/.made $(INPUTS)
	@echo "Installing qosc into $(VENV), from the package index"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.made $(INPUTS)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@ $(VENV)/.demo

demo: $(VENV)/.demo
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh scripts/demo.sh

check: $(VENV)/.test
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/python scripts/link_tree.py
	$(BIN)/mypy -p qosc
	PYTHONPATH=build/typed $(BIN)/lint-imports --no-logo --config pyproject.toml
	$(BIN)/python scripts/gen_docs.py --check
	$(BIN)/python scripts/check_docs.py

# A warning is an error, also one before a test begins. The engines need quiet cores, so their tests
# come last and alone.
PYTEST = PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -W error -m pytest -q

test: check
	$(PYTEST) -n $(JOBS) -m "not engine"
	$(PYTEST) -rs -m engine

SLICE ?= 1/1
deep: export QOSC_DEEP := 1
deep: export QOSC_SLICE := $(SLICE)
deep: $(VENV)/.test
	$(PYTEST) -n $(JOBS) -m "deep and not engine"
	$(PYTEST) -m "deep and engine"

bench: $(VENV)/.test
	$(BIN)/python benchmarks/compare.py

docs: $(VENV)/.test
	$(BIN)/python scripts/gen_docs.py
	$(BIN)/python scripts/check_docs.py --write

site: $(VENV)/.test
	$(BIN)/python scripts/release/build_site.py

dist: $(VENV)/.test
	$(BIN)/python scripts/release/dist.py build/dist

lab: $(VENV)/.test
	$(BIN)/python scripts/figures/agreement.py
	for folder in examples/infn-fnal-*; do $(BIN)/qosc lab run "$$folder" --engine all || exit 1; done
	$(BIN)/python scripts/figures/papers.py

# By coverage where atheris installs for this Python, and by dice where it does not.
SECONDS ?= 180
fuzz: $(VENV)/.test
	-@$(BIN)/python -c 'import atheris' 2>/dev/null || $(BIN)/python -m pip install --quiet --editable '.[fuzz]'
	$(BIN)/python -m scripts.fuzzing --seconds $(SECONDS)

mutation: $(VENV)/.test
	nice -n 10 $(BIN)/python -m scripts.mutation run

clean:
	rm -rf $(VENV) build .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
