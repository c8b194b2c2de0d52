#!/usr/bin/env bash
# Prints how many declarations of each module are public, and fails where there are more than is agreed here.
#
# A declaration is public only if a product exports its module and a dependent has a use for it; between our
# modules it is `package`. Who adds one that a dependent needs raises the number.
set -euo pipefail
cd "$(dirname "$0")/.."

agreed="
PhysioDSP 312
PhysioTypes 333
BeatDetection 166
BeatCorrection 114
HRVFeatures 558
ResonanceBreathing 579
PhysioSimulation 284
RecordingFiles 141
SensorProtocol 362
HRVPipeline 47
HRVReports 120
RecordingAnalysis 48
LiveProtocol 6
LivePipeline 90
KernelBenchmarks 160
CommandSupport 2
"

kind='(func|var|let|struct|enum|class|protocol|init|subscript|typealias|actor|case|extension)'
modifiers='((static|final|private\(set\)|package\(set\)|mutating|indirect|convenience|lazy|override|nonisolated) )*'
failed=0
for folder in Sources/*/*/; do
    module=$(basename "$folder")
    count=$(grep -rhoE "^ *(@[A-Za-z_()]+ +)*public $modifiers$kind" "$folder" --include='*.swift' | wc -l || true)
    limit=$(awk -v module="$module" '$1 == module { print $2 }' <<<"$agreed")
    if [ "$count" -gt "${limit:-0}" ]; then
        echo "error: $module has $count public declarations, and ${limit:-0} are agreed in Scripts/check-public.sh:" \
            "say package, or raise the number"
        failed=1
    elif [ "$count" -gt 0 ]; then
        echo "$module: $count public declarations"
    fi
done
exit $failed
