#!/usr/bin/env bash
# Everything that must pass: all tests with every package trait on, and what the traits change once
# more with all of them off. Real recordings are used where RESONANCE_DATASETS names their folder.
set -euo pipefail

if [ -z "${RESONANCE_DATASETS:-}" ]; then
    echo "RESONANCE_DATASETS is not set: tests of real recordings are skipped."
fi

echo "== The built-in transform, and no Bluetooth (all package traits off)"
RESONANCE_PORTABLE=1 swift test --disable-default-traits --scratch-path .build-portable --disable-xctest \
    --filter 'PhysioDSPTests|HRVFeaturesTests|ResonanceBreathingTests.*Coherence|BluetoothStrapsTests' 2>&1 \
    | Scripts/quiet-tests.sh

# What the tests in a browser need of Python, where there is a browser.
Tests/Apps/SessionDashboardTests/Browser/prepare.sh

# By itself: a browser that waits for its turn fails for no fault of the page.
echo "== The page in a browser"
swift test --enable-all-traits --disable-xctest --filter BrowserTests \
    --explicit-target-dependency-import-check error 2>&1 | Scripts/quiet-tests.sh

echo "== All other tests"
swift test --enable-all-traits --disable-xctest --skip BrowserTests \
    --explicit-target-dependency-import-check error 2>&1 | Scripts/quiet-tests.sh
