#!/usr/bin/env bash
# The tests, and how long they took.
#
# All tests run with every package trait on; what the traits change runs once more with all of them off.
# RESONANCE_ALL_TESTS=1 adds the slow proofs and the tests of the studies in Benchmarks. Real recordings are
# used where RESONANCE_DATASETS names their folder.
#
# The tests run in several processes at a time, and one after the other in each. Tests that wait for a program or
# for a second to pass take no core meanwhile, and the time of every test is its own.
#
# No test runs twice: one that fails sometimes has a cause, which is to be found.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/processor-time.sh
source Scripts/processor-time.sh

all=${RESONANCE_ALL_TESTS:-0}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Programs in the background do not hear Ctrl-C: all of this group end together.
trap 'trap - TERM; kill 0' INT TERM
began=$SECONDS

if [ -z "${RESONANCE_DATASETS:-}" ]; then
    echo "RESONANCE_DATASETS is not set: tests of real recordings are skipped."
fi
if [ "$all" != 1 ]; then echo "Slow proofs run in a smaller table: make test-all runs all of them."; fi

timed() { # TITLE, then a command
    local title=$1 from=$SECONDS status=0 part="running tests"
    shift
    case $title in building*) part="building tests" ;; esac
    charged "$part" "$@" || status=$?
    printf '%5d s  %s\n' $((SECONDS - from)) "$title" >>"$work/summary"
    return $status
}

# Hashes in one order, as in the Makefile.
build() { # TITLE, then the arguments of swift build
    echo "== Building $1"
    timed "building $1" env SWIFT_DETERMINISTIC_HASHING=1 swift build --build-tests "${@:2}" 2>&1 | tee "$work/build" && return
    # Errors lie above what the other files had to say.
    echo "== Not built: $1"
    grep -A 3 -m 20 'error:' "$work/build"
    exit 1
}

# Tests in one process. What it says is shown when it has ended, apart from what the others say.
#
# The test program is begun as it lies there: nothing is planned again. On macOS it is a bundle, which only `swift test`
# can begin.
run() { # TITLE, the folder of the build, then filters and, behind --, what swift test needs besides
    local title=$1 folder=$2 out report status=0 options=()
    out=$(mktemp -d "$work/run.XXXXXX")
    shift 2
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    options+=(--no-parallel --event-stream-output-path "$out/events")
    if [ "$(uname)" = Darwin ]; then
        timed "$title" swift test --skip-build --ignore-lock --disable-xctest "${options[@]}" "${@:2}" \
            >"$out/log" 2>&1 || status=$?
    else
        timed "$title" "$(echo "$folder"/*.xctest)" --testing-library swift-testing "${options[@]}" \
            >"$out/log" 2>&1 || status=$?
    fi
    # At once, so that nothing of another process comes between.
    report="== $title
$(Scripts/quiet-tests.sh <"$out/log")"
    echo "$report"
    return $status
}

# Runs some of the functions below one after the other, each in any case.
lane() {
    local status=0 each
    for each in "$@"; do $each || status=1; done
    return $status
}

whole=(--enable-all-traits --explicit-target-dependency-import-check error)
portable=(--disable-default-traits --scratch-path .build-portable)
studies=(--package-path Benchmarks -c release -Xswiftc -enable-testing)
# Tests of sessions in real time, and all that start programs or servers.
in_real_time='hrvTests\.(Live|Pace|Dashboard|VirtualPersonSource)'
with_programs='hrvTests|LiveSessionTests|SessionDashboardTests|BluetoothStrapsTests|MusicPlayersTests'
# Half of their time.
on_files='hrvTests\.[A-H]'
# What goes through the transform, or through Bluetooth.
of_traits='BluetoothStrapsTests|PhysioDSPTests'
if [ "$all" = 1 ]; then
    of_traits+='|HRVFeaturesTests|ResonanceBreathingTests.*Coherence'
else
    of_traits+='.*(FFT|DFT|Plan|Transform|Welch|Multitaper|CrossSpectrum|Resampling|Analytic|Wavelet)'
fi

without_traits() {
    RESONANCE_PORTABLE=$((1 + all)) run "The built-in transform, and no Bluetooth (all package traits off)" \
        .build-portable/debug --filter "$of_traits" -- "${portable[@]}"
}
everything() { run "$1" .build/debug "${@:2}" -- "${whole[@]}"; }
computing() { everything "What computes" --skip "$with_programs"; }
sessions() { everything "Sessions in real time" --filter "$in_real_time"; }
programs() { everything "Programs on files" --filter "$on_files" --skip "$in_real_time"; }
servers() {
    everything "Servers, players and practice" --filter "$with_programs" --skip "$on_files" --skip "$in_real_time" \
        --skip BrowserTests
}
browser() { everything "The page in a browser" --filter BrowserTests; }
reports() { [ "$all" != 1 ] || run "The studies" Benchmarks/.build/release -- "${studies[@]}"; }

# What the tests in a browser need of Python, where there is a browser.
Tests/Apps/SessionDashboardTests/Browser/prepare.sh
RESONANCE_PORTABLE=$((1 + all)) build "without package traits" "${portable[@]}"
build "everything" "${whole[@]}"
# Optimised, as the reports are made, and with it the program that times the kernels.
if [ "$all" = 1 ]; then build "the studies" "${studies[@]}"; fi

lanes=()
lane computing without_traits & lanes+=($!)
lane sessions browser reports & lanes+=($!)
lane programs & lanes+=($!)
lane servers & lanes+=($!)
failed=0
for each in "${lanes[@]}"; do wait "$each" || failed=1; done

echo
Scripts/slowest-tests.py "$work"/run.*/events
echo
echo "Wall time; tests ran in ${#lanes[@]} processes at a time:"
cat "$work/summary"
printf '%5d s  in all\n' $((SECONDS - began))
grep -ah "Test run with" "$work"/run.*/log
exit $failed
