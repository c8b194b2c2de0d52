#!/usr/bin/env bash
# The tests, and how long they took.
#
# All tests run with every package trait on; what the traits change runs once more with all of them off.
# RESONANCE_ALL_TESTS=1 adds the slow proofs and the tests of the studies in Benchmarks. Real recordings are
# used where RESONANCE_DATASETS names their folder.
set -euo pipefail
cd "$(dirname "$0")/.."

all=${RESONANCE_ALL_TESTS:-0}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
began=$SECONDS

if [ -z "${RESONANCE_DATASETS:-}" ]; then
    echo "RESONANCE_DATASETS is not set: tests of real recordings are skipped."
fi
if [ "$all" != 1 ]; then echo "Slow proofs run in a smaller table: make test-all runs all of them."; fi

run() { # TITLE, then the arguments of swift test
    local title=$1 from=$SECONDS events
    events=$work/$(find "$work" -name '*.events' | wc -l).events
    shift
    echo "== $title"
    swift test --disable-xctest --event-stream-output-path "$events" "$@" 2>&1 | Scripts/quiet-tests.sh
    echo "$((SECONDS - from)) s  $title" >>"$work/summary"
}

portable='PhysioDSPTests|BluetoothStrapsTests'
if [ "$all" = 1 ]; then portable+='|HRVFeaturesTests|ResonanceBreathingTests.*Coherence'; fi
RESONANCE_PORTABLE=$((1 + all)) run "The built-in transform, and no Bluetooth (all package traits off)" \
    --disable-default-traits --scratch-path .build-portable --filter "$portable"

# What the tests in a browser need of Python, where there is a browser.
Tests/Apps/SessionDashboardTests/Browser/prepare.sh

# By itself: a browser that waits for its turn fails for no fault of the page.
run "The page in a browser" --enable-all-traits --filter BrowserTests \
    --explicit-target-dependency-import-check error

if [ "$all" = 1 ]; then
    # Optimised, as the reports are made, and with it the program that times the kernels.
    run "The studies" --package-path Benchmarks -c release -Xswiftc -enable-testing
fi

run "All other tests" --enable-all-traits --skip BrowserTests \
    --explicit-target-dependency-import-check error

echo
Scripts/slowest-tests.py "$work"/*.events
echo
echo "Wall time, building included:"
cat "$work/summary"
echo "$((SECONDS - began)) s  in all"
