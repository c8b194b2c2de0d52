#!/usr/bin/env bash
# Builds the site: the reference of PhysioDSP and Resonance with the guides as articles, and that of the Python package.
#
# usage: Scripts/build-site.sh OUT
#
# `docc` of the toolchain makes it; no plugin is needed. The pages can be served by any web server, at the root of
# its addresses.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:?usage: Scripts/build-site.sh OUT}
work=.build/site
rm -rf $work "$out"
mkdir -p $work/graphs $work/Resonance.docc
swift build --scratch-path $work/build --target Resonance -Xswiftc -emit-symbol-graph \
    -Xswiftc -emit-symbol-graph-dir -Xswiftc "$PWD/$work/graphs" -Xswiftc -symbol-graph-minimum-access-level -Xswiftc public
# Only modules that products export.
find $work/graphs -name '*.symbols.json' ! -regex '.*/\(Resonance\|PhysioDSP\|PhysioTypes\|BeatDetection\|BeatCorrection\|HRVFeatures\|ResonanceBreathing\|PhysioSimulation\|RecordingFiles\|HRVPipeline\|HRVReports\|RecordingAnalysis\)\(@.*\)?\.symbols\.json' -delete
cp Guides/*.md $work/Resonance.docc
rm $work/Resonance.docc/README.md
cp -r Guides/figures $work/Resonance.docc/Resources
docc convert $work/Resonance.docc --additional-symbol-graph-dir $work/graphs --transform-for-static-hosting \
    --fallback-display-name Resonance --fallback-bundle-identifier resonance --output-path "$out" 2>$work/warnings.txt ||
    { cat $work/warnings.txt >&2; exit 1; }
echo "docc: $(grep -c '^warning:' $work/warnings.txt || true) warnings, in $work/warnings.txt"
python=.build/wheel-venv/bin/python
if [ -x $python ]; then
    $python -m pip install --quiet --disable-pip-version-check pdoc pandas
    PYTHONPATH=Bindings/Python/src $python -m pdoc --output-directory "$out/python" resonance_hrv
else
    echo "no reference of the Python package: make wheel comes before"
fi
