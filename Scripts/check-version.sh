#!/usr/bin/env bash
# One version for all: the toolkit's, which the C library states too, the Python package's and that of the citation.
#
# usage: Scripts/check-version.sh [VERSION]
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:-$(sed -n 's/.*current = "\(.*\)"/\1/p' Sources/Hearts/PhysioTypes/ToolkitVersion.swift)}
failed=0

# check FILE NUMBER
check() {
    if [ "$2" != "$version" ]; then
        echo "$1 has the version \"$2\", and not \"$version\""
        failed=1
    fi
}

check Sources/Hearts/PhysioTypes/ToolkitVersion.swift \
    "$(sed -n 's/.*current = "\(.*\)"/\1/p' Sources/Hearts/PhysioTypes/ToolkitVersion.swift)"
check Bindings/Python/src/resonance_hrv/_version.py \
    "$(sed -n 's/^__version__ = "\(.*\)"/\1/p' Bindings/Python/src/resonance_hrv/_version.py)"
check CITATION.cff "$(sed -n 's/^version: //p' CITATION.cff)"
exit $failed
