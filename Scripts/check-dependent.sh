#!/usr/bin/env bash
# Proves that other packages can depend on this one by version: the committed state is cloned and tagged, and
# two packages are built against that tag. One wants the signal processing alone, with all traits off, and
# must compile nothing of hearts; the other is Examples, which uses everything.
set -euo pipefail
cd "$(dirname "$0")/.."
unset RESONANCE_STRICT RESONANCE_FAST_KERNELS RESONANCE_ALL_TESTS

version=99.0.0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git clone -q --bare . "$work/resonance-library.git"
git -C "$work/resonance-library.git" tag "$version" HEAD
# Such a package is known by its repository's name.
address="url: \"file://$work/resonance-library.git\", exact: \"$version\""

echo "== A dependent of PhysioDSP alone, all traits off"
mkdir -p "$work/signals/Sources/Spectrum"
cp Examples/Sources/SpectrumOfUnevenSamples/main.swift "$work/signals/Sources/Spectrum/"
cat >"$work/signals/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Signals", platforms: [.macOS(.v15)],
    dependencies: [.package($address, traits: [])],
    targets: [
        .executableTarget(
            name: "Spectrum",
            dependencies: [.product(name: "PhysioDSP", package: "resonance-library")])
    ])
SWIFT
swift build --package-path "$work/signals"
"$work/signals/.build/debug/Spectrum"
# The package manager makes folders for modules that it does not compile; only objects count.
compiled=$(cd "$work/signals/.build/debug" && find -L . -name '*.o' -path './*.build/*' | cut -d / -f 2 |
    sed 's/\.build$//' | sort -u | tr '\n' ' ')
echo "Compiled modules: $compiled"
for module in $compiled; do
    case $module in
        Spectrum | PhysioDSP | CSignalKernels) ;;
        *)
            echo "error: a dependent of PhysioDSP compiles $module, which lies outside Sources/Signals" >&2
            exit 1
            ;;
    esac
done

echo "== A dependent of Resonance"
cp -R Examples "$work/dependent"
rm -rf "$work/dependent/.build"
sed -i.bak "s|\.package(name: \"Resonance\", path: \"../\")|.package($address)|" \
    "$work/dependent/Package.swift"
sed -i.bak 's|package: "Resonance"|package: "resonance-library"|' "$work/dependent/Package.swift"
grep -q "exact: \"$version\"" "$work/dependent/Package.swift"
swift build --package-path "$work/dependent"
for example in MetricsOfIntervals SpectrumOfUnevenSamples SimulatedRecording TableOfFile; do
    echo "== $example"
    "$work/dependent/.build/debug/$example" datasets/small/rest.txt
done
echo "Dependents by version build and run."
