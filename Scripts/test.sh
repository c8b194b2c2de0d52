#!/usr/bin/env bash
# Everything that must pass: all tests with FFTW, then the signal processing once more on the
# built-in transform. Real recordings are used where RESONANCE_DATASETS names their folder.
set -euo pipefail

if [ -z "${RESONANCE_DATASETS:-}" ]; then
    echo "RESONANCE_DATASETS is not set: tests of real recordings are skipped."
fi

echo "== The built-in transform (package trait FFTW off)"
swift test --disable-default-traits --scratch-path .build-portable --disable-xctest \
    --filter 'PhysioDSPTests|HRVFeaturesTests|ResonanceBreathingTests.*Coherence' 2>&1 | Scripts/quiet-tests.sh

echo "== All tests"
swift test --disable-xctest --explicit-target-dependency-import-check error 2>&1 \
    | Scripts/quiet-tests.sh
