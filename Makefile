# Resonance. `make help` lists the targets.

SHELL := /bin/bash
.DEFAULT_GOAL := help

# Warnings are errors, and the C kernels are optimised in debug builds, for this package's own
# builds only: see Package.swift.
export RESONANCE_STRICT := 1
export RESONANCE_FAST_KERNELS := 1

HRV := .build/release/hrv

.PHONY: help
help: ## This list
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*## /\t/' | expand -t 20

.PHONY: deps
deps: ## Install what the build needs and the system lacks
	@Scripts/install-dependencies.sh

.PHONY: build
build: deps ## Debug build, every import checked against the declared dependencies
	swift build --build-tests --explicit-target-dependency-import-check error

.PHONY: release
release: deps ## Release build of the tool
	swift build -c release --product hrv

.PHONY: test
test: deps ## Everything that must pass
	@Scripts/test.sh

.PHONY: lint
lint: ## Formatting, and imports by the house rules
	swift format lint --strict --parallel -r Package.swift Sources Tests Examples \
		Benchmarks/Package.swift Benchmarks/Sources
	Scripts/check-imports.sh

KERNEL_RUNS := Benchmarks/.build/release/KernelRuns

# Touched, because SwiftPM does not see when the manifest of a package beside it has changed.
.PHONY: kernel-runs
kernel-runs: deps
	@touch Benchmarks/Package.swift
	swift build -c release --package-path Benchmarks

.PHONY: bench
bench: kernel-runs ## Time the kernels against their plain versions; allocations counted
	@$(KERNEL_RUNS) table

.PHONY: bench-peers
bench-peers: kernel-runs ## Time the kernels against Python packages; a table and ratios.svg
	python3 -m venv Benchmarks/.venv
	Benchmarks/.venv/bin/pip install --quiet --requirement Benchmarks/peers/requirements.txt
	@Benchmarks/.venv/bin/python Benchmarks/peers/compare.py $(KERNEL_RUNS) Benchmarks/.build/peers
	@Benchmarks/.venv/bin/python Benchmarks/peers/figure.py Benchmarks/.build/peers/results.json \
	    Benchmarks/.build/peers/ratios.svg

.PHONY: check-arm64
check-arm64: ## Syntax check of the C kernels for arm64
	Scripts/check-arm64.sh

.PHONY: check-threads
check-threads: deps ## What threads share, under the thread sanitizer
	Scripts/check-threads.sh

.PHONY: check-dependent
check-dependent: deps ## A second package depends on this one by version, builds and runs
	Scripts/check-dependent.sh

.PHONY: datasets
datasets: release ## Make datasets/small anew; the result must be what is committed
	Scripts/make-datasets.sh $(HRV)

.PHONY: demo
demo: release ## Analyse datasets/small, print the table, write report.html
	@Scripts/demo.sh $(HRV)

.PHONY: clean
clean: ## Remove every build
	rm -rf .build .build-* Benchmarks/.build Benchmarks/.venv
