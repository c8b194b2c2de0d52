#!/usr/bin/env bash
# The import rules of the house that the compiler does not enforce.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0

# forbid MODULE PATTERN REASON [FILE ALLOWED...]
forbid() {
    local module=$1 pattern=$2 reason=$3
    shift 3
    local hits
    hits=$(grep -rnE "^ *(public |package |@_exported public )?import ($pattern)( |$)" \
        Sources/*/"$module" --include='*.swift' || true)
    local allowed
    for allowed in "$@"; do hits=$(grep -v "Sources/[A-Za-z]*/$module/$allowed:" <<<"$hits" || true); done
    if [ -n "$hits" ]; then
        echo "$hits"
        echo "error: $module: $reason"
        failed=1
    fi
}

for module in PhysioTypes PhysioDSP BeatDetection BeatCorrection HRVFeatures HRVPipeline LivePipeline \
    PhysioSimulation ResonanceBreathing; do
    forbid "$module" Foundation "no Foundation here"
done
for module in PhysioTypes BeatDetection BeatCorrection HRVFeatures HRVPipeline LivePipeline PhysioSimulation \
    ResonanceBreathing RecordingFiles SensorProtocol HRVReports; do
    forbid "$module" 'Glibc|Darwin|Musl' "mathematics come from PhysioDSP's PlatformMath"
done
forbid PhysioDSP 'Glibc|Darwin|Musl' "only PlatformMath.swift imports the C library" \
    Numbers/PlatformMath.swift
forbid PhysioDSP CFFTW "only RealFFT.swift touches FFTW" Transforms/RealFFT.swift
forbid RecordingFiles Foundation "Foundation only where files are opened" \
    Files/RecordingFile.swift Files/PathSuggestion.swift Files/InputList.swift \
    Files/RecordingFile+Signals.swift Files/RecordingFile+Content.swift \
    WFDB/WFDBRecordFiles.swift SignalText/OpenSignalsHeader.swift
forbid RecordingFiles CZlib "only GzipSource.swift touches zlib" Compression/GzipSource.swift
forbid BluetoothStraps Foundation "no Foundation here"
forbid DBusClient 'Glibc|Darwin|Musl' "only SystemCalls.swift imports the C library" \
    SystemCalls.swift
forbid BluetoothStraps CDBus "only DBusClient touches libdbus"
forbid LiveSession 'PhysioSimulation|SessionDashboard|PhysioDSP|BeatDetection|BeatCorrection' \
    "the live edge takes beats from the pipeline, and simulates nobody"
forbid SessionDashboard 'PhysioSimulation|PhysioDSP|BeatDetection|BeatCorrection|HRVPipeline' \
    "the page shows what a session gives"
forbid SessionHistory \
    'HRVPipeline|PhysioRecordings|PhysioDSP|BeatDetection|BeatCorrection|PhysioSimulation|LiveSession' \
    "the history keeps what a session gives, and makes no figure"
for module in LiveSession SessionDashboard hrv HRVReports; do
    forbid "$module" 'GRDB|SQLite3' "only SessionHistory touches the database"
done
forbid hrv 'CPhysioKernels|CFFTW|CDBus' "the command line uses no C module"
forbid hrv 'FlyingFox|FlyingSocks' "only SessionDashboard touches the HTTP library"

exit $failed
