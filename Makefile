# Two commands are enough: `make demo` shows Bothy at work, `make test` proves it. Both set up what they need.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PROTOS := $(wildcard proto/bothy/v1/*.proto)
# An old generator, so that stubs load with the old grpcio and protobuf that a student may have.
STUBS  := PATH="$(CURDIR)/$(BIN):$$PATH" $(VENV)/stubs/bin/python -m grpc_tools.protoc -Iproto

.DEFAULT_GOAL := help
.PHONY: check-stubs help setup demo test test-unit lint format stubs compiled bench peers golden clean sample-bots

help: ## show this help
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

setup: $(VENV)/.dev ## make .venv with everything for running, testing and linting

demo: $(VENV)/.run ## the main job, from nothing to standings
	@$(BIN)/arena demo

test: $(VENV)/.dev $(VENV)/.stubs $(VENV)/.system sample-bots ## all tests
	$(BIN)/python -m pytest -n auto

sample-bots: ## build the sample bots in other languages; what is missing is installed if it can be
	@$(MAKE) --no-print-directory -C sample_bots

test-unit: $(VENV)/.dev ## the tests that take no time
	$(BIN)/python -m pytest -n auto -m "not slow"

lint: $(VENV)/.dev check-stubs ## types, style, the protocol, and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/buf lint proto
	$(BIN)/buf format --diff --exit-code proto
	$(BIN)/buf breaking proto --against proto/baseline.binpb

format: $(VENV)/.dev ## mend what can be mended by machine
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

stubs: $(VENV)/.stubs ## generate the Python stubs from proto/
	$(call generate,proto)

# The committed stubs are those of the committed .proto files.
check-stubs: $(VENV)/.stubs
	@new=$$(mktemp -d) && trap 'rm -r "$$new"' EXIT && $(call generate,"$$new") && \
	for stub in "$$new"/bothy/v1/*; do \
	  cmp "$$stub" "proto/bothy/v1/$${stub##*/}" || { echo 'The stubs are old: run make stubs.' >&2; exit 1; }; \
	done

define generate
$(STUBS) --python_out=$(1) --mypy_out=quiet:$(1) $(PROTOS) && \
	$(STUBS) --grpc_python_out=$(1) --mypy_grpc_out=quiet:$(1) proto/bothy/v1/bot.proto proto/bothy/v1/referee.proto
endef

compiled: $(VENV)/.dev ## a wheel in dist/ with the busiest rules compiled by mypyc: quicker, otherwise the same
	BOTHY_COMPILED=1 $(BIN)/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

bench: $(VENV)/.dev $(VENV)/.peers $(VENV)/compiled ## how fast, as ratios to what others use
	$(BIN)/python -m tests.benchmarks

peers: $(VENV)/.peers $(VENV)/compiled # what `make bench` compares with, and nothing else needs

golden: $(VENV)/.dev ## write the golden play-throughs again; look at the diff
	$(BIN)/python -m tests.games.golden

clean: ## remove what was made
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache *.egg-info
	@$(MAKE) --no-print-directory -C sample_bots clean

# A stamp for each set of packages: made again when pyproject.toml changes.
$(VENV)/.run: pyproject.toml | $(BIN)/pip
	$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/pip
	$(BIN)/pip install --quiet --editable '.[test,lint,bench]'
	@touch $@ $(VENV)/.run

$(VENV)/.stubs: $(VENV)/.dev
	$(PYTHON) -m venv $(VENV)/stubs
	$(VENV)/stubs/bin/pip install --quiet 'grpcio-tools==1.62.3' 'grpcio==1.62.3' 'protobuf==4.25.0' 'setuptools<81'
	@touch $@

# In a folder of its own, and without the machine-learning libraries that it names but two agents do not need.
$(VENV)/.peers: $(VENV)/.dev
	$(PYTHON) -m venv $(VENV)/peers
	$(VENV)/peers/bin/pip install --quiet --no-deps 'kaggle-environments==1.33.2'
	$(VENV)/peers/bin/pip install --quiet jsonschema numpy requests 2>/dev/null
	@touch $@

# The compiled wheel, unpacked where only `make bench` looks.
$(VENV)/compiled: $(wildcard referee/games/*.py referee/games/*/*.py) setup.py $(VENV)/.dev
	@rm -rf $@ $(VENV)/wheel
	BOTHY_COMPILED=1 $(BIN)/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir $(VENV)/wheel .
	$(BIN)/pip install --quiet --no-deps --target $@ $(VENV)/wheel/*.whl
	@rm -rf $(VENV)/wheel && touch $@

# What the tests need of the system, because they run for real: the sandbox, a network for a second host, a browser.
$(VENV)/.system: | $(BIN)/pip
	@{ command -v bwrap && command -v ip && command -v chromium; } >/dev/null || { \
	  sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  $$sudo apt-get update -qq && $$sudo apt-get install -y -qq bubblewrap iproute2 chromium; } || \
	  { echo 'The tests need bubblewrap, iproute2 and chromium, which could not be installed: ask for these packages.' >&2; exit 1; }
	@touch $@

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'Bothy needs Python 3.11 or later: make PYTHON=/path/to/python3.11 …' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || $(MAKE) --no-print-directory install-venv
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip

# Debian keeps `venv` in a package of its own.
.PHONY: install-venv
install-venv:
	@sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	$$sudo apt-get update -qq && $$sudo apt-get install -y -qq python3-venv || \
	  { echo 'Python has no venv here, and it could not be installed: ask for the package python3-venv.' >&2; exit 1; }
