# The tasks of a contributor. `make` alone says what there is.
PYTHON ?= .venv/bin/python

.PHONY: help check test lint format docs report bench proof mutation fuzz

help:
	@echo 'make check     everything CI runs: linters, types, all tests with workers and coverage'
	@echo 'make test      all tests, with workers and a coverage table'
	@echo 'make lint      ruff and mypy'
	@echo 'make format    rewrite the source as ruff formats it'
	@echo 'make docs      run every example of README.md and docs/, and the docstrings'
	@echo 'make report    write the pages of reports/ again'
	@echo 'make bench     measure the ratios of docs/speed.md'
	@echo 'make proof     let Coq check the proof (needs coqc)'
	@echo 'make mutation  change the counting, pricing and settling modules, one operator at a time; a test must notice (an hour)'
	@echo 'make fuzz      made-up inputs and disturbed runs against docs/robustness.md (INPUTS, PROCESSES, ENDS, SEED; five minutes)'
	@echo 'make matrix    run the tests on every Python of MATRIX, and with the oldest dependencies'

check: lint test
	$(PYTHON) -m analyzer report --check

test:
	$(PYTHON) -m pytest -n auto --cov

lint:
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy

format:
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

docs:
	$(PYTHON) -m pytest analyzer tests/project/test_documents.py

report:
	$(PYTHON) -m analyzer report

bench:
	$(PYTHON) -m pytest -c tests/benchmarks/pytest.ini tests/benchmarks

proof:
	$(PYTHON) -m pytest tests/formal

mutation:
	$(PYTHON) -m pip install -q -e '.[dev,mutation]'
	$(PYTHON) tests/mutation/run.py $(MODULES)

INPUTS ?= 100000
PROCESSES ?= 500
ENDS ?= 50
SEED ?= 0

fuzz:
	$(PYTHON) tests/fuzz/run.py --inputs $(INPUTS) --processes $(PROCESSES) --ends $(ENDS) --seed $(SEED)

MATRIX ?= python3.11 python3.12 python3.13
OLDEST = click==8.2.0 sympy==1.12 tabulate==0.9.0 numpy==1.26.0 threadpoolctl==3.1.0

.PHONY: matrix
matrix:
	for python in $(MATRIX); do \
	  $$python -m venv build/$$python && build/$$python/bin/pip install -q -e '.[dev]' \
	  && build/$$python/bin/python -m pytest -n auto || exit 1; \
	done
	python3.11 -m venv build/oldest && build/oldest/bin/pip install -q -e '.[dev]' \
	  && build/oldest/bin/pip install -q $(OLDEST) && build/oldest/bin/python -m pytest -n auto
