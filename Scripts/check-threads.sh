#!/usr/bin/env bash
# The tests of values that threads share, and of a thread beside tasks, under the thread sanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."

export TSAN_OPTIONS="suppressions=$PWD/Scripts/thread-sanitizer-suppressions.txt"
swift test --enable-all-traits --sanitize=thread --scratch-path .build-threads --disable-xctest \
    --filter 'PhysioDSPTests.SharedPlanTests|onePlanServesManyThreads|StrapRadioTests|SessionHubTests|SessionHostTests|SessionRecorderTests|LimitingProxyTests' 2>&1 | Scripts/quiet-tests.sh
