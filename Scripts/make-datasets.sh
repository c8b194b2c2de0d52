#!/usr/bin/env bash
# Makes datasets/small: simulated recordings, each with its truth beside it. Seeds are fixed.
set -euo pipefail
hrv=$(realpath "${1:?usage: make-datasets.sh HRV}")
cd "$(dirname "$0")/../datasets/small"

"$hrv" simulate rr --seed 11 --duration 300 --mean 950 --lf 0.1,450 --hf 0.25,500 \
    --pink 500 --white 40 --out rest.txt
"$hrv" simulate rr --seed 12 --duration 600 --mean 880 --lf 0.1,3200 --hf 0.2,120 \
    --pink 400 --white 30 --out paced-6-per-minute.txt
"$hrv" simulate rr --seed 13 --duration 1500 --mean 820 --lf 0.09,380 --hf 0.28,210 \
    --pink 900 --white 25 --trend 60 --resolution 7.8125 --out holter-25-minutes.txt
"$hrv" simulate rr --seed 14 --duration 300 --mean 900 --lf 0.1,400 --hf 0.25,300 \
    --pink 400 --white 30 --missed 0.6 --extra 0.6 --ectopic 0.9 --out with-faults.txt
