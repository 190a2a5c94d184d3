# `make demo` and `make test` need nothing but Python 3.11 or later and make.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
INSTALLED := $(VENV)/.installed
KERNEL_TESTS := tests/core/test_rng.py tests/concordia/test_golden.py \
	tests/concordia/test_rulebook_examples.py tests/concordia/test_solitaria_examples.py \
	tests/concordia/test_venus_examples.py tests/concordia/test_venus_rulings.py \
	tests/comuni/test_golden.py tests/comuni/test_rulebook_examples.py
INVARIANTS := tests/concordia/test_invariants.py tests/comuni/test_invariants.py

.PHONY: demo test check bench golden clean

demo: $(INSTALLED)
	$(RUN) -m experiments.demo

# The whole suite compiled; then the kernels once with array bounds checked and once without the JIT.
test: $(INSTALLED)
	$(RUN) -m concordia_env.warmup
	$(RUN) -m comuni_env.warmup
	$(RUN) -m pytest -n auto
	NUMBA_BOUNDSCHECK=1 $(RUN) -m pytest $(KERNEL_TESTS) $(INVARIANTS)
	NUMBA_DISABLE_JIT=1 $(RUN) -m pytest $(KERNEL_TESTS)

check: $(INSTALLED)
	$(RUN) -m ruff format --check .
	$(RUN) -m ruff check .
	$(RUN) -m mypy env_core concordia_env comuni_env agents experiments benchmarks
	$(RUN) -m concordia_env.validate
	$(RUN) -m comuni_env.validate

bench: $(INSTALLED)
	$(RUN) -m benchmarks.bench_engine
	$(RUN) -m benchmarks.bench_batch

# Rewrites the kept playthroughs; the difference is the review of a change to the rules.
golden: $(INSTALLED)
	$(RUN) -m tests.concordia.golden
	$(RUN) -m tests.comuni.golden

clean:
	rm -rf $(VENV) .jit_cache build *.egg-info

$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed")'
	$(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --constraint constraints.txt --editable ".[train,dev]"
	touch $(INSTALLED)
