# `make play` and `make test` set up what they need. Everything lives in .venv.
PYTHON ?= python3
BIN := .venv/bin
RULES := tests/core tests/play tests/games tests/laws tests/test_perft.py tests/test_docs.py tests/test_records.py \
	--ignore-glob=*/test_svg.py
RESEARCH := tests/research tests/test_ray.py
COMPILE := $(BIN)/uv pip compile --universal --no-header --generate-hashes --quiet
INSTALL := pip install --quiet --require-hashes -r

unexport PYTHONDONTWRITEBYTECODE  # the tests start hundreds of processes: each would compile the house anew

.PHONY: setup play test test-deep check script node coverage bytecode bench lock browser database clean

play: setup  ## the house in the browser, on this machine alone
	@$(BIN)/roundhouse serve --open

# setup.py knows which sources are compiled, and compiles only if one of them is not what the engine was made from.
setup: .venv/roundhouse  ## only sets up, into .venv; about two minutes the first time
	@$(BIN)/python setup.py --quiet build_ext --inplace

# uv installs in a quarter of the time; where it cannot reach what pip's settings can (a mirror, a certificate), pip does it.
.venv/packages: requirements-uv.lock requirements.lock
	@echo "setup: creating a virtual environment in .venv (about ten seconds) ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/$(INSTALL) requirements-uv.lock
	@echo "setup: installing the packages of requirements.lock (half a minute with a fast connection) ..."
	@$(BIN)/uv $(INSTALL) requirements.lock || $(BIN)/$(INSTALL) requirements.lock
	@touch $@

# What the tests need. Torch has other builds on other machines, so it has no hash; pip takes a build for the processor alone where its
# settings name one, while uv takes what is published first, with gigabytes for graphics cards.
.venv/tools: .venv/packages requirements-dev.lock
	@echo "setup: installing the packages of requirements-dev.lock, for the tests (about a minute with a fast connection) ..."
	@$(BIN)/uv $(INSTALL) requirements-dev.lock || $(BIN)/$(INSTALL) requirements-dev.lock
	@echo "setup: installing torch, for the tests (some hundred megabytes) ..."
	@$(BIN)/pip install --quiet --no-compile torch==2.13.0
	@touch $@

# Only the command and the path of this checkout: pip would hide what the compiler says.
.venv/roundhouse: .venv/packages pyproject.toml
	@echo "setup: installing the roundhouse command (a few seconds) ..."
	@ROUNDHOUSE_PURE=1 $(BIN)/pip install --quiet --no-build-isolation --no-deps --editable .
	@touch $@

check: .venv/tools script  ## format, lint, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

script: node  ## lint, types and tests of the browser script
	@npm run --silent check
	@npm run --silent test

node: node_modules/installed

node_modules/installed: package.json package-lock.json
	@command -v node >/dev/null && command -v npm >/dev/null \
	|| { test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq install -y nodejs npm; } \
	|| { echo "The browser script is tested with Node.js 18.18 or newer and npm. Debian: apt install nodejs npm"; exit 1; }
	@npm ci --silent
	@touch $@

browser: | node  ## the tests drive a real Chromium; most of them its shell, which is quicker, where there is one
	@command -v chromium >/dev/null && command -v chromium-headless-shell >/dev/null \
	|| { test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq install -y chromium chromium-headless-shell; } \
	|| command -v chromium >/dev/null \
	|| { echo "The browser tests need Chromium. Debian: apt install chromium chromium-headless-shell"; exit 1; }

database: | browser  ## the tests share tables on a real PostgreSQL, which they start themselves
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
	|| { test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq install -y postgresql; } \
	|| { echo "The tests need PostgreSQL. Debian: apt install postgresql"; exit 1; }

# Three processes on two cores: tests of browsers, servers and clusters wait a part of their time. A file is one worker's, which starts
# one browser for it. The doors for research have a process of their own: each worker would load the libraries behind them.
test:  ## every test but the deep ones
	@$(MAKE) --no-print-directory --jobs=2 setup check browser database bytecode
	@mkdir -p build
	@$(BIN)/pytest -q -m "not deep" $(RESEARCH) >build/research.txt 2>&1 & research=$$!; \
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder -m "not deep" $(RESEARCH:%=--ignore=%) --durations=15; house=$$?; \
	echo "The doors for research:"; wait $$research; doors=$$?; cat build/research.txt; exit $$((house + doors))

bytecode: .venv/tools  # one collection before all others: what it compiles, the workers load
	@ROUNDHOUSE_PURE=1 $(BIN)/pytest -q --collect-only $(RESEARCH:%=--ignore=%) >/dev/null 2>&1 || true

coverage: setup .venv/tools  ## the branch coverage of the rules, which only the source can tell
	ROUNDHOUSE_PURE=1 $(BIN)/pytest -q -m "not deep and not compiled" --cov --cov-report=term --no-cov-on-fail $(RULES)

test-deep: setup .venv/tools database coverage  ## the laws on many more seeds, the whole perft tables, coverage
	$(BIN)/pytest -n 2 -m deep

bench: setup .venv/tools  ## speed, as ratios within one run
	$(BIN)/roundhouse bench tickets
	$(BIN)/python -m bench.web

lock: .venv/tools  ## renews the lock files from pyproject.toml
	$(COMPILE) --group setup -o requirements-uv.lock
	$(COMPILE) pyproject.toml --extra build -o requirements.lock
	$(COMPILE) pyproject.toml --extra dev --constraints requirements.lock -o requirements-dev.lock

clean:
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* htmlcov node_modules
	rm -f roundhouse/engine.sha256
	find roundhouse . -maxdepth 4 -name '*.so' -not -path './.venv/*' -delete
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
