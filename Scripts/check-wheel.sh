#!/usr/bin/env bash
# Installs the wheel into a fresh environment without Swift, and runs the tests of the Python package there.
#
# usage: Scripts/check-wheel.sh [HRV]    HRV is the tool whose numbers are compared; without it that is skipped
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
if ! "$python" -m venv --help >/dev/null 2>&1; then
    echo "check-wheel: no $python with venv: the Python package is not tested."
    exit 0
fi
if [ $# -gt 0 ]; then RESONANCE_HRV=$(realpath "$1"); export RESONANCE_HRV; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check .build/wheel/*.whl \
    --requirement Bindings/Python/test-requirements.txt
tests=$PWD/Bindings/Python/tests
site=$("$work/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
root=$PWD
cd "$work"
# As on a machine that has neither a compiler nor the toolchain.
export PATH="$work/venv/bin:/usr/bin:/bin"
python -m mypy --strict "$tests/program.py"
python -m mypy --strict --package resonance_hrv
python -m pytest -q -p no:cacheprovider "$tests"
python -m pytest -q -p no:cacheprovider --doctest-modules "$site/resonance_hrv"
# The programs of the page on R, where R is there.
if command -v Rscript >/dev/null && Rscript -e 'library(jsonlite)' >/dev/null 2>&1 && [ -n "${RESONANCE_HRV:-}" ]; then
    Rscript "$root/Bindings/R/example.R" "$RESONANCE_HRV" "$root/datasets/small" | grep -q "rows: 4"
    echo "the program in R: passed"
else
    echo "check-wheel: no R with jsonlite, or no tool hrv: the program in R is not run."
fi
