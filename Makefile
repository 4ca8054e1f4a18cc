# Parley from a clean clone. `make help` lists what there is.

PORT ?= 8000
VENV := .venv
BENCH_VENV := var/bench-venv
PYTHON := $(VENV)/bin/python
PIP := $(PYTHON) -m pip --disable-pip-version-check -qq

# A missing tool is said in one line, before anything starts.
ifneq ($(filter-out help clean,$(MAKECMDGOALS)),)
BASE_PYTHON := $(shell scripts/find_python.sh)
MISSING := $(shell scripts/missing_tool.sh "$(BASE_PYTHON)")
ifneq ($(MISSING),)
$(error $(MISSING))
endif
endif

ENGINE_SOURCES := $(shell find parley -name '*.py' -o -name '*.json' 2>/dev/null)
ENGINE_SCRIPTS := scripts/build_engine_files.py scripts/compile_python.mjs scripts/compile_python.py \
	$(shell find scripts/stand_ins -name '*.py') static/js/engine/worker.js

.PHONY: help run test check format bench bench-engine screenshots lock clean setup setup-test engine

help:
	@echo "make run      set up what is missing, then serve on http://127.0.0.1:$(PORT)/ (PORT=8001 for another port)"
	@echo "make test     set up what is missing, a browser too, then run every test (ARGS='-k deadlock' for some)"
	@echo "make check    formatting, common mistakes, missing migrations, types of the scripts"
	@echo "make format   format the Python code"
	@echo "make bench    measure how fast the engine starts in a browser, and how fast it is (make bench-engine alone)"
	@echo "make screenshots  a picture of every page in every state, in var/screenshots/"
	@echo "make lock     pin the requirements again after pyproject.toml or package.json changed (needs uv)"
	@echo "make clean    remove everything that set-up made; decisions in var/ stay"

run: setup
	@$(PYTHON) manage.py migrate --verbosity 0
	@PORT=$(PORT) PYTHON=$(PYTHON) exec scripts/serve.sh

test: setup-test
	@$(PYTHON) -m pytest $(ARGS)

check: setup-test node_modules/.types
	@$(PYTHON) -m ruff format --check .
	@$(PYTHON) -m ruff check .
	@$(PYTHON) manage.py makemigrations --check --dry-run
	@node_modules/.bin/tsc --project static/js

format: setup-test
	@$(PYTHON) -m ruff format .
	@$(PYTHON) -m ruff check --fix .

bench: setup-test bench-engine
	@$(PYTHON) -m scripts.measure_start
	@$(PYTHON) -m scripts.measure_verifying

# The package it is measured against stays in an environment of its own.
bench-engine: setup $(BENCH_VENV)/.installed
	@$(PYTHON) -m benchmarks.compare $(BENCH_VENV)/bin/python

screenshots: setup-test
	@$(PYTHON) -m scripts.screenshots

setup: $(VENV)/.server engine

setup-test: setup $(VENV)/.test $(VENV)/.browser

engine: static/vendor/engine.json

# A virtual environment holds absolute paths: after the folder was moved, or its Python
# removed, it is made again.
ifneq ($(shell $(PYTHON) -c 'import sys; print(sys.prefix)' 2>/dev/null),$(CURDIR)/$(VENV))
.PHONY: $(VENV)/.made
endif
$(VENV)/.made:
	@echo "Making the virtual environment in $(VENV) ..."
	@rm -rf $(VENV)
	@"$(BASE_PYTHON)" -m venv $(VENV)
	@touch $@

$(VENV)/.server: requirements.txt $(VENV)/.made
	@echo "Installing the server's packages, each checked against its hash (up to a minute) ..."
	@$(PIP) install --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.test: requirements-test.txt $(VENV)/.server
	@echo "Installing what the tests need, each package checked against its hash (up to a minute) ..."
	@$(PIP) install --require-hashes -r requirements-test.txt
	@touch $@

$(VENV)/.browser: scripts/find_browser.py $(VENV)/.test
	@$(PYTHON) scripts/find_browser.py --install
	@touch $@

$(BENCH_VENV)/.installed: requirements-bench.txt $(VENV)/.made
	@echo "Installing what the engine is measured against, checked against its hash ..."
	@rm -rf $(BENCH_VENV)
	@"$(BASE_PYTHON)" -m venv $(BENCH_VENV)
	@$(BENCH_VENV)/bin/python -m pip --disable-pip-version-check -qq install --require-hashes -r requirements-bench.txt
	@touch $@

node_modules/.installed: package.json package-lock.json .npmrc
	@echo "Installing Pyodide and the pages' other packages, each checked against its hash ..."
	@npm ci --ignore-scripts --omit=dev --silent
	@touch $@

# The page's packages keep their time stamp, so that nothing is made again for it.
node_modules/.types: node_modules/.installed
	@echo "Installing what checks the types of the scripts ..."
	@cp -p node_modules/.installed $(VENV)/.pages
	@npm ci --ignore-scripts --silent
	@mv $(VENV)/.pages node_modules/.installed
	@touch $@

static/vendor/engine.json: node_modules/.installed $(VENV)/.server $(ENGINE_SCRIPTS) $(ENGINE_SOURCES)
	@$(PYTHON) scripts/build_engine_files.py

lock:
	@command -v uv >/dev/null || { echo "make lock needs uv: install it with 'pip install uv'"; exit 1; }
	@uv pip compile pyproject.toml --extra server --extra crypto --output-file requirements.txt $(LOCK_OPTIONS)
	@uv pip compile pyproject.toml --extra server --extra crypto --extra model --extra agents --extra test \
		--constraints requirements.txt --output-file requirements-test.txt $(LOCK_OPTIONS)
	@echo "parley-consensus[crypto]==0.2.1" | uv pip compile - --constraints requirements.txt \
		--output-file requirements-bench.txt $(LOCK_OPTIONS)
	@npm install --package-lock-only --ignore-scripts --silent

# No address of a package index may end up in what is committed.
LOCK_OPTIONS := --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'

clean:
	rm -rf $(VENV) $(BENCH_VENV) node_modules static/vendor
