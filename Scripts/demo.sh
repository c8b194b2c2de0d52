#!/usr/bin/env bash
# Analyses the small simulated recordings: a table on the terminal, a page with figures.
set -euo pipefail
hrv=${1:?usage: demo.sh HRV}
cd "$(dirname "$0")/.."

"$hrv" analyze datasets/small --output table --no-progress
"$hrv" analyze datasets/small --output html --out report.html --quiet --no-progress
echo
echo "The same with figures: report.html"
