# `make play` and `make test` set up what they need. Everything lives in .venv. `make help` lists the targets.
#
#   make play LAN=1          let others on your network join; the addresses and a QR code are printed
#   make play PORT=8080      on another port
#   make setup WHEELS=index  take a compiled engine from a package index instead of compiling, if one has the same sources
PYTHON ?= python3
BIN := .venv/bin
SERVE := $(if $(LAN),--lan) $(if $(PORT),--port $(PORT)) $(if $(DB),--db $(DB))
RULES := tests/core tests/play tests/games tests/laws tests/test_perft.py tests/test_docs.py tests/test_records.py \
	--ignore-glob=*/test_svg.py
RESEARCH := tests/research tests/test_ray.py
COMPILE := $(BIN)/uv pip compile --universal --no-header --generate-hashes --quiet
INSTALL := pip install --require-hashes -r

unexport PYTHONDONTWRITEBYTECODE  # the tests start hundreds of processes: each would compile the house anew

.PHONY: help setup play test test-lan test-deep check script node coverage bytecode bench lock browser database network docs wheel sdist clean

play: setup  ## play in the browser, on this machine only; LAN=1 lets others on your network join
	@$(BIN)/roundhouse serve --open $(SERVE)

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

# setup.py knows which sources are compiled, and compiles only if one of them is not what the engine was made from.
setup: .venv/roundhouse  ## set up, into .venv; a compiled engine of the same sources in dist/ saves the compilation
	@test "$(WHEELS)" != index || test -f roundhouse/engine.sha256 || $(BIN)/pip download --quiet --no-deps --only-binary :all: \
	--dest dist roundhouse-games==$$($(BIN)/python -c 'import roundhouse; print(roundhouse.__version__)') \
	|| echo "setup: the index has no compiled engine for this version and machine; compiling."
	@$(BIN)/python setup.py --quiet build_ext --inplace

# uv installs in a quarter of the time; where it cannot reach what pip's settings can (a mirror, a certificate), pip does it.
.venv/packages: requirements-build.lock requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Roundhouse needs Python 3.11 or newer. Name one: make PYTHON=python3.12")'
	@echo "setup: step 1 of 4, creating a virtual environment in .venv (about ten seconds) ..."
	@$(PYTHON) -m venv .venv || { echo "Debian: apt install python3-venv"; exit 1; }
	@echo "setup: step 2 of 4, installing the packages that build the engine (about ten seconds) ..."
	@$(BIN)/$(INSTALL) requirements-build.lock --quiet --disable-pip-version-check
	@echo "setup: step 3 of 4, installing the packages of the server (about ten seconds with a fast connection) ..."
	@$(BIN)/uv $(INSTALL) requirements.lock || $(BIN)/$(INSTALL) requirements.lock
	@touch $@

# What the tests need. Torch has other builds on other machines, so it has no hash; pip takes a build for the processor alone where its
# settings name one, while uv takes what is published first, with gigabytes for graphics cards.
.venv/tools: .venv/packages requirements-dev.lock
	@echo "setup: installing the packages of requirements-dev.lock, for the tests (about a minute with a fast connection) ..."
	@$(BIN)/uv --quiet $(INSTALL) requirements-dev.lock || $(BIN)/$(INSTALL) requirements-dev.lock
	@echo "setup: installing torch, for the tests (some hundred megabytes) ..."
	@$(BIN)/pip install --quiet --no-compile torch==2.13.0
	@touch $@

# Only the command and the path of this checkout: pip would hide what the compiler says.
.venv/roundhouse: .venv/packages pyproject.toml
	@echo "setup: step 4 of 4, installing the roundhouse command (a few seconds), then the engine ..."
	@$(BIN)/pip uninstall --quiet --yes roundhouse 2>/dev/null || true  # the name of the distribution until 0.1
	@ROUNDHOUSE_PURE=1 $(BIN)/pip install --quiet --no-build-isolation --no-deps --editable .
	@touch $@

check: .venv/tools script  ## check format, style, types and layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

script: node  ## check and test the browser script
	@npm run --silent check
	@npm run --silent test

node: node_modules/installed

node_modules/installed: package.json package-lock.json
	@command -v node >/dev/null && command -v npm >/dev/null \
	|| { test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq install -y nodejs npm; } \
	|| { echo "The browser script is tested with Node.js 18.18 or newer and npm. Debian: apt install nodejs npm"; exit 1; }
	@npm ci --silent
	@touch $@

browser: | node  # the tests drive a real Chromium; most of them its shell, which is quicker, where there is one
	@command -v chromium >/dev/null && command -v chromium-headless-shell >/dev/null \
	|| { test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq install -y chromium chromium-headless-shell; } \
	|| command -v chromium >/dev/null \
	|| { echo "The browser tests need Chromium. Debian: apt install chromium chromium-headless-shell"; exit 1; }

database: | browser  # the tests share tables on a real PostgreSQL, which they start themselves
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
	|| { test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq install -y postgresql; } \
	|| { echo "The tests need PostgreSQL. Debian: apt install postgresql"; exit 1; }

network: | database  # a test plays from a second machine, made of network namespaces
	@test "$$(uname)" != Linux || command -v ip >/dev/null \
	|| { test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq install -y iproute2; } \
	|| echo "Playing from a second machine will not be tested: that needs root and the command ip. Debian: apt install iproute2"

# Three processes on two cores: tests of browsers, servers and clusters wait a part of their time. A file is one worker's, which starts
# one browser for it. The doors for research have a process of their own: each worker would load the libraries behind them.
test:  ## run every test but the deep ones
	@$(MAKE) --no-print-directory --jobs=2 setup check browser database network bytecode
	@mkdir -p build
	@$(BIN)/pytest -q -m "not deep" $(RESEARCH) >build/research.txt 2>&1 & research=$$!; \
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder -m "not deep" $(RESEARCH:%=--ignore=%) --durations=15; house=$$?; \
	echo "The doors for research:"; wait $$research; doors=$$?; cat build/research.txt; exit $$((house + doors))

test-lan: setup .venv/tools network  ## run the tests of playing from a second machine; as root, which they need
	$(BIN)/pytest -q tests/web/test_lan.py

bytecode: .venv/tools  # one collection before all others: what it compiles, the workers load
	@ROUNDHOUSE_PURE=1 $(BIN)/pytest -q --collect-only $(RESEARCH:%=--ignore=%) >/dev/null 2>&1 || true

coverage: setup .venv/tools  ## measure the branch coverage of the rules, which only the source can tell
	ROUNDHOUSE_PURE=1 $(BIN)/pytest -q -m "not deep and not compiled" --cov --cov-report=term --no-cov-on-fail $(RULES)

test-deep: setup .venv/tools database coverage  ## run the slow tests: the laws on many more seeds, the whole perft tables, coverage
	$(BIN)/pytest -n 2 -m deep

bench: setup .venv/tools  ## measure speed, as ratios within one run
	$(BIN)/roundhouse bench tickets
	$(BIN)/python -m bench.web

lock: .venv/tools  ## renew the lock files from pyproject.toml
	$(COMPILE) --group build -o requirements-build.lock
	$(COMPILE) pyproject.toml --extra server --extra draw --constraints requirements-build.lock -o requirements.lock
	$(COMPILE) pyproject.toml --extra server --extra draw --extra research --extra ray --group dev \
	--constraints requirements.lock --constraints requirements-build.lock -o requirements-dev.lock

docs: setup .venv/tools  ## build the documentation site into site/
	@ROUNDHOUSE_DOCS_NOTEBOOKS=1 NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

wheel: .venv/tools  ## build the wheels of this machine into dist/: compiled, and pure; ONLY=pure builds one
	@$(BIN)/python -m tools.wheels dist $(if $(ONLY),--only $(ONLY))

sdist: .venv/tools  ## build the source distribution into dist/
	@ROUNDHOUSE_PURE=1 $(BIN)/python -m build --sdist --no-isolation --outdir dist .

clean:  ## remove everything that was built or installed
	rm -rf .venv build dist site *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* htmlcov node_modules
	rm -f roundhouse/engine.sha256 roundhouse/interpreted.txt
	find roundhouse . -maxdepth 4 -name '*.so' -not -path './.venv/*' -delete
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
