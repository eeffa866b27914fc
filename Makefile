# Two commands are all a newcomer needs: make run, make test. Each does its own set-up.
PY ?= python3
VENV ?= .venv
V := $(VENV)/bin
UV := .tools/bin/uv
PORT ?= 8000
export UV_SYSTEM_CERTS = 1
export UV_PYTHON_DOWNLOADS = never
export NUMBA_CACHE_DIR ?= $(CURDIR)/$(VENV)/numba
export PYTHONDONTWRITEBYTECODE =
export PYTHONPYCACHEPREFIX ?= $(CURDIR)/.tools/pycache
# Any Chromium does; the headless shell, which has no windows, tabs or settings to look after, takes the least work.
FIND_CHROMIUM = command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome
HOUSEWAY_CHROMIUM ?= $(shell $(FIND_CHROMIUM))
export HOUSEWAY_CHROMIUM

.PHONY: run test quick steady mutants check prove bench docs pythons lock browser clean

run: $(VENV)/.run        ## set everything up and open the house
	$(V)/houseway serve --port $(PORT)

test: $(VENV)/.ok browser ## set everything up and pass every test
	HOUSEWAY_CHROMIUM=$${HOUSEWAY_CHROMIUM:-$$($(FIND_CHROMIUM))} $(V)/pytest -n 3

quick: $(VENV)/.ok        ## everything but real processes, browsers and long machines: under a minute
	$(V)/pytest -n 2 --dist worksteal -m "not real and not long"

steady: $(VENV)/.ok browser ## the whole suite five times, twice beside a load, into docs/steady.md; STEADY_TESTS=… for a part
	HOUSEWAY_CHROMIUM=$${HOUSEWAY_CHROMIUM:-$$($(FIND_CHROMIUM))} $(V)/python -m tests.steady $(STEADY_TESTS)

mutants: $(VENV)/.ok      ## a thousand small changes to the rules, which something must notice; MUTANTS="--most 20" for a few
	$(V)/python -m tests.mutants $(MUTANTS)

check: $(VENV)/.ok        ## style, types, and who may import whom
	$(V)/ruff check .
	$(V)/ruff format --check .
	$(V)/mypy
	$(V)/lint-imports

prove: $(VENV)/.ok browser ## the long proofs: every figure by a second method, and docs/proof.md
	HOUSEWAY_EXPLORE=1 $(V)/pytest tests/prove -p no:cacheprovider
	$(V)/pytest -m proof -p no:cacheprovider
	$(V)/python -m houseway.testing.certificate

bench: $(VENV)/.ok        ## our figures and the peers' in one run, into docs/benchmarks.md
	$(V)/python -m bench

docs: $(VENV)/.ok         ## the documentation as pages with search, which the house serves under /docs
	$(V)/python -m docs.site

# What runs the house is a part of what tests it, in the same versions; so running never takes away what testing has installed.
$(VENV)/.run: pyproject.toml requirements.lock .tools/.ok
	@test -x $(V)/python || $(UV) venv -q --python $(PY) $(VENV)
	$(UV) pip install -q --python $(VENV) --require-hashes -r requirements.lock
	$(INSTALL_HOUSEWAY)
	@touch $@

$(VENV)/.ok: pyproject.toml requirements-dev.lock .tools/.ok
	@test -x $(V)/python || $(UV) venv -q --python $(PY) $(VENV)
	$(UV) pip sync -q --python $(VENV) --require-hashes requirements-dev.lock
	$(INSTALL_HOUSEWAY)
	@touch $(VENV)/.run $@

# The build backend comes from .tools, where its hash was checked; nothing is fetched for a build.
INSTALL_HOUSEWAY = PYTHONPATH=.tools $(UV) pip install -q --python $(VENV) --no-deps --no-build-isolation -e .

.tools/.ok: requirements-tools.lock
	$(PY) -m pip install -q --disable-pip-version-check --root-user-action=ignore --upgrade --target .tools --require-hashes -r $<
	@touch $@

COMPILE = $(UV) pip compile -q --upgrade --generate-hashes --universal --python-version 3.11 --no-header
lock: $(VENV)/.ok        ## the newest version of everything, with its hashes and its bill of materials: by hand, then make test
	$(COMPILE) pyproject.toml --all-extras --group dev --group docs -o requirements-dev.lock
	$(COMPILE) pyproject.toml --extra serve -c requirements-dev.lock -o requirements.lock
	$(COMPILE) --group tools -o requirements-tools.lock
	$(UV) pip sync -q --python $(VENV) --require-hashes requirements-dev.lock
	$(INSTALL_HOUSEWAY)
	$(V)/python -m houseway.testing.materials

pythons: .tools/.ok     ## the quick suite on every Python that this machine has
	@for version in 3.11 3.12 3.13 3.14; do \
	  found=$$(ls -d $$HOME/.pyenv/versions/$$version.*/bin/python 2>/dev/null | tail -1); \
	  found=$${found:-$$($(UV) python find --no-project --system $$version 2>/dev/null)}; \
	  if [ -z "$$found" ]; then echo "Python $$version is not on this machine"; continue; fi; \
	  echo "$$($$found --version)"; $(MAKE) --no-print-directory quick VENV=.tools/python-$$version PY=$$found || exit 1; \
	done

# The browser tests drive a real Chromium. Where there is none, Debian's own headless shell is installed, which needs root; where
# the archive has no such package, the whole browser.
browser:
	@if [ -z "$(HOUSEWAY_CHROMIUM)" ] || ! ldconfig -p | grep -q libatomic.so.1; then \
	  echo "Installing Debian's chromium-headless-shell and libatomic1 for the browser tests (or set HOUSEWAY_CHROMIUM)"; \
	  SUDO=; [ "$$(id -u)" = 0 ] || SUDO=sudo; \
	  install="$$SUDO apt-get install -y -qq --no-install-recommends libatomic1 fonts-dejavu-core"; \
	  $$SUDO apt-get update -qq && \
	  if [ -n "$(HOUSEWAY_CHROMIUM)" ]; then $$install >/dev/null; \
	  else $$install chromium-headless-shell >/dev/null 2>&1 || $$install chromium >/dev/null; fi; \
	fi

clean:
	rm -rf houseway/web/site .venv .tools .mypy_cache .ruff_cache .pytest_cache
