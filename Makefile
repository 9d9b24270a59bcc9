# `make run` and `make test` do everything from a bare machine on; `make` alone lists the rest.
PYTHON ?= python3
PORT ?= 8501
ALGORITHMS ?= $(DART_ALGORITHMS)
VENV := .venv/bin

.DEFAULT_GOAL := help
.NOTPARALLEL: # the order of the steps is what a reader of the output expects
.PHONY: docs help run test lint types player test-player test-python test-pythons test-browser test-engines format audit wheel canary lock bench paper warm clean
.PHONY: app-environment dev-environment browser engines

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: app-environment ## serve the app on localhost; PORT=8600, ALGORITHMS=file.py for your own
	@$(VENV)/python -m dart_core.warm dart random oracle
	DART_ALGORITHMS="$(ALGORITHMS)" $(VENV)/python -m streamlit run server.py --server.address localhost --server.port $(PORT)

test: lint types test-player test-python test-pythons test-browser ## install what the tests need and run them all

lint: dev-environment ## check format and style
	$(VENV)/ruff format --check .
	$(VENV)/ruff check .

types: dev-environment ## check types
	$(VENV)/mypy

test-player: dev-environment ## check and test the JavaScript: types, style, tests, what is built
	@$(VENV)/python -m scripts.node check

player: dev-environment ## build the JavaScript anew after a change of its sources
	@$(VENV)/python -m scripts.node build

# A worker for each of two cores. Kernels are compiled before, so that no worker compiles one again.
test-python: dev-environment warm ## test everything but the browser
	$(VENV)/python -m pytest -m "not browser and not engines" --numprocesses 2

test-pythons: dev-environment ## test the core on every newer Python that can be had
	@$(VENV)/python -m scripts.pythons

# Alone on the machine: some of these measure frame rates.
test-browser: dev-environment browser engines warm ## test the running app: in a Chromium, its main flow in Firefox and WebKit
	@$(VENV)/python -m scripts.browser_suite

test-engines: dev-environment engines warm ## open every page in Firefox and WebKit
	$(VENV)/python -m pytest -m engines

format: dev-environment ## format the code and repair what can be repaired
	$(VENV)/ruff check --fix .
	$(VENV)/ruff format .
	@$(VENV)/python -m scripts.node format

docs: dev-environment ## build the documentation in site/, to be read offline and from the app
	@$(VENV)/python -m scripts.docs

audit: dev-environment ## ask the advisory database about the installed packages
	@$(VENV)/python -m scripts.audit

# One pin for each package in all of them, with the hashes of its files for every platform.
LOCK := $(VENV)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-annotate --custom-compile-command "make lock"
lock: dev-environment ## renew the pins and hashes of what is installed, within the ranges
	$(LOCK) requirements-pip.txt --output-file requirements-pip.lock
	$(LOCK) requirements-dev.txt --constraints requirements-pip.lock --output-file requirements-dev.lock
	$(LOCK) requirements-dask.txt --constraints requirements-dev.lock --output-file requirements-dask.lock
	$(LOCK) requirements.txt --constraints requirements-dev.lock --output-file requirements.lock

wheel: dev-environment ## build the wheel of dart_core and dart_player in dist/
	$(VENV)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@rm -rf build dart_bandits.egg-info

canary: ## test the edges against the newest releases that the upper bounds exclude
	@$(PYTHON) scripts/canary.py

bench: dev-environment warm ## measure speed and size
	$(VENV)/python -m benchmarks

paper: dev-environment warm ## run the paper's experiments again; what was finished before is kept in .paper
	$(VENV)/python -m dashboard.paper.build

warm: app-environment ## compile the kernels ahead
	$(VENV)/python -m dart_core.warm

clean: ## remove the environment and all caches
	rm -rf .venv .pythons node_modules .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

app-environment:
	@$(PYTHON) scripts/environment.py requirements.lock

dev-environment:
	@$(PYTHON) scripts/environment.py requirements-dev.lock

browser: dev-environment
	@$(VENV)/python -m scripts.browser

engines: dev-environment
	@$(VENV)/python -m scripts.engines
