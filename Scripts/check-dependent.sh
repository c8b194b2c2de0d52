#!/usr/bin/env bash
# Proves that another package can depend on this one by version: the committed state is cloned,
# tagged, and the examples are built against that tag instead of the folder beside them.
set -euo pipefail
cd "$(dirname "$0")/.."
unset RESONANCE_STRICT RESONANCE_FAST_KERNELS

version=99.0.0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git clone -q --bare . "$work/resonance-library.git"
git -C "$work/resonance-library.git" tag "$version" HEAD
cp -R Examples "$work/dependent"
rm -rf "$work/dependent/.build"
sed -i.bak \
    "s|\.package(name: \"Resonance\", path: \"../\")|.package(url: \"file://$work/resonance-library.git\", exact: \"$version\")|" \
    "$work/dependent/Package.swift"
# Such a package is known by its repository's name.
sed -i.bak 's|package: "Resonance"|package: "resonance-library"|' "$work/dependent/Package.swift"
grep -q "exact: \"$version\"" "$work/dependent/Package.swift"

swift build --package-path "$work/dependent"
for example in MetricsOfIntervals SpectrumOfUnevenSamples SimulatedRecording; do
    echo "== $example"
    "$work/dependent/.build/debug/$example"
done
echo "A dependent by version builds and runs."
