#!/usr/bin/env bash
# Builds the site: the guides, the reference of the modules that products export, and that of the Python package.
#
# usage: Scripts/build-site.sh OUT
#
# `docc` of the toolchain makes it; no plugin is needed. The pages can be served by any web server, at the root of its
# addresses.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:?usage: Scripts/build-site.sh OUT}
work=.build/site
rm -rf $work "$out"
mkdir -p $work/graphs $work/Guides.docc
# Tables of the compiler and of docc are written in the order of their hashes: the same one each time.
export SWIFT_DETERMINISTIC_HASHING=1

swift build --scratch-path $work/build --target Resonance -Xswiftc -emit-symbol-graph \
    -Xswiftc -emit-symbol-graph-dir -Xswiftc "$PWD/$work/graphs" -Xswiftc -symbol-graph-minimum-access-level -Xswiftc public
# Only modules that products export.
modules='Resonance|PhysioDSP|PhysioTypes|BeatDetection|BeatCorrection|HRVFeatures|ResonanceBreathing|PhysioSimulation'
modules+='|RecordingFiles|HRVPipeline|HRVReports|RecordingAnalysis'
find $work/graphs -name '*.symbols.json' | grep -vE "/($modules)(@[A-Za-z]+)?\.symbols\.json$" | xargs -r rm

# The guides are articles below a page of their own; their links name pages, and their figures files.
for guide in Guides/*.md; do
    sed -E -e 's/\[([a-z0-9-]+)\.md\]/[\1]/g' -e 's/\]\(([a-z0-9-]+)\.md(#[^)]*)?\)/](doc:\1)/g' \
        -e 's/\]\(figures\/([a-z\/]+\/)?([a-z.-]+)\)/](\2)/g' "$guide" \
        >"$work/Guides.docc/$(basename "$guide")"
done
mv $work/Guides.docc/README.md $work/Guides.docc/Guides.md
sed -i '1a\\n@Metadata {\n  @TechnologyRoot\n}' $work/Guides.docc/Guides.md
cp -r Guides/figures $work/Guides.docc/Resources

# convert NAME, then further arguments of docc
convert() {
    docc convert "${@:2}" --fallback-display-name "$1" --fallback-bundle-identifier "resonance.$1" \
        --transform-for-static-hosting --output-path "$work/$1.doccarchive" >>$work/told.txt 2>&1 ||
        { cat $work/told.txt >&2; exit 1; }
}
convert Guides $work/Guides.docc
convert Reference --additional-symbol-graph-dir $work/graphs
docc merge $work/Guides.doccarchive $work/Reference.doccarchive --synthesized-landing-page-name Resonance --output-path "$out"
echo "docc: $(grep -c ^warning: $work/told.txt || true) warnings, in $work/told.txt"

python=.build/wheel-venv/bin/python
if [ -x $python ]; then
    $python -m pip install --quiet --disable-pip-version-check pdoc pandas
    PYTHONPATH=Bindings/Python/src $python -m pdoc --output-directory "$out/python" resonance_hrv
else
    echo "no reference of the Python package: make wheel comes before"
fi
