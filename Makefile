# Two ways in: `make run` brings up a desk with its example, `make test` installs what tests need and runs them all.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
# make test ARGS="tests/core -k quote" runs some of the tests; make test STRICT=1 fails where one was left out.
ARGS ?=
STRICT ?=
export PYTHON HOST PORT ARGS STRICT

.PHONY: help run test bench proofs lint types format

help:
	@echo "make run    a desk with its example on http://$(HOST):$(PORT)/"
	@echo "make test   every test"
	@echo "make bench  figures: how long drawing, suggesting, the gates, a report, large articles (and their memory) and each page take"
	@echo "make proofs that nothing acknowledged is lost and nothing recorded changes unseen, the long form"
	@echo "make lint   ruff and djlint;  make types   mypy;  make format   lay out the code anew"

run:
	@bin/install requirements.txt
	@bin/run

test:
	@bin/install tests/requirements.txt
	@bin/test

bench:
	@bin/install tests/requirements.txt
	.venv/bin/python -m tests.bench.render
	.venv/bin/python -m tests.bench.suggest
	.venv/bin/python -m tests.bench.gates
	.venv/bin/python -m tests.bench.reports
	.venv/bin/python -m tests.bench.loading 4000
	.venv/bin/python -m tests.bench.large
	.venv/bin/python -m tests.bench.memory 10 1
	.venv/bin/python -m tests.bench.request
	.venv/bin/python -m tests.bench.http --short

proofs:
	@bin/install tests/requirements.txt
	@bin/proofs

lint:
	@bin/install tests/requirements.txt
	.venv/bin/python -m ruff check .
	.venv/bin/python -m ruff format --check .
	.venv/bin/python -m djlint templates --lint --quiet

types:
	@bin/install tests/requirements.txt
	.venv/bin/python -m mypy

format:
	@bin/install tests/requirements.txt
	.venv/bin/python -m ruff check --fix .
	.venv/bin/python -m ruff format .
