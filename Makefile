# Resonance. `make help` lists the targets.

SHELL := /bin/bash
.DEFAULT_GOAL := help

# Warnings are errors, and the C kernels are optimised in debug builds, for this package's own
# builds only: see Package.swift.
export RESONANCE_STRICT := 1
export RESONANCE_FAST_KERNELS := 1

HRV := .build/release/hrv

# Bluetooth straps as well, which are off for packages that depend on this one.
TRAITS := --enable-all-traits

# A hash orders the flags of the traits: without one and the same order, a build may compile everything anew.
SWIFT_ENVIRONMENT := SWIFT_DETERMINISTIC_HASHING=1
SWIFT_BUILD := $(SWIFT_ENVIRONMENT) swift build

.PHONY: help
help: ## This list
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*## /\t/' | expand -t 20

.PHONY: deps
deps: ## Install what the build links to and the system lacks
	@Scripts/install-dependencies.sh build

.PHONY: test-deps
test-deps: ## Install also what only tests run: a message bus, a browser
	@Scripts/install-dependencies.sh tests

.PHONY: build
build: deps ## Debug build, every import checked against the declared dependencies
	$(SWIFT_BUILD) $(TRAITS) --build-tests --explicit-target-dependency-import-check error

.PHONY: release
release: deps ## Release build of the tool; with VERSION=1.2.3 on the command line, all files of a release
ifeq ($(origin VERSION),command line)
	@Scripts/make-release.sh $(VERSION)
else
	for program in hrv hrv-sessions hrv-studies; do $(SWIFT_BUILD) $(TRAITS) -c release --product $$program || exit 1; done
endif

.PHONY: site
site: deps ## The reference and the guides as a web site: .build/site-pages
	@Scripts/build-site.sh .build/site-pages

.PHONY: check
check: test-deps ## Build, and run the tests of what depends on the files that differ from the last commit
	@$(SWIFT_ENVIRONMENT) Scripts/check-changes.py

.PHONY: test
test: test-deps ## What must pass before a commit; slow proofs in a smaller table
	@Scripts/test.sh

.PHONY: test-all
test-all: test-deps ## Every test, the slow proofs and those of the studies in Benchmarks among them
	@RESONANCE_ALL_TESTS=1 Scripts/test.sh

.PHONY: lint
lint: ## Formatting, imports by the house rules, public names, retired words
	swift format lint --strict --parallel -r Package.swift Plugins Sources Tests Examples \
		Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Tests Bindings/Package.swift Bindings/Sources Bindings/Fuzzing
	Scripts/check-imports.sh
	Scripts/module-table.py --check
	@Scripts/check-public.sh
	@Scripts/check-words.py
	@Scripts/check-version.sh

.PHONY: check-bindings
check-bindings: deps ## The C library: size, names, columns, its example under valgrind
	@Scripts/check-bindings.sh

.PHONY: wheel
wheel: deps ## The Python package with the C library inside: .build/wheel
	@Scripts/build-wheel.sh

# Numbers are compared with those of a tool that is there; none is built for it.
.PHONY: check-wheel
check-wheel: wheel test-deps ## The wheel in a fresh environment: its tests, types and examples
	@Scripts/check-wheel.sh $(firstword $(wildcard $(HRV) .build/debug/hrv))

# Half a gigabyte of packages and some minutes: not for every change.
.PHONY: check-spark
check-spark: ## Rows of Spark, local and on a cluster of this machine, equal to a plain loop; ratios
	@Scripts/check-spark.sh

KERNEL_RUNS := Benchmarks/.build/release/KernelRuns

# Touched, because SwiftPM does not see when the manifest of a package beside it has changed.
.PHONY: kernel-runs
kernel-runs: deps
	@touch Benchmarks/Package.swift
	$(SWIFT_BUILD) -c release --package-path Benchmarks

.PHONY: bench
bench: kernel-runs ## Time the kernels against their plain versions; allocations counted
	@$(KERNEL_RUNS) table

PEER_METHODS := lomb_scargle welch coherence sample_entropy dfa every_metric
CORRECTION_PYTHON := Benchmarks/.venv-correction/bin/python
CORRECTION_TIMES := Benchmarks/.build/correction-times
CORRECTION_STUDY := Benchmarks/.build/correction-study
DETECTION_PYTHON := Benchmarks/.venv-detection/bin/python
DETECTION_TIMES := Benchmarks/.build/detection-times
DETECTION_STUDY := Benchmarks/.build/detection-study

.PHONY: bench-peers
bench-peers: correction-times detection-times health-times tempo ## Time the kernels against Python packages; tables and ratios.svg
	python3 -m venv Benchmarks/.venv
	Benchmarks/.venv/bin/pip install --quiet --requirement Benchmarks/peers/requirements.txt
	@Benchmarks/.venv/bin/python Benchmarks/peers/compare.py $(KERNEL_RUNS) Benchmarks/.build/peers \
	    $(PEER_METHODS)
	@Benchmarks/.venv/bin/python Benchmarks/peers/figure.py Benchmarks/.build/peers/results.json \
	    Benchmarks/.build/peers/ratios.svg

HEALTH := Benchmarks/peers/health
HEALTH_PYTHON := Benchmarks/.venv-health/bin/python

.PHONY: health-checks
health-checks: release ## Health timeline against an oracle in Python; killed and traced imports
	python3 -m unittest discover --start-directory $(HEALTH)
	python3 $(HEALTH)/compare_timeline.py $(HRV) --seeds 50 --zones
	python3 $(HEALTH)/kill_import.py $(HRV)
	python3 $(HEALTH)/privacy.py $(HRV)

.PHONY: practice-checks
practice-checks: release ## Practices killed, frozen and pushed aside; how late their sounds come
	python3 Scripts/kill-practice.py $(HRV)
	python3 Scripts/practice-latency.py $(HRV) --busy

.PHONY: health-times
health-times: release ## Time the import of health exports against other parsers
	python3 -m venv Benchmarks/.venv-health
	Benchmarks/.venv-health/bin/pip install --quiet \
	    --requirement Benchmarks/peers/requirements-health.txt
	@python3 $(HEALTH)/times.py $(HRV) --python $(HEALTH_PYTHON)

.PHONY: correction-peers
correction-peers: kernel-runs
	python3 -m venv Benchmarks/.venv-correction
	Benchmarks/.venv-correction/bin/pip install --quiet \
	    --requirement Benchmarks/peers/requirements-correction.txt

.PHONY: correction-times
correction-times: correction-peers
	@$(CORRECTION_PYTHON) Benchmarks/peers/compare.py $(KERNEL_RUNS) $(CORRECTION_TIMES) correction

SEEDS := 200
PEER_SEEDS := 24

# Without RESONANCE_DATASETS the part on annotated recordings is left out.
.PHONY: report-correction
report-correction: correction-times ## Score beat corrections, ours and others: Guides/beat-correction-report.md
	@rm -rf $(CORRECTION_STUDY)
	$(KERNEL_RUNS) correction-inputs $(CORRECTION_STUDY) --peer-seeds $(PEER_SEEDS)
	$(CORRECTION_PYTHON) Benchmarks/peers/correction_study.py $(CORRECTION_STUDY)
	@cp $(CORRECTION_TIMES)/results.json $(CORRECTION_STUDY)/times.json
	$(KERNEL_RUNS) correction-report $(CORRECTION_STUDY) Guides/beat-correction-report.md \
	    --seeds $(SEEDS) --peer-seeds $(PEER_SEEDS)

.PHONY: detection-peers
detection-peers: kernel-runs
	python3 -m venv Benchmarks/.venv-detection
	Benchmarks/.venv-detection/bin/pip install --quiet \
	    --requirement Benchmarks/peers/requirements-detection.txt

.PHONY: detection-times
detection-times: detection-peers
	@$(DETECTION_PYTHON) Benchmarks/peers/compare.py $(KERNEL_RUNS) $(DETECTION_TIMES) detection

.PHONY: detection-recordings
detection-recordings:
	@test -n "$$RESONANCE_DATASETS" || { echo "RESONANCE_DATASETS does not name the folder of" \
	    "recordings: without it there is nothing to score" >&2; exit 1; }

# Without them there is nothing to fit to either.
.PHONY: fit-detector
fit-detector: detection-recordings kernel-runs ## Fit the R-peak detector's weights to recordings, and print them
	@$(KERNEL_RUNS) detection-fit

# The recordings are most of it.
.PHONY: report-detection
report-detection: detection-recordings detection-times ## Score R-peak detectors, ours and others: Guides/detection-report.md
	@rm -rf $(DETECTION_STUDY)
	$(KERNEL_RUNS) detection-inputs $(DETECTION_STUDY)
	$(DETECTION_PYTHON) Benchmarks/peers/detection_study.py $(DETECTION_STUDY)
	@cp $(DETECTION_TIMES)/results.json $(DETECTION_STUDY)/times.json
	$(KERNEL_RUNS) detection-report $(DETECTION_STUDY) Guides/detection-report.md

SONGS := Benchmarks/peers/songs
TEMPO_VENV := Benchmarks/.venv-tempo
TEMPO_PYTHON := $(TEMPO_VENV)/bin/python
TEMPO_STUDY := Benchmarks/.build/tempo-study

# The songs are 6 GB, made and measured once; `rm -r` of the folder begins anew. Measuring takes 15 minutes.
# Folders that exist are used again: make report-tempo TEMPO_STUDY=FOLDER TEMPO_VENV=FOLDER.
.PHONY: tempo-peers
tempo-peers: kernel-runs
	@$(SONGS)/install.sh
	python3 -m venv $(TEMPO_VENV)
	$(TEMPO_VENV)/bin/pip install --quiet --requirement Benchmarks/peers/requirements-tempo.txt
	$(TEMPO_PYTHON) -m unittest discover --start-directory $(SONGS)
	@mkdir -p $(TEMPO_STUDY)
	$(TEMPO_PYTHON) $(SONGS)/make_sets.py $(TEMPO_STUDY)
	$(TEMPO_PYTHON) $(SONGS)/energy_pairs.py $(TEMPO_STUDY)/pairs
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 NUMBA_NUM_THREADS=1 \
	    $(TEMPO_PYTHON) $(SONGS)/tempo_peers.py $(KERNEL_RUNS) $(TEMPO_STUDY)
	@$(TEMPO_PYTHON) $(SONGS)/loudness_peer.py $(TEMPO_STUDY)

.PHONY: tempo
tempo: tempo-peers ## Measure songs by ours and other programs: tempo, energy, loudness
	@$(TEMPO_PYTHON) $(SONGS)/tempo_ours.py $(KERNEL_RUNS) $(TEMPO_STUDY)
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 NUMBA_NUM_THREADS=1 \
	    $(TEMPO_PYTHON) $(SONGS)/tempo_times.py $(KERNEL_RUNS) $(TEMPO_STUDY)
	@$(TEMPO_PYTHON) $(SONGS)/tempo_report.py $(TEMPO_STUDY) $(TEMPO_STUDY)/tempo-report.md
	@sed -n '/^## Aims/,/^## Where/p' $(TEMPO_STUDY)/tempo-report.md

# Reads only the pieces that may be fitted to.
.PHONY: fit-tempo
fit-tempo: kernel-runs ## Fit the weights of the tempo to songs, and print them; `make tempo-peers` before
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 \
	    $(TEMPO_PYTHON) $(SONGS)/fit_tempo.py $(KERNEL_RUNS) $(TEMPO_STUDY)

.PHONY: report-tempo
report-tempo: tempo ## Score tempo of songs, ours and others: Guides/tempo-report.md
	@cp $(TEMPO_STUDY)/tempo-report.md Guides/tempo-report.md

# Pieces of more kinds; KINDS/voices may hold recordings of people who speak, a folder each.
TEMPO_KINDS := $(TEMPO_STUDY)/kinds
.PHONY: report-tempo-kinds
report-tempo-kinds: kernel-runs ## Tempo and confidence by kinds of music: Guides/tempo-kinds.md; `make tempo-peers` before
	$(TEMPO_PYTHON) $(SONGS)/kind_set.py $(TEMPO_KINDS)
	@NUMBA_NUM_THREADS=1 $(TEMPO_PYTHON) $(SONGS)/kind_peers.py $(TEMPO_KINDS)
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(TEMPO_PYTHON) $(SONGS)/fit_tempo_prior.py \
	    $(KERNEL_RUNS) $(TEMPO_STUDY) $(TEMPO_KINDS) Guides/tempo-kinds.md

.PHONY: report-coherence
report-coherence: kernel-runs ## What coherence scores make of noise: Guides/coherence-noise.md and its figure
	$(KERNEL_RUNS) coherence-report Guides

.PHONY: report-follow
report-follow: kernel-runs ## Whether following the pacer is told rightly: Guides/follow-report.md
	$(KERNEL_RUNS) follow-report Guides/follow-report.md

PEOPLE := 1000

.PHONY: report-pacers
report-pacers: kernel-runs ## Lead simulated people by every pacer: Guides/pacer-report.md
	$(KERNEL_RUNS) pacer-report Guides/pacer-report.md --people $(PEOPLE)

.PHONY: soak
soak: kernel-runs ## A live session of 24 simulated hours, and 10,000 straps in one process
	$(KERNEL_RUNS) soak
	$(KERNEL_RUNS) straps

MINUTES := 10

.PHONY: live-latency
live-latency: release ## How quickly hrv live answers, alone and beside busy loops; MINUTES for each
	@Scripts/live-latency.py $(HRV) --minutes $(MINUTES)

.PHONY: check-arm64
check-arm64: ## Syntax check of the C kernels for arm64
	Scripts/check-arm64.sh

.PHONY: check-threads
check-threads: deps ## What threads share, under the thread sanitizer
	Scripts/check-threads.sh

FUZZ_SECONDS := 60

.PHONY: fuzz
fuzz: deps ## Random bytes to every reader and detector, a minute each, under the address sanitizer
	Scripts/fuzz.sh $(FUZZ_SECONDS)

.PHONY: check-dependent
check-dependent: deps ## A second package depends on this one by version, builds and runs
	Scripts/check-dependent.sh

.PHONY: datasets
datasets: tool ## Make datasets/small anew; the result must be what is committed
	Scripts/make-datasets.sh $(HRV)

# Commands on files alone: they need a third of the build.
.PHONY: tool
tool:
	@Scripts/install-dependencies.sh tool
	$(SWIFT_BUILD) -c release --product hrv

.PHONY: demo
demo: tool ## Analyse datasets/small, print the table, write report.html
	@Scripts/demo.sh $(HRV)

.PHONY: clean
clean: ## Remove every build
	rm -rf .build .build-* Benchmarks/.build Benchmarks/.venv Benchmarks/.venv-correction \
	    Benchmarks/.venv-detection Benchmarks/.venv-tempo
