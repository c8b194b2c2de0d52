#!/usr/bin/env bash
# The tests of values that threads share, under the thread sanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."

export TSAN_OPTIONS="suppressions=$PWD/Scripts/thread-sanitizer-suppressions.txt"
swift test --sanitize=thread --scratch-path .build-threads --disable-xctest \
    --filter 'PhysioDSPTests.SharedPlanTests|onePlanServesManyThreads' 2>&1 | Scripts/quiet-tests.sh
