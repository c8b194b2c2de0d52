#!/usr/bin/env bash
# Makes the figures: the README's, the report of one small recording as a browser shows it, which
# needs Chromium; and the guide's, a spectrum as hrv draws it.
set -euo pipefail
hrv=$(realpath "${1:?usage: make-figure.sh HRV}")
cd "$(dirname "$0")/.."
page=$(mktemp --suffix .html)
trap 'rm -f "$page"' EXIT

(cd datasets/small && "$hrv" analyze paced-6-per-minute.txt --output html --out "$page" --quiet)
mkdir -p Guides/figures
(cd datasets/small && "$hrv" spectrum holter-25-minutes.txt --psd welch,lomb,burg --output svg \
    --out ../../Guides/figures/spectrum.svg --quiet)
chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --window-size=1120,1010 \
    --screenshot=Guides/figures/report.png "file://$page"
