# Two commands do everything: `make run` shows it, `make test` proves it. Both set up what they need.
PY := .venv/bin/python
STAMP := .venv/.ready
DESKTOP := .venv/.desktop-ready
SHARED := $(wildcard ../shared)
CASES ?= ../shared/cases/cases.jsonl
DATA ?= $(if $(SHARED),../shared/eval,tests/quality/data)
export PYTHONDONTWRITEBYTECODE = 1
export HF_HUB_DISABLE_TELEMETRY = 1
export ORT_DISABLE_TELEMETRY = 1

.PHONY: help run demo test desktop-test wheel-test lint cases quality bench soak conformance clients translations screenshots clean
help: ## show what can be made
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(STAMP): pyproject.toml packaging/setup.sh packaging/constraints.txt
	@bash packaging/setup.sh

$(DESKTOP): packaging/desktop-deps.sh $(STAMP)
	@bash packaging/desktop-deps.sh && touch $@ || echo "the desktop tests are skipped until then" >&2

run: $(STAMP) ## with a display the application on the demo notes, else a few questions and answers
	@if [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then exec $(PY) -m trayrecall demo; fi; \
	bash packaging/desktop-deps.sh qt || true; exec $(PY) -m trayrecall --demo

demo: $(STAMP) ## ask the demo one question: make demo QUERY="..."
	@$(PY) -m trayrecall demo "$(QUERY)"

lint: $(STAMP) ## style, types and layers
	@.venv/bin/ruff check trayrecall tests
	@.venv/bin/ruff format --check trayrecall tests
	@.venv/bin/mypy
	@.venv/bin/lint-imports

test: lint $(DESKTOP) ## every check and test
	@$(PY) -m tests

desktop-test: $(STAMP) $(DESKTOP) ## the tests of the windows alone
	@$(PY) -m pytest tests/desktop

wheel-test: $(DESKTOP) ## the wheel in a clean environment: doctor is clean, the demo answers (downloads 250 MB)
	@bash packaging/wheel_test.sh

cases: $(STAMP) ## run real cases: make cases CASES=path/cases.jsonl
	@$(PY) -m tests.cases "$(CASES)"

quality: $(STAMP) ## measure retrieval and gate: make quality DATA=dir [FULL=1] [ABLATIONS=1] [FUSIONS=1]
	@$(PY) -m tests.quality "$(DATA)" $(if $(FULL),--full) $(if $(ABLATIONS),--ablations) $(if $(FUSIONS),--fusions)

bench: $(STAMP) ## measure speed, as ratios in one run
	@$(PY) -m tests.bench

soak: $(STAMP) ## the sync against its model: 2,000 examples and 200 kills, half an hour
	@$(PY) -m tests.soak

conformance: $(STAMP) ## MCP's own test suite and the Inspector against `trayrecall serve` (installs Node into build)
	@$(PY) -m tests.conformance

translations: $(STAMP) ## after changing texts: find new ones, compile what is translated
	@$(PY) -m tests.translating

clients: $(STAMP) ## Claude Code and Codex as shipped, against a model of our own on loopback (installs them into build)
	@$(PY) -m tests.clients

screenshots: $(STAMP) $(DESKTOP) ## the README's pictures, from the demo
	@$(PY) -m tests.desktop.screenshots

clean: ## forget the environment and all results
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
