# Two commands are all a newcomer needs: make run, make test. Each does its own set-up.
PY ?= python3
V := .venv/bin
PORT ?= 8000
export UV_SYSTEM_CERTS = 1
export UV_PYTHON_DOWNLOADS = never
export NUMBA_CACHE_DIR ?= $(CURDIR)/.venv/numba
export PYTHONDONTWRITEBYTECODE =
export PYTHONPYCACHEPREFIX ?= $(CURDIR)/.tools/pycache
HOUSEWAY_CHROMIUM ?= $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)
export HOUSEWAY_CHROMIUM

.PHONY: run test check prove bench lock browser clean

run: .venv/.ok          ## set everything up and open the house
	$(V)/houseway serve --port $(PORT)

test: .venv/.ok browser ## set everything up and pass every test
	HOUSEWAY_CHROMIUM=$${HOUSEWAY_CHROMIUM:-$$(command -v chromium)} $(V)/pytest -q -n 2 --dist loadgroup

check: .venv/.ok        ## style, types, and who may import whom
	$(V)/ruff check .
	$(V)/ruff format --check .
	$(V)/mypy
	$(V)/lint-imports

prove: .venv/.ok browser ## the long proofs: every figure by a second method, and docs/proof.md
	$(V)/pytest -q tests/prove -p no:cacheprovider
	$(V)/python -m houseway.testing.certificate

bench: .venv/.ok        ## our figures and the peers' in one run, into docs/benchmarks.md
	$(V)/python -m bench

.venv/.ok: pyproject.toml requirements.lock
	@test -x .tools/bin/uv || $(PY) -m pip install -q --disable-pip-version-check --root-user-action=ignore --target .tools uv
	@test -x .venv/bin/python || .tools/bin/uv venv -q --python $(PY) .venv
	.tools/bin/uv pip sync -q --python .venv --require-hashes requirements.lock
	.tools/bin/uv pip install -q --python .venv --no-deps -e .
	@touch $@

lock:                   ## by hand, when dependencies change
	.tools/bin/uv pip compile -q pyproject.toml --all-extras --generate-hashes --universal --no-header \
	  --python-version 3.11 --emit-build-options -o requirements.lock

# The browser tests drive a real Chromium. Where there is none, Debian's own package is installed, which needs root.
browser:
	@if [ -z "$(HOUSEWAY_CHROMIUM)" ] || ! ldconfig -p | grep -q libatomic.so.1; then \
	  echo "Installing Debian's chromium and libatomic1 for the browser tests (or set HOUSEWAY_CHROMIUM)"; \
	  SUDO=; [ "$$(id -u)" = 0 ] || SUDO=sudo; \
	  $$SUDO apt-get update -qq && \
	  $$SUDO apt-get install -y -qq --no-install-recommends chromium libatomic1 fonts-dejavu-core >/dev/null; \
	fi

clean:
	rm -rf .venv .tools .mypy_cache .ruff_cache .pytest_cache
